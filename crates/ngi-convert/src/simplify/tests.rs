use std::collections::BTreeMap;

use ngi_formats::msh::encode_uv;

use super::*;

/// A closed ball of `rings` rings of `rings` faces, its texture cut along a meridian; the upper
/// half of another material.
#[allow(clippy::cast_precision_loss, clippy::cast_possible_truncation)] // of small numbers
fn ball(rings: usize) -> Mesh {
    let mut vertices = Vec::new();
    for ring in 0..=rings {
        for step in 0..=rings {
            let (u, v) = (step as f32 / rings as f32, ring as f32 / rings as f32);
            let turn = if step == rings { 0.0 } else { u * std::f32::consts::TAU };
            let (sin, cos) = (v * std::f32::consts::PI).sin_cos();
            let sin = if ring == rings { 0.0 } else { sin };
            let position = [sin * turn.cos() + 0.0, sin * turn.sin() + 0.0, cos];
            let (normal, uv) = (encode_normal(position), encode_uv([u, v]));
            vertices.push(Vertex { position, normal, uv, ..Vertex::default() });
        }
    }
    let at = |ring: usize, step: usize| (ring * (rings + 1) + step) as u32;
    let mut parts = [Vec::new(), Vec::new()];
    for ring in 0..rings {
        let half = usize::from(ring >= rings / 2);
        for step in 0..rings {
            let [a, b] = [at(ring, step), at(ring, step + 1)];
            let [c, d] = [at(ring + 1, step), at(ring + 1, step + 1)];
            if ring > 0 {
                parts[half].push(Face::from([a, c, b]));
            }
            if ring + 1 < rings {
                parts[half].push(Face::from([b, c, d]));
            }
        }
    }
    let [upper, lower] = parts;
    let parts = vec![Part::new(0, upper), Part::new(1, lower)];
    Mesh { vertices, parts, ..Mesh::default() }
}

fn faces(mesh: &Mesh) -> usize {
    mesh.parts.iter().map(|part| part.faces.len()).sum()
}

fn position(mesh: &Mesh, corner: u32) -> Point {
    place(mesh.vertices[index(corner)].position)
}

/// Every edge by its places, with how many faces it has.
fn edges(mesh: &Mesh) -> BTreeMap<[[u32; 3]; 2], usize> {
    let mut edges = BTreeMap::new();
    for face in mesh.parts.iter().flat_map(|part| &part.faces) {
        let key = |corner: u32| {
            mesh.vertices[index(corner)].position.map(|value| (value + 0.0).to_bits())
        };
        let [a, b, c] = face.corners.map(key);
        for [from, to] in [[a, b], [b, c], [c, a]] {
            *edges.entry([from.min(to), from.max(to)]).or_default() += 1;
        }
    }
    edges
}

#[test]
fn a_ball_stays_a_ball() {
    let ball = ball(24);
    for share in [2, 4, 8] {
        let made = simplify(&ball, faces(&ball) / share);
        assert!(faces(&made) <= faces(&ball) / share, "{} of {}", faces(&made), faces(&ball));
        assert!(edges(&made).values().all(|&faces| faces == 2), "closed");
        assert_eq!(made.parts.iter().map(|part| part.material).collect::<Vec<_>>(), [0, 1]);
        for face in made.parts.iter().flat_map(|part| &part.faces) {
            let [a, b, c] = face.corners.map(|corner| position(&made, corner));
            let sum = |at: usize| (a.0[at] + b.0[at] + c.0[at]) / 3.0;
            let middle = Point([sum(0), sum(1), sum(2)]);
            assert!(middle.length() > 0.8, "near the ball: {middle:?}");
            let normal = b.minus(a).cross(c.minus(a));
            assert!(normal.dot(middle) > 0.0, "outside is outside");
        }
        // The border between the materials is still the equator, and the seam has both sides.
        for (part, face) in
            made.parts.iter().enumerate().flat_map(|(at, p)| p.faces.iter().map(move |f| (at, f)))
        {
            for corner in face.corners {
                let z = position(&made, corner).0[2];
                assert!(if part == 0 { z > -1e-6 } else { z < 1e-6 }, "part {part} at {z}");
            }
            let us = face.corners.map(|corner| made.vertices[index(corner)].uv.decode()[0]);
            let wide = us.iter().fold(0.0f32, |most, u| most.max((u - us[0]).abs()));
            assert!(wide < 0.7, "no face reaches across the seam: {us:?}");
        }
    }
}

#[test]
fn open_borders_stay() {
    let mut ball = ball(16);
    ball.parts.pop();
    let border = |mesh: &Mesh| {
        let open = edges(mesh).into_iter().filter(|(_, faces)| *faces == 1);
        open.map(|(edge, _)| edge).collect::<Vec<_>>()
    };
    let made = simplify(&ball, faces(&ball) / 4);
    assert!(faces(&made) < faces(&ball) / 2, "{} of {}", faces(&made), faces(&ball));
    assert_eq!(border(&made), border(&ball));
}

#[test]
fn the_same_comes_out_every_time_and_nothing_is_no_trouble() {
    let ball = ball(16);
    assert_eq!(simplify(&ball, 100), simplify(&ball, 100));
    assert_eq!(simplify(&Mesh::default(), 0), Mesh::default());
    // A face whose corners are not there.
    let mut broken = ball.clone();
    broken.parts[0].faces[0].corners = [9999, 0, 1];
    assert!(faces(&simplify(&broken, 0)) < faces(&ball));
}
