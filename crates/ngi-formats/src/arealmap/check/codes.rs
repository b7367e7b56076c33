//! The rules, one by one.

use crate::schema::rules;

rules! {
    FILE = error(
        "areal.file",
        "The file is an archive that can be opened (\"SystemArealMap panic: Cannot load ArealMapGeometry\")."
    );
    CHUNK = error(
        "areal.chunk",
        "The archive has an entry of type 12 (\"SystemArealMap panic: Cannot find chunk in resource\")."
    ) of ["entries"];
    CHUNK_ONE = retail(
        "areal.chunk.one",
        "The archive has one entry, of type 12, named ArealMap."
    ) of ["entries"];
    AREAL_RANGE = error(
        "areal.record.range",
        "All areals that attr1 counts are complete (\"SystemArealMap panic: Incorrect ArealMap\")."
    ) of ["areals[]"];
    CELLS_HEADER = error(
        "areal.cells.header",
        "The size of the grid follows the areals (\"SystemArealMap panic: Incorrect ArealMap\")."
    ) of ["cells_across", "cells_down"];
    CELLS_RANGE = error(
        "areal.cells.range",
        "All cells are complete (\"SystemArealMap panic: Incorrect ArealMap\")."
    ) of ["cells"];
    END = error(
        "areal.end",
        "The payload ends with the last cell (\"SystemArealMap panic: Incorrect ArealMap\")."
    ) of ["cells"];
    AREALS_NONE = error(
        "areal.count.none",
        "There is at least one areal."
    ) of ["areals"];
    AREALS_LIMIT = strict_error(
        "areal.count.limit",
        "There are at most 65,536 areals; cells cannot list more."
    ) of ["areals"];
    CELLS_NONE = error(
        "areal.cells.none",
        "The grid has cells across and down (\"SystemArealMap panic: ArealMap Cells are empty\")."
    ) of ["cells_across", "cells_down"];
    CELLS_GAME = retail(
        "areal.cells.game",
        "The grid has 128 cells across and 128 down."
    ) of ["cells_across", "cells_down"];
    CELL_ID = error(
        "areal.cell.id",
        "A cell lists only areals that exist."
    ) of ["cells[][][]"] is derived;
    CELL_COUNT = error(
        "areal.cell.count",
        "A cell lists at most 1,023 areals: the engine keeps the number in ten bits."
    ) of ["cells[][]"];
    CELLS_POOL = error(
        "areal.cells.pool",
        "All cells together list at most 4,194,303 areals: the engine keeps the start of a list in 22 bits."
    ) of ["cells"];
    CELL_TWICE = warning(
        "areal.cell.twice",
        "A cell lists an areal only once."
    ) of ["cells[][]"] is derived;
    CELL_MISSING = warning(
        "areal.cell.missing",
        "The cell that contains an areal's anchor lists the areal; otherwise searches do not find it there."
    ) of ["cells[][]"] is derived;
    CELL_MIDDLE = retail(
        "areal.cell.middle",
        "A cell lists the areal that contains the middle of the cell."
    ) of ["cells[][]"] is derived;
    CORNERS = strict_error(
        "areal.polygon.corners",
        "A polygon has at least three corners."
    ) of ["areals[].polygon"];
    FINITE = strict_error(
        "areal.polygon.finite",
        "Corners and anchors are finite numbers."
    ) of ["areals[].polygon[]"] is derived;
    FLAT = strict_error(
        "areal.polygon.flat",
        "A polygon encloses an area."
    ) of ["areals[].polygon"];
    WINDING = warning(
        "areal.polygon.winding",
        "The corners of a polygon go anticlockwise, seen from above."
    ) of ["areals[].polygon"] is derived;
    CROSSING = warning(
        "areal.polygon.crossing",
        "The edges of a polygon do not cross or overlap each other; corners may touch."
    ) of ["areals[].polygon[]"];
    NORMAL = strict_error(
        "areal.normal.length",
        "A normal has length 1, within 0.0000002."
    ) of ["areals[].normal"] is derived;
    LINK_PAIR = strict_error(
        "areal.link.pair",
        "If there is nothing across an edge, both numbers of its link are -1."
    ) of ["areals[].links[]"] is derived;
    LINK_AREAL = strict_error(
        "areal.link.areal",
        "A link refers to an areal that exists."
    ) of ["areals[].links[]"] is derived;
    LINK_SELF = strict_error(
        "areal.link.self",
        "A link does not refer to its own areal."
    ) of ["areals[].links[]"] is derived;
    LINK_EDGE = strict_error(
        "areal.link.edge",
        "A link refers to an edge that the areal has."
    ) of ["areals[].links[]"] is derived;
    LINK_TWIN = strict_error(
        "areal.link.twin",
        "The edge that a link refers to has a link back."
    ) of ["areals[].links[]"] is derived;
    LINK_PLACE = warning(
        "areal.link.place",
        "An edge and its twin join the same two points, within 0.1."
    ) of ["areals[].links[]"] is derived;
    RESERVED = strict_error(
        "areal.reserved",
        "The words at 0x0C, 0x24 and 0x2C of an areal are 0."
    ) of ["areals[].unk_0x0c", "areals[].unk_0x24", "areals[].unk_0x2c"];
    AREA = warning(
        "areal.area",
        "The stored area is the area of the polygon, within 15 percent; the largest error in the game is 14.7."
    ) of ["areals[].area"] is derived;
    AREA_CLOSE = retail(
        "areal.area.close",
        "The stored area is the area of the polygon, within 2 percent; this is true of 99 of 100 areals in the game."
    ) of ["areals[].area"] is derived;
    ANCHOR = warning(
        "areal.anchor.outside",
        "The anchor is inside the polygon; the engine moves others to a random place."
    ) of ["areals[].anchor"] is derived;
    WALKABLE = retail(
        "areal.walkable",
        "The walkable word is 0 or 1."
    ) of ["areals[].walkable"];
    CLASS = retail(
        "areal.class",
        "The class is 1 to 29, 240 or 242."
    ) of ["areals[].class"];
    OVERLAP = warning(
        "areal.overlap",
        "Areals do not overlap; overlaps smaller than a ten-thousandth of the map do not count."
    ) of ["areals[].polygon"];
    TILING = warning(
        "areal.tiling",
        "The areas of all areals add up to the area of the map, within 1 percent."
    ) of ["areals"];
}
