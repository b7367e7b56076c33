//! Every rule of these records, each with a stable code.

use crate::schema::rules;

rules! {
    COUNT = error("ndp.count", "All counted records are present.") of ["nodes"];
    TAIL = warning("ndp.tail", "Nothing follows the last record.") of ["tail"];
    NUMBER = warning(
        "ndp.number",
        "Hit points and density are finite and not negative."
    ) of ["nodes[].hit_points", "nodes[].density"];
    EXPLOSION_END = error(
        "ndp.explosion.end",
        "The names of an explosion have at most 31 bytes and end with a NUL."
    ) of ["nodes[].explosion.archive", "nodes[].explosion.member"];
    EXPLOSION_ASCII = warning(
        "ndp.explosion.ascii",
        "The names of an explosion are ASCII."
    ) of ["nodes[].explosion.archive", "nodes[].explosion.member"];
    EXPLOSION_HALF = warning(
        "ndp.explosion.half",
        "An explosion names both an archive and an entry."
    ) of ["nodes[].explosion"];
}
