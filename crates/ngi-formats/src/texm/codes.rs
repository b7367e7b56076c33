//! Every rule of a texture, each with a stable code.

use crate::schema::rules;

rules! {
    HEADER_TRUNCATED = error(
        "texm.header.truncated",
        "A texture has at least the 32 bytes of its header."
    );
    HEADER_MAGIC = error("texm.header.magic", "A texture starts with \"Texm\".");
    SIZE_ZERO = error(
        "texm.size.zero",
        "Width and height are not zero."
    ) of ["width", "height"];
    LEVELS_ZERO = error(
        "texm.levels.zero",
        "A texture has at least one level."
    ) of ["levels"];
    PALETTE_RANGE = error(
        "texm.palette.range",
        "Format 0 has 1,024 bytes of palette after the header."
    ) of ["palette"];
    PIXELS_RANGE = error("texm.pixels.range", "All levels are present and complete.") of ["pixels"];
    PAGE_RANGE = error(
        "texm.page.range",
        "\"Page\" is followed by a count and that many cells of 8 bytes."
    ) of ["page"];
    FORMAT_UNKNOWN = error(
        "texm.format.unknown",
        "The pixel format is 0, 2, 565, 556, 4444, 88, 888 or 8888."
    ) of ["format"];
    LEVELS_EXCESS = warning(
        "texm.levels.excess",
        "No level follows the level of a single pixel."
    ) of ["levels"];
    LEVELS_STALE = warning(
        "texm.levels.stale",
        "The smaller levels show the same image as the first level."
    ) of ["pixels"]
        game "The game draws another image from afar than from close up."
        mend "ngi fix PATH --mips    rebuilds all smaller levels, whatever filter made them"
        is derived;
    TAIL = strict_error(
        "texm.tail",
        "The pixels are followed by one page or nothing."
    ) of ["tail"];
    PAGE_EMPTY = warning("texm.page.empty", "A page has at least one cell.") of ["page"];
    PAGE_RECT = warning(
        "texm.page.rect",
        "A cell is not empty and lies inside the texture."
    ) of ["page[].x", "page[].y", "page[].w", "page[].h"];
    FLAGS4 = retail(
        "texm.flags4",
        "flags4 is 32 if there are several levels, otherwise 0."
    ) of ["flags4"] is derived;
    FLAGS5 = retail(
        "texm.flags5",
        "flags5 has no unknown bits."
    ) of ["flags5"];
    UNREAD_BYTE = retail(
        "texm.pixels.unread-byte",
        "The fourth byte of a pixel of format 888 is 0."
    ) of ["pixels"];
}
