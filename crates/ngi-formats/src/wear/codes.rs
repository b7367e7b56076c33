//! Every rule of a wear, each with a stable code.

use crate::schema::rules;

rules! {
    NUL = strict_error(
        "wear.nul",
        "A wear has no NUL; for the engine the text ends there."
    ) of ["text"];
    COUNT = error(
        "wear.count",
        "A wear starts with how many rows there are, at least one (\"Illegal wear length.\")."
    ) of ["text"];
    ROW = error(
        "wear.row",
        "There are as many rows as the count says, each a number and a material's name."
    ) of ["text"];
    LIGHTMAPS_COUNT = error(
        "wear.lightmaps.count",
        "Behind LIGHTMAPS there is how many there are, at least one (\"Illegal lightmaps length.\")."
    ) of ["text"];
    LIGHTMAPS_ROW = error(
        "wear.lightmaps.row",
        "There are as many lightmaps as the count says, each a number and a name."
    ) of ["text"];
    UNREAD = strict_error(
        "wear.unread",
        "Nothing stands between the rows and LIGHTMAPS or behind the last row; the engine skips it."
    ) of ["text"];
    PARSERS = strict_error(
        "wear.parsers",
        "Every row has a line of its own, so that both of the engine's parsers see the same."
    ) of ["rows", "text"];
    BLANK_LINE = strict_error(
        "wear.lightmaps.blank-line",
        "One blank line stands before LIGHTMAPS; without it the parser for text in memory takes another line for the count."
    ) of ["text"];
    ROWS_LIMIT = warning("wear.rows.limit", "A batch can name the first 255 rows.") of ["rows"];
    NAME_LONG = warning(
        "wear.name.long",
        "A name has at most 35 bytes, as archives have."
    ) of ["rows[].name", "lightmaps[].name"];
    NAME_ASCII = warning(
        "wear.name.ascii",
        "A name is ASCII."
    ) of ["rows[].name", "lightmaps[].name"];
    LIGHTMAP_NAME = error(
        "wear.lightmaps.name",
        "A lightmap's name has a dot in its first 17 characters (\"Bad texture name.\")."
    ) of ["lightmaps[].name"];
    LIGHTMAP_PALETTE = error(
        "wear.lightmaps.palette",
        "The letters behind the dot of a lightmap's name pick one of the 286 palettes, or none."
    ) of ["lightmaps[].name"];
    LIGHTMAPS_ONE = retail(
        "wear.lightmaps.one",
        "A wear with lightmaps has one."
    ) of ["lightmaps"];
}
