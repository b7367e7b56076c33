//! Every rule of an explosion, each with a stable code.

use crate::schema::rules;

rules! {
    SIZE = error("exp.size", "An explosion has 792 bytes.") of ["effects"];
    KIND = warning("exp.kind", "The kind is 1 to 4.") of ["kind"];
    NUMBER = warning(
        "exp.number",
        "The damage and the radius are finite and not below 0."
    ) of ["damage", "radius"];
    PLACEMENT = warning("exp.placement", "The placement is 0 to 7.") of ["placement"];
    REFERENCE_END = error(
        "exp.reference.end",
        "The names of an effect have at most 31 bytes and end with a NUL."
    ) of ["effects[].archive", "effects[].member"];
    REFERENCE_ASCII = warning(
        "exp.reference.ascii",
        "The names of an effect are ASCII."
    ) of ["effects[].archive", "effects[].member"];
    REFERENCE_HALF = warning(
        "exp.reference.half",
        "An effect has both an archive and an entry."
    ) of ["effects[]"];
    DEFAULT = warning(
        "exp.effects.default",
        "Effect 0 is set if any effect is: surfaces without their own effect show it."
    ) of ["effects[]"];
    DAMAGE_RANGE = retail("exp.damage.range", "The damage is at most 800,000.") of ["damage"];
    ONES = retail(
        "exp.ones",
        "The numbers at 0x0C and 0x10 are 1."
    ) of ["unk_0x0c", "unk_0x10"];
}
