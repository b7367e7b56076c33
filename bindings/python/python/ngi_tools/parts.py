"""Fields of documents: records, lists and rows that look like plain objects.

A part of a document is a view, which reads its values from the document. A value that is set
through one view is visible in all others. After parts were added, removed or replaced as a whole,
older views might refer to another part, so they raise :class:`~ngi_tools.errors.DeadViewError`.
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
    """State that all views of a document share."""

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
        """Returns rows as a read-only array, cached until the document changes."""
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
                raise FieldError(f"{path}: the field does not contain bytes")
        self.native.set([(path, said(value, path))], generation)

    def set_array(self, path: str, value: npt.NDArray[Any], generation: int) -> None:
        layout, _ = self.native.rows(path, generation)
        wanted = dtype(layout)
        base, inner = (wanted.base, wanted.shape)
        whole = np.issubdtype(value.dtype, np.integer) and np.issubdtype(base, np.integer)
        if value.dtype != base and not whole and not np.can_cast(value.dtype, base, "same_kind"):
            raise FieldError(f"{path}: expected an array of {base}, not {value.dtype}")
        if value.shape[1:] != inner or value.ndim != len(inner) + 1:
            shape = ", ".join(["n", *map(str, inner)])
            raise FieldError(f"{path}: expected an array of shape ({shape}), not {value.shape}")
        if whole and value.size:
            limits = np.iinfo(base)
            if value.min() < limits.min or value.max() > limits.max:
                raise FieldError(f"{path}: some values are out of range for {base}")
        rows = np.ascontiguousarray(value, dtype=base)
        self.native.set_rows(path, rows.tobytes(), generation)


class Part:
    """View of a part of a document."""

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
            held = "dead view, look it up again"
        return f"<{type(self).__name__} {self._path}: {held}>"

    def __reduce__(self) -> Any:
        raise TypeError("a view of a document cannot be copied; use `plain` to get its values")


class Record(Part):
    """Record whose fields are attributes and keys: ``phase.opacity``, ``material["class"]``."""

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
    """List of parts. New parts can only be appended."""

    __slots__ = ()

    def __len__(self) -> int:
        _, count = self._origin.native.part(self._path, self._generation)
        return int(count)  # type: ignore[arg-type]

    def _index(self, index: object) -> int:
        if isinstance(index, bool) or not hasattr(index, "__index__"):
            raise TypeError(f"{self._path}: the index must be an integer or a slice")
        number: int = index.__index__()
        count = len(self)
        at = number + count if number < 0 else number
        if not 0 <= at < count:
            raise IndexError(f"{self._path}[{number}]: out of range, the length is {count}")
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
            raise FieldError(f'{self._path}[{at}]: "-" is not a value; use `del` to remove a part')
        self._origin.set(f"{self._path}[{at}]", value, self._generation)

    def __delitem__(self, index: int) -> None:
        at = self._index(index)
        self._origin.native.set([(f"{self._path}[{at}]", "-")], self._generation)

    def __iter__(self) -> Iterator[Any]:
        for index in range(len(self)):
            yield self[index]

    def append(self, value: Any) -> None:
        """Appends a part. If the format allows it, missing fields are copied from the last part."""
        self._origin.native.set([(f"{self._path}[+]", said(value, self._path))], self._generation)


class Rows(Parts):
    """List of stored values of one type, also available as a numpy array."""

    __slots__ = ()

    @property
    def array(self) -> npt.NDArray[Any]:
        """Stored values as a read-only array.

        The array does not change with the document. To set all values, assign an array to the
        field.
        """
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
    """Description of a field."""

    #: Stored type, such as ``u16``.
    stored: str
    #: Meaning of the field.
    meaning: str
    #: Observations in the shipped game.
    game: str | None
    #: Names of its current value or of its set bits.
    named: tuple[str, ...]
    #: True if the field can be set.
    can_be_set: bool


def fields(record: Record) -> tuple[str, ...]:
    """Returns the names of the fields of a record."""
    if not isinstance(record, Record):
        raise TypeError("only records have fields")
    kind, names = record._origin.native.part(record._path, record._generation)
    return tuple(names) if kind == "object" else ()  # type: ignore[arg-type]


def about(record: Record, name: str) -> About:
    """Returns the description of a field of a record."""
    if not isinstance(record, Record):
        raise TypeError("only records have fields")
    path = record._at(_name(name))
    stored, meaning, game, named, settable = record._origin.native.about(path, record._generation)
    return About(stored, meaning, game, tuple(named), settable)


def plain(part: Part) -> Any:
    """Converts a part and everything in it to dictionaries, lists and values.

    The result equals the document of ``ngi show --json``: bytes are hexadecimal text, and
    non-finite floats are text.
    """
    if not isinstance(part, Part):
        raise TypeError("expected a document or a part of one")
    return json.loads(part._origin.native.part_json(part._path, part._generation))


def _name(name: object) -> str:
    if not isinstance(name, str):
        raise TypeError("the name of a field must be a string")
    if not name or any(mark in name for mark in ".[]"):
        raise NoFieldError(f"{name!r} is not the name of a field")
    return name


def frozen(value: Any) -> Any:
    """Converts lists to tuples, because changes of a list would not reach the document."""
    if isinstance(value, list):
        return tuple(frozen(each) for each in value)
    return value


def said(value: Any, path: str) -> str:
    """Formats a value as text for `ngi set`."""
    if isinstance(value, str):
        return value
    if isinstance(value, (bytes, bytearray, memoryview)):
        return bytes(value).hex()
    return json.dumps(jsonable(value, path), ensure_ascii=False, allow_nan=False).strip('"')


def jsonable(value: Any, path: str) -> Any:
    """Converts a value to the types of a JSON document."""
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
    raise FieldError(f"{path}: a field cannot store a value of type {type(value).__name__}")


def short(value: Any) -> str:
    """Returns the first 60 characters of the representation of a value."""
    text = repr(value)
    return text if len(text) <= 60 else text[:59] + "…"


def as_array(layout: str, stored: bytes) -> npt.NDArray[Any]:
    """Returns stored bytes as an array, without copying them."""
    kind = dtype(layout)
    return np.frombuffer(stored, kind.base).reshape(-1, *kind.shape)


@lru_cache(maxsize=None)
def dtype(layout: str) -> np.dtype[Any]:
    """Returns the dtype for a layout in JSON."""
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
