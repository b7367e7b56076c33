//! Every rule of a footprint, each with a stable code.

use crate::schema::rules;

rules! {
    RANGE = error(
        "bas.range",
        "All counted rings are present, with all their corners."
    ) of ["inner", "outer"];
    TAIL = warning("bas.tail", "Nothing follows the last ring.") of ["tail"];
    NUMBER = warning(
        "bas.number",
        "The corners of a ring are finite numbers."
    ) of ["inner[].points", "outer[].points"];
    CORNERS = warning(
        "bas.ring.corners",
        "A ring has at least 3 corners."
    ) of ["inner[].points", "outer[].points"];
    CLOSED = warning(
        "bas.ring.closed",
        "The last stored corner of a ring is a copy of the first."
    ) of ["inner[].closing", "outer[].closing"] is derived;
    TURN = warning(
        "bas.ring.turn",
        "The corners of a ring go anticlockwise, seen from above."
    ) of ["inner[].points", "outer[].points"];
    TRACE_CORNER = warning(
        "bas.trace.corner",
        "The number of a triangle's corner is 0, 1 or 2."
    ) of ["inner[].corners"];
    ONE_EACH = retail(
        "bas.rings.count",
        "There is one inner ring and one outer ring."
    ) of ["inner", "outer"];
    MOST_CORNERS = retail(
        "bas.ring.most",
        "A ring has at most 26 corners."
    ) of ["inner[].points", "outer[].points"];
}
