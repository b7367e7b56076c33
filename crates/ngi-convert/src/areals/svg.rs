//! A map as a picture: areals coloured by class, links between the walkable ones.

use std::fmt::Write;

use ngi_formats::arealmap::{ArealMap, ArealRef};

use super::colours::colour;

/// How wide the picture is, in pixels; its height follows from the map.
const WIDTH: f64 = 1024.0;

/// The picture, and what is not on it.
pub fn picture(map: &ArealMap<'_>) -> (Vec<u8>, Vec<String>) {
    let mut out = String::new();
    let Some(frame) = map.frame() else {
        out.push_str("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1\" height=\"1\"/>\n");
        return (out.into_bytes(), vec!["every areal: no corner is a number".into()]);
    };
    let [[x, y], [x2, y2]] = [frame.min, frame.max].map(|corner| corner.map(f64::from));
    let (width, height) = ((x2 - x).max(1.0), (y2 - y).max(1.0));
    let scale = WIDTH / width;
    let thin = 1.0 / scale;
    let _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" viewBox=\"{x} {} {width} {height}\">",
        WIDTH.round(),
        (height * scale).round(),
        -y2
    );
    // North is up: y grows upwards on the map and downwards in the picture.
    let _ = writeln!(out, "<title>{} areals</title>", map.len());
    let _ = writeln!(out, "<g stroke=\"#333\" stroke-width=\"{thin}\" stroke-linejoin=\"round\">");
    let mut left_out = 0usize;
    for (index, areal) in map.areals().enumerate() {
        if is_drawable(&areal) {
            polygon(index, &areal, &mut out);
        } else {
            left_out += 1;
        }
    }
    out.push_str("</g>\n");
    let _ = writeln!(
        out,
        "<g stroke=\"#fff\" stroke-opacity=\"0.7\" stroke-width=\"{thin}\" fill=\"none\">"
    );
    links(map, &mut out);
    out.push_str("</g>\n</svg>\n");
    let lost = (left_out > 0).then(|| format!("{left_out} areals without a polygon of numbers"));
    (out.into_bytes(), lost.into_iter().collect())
}

/// Whether an areal has a polygon of numbers.
pub(crate) fn is_drawable(areal: &ArealRef<'_>) -> bool {
    areal.corner_count() >= 3 && areal.polygon().flatten().all(f32::is_finite)
}

fn polygon(index: usize, areal: &ArealRef<'_>, out: &mut String) {
    let _ = write!(out, "<polygon fill=\"{}\" points=\"", colour(areal));
    for (place, [x, y, _]) in areal.polygon().enumerate() {
        let space = if place == 0 { "" } else { " " };
        let _ = write!(out, "{space}{x},{}", -y);
    }
    let walkable = if areal.head.is_walkable() { "walkable" } else { "not walkable" };
    let _ = writeln!(
        out,
        "\"><title>areal {index}, class {}, {walkable}</title></polygon>",
        areal.head.class.0
    );
}

/// A line from centre to centre over the middle of the shared edge, once for each pair of edges.
fn links(map: &ArealMap<'_>, out: &mut String) {
    let centre = |areal: &ArealRef<'_>| {
        let [x, y, _] = areal.head.anchor;
        (x.is_finite() && y.is_finite()).then_some([x, y])
    };
    for (index, areal) in map.areals().enumerate() {
        if !areal.head.is_walkable() {
            continue;
        }
        for (edge, link) in areal.links().take(areal.corner_count()).enumerate() {
            let Some((other, _)) = link.target().filter(|(other, _)| *other > index) else {
                continue;
            };
            let Some(other) = map.areal(other).filter(|other| other.head.is_walkable()) else {
                continue;
            };
            let ends = map.edge_ends(index, edge);
            let places = centre(&areal).zip(centre(&other)).zip(ends);
            let Some((([ax, ay], [bx, by]), [p, q])) = places else { continue };
            let (mx, my) = (f32::midpoint(p[0], q[0]), f32::midpoint(p[1], q[1]));
            if mx.is_finite() && my.is_finite() {
                let _ = writeln!(out, "<path d=\"M{ax} {} L{mx} {} L{bx} {}\"/>", -ay, -my, -by);
            }
        }
    }
}
