//! Landscapes and areal maps.

use super::{Claim, claim, second};
use crate::survey::probes;

const VERIFIED: &str = "page on terrain, section 9: all maps";
const TOTALS: &str = "notes on terrain, totals of both games";
const GRID: &str = "notes on terrain, section 1.1: grid";
const LEVELS: &str = "notes on terrain, section 1.2: two levels";
const FACES: &str = "notes on terrain, section 1.3: faces";
const ORDER: &str = "notes on terrain, section 1.4: draw order";
const LIQUIDS: &str = "notes on terrain, section 1.7: liquids";
const AREALS: &str = "notes on terrain, section 2: areals";

pub static CLAIMS: &[Claim] = &[
    claim("maps", VERIFIED, 33.0, |m| m.things("land")),
    claim("maps.order", VERIFIED, 33.0, |m| m.probe(probes::LAND_ORDER, 1)),
    claim("maps.broken-faces", VERIFIED, 0.0, |m| m.broken("land.face.vertex")),
    claim("maps.broken-neighbours", VERIFIED, 0.0, |m| m.broken("land.face.neighbour")),
    claim("maps.vertices", TOTALS, 299_450.0, |m| m.field("land", "positions").sum()),
    claim("maps.faces", TOTALS, 275_882.0, |m| m.field("land", "faces").sum()),
    claim("maps.squares", GRID, 7488.0, |m| m.field("land", "squares").sum()),
    claim("maps.cells", GRID, 14_976.0, |m| m.field("land", "cells").sum()),
    claim("maps.of-16", GRID, 28.0, |m| m.probe(probes::LAND_ACROSS, 16)),
    claim("maps.of-8", GRID, 5.0, |m| m.probe(probes::LAND_ACROSS, 8)),
    claim("maps.faces.level-0", LEVELS, 173_827.0, |m| m.probe_sum(probes::LAND_FINE)),
    claim("maps.faces.level-1", LEVELS, 102_055.0, |m| m.probe_sum(probes::LAND_COARSE)),
    claim("maps.faces.two-materials", FACES, 32_450.0, |m| {
        m.field("land", "faces[].flags").bits(0x4)
    }),
    claim("maps.faces.liquid", FACES, 3630.0, |m| m.field("land", "faces[].flags").bits(0x8)),
    claim("maps.faces.liquid-surface", FACES, 3630.0, |m| {
        m.field("land", "faces[].flags").bits(0x2_0000)
    }),
    claim("maps.faces.beds", FACES, 6102.0, |m| m.field("land", "faces[].flags").bits(0x2000)),
    claim("maps.faces.0x20", FACES, 0.0, |m| m.field("land", "faces[].flags").bits(0x20)),
    claim("maps.faces.0x80", FACES, 0.0, |m| m.field("land", "faces[].flags").bits(0x80)),
    claim("maps.faces.0x10000", FACES, 0.0, |m| m.field("land", "faces[].flags").bits(0x1_0000)),
    claim("maps.faces.0x40000", FACES, 0.0, |m| m.field("land", "faces[].flags").bits(0x4_0000)),
    claim("maps.faces.constant", FACES, 275_882.0, |m| {
        m.field("land", "faces[].flags").bits(0x600)
    }),
    claim("maps.surface-0", FACES, 27_538.0, |m| surface(m, 0)),
    claim("maps.surface-2", FACES, 2712.0, |m| surface(m, 2)),
    claim("maps.surface-16", FACES, 244_714.0, |m| surface(m, 16)),
    claim("maps.surface-18", FACES, 918.0, |m| surface(m, 18)),
    claim("maps.faces.footing", "notes on terrain, section 1.6: materials", 0.0, |m| {
        m.field("land", "faces[].material").is(0)
    }),
    claim("maps.faces.word-6", FACES, 275_882.0, |m| {
        m.field("land", "faces[].unk_0x06").is(0xffff)
    }),
    claim("maps.draw.batches", ORDER, 27_174.0, |m| m.field("land", "order[].flags").bits(0x10)),
    claim("maps.draw.0x80", ORDER, 89.0, |m| m.field("land", "order[].flags").bits(0x80)),
    claim("maps.draw.0x48", ORDER, 275_882.0, |m| m.field("land", "order[].flags").bits(0x48)),
    claim("maps.draw.last-byte", ORDER, 275_566.0, |m| m.field("land", "order[].unk_0x03").is(0)),
    claim("maps.with-liquid", LIQUIDS, 11.0, |m| m.probe(probes::LAND_LIQUID, 1)),
    claim("areals.maps", VERIFIED, 33.0, |m| m.field("areal", "cells_across").count()),
    claim("areals", VERIFIED, 34_662.0, |m| m.field("areal", "areals[].class").count()),
    claim("areals.across", VERIFIED, 33.0, |m| m.field("areal", "cells_across").is(128)),
    claim("areals.down", VERIFIED, 33.0, |m| m.field("areal", "cells_down").is(128)),
    claim("areals.blocks", VERIFIED, 0.0, |m| m.field("areal", "areals[].blocks").sum()),
    claim("areals.word-12", VERIFIED, 34_662.0, |m| {
        m.field("areal", "areals[].unk_0x0c").is_float(0.0)
    }),
    claim("areals.word-36", VERIFIED, 34_662.0, |m| m.field("areal", "areals[].unk_0x24").is(0)),
    claim("areals.word-44", VERIFIED, 34_662.0, |m| m.field("areal", "areals[].unk_0x2c").is(0)),
    claim("areals.broken-links", VERIFIED, 0.0, |m| m.broken("areal.link")),
    claim("areals.edges", AREALS, 197_698.0, |m| m.field("areal", "areals[].polygon").sum()),
    claim("areals.edges.outer", AREALS, 4280.0, outer_edges),
    claim("areals.corners.most", AREALS, 285.0, |m| m.field("areal", "areals[].polygon").most()),
    claim("areals.grid.entries", AREALS, 1_034_301.0, |m| m.field("areal", "cells[][]").sum()),
    claim("areals.grid.most", AREALS, 20.0, |m| m.field("areal", "cells[][]").most()),
    second("maps", TOTALS, 32.0, |m| m.things("land")),
    second("maps.vertices", TOTALS, 188_024.0, |m| m.field("land", "positions").sum()),
    second("maps.faces", TOTALS, 184_454.0, |m| m.field("land", "faces").sum()),
    second("areals", TOTALS, 18_984.0, |m| m.field("areal", "areals[].class").count()),
    second("areals.grid.most", AREALS, 14.0, |m| m.field("areal", "cells[][]").most()),
];

/// Faces whose upper half of flags is this.
fn surface(m: &crate::survey::Measured<'_>, surface: u64) -> Option<f64> {
    m.field("land", "faces[].flags").masked(0xffff_0000, surface << 16)
}

/// Edges with nothing across: the twin of such an edge is −1. A map may have too many areals for
/// the first number of a link to be told apart, never too many corners.
fn outer_edges(m: &crate::survey::Measured<'_>) -> Option<f64> {
    m.field("areal", "areals[].links[][1]").is(-1)
}
