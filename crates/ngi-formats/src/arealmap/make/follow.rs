//! A map that somebody changed field by field: what follows from the change is brought up to date;
//! and a map whose parts do not fit each other, mended.

use std::collections::HashMap;

use super::measured;
use crate::arealmap::check::{check_map, codes};
use crate::arealmap::edit::ArealMapBuf;
use crate::arealmap::geometry;
use crate::arealmap::read::ArealMap;
use crate::arealmap::types::{Areal, Link};
use crate::follow::{FOLLOWS, MENDED};
use crate::{Findings, Mode, Result};

/// What becomes of a polygon whose corners go clockwise.
const TURNED: &str = "turned round: corners went clockwise";

/// Says that fields of areals were worked out.
fn told(field: &str, changed: &[usize], verb: &str) -> Option<String> {
    crate::follow::told("areals", &format!(".{field}"), changed, verb)
}

/// A corner as a key: where it is seen from above. Zero is zero whatever its sign.
fn key([x, y, _]: [f32; 3]) -> [u32; 2] {
    [x, y].map(|value| (value + 0.0).to_bits())
}

fn same(a: &[[f32; 3]], b: &[[f32; 3]]) -> bool {
    let bits = |corner: &[f32; 3]| corner.map(f32::to_bits);
    a.len() == b.len() && a.iter().map(bits).eq(b.iter().map(bits))
}

impl ArealMapBuf {
    /// Brings up to date what follows from everything that is not as it was `before`: areas,
    /// normals and anchors of areals with another polygon, links, and the lists of the grid. What
    /// was given stays. Says what changed.
    ///
    /// Corners at the place of one that moved move along: neighbours stay neighbours.
    pub fn follow(&mut self, before: &Self) -> Result<Vec<String>> {
        let mut lines = Vec::new();
        let mut after = self.clone();
        if before.areals.len() != after.areals.len() {
            // Numbers mean others now.
            if before.cells == after.cells {
                after.refresh_links();
                after.refresh_cells()?;
                lines.push(format!("links and the lists of the grid {FOLLOWS}"));
            }
            *self = after;
            return Ok(lines);
        }
        lines.extend(after.move_along(before));
        let pairs = before.areals.iter().zip(&after.areals).enumerate();
        let changed: Vec<usize> = pairs
            .filter(|(_, (old, new))| !same(&old.polygon, &new.polygon))
            .map(|(index, _)| index)
            .collect();
        if changed.is_empty() {
            return Ok(lines);
        }
        after.remeasure(before, &changed, &mut lines);
        let given = |old: &Areal, new: &Areal| old.links != new.links;
        let linked = changed.iter().any(|&index| {
            let pair = before.areals.get(index).zip(after.areals.get(index));
            pair.is_some_and(|(old, new)| given(old, new))
        });
        if !linked {
            let links = |map: &Self| -> Vec<Vec<Link>> {
                map.areals.iter().map(|areal| areal.links.clone()).collect()
            };
            let old = links(&after);
            after.relink(&changed);
            let new = links(&after);
            let relinked = old.iter().zip(&new).enumerate().filter(|(_, (old, new))| old != new);
            let relinked: Vec<usize> = relinked.map(|(index, _)| index).collect();
            lines.extend(told("links", &relinked, FOLLOWS));
        }
        if before.cells == after.cells {
            match after.frame() {
                Some(frame) if before.frame() == Some(frame) => after.recell(&frame, &changed)?,
                _ => after.refresh_cells()?,
            }
            if before.cells != after.cells {
                lines.push(format!("cells: the lists of the grid {FOLLOWS}"));
            }
        }
        *self = after;
        Ok(lines)
    }

    /// Moves corners along that were at the place of one that moved.
    fn move_along(&mut self, before: &Self) -> Option<String> {
        let mut moved_to: HashMap<[u32; 2], Option<[f32; 3]>> = HashMap::new();
        for (old, new) in before.areals.iter().zip(&self.areals) {
            if old.polygon.len() != new.polygon.len() {
                continue;
            }
            let corners = old.polygon.iter().zip(&new.polygon);
            for (old, new) in corners.filter(|(old, new)| key(**old) != key(**new)) {
                let to = moved_to.entry(key(*old)).or_insert(Some(*new));
                *to = to.filter(|to| key(*to) == key(*new));
            }
        }
        let mut along = Vec::new();
        for (index, (old, new)) in before.areals.iter().zip(&mut self.areals).enumerate() {
            if old.polygon.len() != new.polygon.len() {
                continue;
            }
            for (old, new) in old.polygon.iter().zip(&mut new.polygon) {
                let to = moved_to.get(&key(*old)).copied().flatten();
                if let Some(to) = to.filter(|to| key(*old) == key(*new) && key(*to) != key(*new)) {
                    *new = to;
                    along.push(index);
                }
            }
        }
        along.dedup();
        told("polygon", &along, "moved along: corners at the same place as one that was moved")
    }

    fn remeasure(&mut self, before: &Self, changed: &[usize], lines: &mut Vec<String>) {
        let (mut areas, mut normals, mut anchors) = (Vec::new(), Vec::new(), Vec::new());
        for &index in changed {
            let pair = before.areals.get(index).zip(self.areals.get_mut(index));
            let Some((old, areal)) = pair else { continue };
            let now = measured(&areal.polygon);
            let bits = |values: [f32; 3]| values.map(f32::to_bits);
            let (was, head) = (&old.head, &mut areal.head);
            if was.area.to_bits() == head.area.to_bits() {
                head.area = now.area;
                areas.push(index);
            }
            if bits(was.normal) == bits(head.normal) && bits(now.normal) != bits(head.normal) {
                head.normal = now.normal;
                normals.push(index);
            }
            let [x, y, _] = head.anchor.map(f64::from);
            let outside = !geometry::contains(areal.polygon.iter().copied(), [x, y]);
            if bits(was.anchor) == bits(head.anchor) && outside {
                head.anchor = now.anchor;
                anchors.push(index);
            }
        }
        lines.extend(told("area", &areas, FOLLOWS));
        lines.extend(told("normal", &normals, FOLLOWS));
        lines.extend(told("anchor", &anchors, FOLLOWS));
    }

    /// Works out anew what does not fit: the sense of polygons, areas, normals, anchors, links, the
    /// lists of the grid. Says what changed; what fits stays.
    pub fn mend(&mut self) -> Result<Vec<String>> {
        let mut mended = self.clone();
        let turned = mended.turn_clockwise();
        let mut lines: Vec<String> = told("polygon", &turned, TURNED).into_iter().collect();
        mended.mend_heads(&mut lines);
        let asked = [
            &codes::LINK_PAIR,
            &codes::LINK_AREAL,
            &codes::LINK_SELF,
            &codes::LINK_EDGE,
            &codes::LINK_TWIN,
            &codes::LINK_PLACE,
        ];
        if mended.breaks(&asked)? {
            let before = mended.areals.clone();
            mended.refresh_links();
            if mended.areals != before {
                lines.push(format!("areals[].links {MENDED}"));
            }
        }
        let asked =
            [&codes::CELL_ID, &codes::CELL_TWICE, &codes::CELL_MISSING, &codes::CELL_MIDDLE];
        if mended.cells.across() > 0 && mended.cells.down() > 0 && mended.breaks(&asked)? {
            mended.refresh_cells()?;
            if mended.cells != self.cells {
                lines.push(format!("cells: the lists of the grid {MENDED}"));
            }
        }
        *self = mended;
        Ok(lines)
    }

    /// Turns polygons round whose corners go clockwise. Their links go along, and so do those that
    /// lead to them: each edge keeps what lies across it.
    fn turn_clockwise(&mut self) -> Vec<usize> {
        let is_clockwise = |areal: &Areal| {
            let area = geometry::area(areal.polygon.iter().copied());
            areal.links.len() == areal.polygon.len() && area < 0.0
        };
        let all = self.areals.iter().enumerate();
        let turned: Vec<usize> =
            all.filter(|(_, areal)| is_clockwise(areal)).map(|(index, _)| index).collect();
        for &index in &turned {
            let Some(areal) = self.areals.get_mut(index) else { continue };
            areal.polygon.reverse();
            // Edge 0 ran from corner 0 to corner 1, which are the last two now.
            areal.links.reverse();
            areal.links.rotate_left(1);
        }
        let counts: Vec<usize> = self.areals.iter().map(|areal| areal.links.len()).collect();
        for link in self.areals.iter_mut().flat_map(|areal| &mut areal.links) {
            let there =
                usize::try_from(link.areal).ok().filter(|at| turned.binary_search(at).is_ok());
            let count = there.and_then(|at| i32::try_from(*counts.get(at)?).ok());
            if let Some(count) = count.filter(|count| (0..*count).contains(&link.edge)) {
                link.edge = (2 * count - 2 - link.edge) % count;
            }
        }
        turned
    }

    /// Whether the map breaks one of these rules.
    fn breaks(&self, codes: &[&crate::Code]) -> Result<bool> {
        let (bytes, count) = (self.write()?, self.count()?);
        let map = ArealMap::read(&bytes, count)?;
        let mut findings = Findings::new(Mode::Strict, true);
        check_map(&map, &mut findings);
        let asked = |id: &str| codes.iter().any(|code| code.id == id);
        Ok(findings.list().iter().any(|found| asked(found.code.id)))
    }

    fn mend_heads(&mut self, lines: &mut Vec<String>) {
        let (mut areas, mut normals, mut anchors) = (Vec::new(), Vec::new(), Vec::new());
        for (index, areal) in self.areals.iter_mut().enumerate() {
            let finite = areal.polygon.iter().flatten().all(|value| value.is_finite());
            let drawn = geometry::area(areal.polygon.iter().copied());
            if areal.polygon.len() < 3 || !finite || drawn == 0.0 {
                continue;
            }
            let (now, head) = (measured(&areal.polygon), &mut areal.head);
            let off = (f64::from(head.area) - drawn.abs()).abs();
            // Not `>`: what is no number is off too.
            let close = off <= drawn.abs() * 0.02;
            if !close {
                head.area = now.area;
                areas.push(index);
            }
            let squares: f64 = head.normal.iter().map(|value| f64::from(*value).powi(2)).sum();
            let is_unit = (squares - 1.0).abs() <= 4e-7;
            if !is_unit {
                head.normal = now.normal;
                normals.push(index);
            }
            let [x, y, z] = head.anchor.map(f64::from);
            let inside = geometry::contains(areal.polygon.iter().copied(), [x, y]);
            if !inside || !z.is_finite() {
                head.anchor = now.anchor;
                anchors.push(index);
            }
        }
        lines.extend(told("area", &areas, MENDED));
        lines.extend(told("normal", &normals, MENDED));
        lines.extend(told("anchor", &anchors, MENDED));
    }
}
