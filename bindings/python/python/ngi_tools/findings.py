"""Results of checks, and JSON documents as objects."""

from __future__ import annotations

import json
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any


@dataclass(frozen=True)
class Finding:
    """Violation of a rule."""

    #: Permanent name of the rule, such as ``mat0.phase.cell``.
    code: str
    #: ``error`` or ``warning``.
    severity: str
    #: Path of the file or entry.
    path: str
    #: Path of the field; empty if the finding is about the whole file or entry.
    field: str
    #: Byte offset of the field in the file or entry, if known.
    offset: int | None
    #: The problem and the expected value.
    message: str


@dataclass(frozen=True)
class Report:
    """Result of a check. True if it found a problem."""

    #: Violated rules, in the order of the files.
    findings: tuple[Finding, ...]
    #: Number of files and entries with a known format.
    checked: int
    #: Number of files and entries with an unknown format.
    unknown: int
    #: Files and entries that could not be read, with the reason.
    problems: tuple[str, ...]
    #: Files whose names differ only in case.
    collisions: tuple[str, ...]

    def __bool__(self) -> bool:
        """Returns True if there are findings, problems or collisions."""
        return bool(self.findings or self.problems or self.collisions)

    @classmethod
    def of(cls, text: str) -> Report:
        """Reads a report from a document ``ngi.check/1``."""
        said = json.loads(text)
        findings = (
            Finding(row["code"], row["severity"], row["path"], row["field"], row["offset"], row["message"])
            for row in said["findings"]
        )
        told = (tuple(said["problems"]), tuple(said["collisions"]))
        return cls(tuple(findings), said["checked"], said["unknown"], *told)


def plain_object(text: str) -> Any:
    """Parses JSON into objects with attributes; lists stay lists."""
    return json.loads(text, object_hook=lambda members: SimpleNamespace(**members))
