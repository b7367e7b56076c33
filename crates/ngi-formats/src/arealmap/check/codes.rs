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
        "All areals that attr1 promises are there in full (\"SystemArealMap panic: Incorrect ArealMap\")."
    ) of ["areals[]"];
    CELLS_HEADER = error(
        "areal.cells.header",
        "The numbers of cells follow the areals (\"SystemArealMap panic: Incorrect ArealMap\")."
    ) of ["cells_across", "cells_down"];
    CELLS_RANGE = error(
        "areal.cells.range",
        "All cells are there in full (\"SystemArealMap panic: Incorrect ArealMap\")."
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
        "There are at most 65,536 areals; cells cannot name more."
    ) of ["areals"];
    CELLS_NONE = error(
        "areal.cells.none",
        "There are cells, across and down (\"SystemArealMap panic: ArealMap Cells are empty\")."
    ) of ["cells_across", "cells_down"];
    CELLS_GAME = retail(
        "areal.cells.game",
        "The grid has 128 cells across and 128 down."
    ) of ["cells_across", "cells_down"];
    CELL_ID = error(
        "areal.cell.id",
        "A cell names areals that exist."
    ) of ["cells[][][]"] is derived;
    CELL_COUNT = error(
        "areal.cell.count",
        "A cell names at most 1,023 areals: the engine keeps the number in ten bits."
    ) of ["cells[][]"];
    CELLS_POOL = error(
        "areal.cells.pool",
        "All cells together name at most 4,194,303 areals: the engine keeps a list's start in 22 bits."
    ) of ["cells"];
    CELL_TWICE = warning(
        "areal.cell.twice",
        "A cell names an areal once, not more often."
    ) of ["cells[][]"] is derived;
    CELL_MISSING = warning(
        "areal.cell.missing",
        "The cell an areal's anchor lies in names the areal; otherwise nobody finds it there."
    ) of ["cells[][]"] is derived;
    CELL_MIDDLE = retail(
        "areal.cell.middle",
        "A cell names the areal its middle lies in."
    ) of ["cells[][]"] is derived;
    CORNERS = strict_error(
        "areal.polygon.corners",
        "A polygon has at least three corners."
    ) of ["areals[].polygon"];
    FINITE = strict_error(
        "areal.polygon.finite",
        "Corners and anchors are numbers, and finite."
    ) of ["areals[].polygon[]"] is derived;
    FLAT = strict_error(
        "areal.polygon.flat",
        "A polygon encloses an area."
    ) of ["areals[].polygon"];
    WINDING = warning(
        "areal.polygon.winding",
        "A polygon's corners go anticlockwise seen from above."
    ) of ["areals[].polygon"] is derived;
    CROSSING = warning(
        "areal.polygon.crossing",
        "A polygon's edges do not cross or run over each other; corners may touch."
    ) of ["areals[].polygon[]"];
    NORMAL = strict_error(
        "areal.normal.length",
        "A normal has the length 1, give or take 0.0000002."
    ) of ["areals[].normal"] is derived;
    LINK_PAIR = strict_error(
        "areal.link.pair",
        "Where nothing is across an edge, both numbers of its link are -1."
    ) of ["areals[].links[]"] is derived;
    LINK_AREAL = strict_error(
        "areal.link.areal",
        "A link leads to an areal that exists."
    ) of ["areals[].links[]"] is derived;
    LINK_SELF = strict_error(
        "areal.link.self",
        "A link does not lead back to its own areal."
    ) of ["areals[].links[]"] is derived;
    LINK_EDGE = strict_error(
        "areal.link.edge",
        "A link leads to an edge that the areal has."
    ) of ["areals[].links[]"] is derived;
    LINK_TWIN = strict_error(
        "areal.link.twin",
        "The edge that a link leads to links back to it."
    ) of ["areals[].links[]"] is derived;
    LINK_PLACE = warning(
        "areal.link.place",
        "An edge and its twin join the same two points, give or take 0.1."
    ) of ["areals[].links[]"] is derived;
    RESERVED = strict_error(
        "areal.reserved",
        "The words at 0x0C, 0x24 and 0x2C of an areal are 0."
    ) of ["areals[].unk_0x0c", "areals[].unk_0x24", "areals[].unk_0x2c"];
    AREA = warning(
        "areal.area",
        "The stored area is the polygon's, give or take 15 percent; the game's worst is 14.7 off."
    ) of ["areals[].area"] is derived;
    AREA_CLOSE = retail(
        "areal.area.close",
        "The stored area is the polygon's, give or take 2 percent; so are 99 of 100 in the game."
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
        "No areal lies over another; such that are smaller than a ten-thousandth of the map do not count."
    ) of ["areals[].polygon"];
    TILING = warning(
        "areal.tiling",
        "The areas of all areals sum up to the map's, give or take 1 percent."
    ) of ["areals"];
}
