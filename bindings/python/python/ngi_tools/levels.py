"""Levels: queries about the ground and the areals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from . import _native
from .findings import plain_object

if TYPE_CHECKING:
    from .game import Game


class Level:
    """Ground and areals of a level, which are read once.

    Queries return the document of ``ngi query --json`` as an object. Its attribute ``broken`` lists
    the parts of the level that could not be read. The masks ``required`` and ``forbidden`` select
    faces by their flags.
    """

    def __init__(self, game: Game, path: str) -> None:
        self._native = _native.Level(game._native, path)
        self._path = path

    def height(self, x: float, y: float, **masks: Any) -> Any:
        """Returns the highest ground at a point, and its face."""
        return self._ask("height", [x, y], **masks)

    def heights(self, points: npt.ArrayLike) -> npt.NDArray[np.float32]:
        """Returns the ground height at many points (n, 2); NaN for points without ground."""
        pairs = np.ascontiguousarray(points, "<f4")
        if pairs.ndim != 2 or pairs.shape[1] != 2:
            raise ValueError(f"expected points of shape (n, 2), not {pairs.shape}")
        return np.frombuffer(self._native.heights(pairs.tobytes()), "<f4").copy()

    def walk(self, x: float, y: float, z: float, radius: float, **masks: Any) -> Any:
        """Returns the ground under a walker: up to ``radius`` above the point, then below it."""
        return self._ask("walk", [x, y, z, radius], **masks)

    def ray(self, start: npt.ArrayLike, direction: npt.ArrayLike, **masks: Any) -> Any:
        """Returns the face that a ray hits."""
        return self._ask("ray", [*_three(start), *_three(direction)], **masks)

    def segment(self, start: npt.ArrayLike, end: npt.ArrayLike, **masks: Any) -> Any:
        """Returns the face that blocks the line between two points."""
        return self._ask("segment", [*_three(start), *_three(end)], **masks)

    def box(self, corner: npt.ArrayLike, opposite: npt.ArrayLike, **masks: Any) -> Any:
        """Returns the faces in a box between two opposite corners."""
        return self._ask("box", [*_three(corner), *_three(opposite)], **masks)

    def area(self, x: float, y: float) -> Any:
        """Returns the areal at a point."""
        return self._ask("area", [x, y])

    def route(
        self,
        start: tuple[float, float],
        end: tuple[float, float],
        *,
        seed: int | None = None,
        limit: int | None = None,
    ) -> Any:
        """Returns the route of a unit between two points."""
        return self._ask("route", [*start, *end], seed=seed, limit=limit)

    def _ask(
        self,
        query: str,
        numbers: list[float],
        *,
        seed: int | None = None,
        limit: int | None = None,
        required: int | None = None,
        forbidden: int | None = None,
    ) -> Any:
        masks = [None if mask is None else str(mask) for mask in (required, forbidden)]
        answer, broken = self._native.ask(query, numbers, seed, limit, *masks)
        told = plain_object(answer)
        told.broken = broken
        return told

    def __repr__(self) -> str:
        return f"<Level {self._path}>"


def _three(point: npt.ArrayLike) -> list[float]:
    numbers = np.asarray(point, float)
    if numbers.shape != (3,):
        raise ValueError("expected a point of three numbers")
    return [float(number) for number in numbers]
