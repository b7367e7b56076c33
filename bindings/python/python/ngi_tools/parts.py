"""Fields of documents: records, lists and rows that look like plain objects.

A part of a document is a view: it keeps no values, it asks. A value that is set through one view is
seen through all others. Once parts were added, taken out or replaced as a whole, views from before
raise :class:`~ngi_tools.errors.DeadViewError` instead of showing something else.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, overload

import numpy as np
import numpy.typing as npt

from . import _native
from .errors import DeadViewError, FieldError, NoFieldError

if TYPE_CHECKING:
    from .game import Game


class Origin:
    """What all views of a document share."""

    __slots__ = ("arrays", "game", "native", "version")

    def __init__(self, game: Game, native: _native.Document) -> None:
        self.game = game
        self.native = native
        self.arrays: dict[str, npt.NDArray[Any]] = {}
        self.version = native.version

    def part(self, path: str, generation: int) -> Any:
        kind, held = self.native.part(path, generation)
        if isinstance(held, str):
            return frozen(json.loads(held))
        if isinstance(held, bytes):
            return held
        view = {"object": Record, "list": Parts, "rows": Rows}[kind]
        return view(self, path, generation)

    def array(self, path: str, generation: int) -> npt.NDArray[Any]:
        """Rows as an array that cannot be written to; made once for each state."""
        version = self.native.version
        if version != self.version:
            self.arrays, self.version = {}, version
        known = self.arrays.get(path)
        if known is None:
            known = as_array(*self.native.rows(path, generation))
            self.arrays[path] = known
        return known

    def set(self, path: str, value: Any, generation: int) -> None:
        if isinstance(value, np.ndarray) and self.native.part(path, generation)[0] == "rows":
            self.set_array(path, value, generation)
            return
        if isinstance(value, (bytes, bytearray, memoryview)):
            if self.native.part(path, generation)[0] != "bytes":
                raise FieldError(f"{path}: bytes are not what is stored there")
        self.native.set([(path, said(value, path))], generation)

    def set_array(self, path: str, value: npt.NDArray[Any], generation: int) -> None:
        layout, _ = self.native.rows(path, generation)
        wanted = dtype(layout)
        base, inner = (wanted.base, wanted.shape)
        whole = np.issubdtype(value.dtype, np.integer) and np.issubdtype(base, np.integer)
        if value.dtype != base and not whole and not np.can_cast(value.dtype, base, "same_kind"):
            raise FieldError(f"{path}: an array of {value.dtype} is none of {base}")
        if value.shape[1:] != inner or value.ndim != len(inner) + 1:
            shape = ", ".join(["n", *map(str, inner)])
            raise FieldError(f"{path}: an array of shape {value.shape} is none of ({shape})")
        if whole and value.size:
            limits = np.iinfo(base)
            if value.min() < limits.min or value.max() > limits.max:
                raise FieldError(f"{path}: not all of it fits {base}")
        rows = np.ascontiguousarray(value, dtype=base)
        self.native.set_rows(path, rows.tobytes(), generation)


class Part:
    """A part of a document."""

    __slots__ = ("_generation", "_origin", "_path")

    _origin: Origin
    _path: str
    _generation: int

    def __init__(self, origin: Origin, path: str, generation: int) -> None:
        object.__setattr__(self, "_origin", origin)
        object.__setattr__(self, "_path", path)
        object.__setattr__(self, "_generation", generation)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Part):
            other = plain(other)
        return bool(plain(self) == other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        try:
            held = short(plain(self))
        except DeadViewError:
            held = "dead, look it up again"
        return f"<{type(self).__name__} {self._path}: {held}>"

    def __reduce__(self) -> Any:
        raise TypeError("a view of a document cannot be copied; `plain` makes values of it")


class Record(Part):
    """Named fields, as attributes and by name: ``phase.opacity``, ``material["class"]``."""

    __slots__ = ()

    def _at(self, name: str) -> str:
        return f"{self._path}.{name}" if self._path else name

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return self[name]

    def __setattr__(self, name: str, value: Any) -> None:
        if isinstance(getattr(type(self), name, None), property) or name in Part.__slots__:
            object.__setattr__(self, name, value)
        else:
            self[name] = value

    def __getitem__(self, name: str) -> Any:
        return self._origin.part(self._at(_name(name)), self._generation)

    def __setitem__(self, name: str, value: Any) -> None:
        self._origin.set(self._at(_name(name)), value, self._generation)

    def __contains__(self, name: object) -> bool:
        return name in fields(self)

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *fields(self)})


class Parts(Part, Sequence[Any]):
    """Numbered parts: like a list, but that parts are only added at the end."""

    __slots__ = ()

    def __len__(self) -> int:
        _, count = self._origin.native.part(self._path, self._generation)
        return int(count)  # type: ignore[arg-type]

    def _index(self, index: object) -> int:
        if isinstance(index, bool) or not hasattr(index, "__index__"):
            raise TypeError(f"{self._path}: a part is named by a number or a range of them")
        number: int = index.__index__()
        count = len(self)
        at = number + count if number < 0 else number
        if not 0 <= at < count:
            raise IndexError(f"{self._path}[{number}]: there are {count}")
        return at

    @overload
    def __getitem__(self, index: int) -> Any: ...
    @overload
    def __getitem__(self, index: slice) -> list[Any]: ...
    def __getitem__(self, index: int | slice) -> Any:
        if isinstance(index, slice):
            return [self[at] for at in range(*index.indices(len(self)))]
        path = f"{self._path}[{self._index(index)}]"
        return self._origin.part(path, self._generation)

    def __setitem__(self, index: int, value: Any) -> None:
        at = self._index(index)
        if isinstance(value, str) and value == "-":
            raise FieldError(f'{self._path}[{at}]: "-" takes a part out; `del` does that')
        self._origin.set(f"{self._path}[{at}]", value, self._generation)

    def __delitem__(self, index: int) -> None:
        at = self._index(index)
        self._origin.native.set([(f"{self._path}[{at}]", "-")], self._generation)

    def __iter__(self) -> Iterator[Any]:
        for index in range(len(self)):
            yield self[index]

    def append(self, value: Any) -> None:
        """Adds a part; what it leaves out is as in the last one where the format knows how."""
        self._origin.native.set([(f"{self._path}[+]", said(value, self._path))], self._generation)


class Rows(Parts):
    """Stored values of one kind: a list, and an array of numpy."""

    __slots__ = ()

    @property
    def array(self) -> npt.NDArray[Any]:
        """The values as they are stored. The array cannot be written to and stays as it is,
        whatever becomes of the document; other values are set by assigning an array."""
        return self._origin.array(self._path, self._generation)

    def __array__(
        self, dtype: npt.DTypeLike | None = None, copy: bool | None = None
    ) -> npt.NDArray[Any]:
        array = self.array
        if dtype is not None and np.dtype(dtype) != array.dtype:
            if copy is False:
                raise ValueError(f"{self._path}: another dtype needs a copy")
            return array.astype(dtype)
        return array.copy() if copy else array


@dataclass(frozen=True)
class About:
    """What is known of a field."""

    #: How it is stored, such as ``u16``.
    stored: str
    #: What it means.
    meaning: str
    #: What was observed on the shipped game.
    game: str | None
    #: The names of its value or of its bits.
    named: tuple[str, ...]
    #: Whether it can be set.
    can_be_set: bool


def fields(record: Record) -> tuple[str, ...]:
    """The names of a record's fields."""
    if not isinstance(record, Record):
        raise TypeError("only records have fields")
    kind, names = record._origin.native.part(record._path, record._generation)
    return tuple(names) if kind == "object" else ()  # type: ignore[arg-type]


def about(record: Record, name: str) -> About:
    """What is known of a field of a record."""
    if not isinstance(record, Record):
        raise TypeError("only records have fields")
    path = record._at(_name(name))
    stored, meaning, game, named, settable = record._origin.native.about(path, record._generation)
    return About(stored, meaning, game, tuple(named), settable)


def plain(part: Part) -> Any:
    """A part and all below it as dictionaries, lists and values, as ``ngi show --json`` has them:
    bytes are text in hex, and floats that are no numbers are text."""
    if not isinstance(part, Part):
        raise TypeError("only parts of documents can be made plain")
    return json.loads(part._origin.native.part_json(part._path, part._generation))


def _name(name: object) -> str:
    if not isinstance(name, str):
        raise TypeError("a field is named by text")
    if not name or any(mark in name for mark in ".[]"):
        raise NoFieldError(f"{name!r} is no name of a field")
    return name


def frozen(value: Any) -> Any:
    """A value that nobody can change by mistake, thinking that the document follows."""
    if isinstance(value, list):
        return tuple(frozen(each) for each in value)
    return value


def said(value: Any, path: str) -> str:
    """A value as `ngi set` takes it."""
    if isinstance(value, str):
        return value
    if isinstance(value, (bytes, bytearray, memoryview)):
        return bytes(value).hex()
    return json.dumps(jsonable(value, path), ensure_ascii=False, allow_nan=False).strip('"')


def jsonable(value: Any, path: str) -> Any:
    """A value as documents have it."""
    if isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, float) and value - value != 0:
        return "nan:7fc00000" if value != value else "inf" if value > 0 else "-inf"
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if isinstance(value, (bytes, bytearray, memoryview)):
        return bytes(value).hex()
    if isinstance(value, Part):
        return plain(value)
    if isinstance(value, np.ndarray):
        return jsonable(value.tolist(), path)
    if isinstance(value, Mapping):
        return {str(key): jsonable(each, path) for key, each in value.items()}
    if isinstance(value, Sequence):
        return [jsonable(each, path) for each in value]
    raise FieldError(f"{path}: {type(value).__name__} is nothing that a field holds")


def short(value: Any) -> str:
    """The beginning of a value."""
    text = repr(value)
    return text if len(text) <= 60 else text[:59] + "…"


def as_array(layout: str, stored: bytes) -> npt.NDArray[Any]:
    """Stored bytes as an array, without another copy."""
    kind = dtype(layout)
    return np.frombuffer(stored, kind.base).reshape(-1, *kind.shape)


@lru_cache(maxsize=None)
def dtype(layout: str) -> np.dtype[Any]:
    """The dtype that a layout describes."""
    return _dtype(json.loads(layout))


def _dtype(layout: Any) -> np.dtype[Any]:
    if isinstance(layout, str):
        return np.dtype(layout)
    if isinstance(layout, list):
        of, count = layout
        return np.dtype((_dtype(of), (count,)))
    return np.dtype(
        {
            "names": layout["names"],
            "formats": [_dtype(each) for each in layout["formats"]],
            "offsets": layout["offsets"],
            "itemsize": layout["itemsize"],
        }
    )
