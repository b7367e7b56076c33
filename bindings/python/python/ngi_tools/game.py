"""A game folder: archives are folders, and changes are written in one step."""

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

#: What documents of a format are; all others are plain ones.
KINDS: dict[str, type[Document]] = {"msh": Model, "texm": Texture, "mat0": Playing, "fxid": Playing}


class Node:
    """A place: a folder, a file or an entry. It shows what is there since the last change."""

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
        """The path from the game's folder, which ``game[...]`` takes again."""
        return self._path

    @property
    def name(self) -> str:
        """The name alone, which need not be unique in an archive."""
        return self._native.name

    @property
    def size(self) -> int:
        """Bytes, once unpacked."""
        return self._native.size

    @property
    def type(self) -> str | None:
        """The type of an entry of an NRes archive."""
        return self._native.type_id

    @property
    def attributes(self) -> tuple[int, ...] | None:
        """The three attributes of an entry of an NRes archive."""
        attributes = self._native.attributes
        return None if attributes is None else tuple(attributes)

    @property
    def format(self) -> str | None:
        """The format's id; ``None`` for folders and for what is no known format."""
        return self._native.format

    def read(self) -> bytes:
        """All bytes of a file, or of an entry once it is unpacked."""
        return self._native.read()

    def open(self) -> Document:
        """Its fields: a :class:`Model`, a :class:`Texture`, … or a plain :class:`Document`."""
        native = self._native.document()
        return KINDS.get(native.format, Document)(self._game, native)

    def check(self, **options: Any) -> Report:
        """What is wrong with it and with everything inside; see :meth:`Game.check`."""
        return self._game.check(self._path, **options)

    def __fspath__(self) -> str:
        if self._native.kind == "entry":
            raise NgiError(f"{self._path}: an entry of an archive is no file of the system")
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
    """A folder: names ignore case."""

    def __getitem__(self, name: str) -> Node:
        return _node(self._game, self._native.child(_segment(name)))

    def __iter__(self) -> Iterator[str]:
        return iter(self._native.segments())

    def __len__(self) -> int:
        return len(self._native.segments())


class Archive(Node, MutableMapping[str, Node]):
    """An archive: names ignore case; where several entries share one, ``name@TYPE`` or ``#INDEX``
    is the key. What is put in or taken out is written at once, each in a step of its own that can
    be taken back; :meth:`Game.change` does several in one."""

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
    """A game folder. A change that was interrupted is settled when it is opened."""

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self._native = _native.Game(folder)
        self._studio: _native.Studio | None = None

    @property
    def folder(self) -> os.PathLike[str]:
        """Where it is."""
        return self._native.folder

    def __getitem__(self, path: str) -> Node:
        """What a path leads to, on into archives: ``game["static.rlb/s_tree_0_04.msh/3"]``."""
        return _node(self, self._native.node(_text(path)))

    def __iter__(self) -> Iterator[str]:
        return iter(self._native.node("").segments())

    def __len__(self) -> int:
        return len(self._native.node("").segments())

    def open(self, path: str) -> Document:
        """The document of a file or entry."""
        return self[path].open()

    def model(self, path: str) -> Model:
        """A model."""
        document = self.open(path)
        if not isinstance(document, Model):
            raise NgiError(f"{document.where}: is no model but {document.format_id}")
        return document

    def texture(self, path: str) -> Texture:
        """A texture or lightmap."""
        document = self.open(path)
        if not isinstance(document, Texture):
            raise NgiError(f"{document.where}: is no texture but {document.format_id}")
        return document

    def level(self, path: str) -> Level:
        """A level by its folder, such as ``DATA/MAPS/VALLEY``."""
        return Level(self, _text(path))

    def find(
        self, name: str | None = None, *, kind: str | None = None, below: str = ""
    ) -> list[Node]:
        """Files and entries by name (``*`` and ``?`` stand for anything) and kind: the id of a
        format, such as ``texm``, or the type of an entry, such as ``MAT0``."""
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
        """What is wrong with everything at and below a path, as ``ngi check`` finds it."""
        return Report.of(self._native.check(_text(path), strict, retail, list(deny), list(allow)))

    def change(self, title: str, *, backup: bool = True) -> Change:
        """Several things written in one step: see :class:`Change`."""
        return Change(self, title, backup=backup)

    def undo(self) -> str:
        """Takes the last change back, whoever made it; says what it was."""
        return self._native.undo()

    def history(self) -> list[tuple[int, str]]:
        """The changes that can be taken back, the last one first: when, in seconds since 1970, and
        what."""
        return self._native.history()

    def refresh(self) -> None:
        """Looks at the disk again, where somebody else changed files."""
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
        """A picture of a model, a level, an effect, a material or a texture: (height, width, 4).

        ``camera`` is as in ``ngi render``: yaw and pitch in degrees, these and a distance, or two
        points. Needs a package that was built with ``render``, and a driver.
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
    """Several things written in one step: all of them when the block ends, or none if it is left
    by an exception. ``Game.undo`` and ``ngi undo`` take it back as one."""

    def __init__(self, game: Game, title: str, *, backup: bool) -> None:
        self._game = game
        self._title = _text(title)
        self._backup = bool(backup)
        self._steps: list[_native.Step] = []
        self._documents: list[Document] = []
        #: What became of archives, in words, once it is done.
        self.told: list[str] = []

    def save(self, document: Document) -> None:
        """Writes what a document is when the block ends."""
        if not isinstance(document, Document):
            raise TypeError("only documents are saved; `put` takes bytes")
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
        """A file or an entry, new or not. Type and attributes of a new entry follow from what it
        is and from its neighbours where they are not given."""
        if isinstance(content, Node):
            content = content.read()
        elif isinstance(content, Document):
            content = content.content
        if not isinstance(content, (bytes, bytearray, memoryview)):
            raise TypeError(f"{path}: content is bytes, a node or a document")
        given = None if attributes is None else list(attributes)
        self._steps.append(_native.Step.put(_text(path), bytes(content), type, given))

    def remove(self, path: str) -> None:
        """Takes an entry out of its archive."""
        self._steps.append(_native.Step.remove(_text(path)))

    def rename(self, path: str, name: str) -> None:
        """Gives an entry another name."""
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
        raise TypeError(f"text is wanted, not {type(value).__name__}")
    return value


def _segment(value: object) -> str:
    if not isinstance(value, str) or not value or "/" in value or "\\" in value:
        raise NotFoundError(f"{value!r}: one name is wanted; a path is for the game")
    return value
