//! Every rule of a unit, each with a stable code.

use crate::schema::rules;

rules! {
    HEAD = error("unit.head", "A unit starts with the number 0xF0F1 and has a head of 8 bytes.");
    HEAD_ZERO = retail("unit.head.zero", "The number after 0xF0F1 is 0.") of ["unk_0x02"];
    TREE_OPEN = error(
        "unit.tree.open",
        "Every part is followed by as many children as it counts."
    ) of ["parts[].child_count"];
    TREE_ROOT = error("unit.tree.root", "Exactly one part has no parent.") of ["parts"];
    SIZE = error("unit.size", "The head is followed by whole parts of 112 bytes.") of ["tail"];
    PART_END = error(
        "unit.part.end",
        "The archive and the object of a part have at most 31 bytes each and end with a NUL."
    ) of ["parts[].archive", "parts[].member"];
    PART_EMPTY = error("unit.part.empty", "A part names an object.") of ["parts[].member"];
    PART_ASCII = warning(
        "unit.part.ascii",
        "The archive and the object of a part are ASCII."
    ) of ["parts[].archive", "parts[].member"];
    PART_ARCHIVE = retail(
        "unit.part.archive",
        "The objects of parts are in objects.rlb."
    ) of ["parts[].archive"];
    PART_ATTACH = warning(
        "unit.part.attach",
        "The root is attached at -1, every other part at a node or slot from 0."
    ) of ["parts[].attach"];
    PART_CLASS = warning("unit.part.class", "The class of a part is 0 to 5.") of ["parts[].class"];
    PART_ONE = retail("unit.part.one", "The number at 0x40 of a part is 1.") of ["parts[].unk_0x40"];
}
