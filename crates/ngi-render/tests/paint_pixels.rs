//! What surfaces show instead of their looks, and light for tools: pixels worked out by hand.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use glam::Vec3;
use ngi_render::frame::{
    Frame, Instance, Ledger, Paint, Pass, Shade, Store, Surface, TextureData, Vertex,
};
use ngi_render::scene::model::ModelAsset;
use ngi_render::scene::{Settings, View, build};

use crate::common::{Table, close, demo};

/// A quad from −1 to 1 with these normals and coordinates.
fn quad(normal: [f32; 3], uv: impl Fn(f32, f32) -> [f32; 2]) -> [Vertex; 4] {
    let corner = |x: f32, y: f32| Vertex::new([x, y, 0.0], normal, uv(x, y));
    [corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)]
}

fn shown(paint: Paint, surface: Surface, vertices: &[Vertex; 4]) -> [u8; 4] {
    let mut table = Table::new([10, 20, 30]);
    table.frame.paint = paint;
    table.quad_of(Pass::OPAQUE, vertices, surface, Instance::default());
    table.middle()
}

#[test]
fn normals_are_colours() {
    for (normal, colour) in [
        ([0.0, 0.0, 1.0], [0.5, 0.5, 1.0]),
        ([1.0, 0.0, 0.0], [1.0, 0.5, 0.5]),
        ([0.0, -1.0, 0.0], [0.5, 0.0, 0.5]),
    ] {
        let quad = quad(normal, |_, _| [0.0; 2]);
        let found = shown(Paint::Normals, Surface::default(), &quad);
        close(found, colour, &format!("{normal:?}"));
        assert_eq!(found[3], 255);
    }
    // What tools draw stays as it is.
    let plain = Surface { shade: Shade::Plain, ..Surface::default() };
    close(shown(Paint::Normals, plain, &quad([0.0, 0.0, 1.0], |_, _| [0.0; 2])), [1.0; 3], "plain");
}

#[test]
fn squares_follow_the_coordinates() {
    for (uv, colour) in [
        // Squares (2, 0) and (2, 1) of eight by eight.
        ([0.30, 0.10], [0.30, 0.10, 0.50]),
        ([0.30, 0.20], [0.30 * 0.55, 0.20 * 0.55, 0.50 * 0.55]),
        // Whole turns make no difference.
        ([-0.70, 3.10], [0.30, 0.10, 0.50]),
    ] {
        let quad = quad([0.0, 0.0, 1.0], |_, _| uv);
        close(shown(Paint::Checker, Surface::default(), &quad), colour, &format!("{uv:?}"));
    }
}

/// How a square of two units with a texture of so many pixels a side looks, turned so many times.
fn dense(side: u32, turns: f32) -> [u8; 4] {
    let mut table = Table::new([10, 20, 30]);
    table.frame.paint = Paint::Density;
    let pixels = vec![255; usize::try_from(side * side * 4).unwrap()];
    let texture = table.renderer.add_texture(&TextureData::new("test", side, side, pixels));
    let surface = Surface { texture0: Some(texture), ..Surface::default() };
    let quad = quad([0.0, 0.0, 1.0], |x, y| [(x + 1.0) * 0.5 * turns, (y + 1.0) * 0.5 * turns]);
    table.quad_of(Pass::OPAQUE, &quad, surface, Instance::default());
    table.middle()
}

#[test]
fn texels_in_a_unit_are_colours() {
    for (side, turns, texels) in
        [(4, 1.0, 2.0), (64, 1.0, 32.0), (64, 4.0, 128.0), (256, 8.0, 1024.0)]
    {
        let colour = Paint::density_colour(texels);
        close(dense(side, turns), colour, &format!("{side} pixels, {turns} turns"));
    }
    assert_eq!(Paint::density_colour(16.0), [0.0, 1.0, 0.0]);
    let without = shown(Paint::Density, Surface::default(), &quad([0.0, 0.0, 1.0], |x, y| [x, y]));
    close(without, [0.5; 3], "no texture, no density");
}

#[test]
fn lights_for_tools() {
    let lit = |set: fn(&mut Frame)| {
        let mut table = Table::new([0, 0, 0]);
        set(&mut table.frame);
        let texture = table.texture([204, 102, 51, 255]);
        let surface = Surface { texture0: Some(texture), fog: false, ..Surface::default() };
        table.quad(Pass::OPAQUE, 0.0, surface, Instance::default());
        table.middle()
    };
    close(lit(|frame| frame.lighting.set_flat()), [0.8, 0.4, 0.2], "as the texture is");
    let above = lit(|frame| frame.lighting.set_headlight(Vec3::Z));
    close(above, [0.8, 0.4, 0.2], "straight from above");
    let aslant = lit(|frame| frame.lighting.set_headlight(Vec3::new(0.866_025_4, 0.0, 0.5)));
    close(aslant, [0.4, 0.2, 0.1], "under 60 degrees");
}

#[test]
fn a_layout_has_the_texture_and_every_triangle_that_wears_it() {
    let bytes = demo::game().locate(demo::WALKER).unwrap().bytes().unwrap();
    let asset = ModelAsset::read("walker", &bytes).unwrap();
    let mut scene = demo::open(demo::WALKER);
    scene.prepare(&mut Ledger::default());
    let rows = scene.layouts();
    assert!(rows.len() > 1 && rows.iter().all(|(_, name)| !name.is_empty()), "{rows:?}");
    for (row, name) in rows {
        let worn = asset.batches.iter().filter(|batch| usize::from(batch.material) == row);
        let triangles: usize = worn.map(|batch| batch.indices.len() / 3).sum();
        let settings = Settings { layout: Some(row), ..Settings::default() };
        let view = View { settings, ..View::default() };
        let mut frame = Frame::new();
        build(scene.as_mut(), &view, &mut frame);
        assert_eq!(frame.items.len(), 1, "{name}");
        assert!(frame.items[0].surface.texture0.is_some(), "{name}");
        assert_eq!(frame.lines_on_top.len(), triangles * 3 + 4, "{name}");
        let bounds = scene.layout(row).unwrap();
        assert!(bounds.min[0] <= 0.0 && bounds.max[1] >= 1.0 && bounds.max[2] == 0.0);
    }
    // A row that nothing wears shows the model.
    let settings = Settings { layout: Some(200), ..Settings::default() };
    let mut frame = Frame::new();
    build(scene.as_mut(), &View { settings, ..View::default() }, &mut frame);
    assert!(frame.items.len() > 1);
}
