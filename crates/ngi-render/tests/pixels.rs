//! Pixels worked out by hand.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use std::f32::consts::FRAC_1_SQRT_2;

use crate::common::{Table, close};
use ngi_formats::mat0::BlendMode;
use ngi_render::frame::{Combine, Depth, Fog, Instance, Pass, Shade, Surface, Vertex};
use ngi_render::light::{self, Lighting, Matter, PointLight, Sun};

const BELOW: [u8; 3] = [51, 102, 204];
const ABOVE: [u8; 4] = [204, 102, 51, 153];

fn plain() -> Surface {
    Surface { shade: Shade::Plain, fog: false, ..Surface::default() }
}

fn share(value: u8) -> f32 {
    f32::from(value) / 255.0
}

#[test]
fn the_six_blend_modes() {
    let alpha = share(ABOVE[3]);
    for (mode, formula) in [
        (0u8, (|s, _, _| s) as fn(f32, f32, f32) -> f32),
        (1, |s, _, a| s * a),
        (2, |s, d, a| s * a + d),
        (3, |s, d, _| d * s),
        (4, |s, d, a| s * a + d * (1.0 - a)),
        (5, |s, d, _| s * d + d * s),
    ] {
        let mut table = Table::new(BELOW);
        let texture = table.texture(ABOVE);
        let surface = Surface { texture0: Some(texture), ..plain() }.blended(BlendMode(mode));
        assert_eq!(surface.alpha_test, mode != 0);
        table.quad(Pass::OPAQUE, 0.0, surface, Instance::default());
        let expected =
            [0, 1, 2].map(|at| formula(share(ABOVE[at]), share(BELOW[at]), alpha).min(1.0));
        let found = table.middle();
        close(found, expected, &format!("mode {mode}"));
        assert_eq!(found[3], 255, "a background that hides everything stays so");
    }
}

#[test]
fn a_mode_the_engine_does_not_have_is_opaque() {
    let mut table = Table::new(BELOW);
    let texture = table.texture(ABOVE);
    let surface = Surface { texture0: Some(texture), ..plain() };
    let surface = Surface { blend: BlendMode(9), ..surface };
    table.quad(Pass::OPAQUE, 0.0, surface, Instance::default());
    close(table.middle(), [0.8, 0.4, 0.2], "mode 9");
}

#[test]
fn the_alpha_test_drops_alpha_0_and_nothing_else() {
    // Mode 1 writes source times alpha over whatever was there: it shows who was dropped.
    for (alpha, opacity, expected) in [
        (0u8, 1.0f32, [0.2, 0.4, 0.8]),
        (1, 1.0, [1.0 / 255.0; 3]),
        (2, 1.0, [2.0 / 255.0; 3]),
        (255, 0.0, [0.2, 0.4, 0.8]),
        // 0.4 of a level rounds to none, 0.6 to one.
        (1, 0.4, [0.2, 0.4, 0.8]),
        (1, 0.6, [0.6 / 255.0; 3]),
    ] {
        let mut table = Table::new(BELOW);
        let texture = table.texture([255, 255, 255, alpha]);
        let surface = Surface { texture0: Some(texture), ..plain() }.blended(BlendMode(1));
        let instance = Instance { ambient: [0.0, 0.0, 0.0, opacity], ..Instance::default() };
        table.quad(Pass::OPAQUE, 0.0, surface, instance);
        close(table.middle(), expected, &format!("alpha {alpha} times {opacity}"));
    }
    // In mode 0 there is no test: alpha 0 is as good as any other.
    let mut table = Table::new(BELOW);
    let texture = table.texture([255, 255, 255, 0]);
    let surface = Surface { texture0: Some(texture), ..plain() }.blended(BlendMode(0));
    table.quad(Pass::OPAQUE, 0.0, surface, Instance::default());
    close(table.middle(), [1.0; 3], "mode 0");
}

fn lit(scene: f32, sun: f32, diffuse: f32, ambient: f32, texture: f32) -> [u8; 4] {
    let mut table = Table::new([0, 0, 0]);
    table.frame.lighting = Lighting {
        scene: [scene; 3],
        suns: vec![Sun { towards: [0.0, 0.0, 5.0], colour: [sun; 3] }],
        points: Vec::new(),
    };
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let grey = (texture * 255.0) as u8;
    let texture = table.texture([grey, grey, grey, 255]);
    let surface = Surface { texture0: Some(texture), fog: false, ..Surface::default() };
    let instance = Instance {
        diffuse: [diffuse, diffuse, diffuse, 1.0],
        ambient: [ambient, ambient, ambient, 1.0],
        ..Instance::default()
    };
    table.quad(Pass::OPAQUE, 0.0, surface, instance);
    table.middle()
}

#[test]
fn the_scene_colour_is_a_floor() {
    for (what, scene, sun, diffuse, ambient, expected) in [
        ("darker than the floor", 0.25, 0.1, 1.0, 0.0, 0.25),
        ("not added to light", 0.25, 0.5, 1.0, 0.0, 0.5),
        ("its own light is added", 0.25, 0.5, 0.4, 0.3, 0.5),
        ("and is under the floor too", 0.25, 0.0, 1.0, 0.1, 0.25),
    ] {
        close(lit(scene, sun, diffuse, ambient, 1.0), [expected; 3], what);
    }
}

#[test]
fn bright_light_bends_at_the_knee_and_spills() {
    // c = 1: nothing spills. c = 4: 4/6 + 5/6 = 1.5, half of it spills at 0.8.
    // c = 7: 2, spill 1 at 0.8. c = 9: 2 as well.
    for (sun, expected) in [(1.0, 0.4), (4.0, 0.4 + 0.4), (7.0, 1.0), (9.0, 1.0)] {
        close(lit(0.0, sun, 1.0, 0.0, 0.4), [expected; 3], &format!("sun {sun}"));
    }
    // On black only the spill is seen.
    for (sun, expected) in [(0.9, 0.0), (4.0, 0.4), (7.0, 0.8), (9.0, 0.8)] {
        close(lit(0.0, sun, 1.0, 0.0, 0.0), [expected; 3], &format!("sun {sun} on black"));
    }
}

#[test]
fn shine_is_added_after_the_texture() {
    // From √2 above, the eye is seen from each corner under 45°: (1/√2)^4 = 1/4 at power 3.
    for (power, shine) in [(0.0f32, 0.0f32), (1.0, FRAC_1_SQRT_2), (2.0, 0.5), (3.0, 0.25)] {
        let mut table = Table::new([0, 0, 0]);
        table.look_from(2f32.sqrt());
        let sun = Sun { towards: [0.0, 0.0, 1.0], colour: [1.0; 3] };
        table.frame.lighting = Lighting { scene: [0.0; 3], suns: vec![sun], points: Vec::new() };
        let texture = table.texture([0, 0, 0, 255]);
        let surface = Surface { texture0: Some(texture), fog: false, ..Surface::default() };
        let instance = Instance { specular: [0.8, 0.4, 0.2, power], ..Instance::default() };
        table.quad(Pass::OPAQUE, 0.0, surface, instance);
        let expected = [0.8, 0.4, 0.2].map(|colour| colour * shine * 0.8);
        close(table.middle(), expected, &format!("power {power}"));
    }
}

#[test]
fn a_point_light_fades_to_its_range() {
    // 2 above the middle of a tiny quad of range 4: x = 1/2; 0.1 + 0.4/2 + 0.8/4 = 0.5.
    let mut table = Table::new([0, 0, 0]);
    let point = PointLight {
        position: [0.0, 0.0, 2.0],
        range: 4.0,
        colour: [1.0, 0.5, 0.0],
        attenuation: [0.1, 0.4, 0.8],
    };
    table.frame.lighting = Lighting { scene: [0.0; 3], suns: Vec::new(), points: vec![point] };
    let far = PointLight { position: [0.0, 0.0, 9.0], ..point };
    table.frame.lighting.points.push(far);
    table.look_from(0.1);
    let corner = |x: f32, y: f32| Vertex::new([x, y, 0.0], [0.0, 0.0, 1.0], [x, y]);
    let near = [corner(-0.1, -0.1), corner(0.1, -0.1), corner(0.1, 0.1), corner(-0.1, 0.1)];
    let surface = Surface { fog: false, ..Surface::default() };
    table.quad_of(Pass::OPAQUE, &near, surface, Instance::default());
    close(table.middle(), [0.5, 0.25, 0.0], "half way");
}

/// A hundred lights around a quad, of which each corner is reached by some.
#[test]
fn many_lights_are_those_that_reach_a_corner() {
    let lights: Vec<PointLight> = (0u8..100)
        .map(|at| {
            let (ring, turn) = (f32::from(at % 10), f32::from(at) * 0.77);
            PointLight {
                position: [turn.cos() * ring, turn.sin() * ring, 0.5 + ring * 0.2],
                range: 1.5 + f32::from(at % 3),
                colour: [f32::from(at % 2), f32::from(at % 5) * 0.2, 0.3],
                attenuation: [0.0, 0.05, 0.05],
            }
        })
        .collect();
    let lighting = Lighting { scene: [0.0; 3], suns: Vec::new(), points: lights };
    let matter = Matter { diffuse: [1.0; 3], ambient: [0.0; 3], specular: [0.0; 3], power: 0 };
    let mut table = Table::new([0, 0, 0]);
    table.frame.lighting = lighting.clone();
    let surface = Surface { fog: false, ..Surface::default() };
    table.quad(Pass::OPAQUE, 0.0, surface, Instance::default());
    // The middle lies on the edge between the two triangles.
    let at = |corner: [f32; 3]| {
        light::shade(&lighting, &matter, corner, [0.0, 0.0, 1.0], [0.0, 0.0, 10.0])
    };
    let [a, b] = [at([-1.0, -1.0, 0.0]), at([1.0, 1.0, 0.0])];
    let mut expected = [0.0; 3];
    for (channel, place) in expected.iter_mut().enumerate() {
        let of = |shaded: &light::Shaded| shaded.diffuse[channel] + shaded.specular[channel];
        *place = ((of(&a) + of(&b)) * 0.5).min(1.0);
    }
    assert!(expected.iter().all(|part| (0.05..0.99).contains(part)), "{expected:?}");
    close(table.middle(), expected, "a hundred lights");
}

#[test]
fn the_shader_and_the_processor_agree_about_light() {
    // Corners that see the same: the quad is level, the sun overhead, the lights on its axis.
    let mut state = 7u32;
    let mut draw = move || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f32::from(u16::try_from(state >> 16).unwrap()) / 65_535.0
    };
    for round in 0..24 {
        let mut three = || [draw(), draw(), draw()];
        let (diffuse, ambient, specular) = (three(), three(), three());
        let (scene, colour, glow) = (three().map(|c| c * 0.4), three().map(|c| c * 4.0), three());
        let power = round % 5;
        let height = 1.0 + draw() * 3.0;
        let lighting = Lighting {
            scene,
            suns: vec![Sun { towards: [0.0, 0.0, 1.0], colour }],
            points: vec![PointLight {
                position: [0.0, 0.0, 1.0 + draw()],
                range: 4.0,
                colour: glow,
                attenuation: [draw(), draw(), draw()],
            }],
        };
        let matter = Matter { diffuse, ambient, specular, power };
        let shaded =
            light::shade(&lighting, &matter, [1.0, 1.0, 0.0], [0.0, 0.0, 1.0], [0.0, 0.0, height]);
        let mut table = Table::new([0, 0, 0]);
        table.look_from(height);
        table.frame.lighting = lighting;
        let texture = table.texture([128, 128, 128, 255]);
        let surface = Surface { texture0: Some(texture), fog: false, ..Surface::default() };
        let four = |[r, g, b]: [f32; 3], w: f32| [r, g, b, w];
        let instance = Instance {
            diffuse: four(diffuse, 1.0),
            ambient: four(ambient, 1.0),
            specular: four(specular, f32::from(u8::try_from(power).unwrap())),
            ..Instance::default()
        };
        table.quad(Pass::OPAQUE, 0.0, surface, instance);
        let grey = 128.0 / 255.0;
        let expected =
            [0, 1, 2].map(|at| (shaded.diffuse[at] * grey + shaded.specular[at]).min(1.0));
        close(table.middle(), expected, &format!("round {round}"));
    }
}

fn foggy(height: f32, blend: BlendMode) -> [u8; 4] {
    let mut table = Table::new([51, 51, 51]);
    table.look_from(height);
    table.frame.fog = Some(Fog { start: 3.0, end: 27f32.sqrt(), colour: [0.0, 0.4, 1.0] });
    let texture = table.texture([204, 204, 204, 255]);
    let surface = Surface { texture0: Some(texture), fog: true, ..plain() }.blended(blend);
    table.quad(Pass::OPAQUE, 0.0, surface, Instance::default());
    table.middle()
}

#[test]
fn fog_is_linear_in_the_squared_distance() {
    // The corners are √2 from the middle: d² = h² + 2. From 9 to 27.
    for (height, kept) in [(2.0f32, 1.0), (4.0, 0.5), (6.0, 0.0)] {
        let squared = height * height + 2.0;
        assert!((light::fog_keeps(3.0, 27f32.sqrt(), squared) - kept).abs() < 1e-5);
        let mixed = |own: f32, fog: f32| own * kept + fog * (1.0 - kept);
        let expected = [mixed(0.8, 0.0), mixed(0.8, 0.4), mixed(0.8, 1.0)];
        close(foggy(height, BlendMode::OPAQUE), expected, &format!("from {height}"));
        // Added light fades to nothing, multiplied light to white, doubled light to grey.
        let added = (mixed(0.8, 0.0) + 0.2f32).min(1.0);
        close(foggy(height, BlendMode::ADDITIVE), [added; 3], "added");
        let multiplied = mixed(0.8, 1.0) * 0.2;
        close(foggy(height, BlendMode::MULTIPLY), [multiplied; 3], "multiplied");
        let doubled = mixed(0.8, 127.0 / 255.0) * 0.2 * 2.0;
        close(foggy(height, BlendMode::MULTIPLY_TWICE), [doubled; 3], "doubled");
    }
}

#[test]
fn a_lightmap_is_multiplied_with_the_texture() {
    for (diffuse, scene, expected) in [
        (1.0, 0.0, 0.8 * 0.6),
        (0.5, 0.0, 0.8 * 0.6 * 0.5),
        // No sun reaches it, but the scene's colour is a floor here too.
        (0.5, 0.75, 0.8 * 0.6 * 0.75),
    ] {
        let mut table = Table::new([0, 0, 0]);
        let sun = Sun { towards: [0.0, 0.0, 1.0], colour: [3.0; 3] };
        table.frame.lighting = Lighting { scene: [scene; 3], suns: vec![sun], points: Vec::new() };
        let (texture, lightmap) =
            (table.texture([204, 204, 204, 255]), table.texture([153, 153, 153, 255]));
        let surface = Surface {
            texture0: Some(texture),
            texture1: Some(lightmap),
            combine: Combine::Lightmap,
            shade: Shade::Baked,
            fog: false,
            ..Surface::default()
        };
        let diffuse = [diffuse, diffuse, diffuse, 1.0];
        table.quad(Pass::OPAQUE, 0.0, surface, Instance { diffuse, ..Instance::default() });
        close(table.middle(), [expected; 3], "lightmap");
    }
}

#[test]
fn an_effect_shows_its_own_light_alone() {
    let mut table = Table::new([0, 0, 0]);
    let surface = Surface { shade: Shade::Glow, fog: false, ..Surface::default() };
    let instance = Instance { ambient: [0.2, 0.6, 4.0, 1.0], ..Instance::default() };
    table.quad(Pass::EFFECTS, 0.0, surface, instance);
    close(table.middle(), [0.2, 0.6, 1.0], "glow");
}

#[test]
fn what_is_nearer_hides_and_what_is_see_through_does_not() {
    let red = Instance { diffuse: [1.0, 0.0, 0.0, 1.0], ..Instance::default() };
    let green = Instance { diffuse: [0.0, 1.0, 0.0, 1.0], ..Instance::default() };
    // The order of adding does not matter.
    for swapped in [false, true] {
        let mut table = Table::new([0, 0, 0]);
        let mut quads = vec![(0.5, green), (0.0, red)];
        if swapped {
            quads.reverse();
        }
        for (z, instance) in quads {
            table.quad(Pass::OPAQUE, z, plain(), instance);
        }
        close(table.middle(), [0.0, 1.0, 0.0], "nearer");
    }
    // A see-through quad in front is drawn over; it is tested, but writes no depth.
    let mut table = Table::new([0, 0, 0]);
    let half = Instance { ambient: [0.0, 0.0, 0.0, 0.5], ..green };
    let glass = Surface { depth: Depth::Test, ..plain() }.blended(BlendMode::ALPHA);
    table.quad(Pass::SEE_THROUGH, 0.5, glass, half);
    table.quad(Pass::SEE_THROUGH, -0.5, glass, half);
    table.quad(Pass::OPAQUE, 0.0, plain(), red);
    close(table.middle(), [0.5, 0.5, 0.0], "one pane before it, one hidden behind it");
}

#[test]
fn one_sided_surfaces_are_seen_from_the_front_alone() {
    for (two_sided, expected) in [(true, [1.0; 3]), (false, [0.0; 3])] {
        let mut table = Table::new([0, 0, 0]);
        let corner = |x: f32, y: f32| Vertex::new([x, y, 0.0], [0.0, 0.0, 1.0], [x, y]);
        let back = [corner(-1.0, -1.0), corner(-1.0, 1.0), corner(1.0, 1.0), corner(1.0, -1.0)];
        let surface = Surface { two_sided, ..plain() };
        table.quad_of(Pass::OPAQUE, &back, surface, Instance::default());
        close(table.middle(), expected, "from behind");
        let mut table = Table::new([0, 0, 0]);
        table.quad(Pass::OPAQUE, 0.0, surface, Instance::default());
        close(table.middle(), [1.0; 3], "from the front");
    }
}

#[test]
fn a_cell_is_a_part_of_the_texture() {
    use ngi_render::Store as _;
    use ngi_render::frame::TextureData;
    let mut table = Table::new([0, 0, 0]);
    let rgba = [[255u8, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255], [255, 255, 255, 255]];
    let data = TextureData { nearest: true, ..TextureData::new("cells", 2, 2, rgba.concat()) };
    let texture = table.renderer.add_texture(&data);
    let surface = Surface { texture0: Some(texture), ..plain() };
    // The lower left quarter, whatever the coordinates: their size is next to nothing.
    let instance = Instance { cell: [0.25, 0.75, 1e-3, 1e-3], ..Instance::default() };
    table.quad(Pass::OPAQUE, 0.0, surface, instance);
    close(table.middle(), [0.0, 0.0, 1.0], "cell");
}

#[test]
fn a_picture_without_a_background_has_alpha() {
    use ngi_render::frame::Background;
    let glass = Surface { depth: Depth::Test, ..plain() };
    for (blend, colour, expected) in [
        (BlendMode::OPAQUE, [255, 128, 0, 77], [255u8, 128, 0, 255]),
        (BlendMode::ALPHA, [255, 128, 0, 128], [255, 128, 0, 128]),
        // Added light has no alpha of its own: it gets as much as it shines.
        (BlendMode::ADDITIVE, [200, 100, 0, 255], [255, 128, 0, 200]),
    ] {
        let mut table = Table::new([0, 0, 0]);
        table.frame.background = Background::Transparent;
        let texture = table.texture(colour);
        let surface = Surface { texture0: Some(texture), ..glass }.blended(blend);
        table.quad(Pass::OPAQUE, 0.0, surface, Instance::default());
        let found = table.middle();
        for (found, expected) in found.iter().zip(expected) {
            assert!(found.abs_diff(expected) <= 2, "{blend:?}: {found} for {expected}");
        }
    }
    let mut table = Table::new([0, 0, 0]);
    table.frame.background = Background::Transparent;
    assert_eq!(table.middle(), [0; 4]);
}
