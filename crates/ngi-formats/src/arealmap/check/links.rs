//! Rules of links: who borders on whom.

use super::codes::{LINK_AREAL, LINK_EDGE, LINK_PAIR, LINK_PLACE, LINK_SELF, LINK_TWIN};
use crate::arealmap::read::{ArealMap, ArealRef};
use crate::arealmap::types::Link;
use crate::{Code, Findings};

/// How far apart the ends of an edge and of its twin may be.
const SLACK: f32 = 0.1;

/// Which rule a link breaks, and how.
type Fault = (&'static Code, String);

/// Checks the links of an areal's edges.
pub(super) fn check(
    map: &ArealMap<'_>,
    index: usize,
    areal: &ArealRef<'_>,
    findings: &mut Findings,
) {
    for (edge, link) in areal.links().take(areal.corner_count()).enumerate() {
        if link.is_none() || is_plain(map, index, areal, edge, link) {
            continue;
        }
        if let Some((code, why)) = fault(map, index, areal, edge, link) {
            findings.at(code, format_args!("areals[{index}].links[{edge}]"), || why);
        }
    }
}

/// Whether a quick look finds nothing wrong: the twin leads back, and lies exactly here.
#[inline]
fn is_plain(
    map: &ArealMap<'_>,
    index: usize,
    areal: &ArealRef<'_>,
    edge: usize,
    link: Link,
) -> bool {
    let Some((other, twin)) = link.target() else { return false };
    let leads_back = map.edge_link(other, twin).and_then(Link::target) == Some((index, edge));
    if !leads_back || other <= index {
        return leads_back && other < index; // the lower one looks at places
    }
    let flat = |[x, y, _]: [f32; 3]| [x, y];
    let mine = ends(areal, edge).map(|[from, to]| [flat(from), flat(to)]);
    let theirs = map.edge_ends(other, twin).map(|[from, to]| [flat(to), flat(from)]);
    mine.is_some() && mine == theirs
}

fn fault(
    map: &ArealMap<'_>,
    index: usize,
    areal: &ArealRef<'_>,
    edge: usize,
    link: Link,
) -> Option<Fault> {
    if link.areal == -1 || link.edge == -1 {
        return Some((&LINK_PAIR, format!("areal {}, edge {}", link.areal, link.edge)));
    }
    let Some((other, twin)) = link.target().filter(|(other, _)| *other < map.len()) else {
        let why =
            format!("areal {}, edge {}; there are {} areals", link.areal, link.edge, map.len());
        let code = if link.areal < 0 || link.edge >= 0 { &LINK_AREAL } else { &LINK_EDGE };
        return Some((code, why));
    };
    if other == index {
        return Some((&LINK_SELF, format!("edge {edge} leads to edge {twin} of the same areal")));
    }
    let Some(back) = map.edge_link(other, twin) else {
        let count = map.areal(other).map_or(0, |other| other.corner_count());
        return Some((&LINK_EDGE, format!("edge {twin} of areal {other}, which has {count}")));
    };
    if back.target() != Some((index, edge)) {
        let why = format!(
            "edge {twin} of areal {other} leads to areal {}, edge {}",
            back.areal, back.edge
        );
        return Some((&LINK_TWIN, why));
    }
    // The twin would say the same.
    if other < index {
        return None;
    }
    let mine = ends(areal, edge)?;
    let [to, from] = map.edge_ends(other, twin)?;
    let near = |a: [f32; 3], b: [f32; 3]| {
        let far = (a[0] - b[0]).abs() > SLACK || (a[1] - b[1]).abs() > SLACK;
        !far // and what is no number was found elsewhere
    };
    if near(mine[0], from) && near(mine[1], to) {
        return None;
    }
    let place = |[a, b]: [[f32; 3]; 2]| format!("{}, {} to {}, {}", a[0], a[1], b[0], b[1]);
    Some((&LINK_PLACE, format!("from {}, its twin from {}", place(mine), place([from, to]))))
}

fn ends(areal: &ArealRef<'_>, edge: usize) -> Option<[[f32; 3]; 2]> {
    let next = if edge + 1 < areal.corner_count() { edge + 1 } else { 0 };
    Some([areal.corner(edge)?, areal.corner(next)?])
}
