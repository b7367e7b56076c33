"""Models: arrays of vertices and indices, meshes and poses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _native
from .documents import Document
from .errors import FormatError
from .parts import as_array

#: Value for "none" in slots and parents.
NONE = 0xFFFF
#: Number of damage stages and of levels of detail.
STAGES, LEVELS = 3, 5


@dataclass(frozen=True)
class Pose:
    """Positions of the nodes of a model at a frame of its animation."""

    #: Names of the nodes.
    names: tuple[str, ...]
    #: Parent of each node; -1 for root nodes.
    parents: npt.NDArray[np.int32]
    #: Matrices (n, 4, 4) from the space of each node to that of its parent, for column vectors.
    local: npt.NDArray[np.float32]
    #: Matrices (n, 4, 4) from the space of each node to that of the model.
    world: npt.NDArray[np.float32]
    #: Descriptions of the broken parts of the model, which were skipped.
    broken: tuple[str, ...]


@dataclass(frozen=True)
class Mesh:
    """Geometry of a node at a damage stage and level of detail, in the space of the node."""

    #: Vertex positions, (n, 3) float32.
    positions: npt.NDArray[np.float32]
    #: Vertex normals, (n, 3) float32.
    normals: npt.NDArray[np.float32]
    #: Texture coordinates, (n, 2) float32; 1 is the whole texture.
    uvs: npt.NDArray[np.float32]
    #: Triangles, (m, 3) indices of vertices.
    faces: npt.NDArray[np.uint32]
    #: Row of the model's wear table for each triangle.
    materials: npt.NDArray[np.uint16]


class Model(Document):
    """Model. Its tables are rows, such as ``model.positions.array``; :meth:`arrays` returns all."""

    __slots__ = ()

    def arrays(self) -> dict[str, npt.NDArray[Any]]:
        """Returns all tables by name as read-only arrays in their stored types."""
        rows = self._origin.native.all_rows()
        return {name: as_array(layout, stored) for name, layout, stored in rows}

    @property
    def vertices(self) -> npt.NDArray[np.float32]:
        """Positions of all vertices, (n, 3) float32, each in the space of its node; read-only."""
        return self.positions.array  # type: ignore[no-any-return]

    def mesh(self, node: int = 0, stage: int = 0, level: int = 0) -> Mesh | None:
        """Returns the geometry of a node at a damage stage and level of detail; ``None`` if it has
        none."""
        if not (0 <= stage < STAGES and 0 <= level < LEVELS):
            limits = f"stages 0 to {STAGES - 1} and levels 0 to {LEVELS - 1}"
            raise IndexError(f"stage {stage}, level {level}: a model has {limits}")
        slot = self.nodes[node].slots[stage * LEVELS + level]
        if slot == NONE:
            return None
        slots, batches = self.slots.array, self.batches.array
        if slot >= len(slots):
            raise FormatError(f"nodes[{node}]: slot {slot} does not exist")
        start, count = int(slots[slot]["batch_start"]), int(slots[slot]["batch_count"])
        return self._mesh(batches[start : start + count])

    def _mesh(self, batches: npt.NDArray[Any]) -> Mesh:
        indices, faces, materials = self.indices.array, [], []
        for batch in batches:
            start, count = int(batch["index_start"]), int(batch["index_count"])
            some = indices[start : start + count].astype(np.uint32) + batch["base_vertex"]
            triples = some[: len(some) // 3 * 3].reshape(-1, 3)
            faces.append(triples)
            materials.append(np.full(len(triples), batch["material"], np.uint16))
        every = np.concatenate(faces or [np.empty((0, 3), np.uint32)])
        used, numbers = np.unique(every, return_inverse=True)
        positions = self.positions.array
        if used.size and used[-1] >= len(positions):
            raise FormatError(f"{self.where}: vertex {used[-1]} does not exist")
        return Mesh(
            positions[used],
            self._decoded("normals", used, 127, 3),
            self._decoded("uvs", used, 1024, 2),
            numbers.reshape(-1, 3).astype(np.uint32),
            np.concatenate(materials or [np.empty(0, np.uint16)]),
        )

    def _decoded(self, table: str, used: npt.NDArray[Any], one: int, parts: int) -> Any:
        """Converts packed integers of a table to floats; rows beyond its end become zeros."""
        if table not in self:
            return np.zeros((len(used), parts), np.float32)
        stored = self[table].array
        found = np.zeros((len(used), parts), np.float32)
        known = used < len(stored)
        rows = stored[used[known]]
        members = [rows[name].reshape(len(rows), -1) for name in stored.dtype.names or ()]
        found[known] = np.concatenate(members, axis=1)[:, :parts].astype(np.float32) / one
        return found

    def pose(
        self, time: float = 0.0, *, blend: tuple[float, float] | None = None, draw: bool = False
    ) -> Pose:
        """Computes the pose at a time in frames.

        ``blend`` is a second time and its share from 0 to 1. With ``draw`` the translation of the
        first node is cleared, as the engine does when it draws a model.
        """
        names, parents, local, world, broken = _native.pose(self._origin.native, time, blend, draw)
        above = np.array([-1 if parent is None else parent for parent in parents], np.int32)
        return Pose(tuple(names), above, _matrices(local), _matrices(world), tuple(broken))


def _matrices(stored: bytes) -> npt.NDArray[np.float32]:
    return np.frombuffer(stored, "<f4").reshape(-1, 4, 4).transpose(0, 2, 1)
