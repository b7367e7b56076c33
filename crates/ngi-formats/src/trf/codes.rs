//! Every rule of a tree, each with a stable code.

use crate::schema::rules;

rules! {
    TAIL = strict_error(
        "trf.tail",
        "A table has whole records, and its last text ends with a NUL."
    ) of ["tail"];
    STATE = warning("trf.state", "What is known of an item is three bits.") of ["states"];
    COST = warning(
        "trf.cost",
        "Costs are finite and not below 0."
    ) of [
        "items[].research_energy", "items[].research_ore", "items[].build_energy", "items[].build_ore"
    ];
    ONE = error("trf.version", "The second attribute of TRF0 is 3.") of ["items"];
    MISSING = error(
        "trf.missing",
        "All tables are there, but for TRF3 and TRF5, which may both be left out."
    ) of ["items"];
    COUNT = strict_error(
        "trf.count",
        "TRF1, TRF2 and TRF4 say something of each item."
    ) of ["items"];
    LIST = strict_error(
        "trf.list",
        "TRF3 has as many items as TRF2 counts, TRF5 as many as TRF4."
    ) of ["items"];
    RANGE = strict_error("trf.list.range", "Lists name items of the tree.") of ["items"];
    TEXT = strict_error(
        "trf.text",
        "Code, name, description and template of an item begin in their tables."
    ) of ["items[].code", "items[].name", "items[].description", "items[].template"];
    PART = strict_error(
        "trf.part",
        "A part has a name in TRF6 and an item, and an item has its part in TRFB."
    ) of ["items[].part"];
    TRANSPOSED = warning(
        "trf.transposed",
        "What an item needs is unlocked by what it needs: TRF3 and TRF5 say the same."
    ) of ["items"];
}
