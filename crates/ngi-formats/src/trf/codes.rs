//! Every rule of a tree, each with a stable code.

use crate::schema::rules;

rules! {
    TAIL = strict_error(
        "trf.tail",
        "A table consists of whole records, and its last text ends with a NUL."
    ) of ["tail"];
    STATE = warning("trf.state", "The state of an item has three bits.") of ["states"];
    COST = warning(
        "trf.cost",
        "Costs are finite and not negative."
    ) of [
        "items[].research_energy", "items[].research_ore", "items[].build_energy", "items[].build_ore"
    ];
    ONE = error("trf.version", "The second attribute of TRF0 is 3.") of ["items"];
    MISSING = error(
        "trf.missing",
        "All tables are present, except that TRF3 and TRF5 may both be missing."
    ) of ["items"];
    COUNT = strict_error(
        "trf.count",
        "TRF1, TRF2 and TRF4 have one record for each item."
    ) of ["items"];
    LIST = strict_error(
        "trf.list",
        "TRF3 has as many items as TRF2 counts, and TRF5 as many as TRF4."
    ) of ["items"];
    RANGE = strict_error(
        "trf.list.range",
        "Lists refer to existing items of the tree."
    ) of ["items"];
    TEXT = strict_error(
        "trf.text",
        "The code, name, description and template of an item begin inside their tables."
    ) of ["items[].code", "items[].name", "items[].description", "items[].template"];
    PART = strict_error(
        "trf.part",
        "A part has a name in TRF6 and an item, and an item has its part in TRFB."
    ) of ["items[].part"];
    TRANSPOSED = warning(
        "trf.transposed",
        "TRF3 and TRF5 agree: an item is unlocked by the items that it needs."
    ) of ["items"];
}
