"""Answers: findings of a check, and what else is asked and told."""

from __future__ import annotations

import json
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any


@dataclass(frozen=True)
class Finding:
    """A rule that is broken."""

    #: The rule's stable name, such as ``mat0.phase.cell``.
    code: str
    #: ``error`` or ``warning``.
    severity: str
    #: The file or entry.
    path: str
    #: The field in it; empty where it is about the whole.
    field: str
    #: Where the field lies in the file or entry.
    offset: int | None
    #: What is there and what should be.
    message: str


@dataclass(frozen=True)
class Report:
    """What a check found."""

    #: What is wrong, in the order of the files.
    findings: tuple[Finding, ...]
    #: Files and entries whose format is known.
    checked: int
    #: Files and entries of no known format.
    unknown: int
    #: What could not be read at all.
    problems: tuple[str, ...]
    #: Files whose names differ only in case.
    collisions: tuple[str, ...]

    def __bool__(self) -> bool:
        """Whether there is something to tell."""
        return bool(self.findings or self.problems or self.collisions)

    @classmethod
    def of(cls, text: str) -> Report:
        """The report in a document ``ngi.check/1``."""
        said = json.loads(text)
        findings = (
            Finding(row["code"], row["severity"], row["path"], row["field"], row["offset"], row["message"])
            for row in said["findings"]
        )
        told = (tuple(said["problems"]), tuple(said["collisions"]))
        return cls(tuple(findings), said["checked"], said["unknown"], *told)


def plain_object(text: str) -> Any:
    """JSON as objects with attributes; lists stay lists."""
    return json.loads(text, object_hook=lambda members: SimpleNamespace(**members))
