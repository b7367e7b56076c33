//! Every rule of a wear, each with a stable code.

use crate::schema::rules;

rules! {
    NUL = strict_error(
        "wear.nul",
        "A wear table contains no NUL; for the engine the text ends there."
    ) of ["text"];
    COUNT = error(
        "wear.count",
        "A wear table starts with the number of its rows, at least one (\"Illegal wear length.\")."
    ) of ["text"];
    ROW = error(
        "wear.row",
        "There are as many rows as the count states, each with a number and the name of a material."
    ) of ["text"];
    LIGHTMAPS_COUNT = error(
        "wear.lightmaps.count",
        "LIGHTMAPS is followed by the number of lightmaps, at least one (\"Illegal lightmaps \
        length.\")."
    ) of ["text"];
    LIGHTMAPS_ROW = error(
        "wear.lightmaps.row",
        "There are as many lightmaps as the count states, each with a number and a name."
    ) of ["text"];
    UNREAD = strict_error(
        "wear.unread",
        "No text stands between the rows and LIGHTMAPS or after the last row; the engine skips \
        such text."
    ) of ["text"];
    PARSERS = strict_error(
        "wear.parsers",
        "Every row has its own line, so that both parsers of the engine see the same rows."
    ) of ["rows", "text"];
    BLANK_LINE = strict_error(
        "wear.lightmaps.blank-line",
        "One blank line stands before LIGHTMAPS; without it, the engine's parser for text in \
        memory takes another line for the count."
    ) of ["text"];
    ROWS_LIMIT = warning(
        "wear.rows.limit",
        "A wear table has at most 255 rows: batches cannot refer to others."
    ) of ["rows"];
    NAME_LONG = warning(
        "wear.name.long",
        "A name has at most 35 bytes, the limit of archives."
    ) of ["rows[].name", "lightmaps[].name"];
    NAME_ASCII = warning(
        "wear.name.ascii",
        "A name is ASCII."
    ) of ["rows[].name", "lightmaps[].name"];
    LIGHTMAP_NAME = error(
        "wear.lightmaps.name",
        "The name of a lightmap has a dot in its first 17 characters (\"Bad texture name.\")."
    ) of ["lightmaps[].name"];
    LIGHTMAP_PALETTE = error(
        "wear.lightmaps.palette",
        "The letters after the dot of a lightmap's name select one of the 286 palettes, or none."
    ) of ["lightmaps[].name"];
    LIGHTMAPS_ONE = retail(
        "wear.lightmaps.one",
        "A wear table with lightmaps has exactly one."
    ) of ["lightmaps"];
}
