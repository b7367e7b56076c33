"""Documents: files and entries as objects with fields."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from . import _native
from .parts import Origin, Record, said
from .findings import Finding, plain_object

if TYPE_CHECKING:
    from .game import Game


class Document(Record):
    """File or entry with its fields as attributes.

    Each assignment is validated as by ``ngi set``, and derived fields are updated. Nothing is
    written before :meth:`save`, or before the end of a :class:`Change` that saves the document.
    """

    __slots__ = ("__weakref__",)

    def __init__(self, game: Game, native: _native.Document) -> None:
        super().__init__(Origin(game, native), "", native.generation)

    # The document itself is never a dead view, because its path is always the root.
    @property
    def _generation(self) -> int:
        return self._origin.native.generation

    @_generation.setter
    def _generation(self, generation: int) -> None:
        pass

    @property
    def format_id(self) -> str:
        """Id of the format: ``msh``, ``texm``, ``mat0``, …"""
        return self._origin.native.format

    @property
    def where(self) -> str:
        """Path of the file or entry."""
        return self._origin.native.path

    @property
    def content(self) -> bytes:
        """All bytes, including unsaved changes."""
        return self._origin.native.read()

    @content.setter
    def content(self, value: bytes) -> None:
        if not isinstance(value, (bytes, bytearray, memoryview)):
            raise TypeError("content must be bytes")
        self._origin.native.set_bytes(bytes(value))

    @property
    def changed(self) -> bool:
        """True if there are unsaved changes."""
        return self._origin.native.changed

    def assign(self, values: Mapping[str, Any]) -> None:
        """Sets several fields by their paths, all or none: ``{"phases[0].opacity": 50}``.

        Use it for fields that are only valid together. ``[+]`` after a list appends to it.
        """
        fields = [(path, said(value, path)) for path, value in values.items()]
        self._origin.native.set(fields, self._generation)

    def check(self, *, retail: bool = False) -> list[Finding]:
        """Checks the document, including unsaved changes, and returns the findings.

        ``retail`` adds the invariants measured on the shipped game.
        """
        found = self._origin.native.check(self._origin.game._native, retail)
        where = self.where
        return [
            Finding(code, severity, where, field, offset, message)
            for code, severity, field, offset, message in found
        ]

    def to_json(self) -> str:
        """Returns the document as JSON, as printed by ``ngi show --json``."""
        return self._origin.native.json()

    def save(self, title: str | None = None, *, backup: bool = True) -> None:
        """Writes the changes in one step, which ``Game.undo`` and ``ngi undo`` can revert.

        Raises :class:`ChangedError` if another program changed the file in the meantime.
        """
        with self._origin.game.change(title or f"change {self.where}", backup=backup) as change:
            change.save(self)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.where} ({self.format_id})>"


class Playing(Document):
    """Material or effect, which changes over time."""

    __slots__ = ()

    def play(
        self,
        times: float | Iterable[float],
        *,
        seed: int = 0,
        eye: Sequence[float] | None = None,
        value: float | None = None,
    ) -> Any:
        """Computes the states at the given times in seconds.

        Returns the document of ``ngi play --json`` as an object.
        """
        every = [times] if isinstance(times, (int, float)) else list(times)
        game = self._origin.game._native
        return plain_object(self._origin.native.play(game, every, seed, eye, value))
