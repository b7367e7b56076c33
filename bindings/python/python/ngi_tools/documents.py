"""Documents: a file or an entry as an object with its fields."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from . import _native
from .parts import Origin, Record, said
from .findings import Finding, plain_object

if TYPE_CHECKING:
    from .game import Game


class Document(Record):
    """The fields of a file or an entry.

    Fields are attributes; values that are set are checked as ``ngi set`` checks them, and what
    follows from them follows. Nothing is written before :meth:`save`, or before a change that it
    was put into ends.
    """

    __slots__ = ("__weakref__",)

    def __init__(self, game: Game, native: _native.Document) -> None:
        super().__init__(Origin(game, native), "", native.generation)

    # The document itself is never a dead view: it begins where the file does.
    @property
    def _generation(self) -> int:
        return self._origin.native.generation

    @_generation.setter
    def _generation(self, generation: int) -> None:
        pass

    @property
    def format_id(self) -> str:
        """The format's id: ``msh``, ``texm``, ``mat0``, …"""
        return self._origin.native.format

    @property
    def where(self) -> str:
        """The path of what it was opened of."""
        return self._origin.native.path

    @property
    def content(self) -> bytes:
        """All bytes, with the changes so far."""
        return self._origin.native.read()

    @content.setter
    def content(self, value: bytes) -> None:
        if not isinstance(value, (bytes, bytearray, memoryview)):
            raise TypeError("content is bytes")
        self._origin.native.set_bytes(bytes(value))

    @property
    def changed(self) -> bool:
        """Whether something is to be saved."""
        return self._origin.native.changed

    def assign(self, values: Mapping[str, Any]) -> None:
        """Sets several fields by their paths, all or none: ``{"phases[0].opacity": 50}``.

        For fields that only make a file together. ``[+]`` behind a list adds to it.
        """
        fields = [(path, said(value, path)) for path, value in values.items()]
        self._origin.native.set(fields, self._generation)

    def check(self, *, retail: bool = False) -> list[Finding]:
        """What is wrong with it, with the changes so far."""
        found = self._origin.native.check(self._origin.game._native, retail)
        where = self.where
        return [
            Finding(code, severity, where, field, offset, message)
            for code, severity, field, offset, message in found
        ]

    def to_json(self) -> str:
        """All of it, as ``ngi show --json`` prints it."""
        return self._origin.native.json()

    def save(self, title: str | None = None, *, backup: bool = True) -> None:
        """Writes the changes: in one step that ``Game.undo`` and ``ngi undo`` take back."""
        with self._origin.game.change(title or f"change {self.where}", backup=backup) as change:
            change.save(self)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.where} ({self.format_id})>"


class Playing(Document):
    """A material or an effect: it looks different from moment to moment."""

    __slots__ = ()

    def play(
        self,
        times: float | Iterable[float],
        *,
        seed: int = 0,
        eye: Sequence[float] | None = None,
        value: float | None = None,
    ) -> Any:
        """What is seen at these times, in seconds: what ``ngi play --json`` answers, as an object."""
        every = [times] if isinstance(times, (int, float)) else list(times)
        game = self._origin.game._native
        return plain_object(self._origin.native.play(game, every, seed, eye, value))
