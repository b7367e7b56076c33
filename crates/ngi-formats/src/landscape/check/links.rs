//! Rules of what lies across the edges of faces.

use super::codes;
use super::faces::Walk;
use crate::Findings;
use crate::geometry::NONE;
use crate::geometry::edges::OPEN;
use crate::landscape::types::Face;

/// Neighbours know of each other and touch.
pub(super) fn check(walk: &Walk, findings: &mut Findings) {
    if all_hold(walk) {
        return;
    }
    for (index, face) in walk.faces.iter().enumerate() {
        explain(walk, index, face, findings);
    }
}

/// Whether there is nothing to explain: each edge leads to one that leads back, and starts where
/// that one ends. Nothing is decided on the way: where the texture has a seam, vertices differ and
/// places do not, and that cannot be predicted.
fn all_hold(walk: &Walk) -> bool {
    // With more faces, one of them has the number that means none.
    if walk.faces.len() > usize::from(NONE) {
        return false;
    }
    let leads: Vec<[u32; 4]> = walk.faces.iter().map(leads).collect();
    let starts: Vec<[u16; 4]> = walk.faces.iter().map(starts).collect();
    let (leads, starts) = (leads.as_flattened(), starts.as_flattened());
    let mut hold = true;
    for (edge, (&lead, &start)) in leads.iter().zip(starts).enumerate() {
        if lead == NOWHERE {
            continue;
        }
        let there = lead as usize;
        let (Some(&back), Some(&end)) = (leads.get(there), starts.get(there + 1)) else {
            return false;
        };
        hold &= back as usize == edge;
        hold &= walk.same_bits(start, end);
    }
    hold
}

/// Where an open edge leads, in the numbers of [`leads`].
const NOWHERE: u32 = (NONE as u32) << 2 | OPEN as u32;

/// For each edge of a face the one it leads to: four times its face and its code. The fourth is
/// none.
#[inline]
fn leads(face: &Face) -> [u32; 4] {
    let [a, b, c] = face.neighbours.map(|number| u32::from(number) << 2);
    let code = |edge: u16| u32::from(face.twins >> (2 * edge) & OPEN);
    [a | code(0), b | code(1), c | code(2), NOWHERE]
}

/// Where the edges of a face start, the first one again: behind the start of an edge comes its end.
#[inline]
fn starts(face: &Face) -> [u16; 4] {
    let [a, b, c] = face.vertices;
    [a, b, c, a]
}

/// An edge of the face that is looked at: the face's index, the face and which edge.
type Here<'a> = (usize, &'a Face, usize);

/// An edge of a neighbour.
type There<'a> = (&'a Face, usize);

#[inline]
fn leads_back((index, _, edge): Here<'_>, (other, twin): There<'_>) -> bool {
    other.neighbour(twin) == Some(index) && other.twin(twin) == Some(edge)
}

/// Whether two edges have their ends in the same places, each running against the other.
#[inline]
fn touch(walk: &Walk, (_, face, edge): Here<'_>, (other, twin): There<'_>) -> bool {
    // By number, not by case: which edge of the neighbour it is cannot be predicted.
    let ends = |face: &Face, edge: usize| {
        let at = |corner: usize| face.vertices.get(corner).copied().unwrap_or_default();
        [at(edge), at(if edge == 2 { 0 } else { edge + 1 })]
    };
    let ([a, b], [d, c]) = (ends(face, edge), ends(other, twin));
    let same = |a: u16, b: u16| {
        let at = |vertex: u16| walk.places.get(usize::from(vertex));
        walk.same_bits(a, b) || at(a) == at(b)
    };
    same(a, c) && same(b, d)
}

/// Says what is wrong with the edges of a face. A neighbour outside the table has been reported.
fn explain(walk: &Walk, index: usize, face: &Face, findings: &mut Findings) {
    for (edge, number) in face.neighbours.into_iter().enumerate() {
        let code = face.twins >> (2 * edge) & OPEN;
        if (number == NONE) != (code == OPEN) {
            findings.at(&codes::FACE_TWIN, format_args!("faces[{index}].twins"), || {
                let edge_is = if number == NONE { "open" } else { "shared" };
                format!("edge {edge} is {edge_is} and its code is {code}")
            });
            continue;
        }
        let Some(other) = walk.faces.get(usize::from(number)) else { continue };
        let (here, there) = ((index, face, edge), (other, usize::from(code)));
        if !leads_back(here, there) {
            explain_stranger(here, there, findings);
        } else if (usize::from(number), usize::from(code)) >= (index, edge)
            && !touch(walk, here, there)
        {
            // Each pair is looked at twice, and blamed once. A face may even lead to itself.
            findings.at(&codes::FACE_EDGE, format_args!("faces[{index}].neighbours"), || {
                format!("edge {edge} does not lie where edge {code} of face {number} does")
            });
        }
    }
}

/// The neighbour does not know of the face, or of another edge.
fn explain_stranger(
    (index, face, edge): Here<'_>,
    (other, twin): There<'_>,
    findings: &mut Findings,
) {
    let number = face.neighbour(edge).unwrap_or_default();
    let known = (0..3).any(|edge| other.neighbour(edge) == Some(index));
    let code = if known { &codes::FACE_TWIN } else { &codes::FACE_MUTUAL };
    findings.at(
        code,
        format_args!("faces[{}].{}", index, if known { "twins" } else { "neighbours" }),
        || {
            if known {
                format!("edge {edge}: edge {twin} of face {number} does not lead back to it")
            } else {
                format!("edge {edge}: face {number} does not have it as a neighbour")
            }
        },
    );
}

#[cfg(test)]
#[allow(clippy::cast_possible_truncation)] // Random numbers, cut to size.
mod tests {
    use super::*;
    use crate::Mode;
    use crate::landscape::Landscape;
    use crate::landscape::tests::samples::{hills, noise};

    /// Whatever can be explained the quick look sees, and what it sees can be explained.
    #[test]
    fn the_quick_look_misses_nothing() {
        let bytes = hills(6, 2, 5).build().unwrap().write().unwrap();
        let land = Landscape::read(&bytes).unwrap();
        let sound = Walk::new(&land);
        assert!(all_hold(&sound));
        let (mut missed, mut silences, mut found) = (0, 0, 0);
        for try_ in 0..4000 {
            let pick = |what: usize| noise(try_, what, 9) as usize;
            let mut walk = sound.clone();
            let count = walk.faces.len() as u16 + 2;
            let face = &mut walk.faces[pick(0) % sound.faces.len()];
            let number = if pick(1) % 8 == 0 { NONE } else { pick(2) as u16 % count };
            match pick(3) % 4 {
                0 => face.neighbours[pick(4) % 3] = number,
                1 => face.vertices[pick(4) % 3] = number,
                2 => face.twins = pick(4) as u16,
                _ => face.neighbours.swap(0, 1 + pick(4) % 2),
            }
            let mut findings = Findings::new(Mode::Strict, false);
            for (index, face) in walk.faces.iter().enumerate() {
                explain(&walk, index, face, &mut findings);
            }
            found += usize::from(!findings.is_empty());
            missed += usize::from(all_hold(&walk) && !findings.is_empty());
            let outside = |face: &Face| {
                let number = |edge: usize| face.neighbour(edge).unwrap_or_default();
                (0..3).any(|edge| number(edge) >= walk.faces.len())
            };
            // That a neighbour is not there is reported elsewhere.
            let silent = findings.is_empty() && !walk.faces.iter().any(outside);
            silences += usize::from(silent && !all_hold(&walk));
        }
        assert!(found > 2000, "{found}");
        assert_eq!((missed, silences), (0, 0));
    }

    #[test]
    fn a_face_that_is_its_own_neighbour_is_told() {
        let bytes = hills(6, 2, 5).build().unwrap().write().unwrap();
        let land = Landscape::read(&bytes).unwrap();
        let mut walk = Walk::new(&land);
        walk.faces[7].neighbours = [7, NONE, NONE];
        walk.faces[7].twins = OPEN << 4 | OPEN << 2;
        let mut findings = Findings::new(Mode::Strict, false);
        explain(&walk, 7, &walk.faces[7], &mut findings);
        let codes: Vec<&str> = findings.list().iter().map(|finding| finding.code.id).collect();
        assert_eq!(codes, [codes::FACE_EDGE.id]);
    }
}
