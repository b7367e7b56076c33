//! Every rule of a record, each with a stable code.

use crate::schema::rules;

rules! {
    SIZE = error(
        "objects.size",
        "A record consists of whole references of 64 bytes."
    ) of ["tail"];
    EMPTY = warning("objects.empty", "A record names at least one entry.") of ["slots"];
    SLOT_END = error(
        "objects.slot.end",
        "The two names of a reference have at most 31 bytes each and end with a NUL."
    ) of ["slots[].archive", "slots[].member"];
    SLOT_HALF = warning(
        "objects.slot.half",
        "A reference names both archive and entry, or neither."
    ) of ["slots[]"];
    SLOT_ASCII = warning(
        "objects.slot.ascii",
        "The names of a reference are ASCII."
    ) of ["slots[].archive", "slots[].member"];
    COUNT = retail(
        "objects.count",
        "A record has as many references as the shipped records of its type: STAT 6, INTO, EXTO, \
        BULL and WPNS 5, BTLU 5 or 7, FORT and SUNO 2."
    ) of ["slots"];
    PARENT = error("objects.parent", "The parents of a record exist in the library.") of ["slots"];
    CYCLE = error("objects.cycle", "No record is its own ancestor.") of ["slots"];
    MODEL = warning(
        "objects.model",
        "A record of type STAT, INTO, EXTO, BULL, BTLU or FORT names a model, itself or through a \
        parent."
    ) of ["slots"];
}
