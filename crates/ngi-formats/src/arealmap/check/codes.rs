//! The rules, one by one.

use crate::Code;

/// No archive.
pub static FILE: Code = Code::error(
    "areal.file",
    "The file is an archive that can be opened (\"SystemArealMap panic: Cannot load ArealMapGeometry\").",
);
/// No entry of type 12.
pub static CHUNK: Code = Code::error(
    "areal.chunk",
    "The archive has an entry of type 12 (\"SystemArealMap panic: Cannot find chunk in resource\").",
);
/// Several entries.
pub static CHUNK_ONE: Code =
    Code::retail("areal.chunk.one", "The archive has one entry, of type 12, named ArealMap.");
/// An areal that is not there in full.
pub static AREAL_RANGE: Code = Code::error(
    "areal.record.range",
    "All areals that attr1 promises are there in full (\"SystemArealMap panic: Incorrect ArealMap\").",
);
/// No numbers of cells.
pub static CELLS_HEADER: Code = Code::error(
    "areal.cells.header",
    "The numbers of cells follow the areals (\"SystemArealMap panic: Incorrect ArealMap\").",
);
/// Cells that are not there in full.
pub static CELLS_RANGE: Code = Code::error(
    "areal.cells.range",
    "All cells are there in full (\"SystemArealMap panic: Incorrect ArealMap\").",
);
/// Something behind the cells.
pub static END: Code = Code::error(
    "areal.end",
    "The payload ends with the last cell (\"SystemArealMap panic: Incorrect ArealMap\").",
);
/// No areals.
pub static AREALS_NONE: Code = Code::error("areal.count.none", "There is at least one areal.");
/// Areals that cells cannot name.
pub static AREALS_LIMIT: Code = Code::strict_error(
    "areal.count.limit",
    "There are at most 65,536 areals; cells cannot name more.",
);
/// No cells.
pub static CELLS_NONE: Code = Code::error(
    "areal.cells.none",
    "There are cells, across and down (\"SystemArealMap panic: ArealMap Cells are empty\").",
);
/// Another grid than the game's.
pub static CELLS_GAME: Code =
    Code::retail("areal.cells.game", "The grid has 128 cells across and 128 down.");
/// A cell names an areal that is not there.
pub static CELL_ID: Code = Code::error("areal.cell.id", "A cell names areals that exist.");
/// A list too long for the engine's word.
pub static CELL_COUNT: Code = Code::error(
    "areal.cell.count",
    "A cell names at most 1,023 areals: the engine keeps the number in ten bits.",
);
/// All lists together too long for the engine's word.
pub static CELLS_POOL: Code = Code::error(
    "areal.cells.pool",
    "All cells together name at most 4,194,303 areals: the engine keeps a list's start in 22 bits.",
);
/// An areal twice in a cell.
pub static CELL_TWICE: Code =
    Code::warning("areal.cell.twice", "A cell names an areal once, not more often.");
/// A cell does not name the areal whose anchor lies in it.
pub static CELL_MISSING: Code = Code::warning(
    "areal.cell.missing",
    "The cell an areal's anchor lies in names the areal; otherwise nobody finds it there.",
);
/// A cell does not name an areal that covers it.
pub static CELL_MIDDLE: Code =
    Code::retail("areal.cell.middle", "A cell names the areal its middle lies in.");
/// Too few corners.
pub static CORNERS: Code =
    Code::strict_error("areal.polygon.corners", "A polygon has at least three corners.");
/// Corners that are no numbers.
pub static FINITE: Code =
    Code::strict_error("areal.polygon.finite", "Corners and anchors are numbers, and finite.");
/// No inside.
pub static FLAT: Code = Code::strict_error("areal.polygon.flat", "A polygon encloses an area.");
/// Clockwise.
pub static WINDING: Code =
    Code::warning("areal.polygon.winding", "A polygon's corners go anticlockwise seen from above.");
/// Edges in each other's way.
pub static CROSSING: Code = Code::warning(
    "areal.polygon.crossing",
    "A polygon's edges do not cross or run over each other; corners may touch.",
);
/// A normal of another length.
pub static NORMAL: Code =
    Code::strict_error("areal.normal.length", "A normal has the length 1, give or take 0.0000002.");
/// One number of a link is −1, the other is not.
pub static LINK_PAIR: Code = Code::strict_error(
    "areal.link.pair",
    "Where nothing is across an edge, both numbers of its link are -1.",
);
/// A link to an areal that is not there.
pub static LINK_AREAL: Code =
    Code::strict_error("areal.link.areal", "A link leads to an areal that exists.");
/// A link to itself.
pub static LINK_SELF: Code =
    Code::strict_error("areal.link.self", "A link does not lead back to its own areal.");
/// A link to an edge that is not there.
pub static LINK_EDGE: Code =
    Code::strict_error("areal.link.edge", "A link leads to an edge that the areal has.");
/// A link that is not returned.
pub static LINK_TWIN: Code =
    Code::strict_error("areal.link.twin", "The edge that a link leads to links back to it.");
/// Twins in different places.
pub static LINK_PLACE: Code = Code::warning(
    "areal.link.place",
    "An edge and its twin join the same two points, give or take 0.1.",
);
/// Fields that are 0.
pub static RESERVED: Code =
    Code::strict_error("areal.reserved", "The words at 0x0C, 0x24 and 0x2C of an areal are 0.");
/// Another area than the polygon's.
pub static AREA: Code = Code::warning(
    "areal.area",
    "The stored area is the polygon's, give or take 15 percent; the game's worst is 14.7 off.",
);
/// The same, closer.
pub static AREA_CLOSE: Code = Code::retail(
    "areal.area.close",
    "The stored area is the polygon's, give or take 2 percent; so are 99 of 100 in the game.",
);
/// An anchor outside.
pub static ANCHOR: Code = Code::warning(
    "areal.anchor.outside",
    "The anchor is inside the polygon; the engine moves others to a random place.",
);
/// Another number than 0 and 1.
pub static WALKABLE: Code = Code::retail("areal.walkable", "The walkable word is 0 or 1.");
/// A class the game does not have.
pub static CLASS: Code = Code::retail("areal.class", "The class is 1 to 29, 240 or 242.");
/// Gaps or overlaps.
pub static TILING: Code = Code::warning(
    "areal.tiling",
    "The areas of all areals sum up to the map's, give or take 1 percent.",
);

/// All rules of this format.
pub static CODES: &[&Code] = &[
    &FILE,
    &CHUNK,
    &CHUNK_ONE,
    &AREAL_RANGE,
    &CELLS_HEADER,
    &CELLS_RANGE,
    &END,
    &AREALS_NONE,
    &AREALS_LIMIT,
    &CELLS_NONE,
    &CELLS_GAME,
    &CELL_ID,
    &CELL_COUNT,
    &CELLS_POOL,
    &CELL_TWICE,
    &CELL_MISSING,
    &CELL_MIDDLE,
    &CORNERS,
    &FINITE,
    &FLAT,
    &WINDING,
    &CROSSING,
    &NORMAL,
    &LINK_PAIR,
    &LINK_AREAL,
    &LINK_SELF,
    &LINK_EDGE,
    &LINK_TWIN,
    &LINK_PLACE,
    &RESERVED,
    &AREA,
    &AREA_CLOSE,
    &ANCHOR,
    &WALKABLE,
    &CLASS,
    &TILING,
];
