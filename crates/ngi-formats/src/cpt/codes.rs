//! Every rule of control points, each with a stable code.

use crate::schema::rules;

rules! {
    COUNT = error(
        "cpt.count",
        "All counted points are present, and all their names."
    ) of ["points"];
    TAIL = warning("cpt.tail", "Nothing follows the last name.") of ["tail"];
    NUMBER = warning(
        "cpt.number",
        "The position and the vector of a point are finite numbers."
    ) of ["points[].position", "points[].vector"];
    NAME_END = error(
        "cpt.name.end",
        "The name of a point has at most 31 bytes and ends with a NUL."
    ) of ["points[].name"];
    NAME_ASCII = warning("cpt.name.ascii", "The name of a point is ASCII.") of ["points[].name"];
    NODE_NEGATIVE = warning(
        "cpt.node.negative",
        "The nodes of a point count from 0; -1 means none."
    ) of ["points[].node", "points[].carrier"];
}
