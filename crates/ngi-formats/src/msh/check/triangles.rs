//! Rules of the triangle descriptors: neighbours, twin codes, normals.

use super::codes;
use super::geometry::Corners;
use crate::Findings;
use crate::geometry::vector::{cross, dot, minus};
use crate::msh::read::Model;
use crate::msh::types::Triangle;
use crate::schema::Stream;

pub(super) fn check(model: &Model<'_>, corners: &Corners, findings: &mut Findings) {
    let Some(triangles) = model.triangles else { return };
    if !findings.retail() {
        return;
    }
    for (index, triangle) in triangles.iter().enumerate() {
        check_normal(model, corners, index, &triangle, findings);
        for edge in 0..3 {
            check_edge(model, &triangles, corners, index, &triangle, edge, findings);
        }
    }
}

fn check_normal(
    model: &Model<'_>,
    corners: &Corners,
    index: usize,
    triangle: &Triangle,
    findings: &mut Findings,
) {
    let squared: i64 = triangle.normal.iter().map(|&value| i64::from(value).pow(2)).sum();
    // (32767 · (1 ± 0.001))².
    if !(1_071_530_010..=1_075_824_715).contains(&squared) {
        findings.at(&codes::TRIANGLE_LENGTH, format_args!("triangles[{index}].normal"), || {
            format!("{:?} / 32767 has another length", triangle.normal)
        });
        return;
    }
    let Some([a, b, c]) = positions(model, corners, index) else { return };
    let face = cross(minus(b, a), minus(c, a));
    if dot(face, triangle.decode_normal()) < 0.0 {
        findings.at(&codes::TRIANGLE_WINDING, format_args!("triangles[{index}].normal"), || {
            "it points to where its corners run clockwise".into()
        });
    }
}

fn positions(model: &Model<'_>, corners: &Corners, triangle: usize) -> Option<[[f32; 3]; 3]> {
    let [a, b, c] = *corners.by_triangle.get(triangle)?;
    let at = |vertex: u32| model.positions.get(usize::try_from(vertex).ok()?);
    Some([at(a)?, at(b)?, at(c)?])
}

fn check_edge(
    model: &Model<'_>,
    triangles: &Stream<'_, Triangle>,
    corners: &Corners,
    index: usize,
    triangle: &Triangle,
    edge: usize,
    findings: &mut Findings,
) {
    let twin = triangle.twin(edge);
    let Some(neighbour) = triangle.neighbour(edge) else {
        if let Some(twin) = twin {
            findings.at(&codes::TRIANGLE_TWIN, format_args!("triangles[{index}].twins"), || {
                format!("edge {edge} is open, but its code is {twin}")
            });
        }
        return;
    };
    let Some(other) = triangles.get(neighbour) else { return };
    let leads_back = twin
        .is_some_and(|twin| other.neighbour(twin) == Some(index) && other.twin(twin) == Some(edge));
    if !leads_back {
        findings.at(
            &codes::TRIANGLE_TWIN,
            format_args!("triangles[{index}].twins"),
            || match twin {
                Some(twin) => {
                    format!("edge {edge}: edge {twin} of triangle {neighbour} does not lead back")
                }
                None => format!("edge {edge} has neighbour {neighbour}, but its code is 3"),
            },
        );
    }
    if !shares_edge(model, corners, (index, edge), neighbour, twin.unwrap_or(0)) {
        findings.at(&codes::TRIANGLE_EDGE, format_args!("triangles[{index}].neighbours"), || {
            format!("edge {edge}: triangle {neighbour} does not share it")
        });
    }
}

/// Whether the neighbour has an edge with the same two corners; `first` is tried first.
fn shares_edge(
    model: &Model<'_>,
    corners: &Corners,
    (index, edge): (usize, usize),
    neighbour: usize,
    first: usize,
) -> bool {
    let (Some(&mine), Some(&other)) =
        (corners.by_triangle.get(index), corners.by_triangle.get(neighbour))
    else {
        return true;
    };
    if mine == Corners::UNKNOWN || other == Corners::UNKNOWN {
        return true;
    }
    let (a, b) = ends(mine, edge);
    (0..3).any(|step| {
        let (c, d) = ends(other, first + step);
        (same(model, a, d) && same(model, b, c)) || (same(model, a, c) && same(model, b, d))
    })
}

fn ends(corners: [u32; 3], edge: usize) -> (u32, u32) {
    let [a, b, c] = corners;
    match edge % 3 {
        0 => (a, b),
        1 => (b, c),
        _ => (c, a),
    }
}

/// Whether two vertices are at the same place: vertices are doubled along seams.
fn same(model: &Model<'_>, a: u32, b: u32) -> bool {
    let at = |vertex: u32| model.positions.get(usize::try_from(vertex).ok()?);
    a == b || at(a).is_some_and(|a| at(b) == Some(a))
}
