"""Models: arrays of vertices and indices, and where their nodes are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _native
from .documents import Document
from .errors import FormatError
from .parts import as_array

#: What stands for "none" in slots and parents.
NONE = 0xFFFF
#: Stages of damage, and levels of detail.
STAGES, LEVELS = 3, 5


@dataclass(frozen=True)
class Pose:
    """Where the nodes of a model are at a moment."""

    #: Names of the nodes.
    names: tuple[str, ...]
    #: The node that each hangs on; -1 for those that hang on none.
    parents: npt.NDArray[np.int32]
    #: Matrices (n, 4, 4) from each node to the one it hangs on; points are columns.
    local: npt.NDArray[np.float32]
    #: Matrices (n, 4, 4) from each node to the model.
    world: npt.NDArray[np.float32]
    #: What of the model is broken and was left out.
    broken: tuple[str, ...]


@dataclass(frozen=True)
class Mesh:
    """What a node shows at a stage of damage and a level of detail, in the space of the node."""

    #: (n, 3) float32.
    positions: npt.NDArray[np.float32]
    #: (n, 3) float32.
    normals: npt.NDArray[np.float32]
    #: (n, 2) float32; 1 is the whole texture.
    uvs: npt.NDArray[np.float32]
    #: (m, 3) indices into the above.
    faces: npt.NDArray[np.uint32]
    #: For each face the row of the model's wear.
    materials: npt.NDArray[np.uint16]


class Model(Document):
    """A model. Its tables are rows: ``model.positions.array``; :meth:`arrays` has all of them."""

    __slots__ = ()

    def arrays(self) -> dict[str, npt.NDArray[Any]]:
        """Every table of records as an array, as it is stored. None can be written to."""
        rows = self._origin.native.all_rows()
        return {name: as_array(layout, stored) for name, layout, stored in rows}

    @property
    def vertices(self) -> npt.NDArray[np.float32]:
        """Positions of all vertices, (n, 3) float32, each in the space of its node."""
        return self.positions.array  # type: ignore[no-any-return]

    def mesh(self, node: int = 0, stage: int = 0, level: int = 0) -> Mesh | None:
        """What a node shows; ``None`` where it has nothing there."""
        if not (0 <= stage < STAGES and 0 <= level < LEVELS):
            raise IndexError(f"there are {STAGES} stages and {LEVELS} levels")
        slot = self.nodes[node].slots[stage * LEVELS + level]
        if slot == NONE:
            return None
        slots, batches = self.slots.array, self.batches.array
        if slot >= len(slots):
            raise FormatError(f"nodes[{node}]: there is no slot {slot}")
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
            raise FormatError(f"{self.where}: there is no vertex {used[-1]}")
        return Mesh(
            positions[used],
            self._decoded("normals", used, 127, 3),
            self._decoded("uvs", used, 1024, 2),
            numbers.reshape(-1, 3).astype(np.uint32),
            np.concatenate(materials or [np.empty(0, np.uint16)]),
        )

    def _decoded(self, table: str, used: npt.NDArray[Any], one: int, parts: int) -> Any:
        """Whole numbers of a table as the floats they mean; zeros where the table ends before."""
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
        """Where the nodes are at a moment, in frames. ``blend`` is another moment and its share;
        with ``draw`` the first node stays where it is, as when the engine draws."""
        names, parents, local, world, broken = _native.pose(self._origin.native, time, blend, draw)
        above = np.array([-1 if parent is None else parent for parent in parents], np.int32)
        return Pose(tuple(names), above, _matrices(local), _matrices(world), tuple(broken))


def _matrices(stored: bytes) -> npt.NDArray[np.float32]:
    return np.frombuffer(stored, "<f4").reshape(-1, 4, 4).transpose(0, 2, 1)
