//! Every rule of a palette file, each with a stable code.

use crate::schema::rules;

rules! {
    TRUNCATED = error("pal.truncated", "A palette has 256 colours of 4 bytes.");
    TABLE_RANGE = error(
        "pal.table.range",
        "\"Ipol\" is followed by the 65,536 bytes of the table."
    );
    TABLE_MISSING = retail(
        "pal.table.missing",
        "The colours are followed by a table that starts with \"Ipol\"."
    ) of ["table"];
    TAIL = strict_error(
        "pal.tail",
        "A palette file ends with its colours or its table."
    ) of ["tail"];
    NAME = warning(
        "pal.name",
        "The name of a palette is a letter and at most one digit, A.PAL to Z9.PAL."
    );
}
