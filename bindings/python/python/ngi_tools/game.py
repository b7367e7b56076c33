"""Game folders with their files and archives, and changes that are written in one step."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, MutableMapping, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from . import _native
from .documents import Document, Playing
from .errors import NgiError, NotFoundError, RenderError
from .findings import Report
from .levels import Level
from .models import Model
from .textures import Texture

if TYPE_CHECKING:
    from typing_extensions import Self

#: Document classes by format id. Other formats use :class:`Document`.
KINDS: dict[str, type[Document]] = {"msh": Model, "texm": Texture, "mat0": Playing, "fxid": Playing}


class Node:
    """Folder, file or entry at a path, always with its current content."""

    def __init__(self, game: Game, native: _native.Node) -> None:
        self._game = game
        self._at = native
        self._epoch = game._native.epoch
        self._path = native.path

    @property
    def _native(self) -> _native.Node:
        epoch = self._game._native.epoch
        if epoch != self._epoch:
            self._at = self._game._native.node(self._path)
            self._epoch = epoch
        return self._at

    @property
    def path(self) -> str:
        """Path relative to the game folder, as accepted by ``game[...]``."""
        return self._path

    @property
    def name(self) -> str:
        """Name without the path. Entries of an archive may share a name."""
        return self._native.name

    @property
    def size(self) -> int:
        """Size of the unpacked content in bytes."""
        return self._native.size

    @property
    def type(self) -> str | None:
        """Type of an entry of an NRes archive, else ``None``."""
        return self._native.type_id

    @property
    def attributes(self) -> tuple[int, ...] | None:
        """Three attributes of an entry of an NRes archive, else ``None``."""
        attributes = self._native.attributes
        return None if attributes is None else tuple(attributes)

    @property
    def format(self) -> str | None:
        """Id of the format; ``None`` for folders and unknown formats."""
        return self._native.format

    def read(self) -> bytes:
        """Returns the bytes of a file, or the unpacked bytes of an entry."""
        return self._native.read()

    def open(self) -> Document:
        """Opens the document: a :class:`Model`, :class:`Texture`, :class:`Playing` or other
        :class:`Document`."""
        native = self._native.document()
        return KINDS.get(native.format, Document)(self._game, native)

    def check(self, **options: Any) -> Report:
        """Checks the node and everything inside it; see :meth:`Game.check`."""
        return self._game.check(self._path, **options)

    def __fspath__(self) -> str:
        if self._native.kind == "entry":
            raise NgiError(f"{self._path}: an entry of an archive has no path on disk")
        return os.path.join(os.fspath(self._game.folder), self._path)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Node):
            return NotImplemented
        return self._game is other._game and self._path == other._path

    def __hash__(self) -> int:
        return hash(self._path)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self._path or '.'}>"


class Folder(Node, Mapping[str, Node]):
    """Folder as a mapping from names to nodes. Names ignore case."""

    def __getitem__(self, name: str) -> Node:
        return _node(self._game, self._native.child(_segment(name)))

    def __iter__(self) -> Iterator[str]:
        return iter(self._native.segments())

    def __len__(self) -> int:
        return len(self._native.segments())


class Archive(Node, MutableMapping[str, Node]):
    """Archive as a mapping from names to nodes.

    Names ignore case. If several entries share a name, their keys are ``name@TYPE`` or ``#INDEX``.
    Each assignment or deletion is written immediately, as a step that can be undone. Use
    :meth:`Game.change` to combine several changes in one step.
    """

    def __getitem__(self, name: str) -> Node:
        return _node(self._game, self._native.child(_segment(name)))

    def __setitem__(self, name: str, content: bytes | Node | Document) -> None:
        with self._game.change(f"put {name} into {self._path}") as change:
            change.put(f"{self._path}/{_segment(name)}", content)

    def __delitem__(self, name: str) -> None:
        path = self[name].path
        with self._game.change(f"remove {path}") as change:
            change.remove(path)

    def __iter__(self) -> Iterator[str]:
        return iter(self._native.segments())

    def __len__(self) -> int:
        return len(self._native.segments())


class Game(Mapping[str, Node]):
    """Game folder as a mapping from paths to nodes.

    Opening it completes or reverts a change that was interrupted.
    """

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self._native = _native.Game(folder)
        self._studio: _native.Studio | None = None

    @property
    def folder(self) -> os.PathLike[str]:
        """Path of the game folder."""
        return self._native.folder

    def __getitem__(self, path: str) -> Node:
        """Returns the node at a path, which may continue into archives:
        ``game["static.rlb/s_tree_0_04.msh/3"]``."""
        return _node(self, self._native.node(_text(path)))

    def __iter__(self) -> Iterator[str]:
        return iter(self._native.node("").segments())

    def __len__(self) -> int:
        return len(self._native.node("").segments())

    def open(self, path: str) -> Document:
        """Opens the document of a file or entry."""
        return self[path].open()

    def model(self, path: str) -> Model:
        """Opens a model; raises :class:`NgiError` for other formats."""
        document = self.open(path)
        if not isinstance(document, Model):
            raise NgiError(f"{document.where}: expected a model, not {document.format_id}")
        return document

    def texture(self, path: str) -> Texture:
        """Opens a texture or lightmap; raises :class:`NgiError` for other formats."""
        document = self.open(path)
        if not isinstance(document, Texture):
            raise NgiError(f"{document.where}: expected a texture, not {document.format_id}")
        return document

    def level(self, path: str) -> Level:
        """Opens a level by its folder, such as ``DATA/MAPS/VALLEY``."""
        return Level(self, _text(path))

    def find(
        self, name: str | None = None, *, kind: str | None = None, below: str = ""
    ) -> list[Node]:
        """Returns files and entries by name and kind.

        ``name`` may contain the wildcards ``*`` and ``?``. ``kind`` is the id of a format, such as
        ``texm``, or the type of an entry, such as ``MAT0``. ``below`` limits the search to a path.
        """
        found = json.loads(self._native.find(_text(below), name, kind))
        return [self[match["path"]] for match in found["matches"]]

    def check(
        self,
        path: str = "",
        *,
        strict: bool = True,
        retail: bool = False,
        deny: Sequence[str] = (),
        allow: Sequence[str] = (),
    ) -> Report:
        """Checks everything at and below a path, like ``ngi check``.

        With ``strict=False`` only the rules that the engine depends on apply. ``retail`` adds the
        invariants measured on the shipped game. ``deny`` contains codes to report as errors, and
        ``allow`` codes to ignore.
        """
        return Report.of(self._native.check(_text(path), strict, retail, list(deny), list(allow)))

    def change(self, title: str, *, backup: bool = True) -> Change:
        """Combines several writes in one step; see :class:`Change`."""
        return Change(self, title, backup=backup)

    def undo(self) -> str:
        """Undoes the last change, also one by the program ``ngi``, and returns its title."""
        return self._native.undo()

    def history(self) -> list[tuple[int, str]]:
        """Returns time and title of the changes that can be undone, newest first.

        Times are in seconds since 1970-01-01 UTC.
        """
        return self._native.history()

    def refresh(self) -> None:
        """Reads the folder again after another program changed files."""
        self._native.refresh()

    def render(
        self,
        path: str,
        size: tuple[int, int] = (640, 480),
        *,
        time: float = 0.0,
        camera: Sequence[float] | None = None,
        transparent: bool = False,
    ) -> npt.NDArray[np.uint8]:
        """Renders a model, level, effect, material or texture as an array (height, width, 4).

        ``time`` is in seconds. ``camera`` is as in ``ngi render``: yaw and pitch in degrees, the
        same with a distance, or two points. Needs a package built with ``render`` and a graphics
        driver.
        """
        if not _native.CAN_RENDER:
            raise RenderError("this package was built without `render`; see docs/tools/python.md")
        if self._studio is None:
            self._studio = _native.Studio()
        numbers = None if camera is None else [float(number) for number in camera]
        rgba, _ = self._studio.picture(
            self._native, _text(path), list(size), time, numbers, transparent
        )
        return np.frombuffer(rgba, np.uint8).reshape(size[1], size[0], 4).copy()

    def __repr__(self) -> str:
        return f"<Game {os.fspath(self.folder)}>"

    __hash__ = object.__hash__

    def __eq__(self, other: object) -> bool:
        return self is other


class Change:
    """Context manager that writes several changes in one step at the end of its block.

    An exception in the block discards all of them. ``Game.undo`` and ``ngi undo`` revert the step
    as a whole.
    """

    def __init__(self, game: Game, title: str, *, backup: bool) -> None:
        self._game = game
        self._title = _text(title)
        self._backup = bool(backup)
        self._steps: list[_native.Step] = []
        self._documents: list[Document] = []
        #: Notes on the written archives; filled at the end of the block.
        self.told: list[str] = []

    def save(self, document: Document) -> None:
        """Saves a document in its state at the end of the block."""
        if not isinstance(document, Document):
            raise TypeError("expected a document; use `put` for bytes")
        if all(document is not known for known in self._documents):
            self._documents.append(document)

    def put(
        self,
        path: str,
        content: bytes | Node | Document,
        *,
        type: str | None = None,
        attributes: Sequence[int] | None = None,
    ) -> None:
        """Writes a file or entry, or replaces an existing one.

        If type and attributes of a new entry are not given, they are derived from its content and
        from the other entries of the archive.
        """
        if isinstance(content, Node):
            content = content.read()
        elif isinstance(content, Document):
            content = content.content
        if not isinstance(content, (bytes, bytearray, memoryview)):
            raise TypeError(f"{path}: content must be bytes, a node or a document")
        given = None if attributes is None else list(attributes)
        self._steps.append(_native.Step.put(_text(path), bytes(content), type, given))

    def remove(self, path: str) -> None:
        """Removes an entry from its archive."""
        self._steps.append(_native.Step.remove(_text(path)))

    def rename(self, path: str, name: str) -> None:
        """Renames an entry."""
        self._steps.append(_native.Step.rename(_text(path), _text(name)))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if kind is not None:
            return
        documents = self._documents
        steps = [_native.Step.document(document._origin.native) for document in documents]
        every = [step for step in steps if step is not None] + self._steps
        if every:
            self.told = self._game._native.commit(every, self._title, self._backup)
        for document in documents:
            document._origin.native.committed()


def _node(game: Game, native: _native.Node) -> Node:
    if native.kind == "folder":
        return Folder(game, native)
    return (Archive if native.is_archive else Node)(game, native)


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"expected a string, not {type(value).__name__}")
    return value


def _segment(value: object) -> str:
    if not isinstance(value, str) or not value or "/" in value or "\\" in value:
        raise NotFoundError(f"{value!r} is not a name; use game[...] for a path")
    return value
