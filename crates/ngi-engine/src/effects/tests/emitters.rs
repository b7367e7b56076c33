//! Lights, sounds, sprites, glows, half-spheres, bolts.

use ngi_formats::fxid::{
    Body, Bolt, Channel, Dome, DomeShape, Glow, Light, LightKind, Path, Reference, Sound,
    SoundMode, Span, Sprite, SpriteMode, TimeMode, Window,
};
use ngi_formats::mat0::{BlendMode, Material, MaterialBuf};

use super::samples::{KEY, Stage, assert_near, close, effect, sprite};
use crate::effects::bolt::pieces;
use crate::effects::stand_ins::sprite_blend;
use crate::effects::{
    Appearance, AtRest, Cadence, DrawList, Fixed, Frame, Generator, Inputs, LightForm, Looks,
    Manager, Placement, SoundAction, View, begins, light_kind,
};
use crate::materials::Definition;

fn only(body: Body) -> Stage {
    Stage::new(&effect(vec![body]))
}

#[test]
fn kinds_of_lights() {
    let table = [
        (1, (LightForm::Point, true, false)),
        (2, (LightForm::Point, false, false)),
        (3, (LightForm::Directional, false, false)),
        (4, (LightForm::Parallel, false, false)),
        (5, (LightForm::Point, false, false)),
        (6, (LightForm::Point, true, true)),
        (7, (LightForm::Point, false, true)),
        (0, (LightForm::Point, true, false)),
        (99, (LightForm::Point, true, false)),
    ];
    for (kind, expected) in table {
        assert_eq!(light_kind(LightKind(kind)), expected, "kind {kind}");
    }
}

#[test]
fn lights_move_between_their_ends() {
    let light = Light {
        position: Path { start: [0.0; 3], end: [4.0, 0.0, 0.0] },
        direction: Path::constant([0.0, 3.0, 4.0]),
        colour_start: [3.0, 2.0, 0.0, 1.0],
        colour_end: [1.0, 0.0, -1.0, 1.0],
        range: Span { start: 10.0, end: 20.0 },
        ..Light::default()
    };
    let mut stage = only(Body::Light(light));
    stage.manager.set_scale(KEY, [2.0; 3]);
    let lights = &stage.at(500.0).lights;
    assert_near(lights[0].position, [4.0, 0.0, 0.0]);
    assert_near(lights[0].direction, [0.0, 6.0, 8.0]);
    assert_eq!(lights[0].colour, [2.0, 1.0, -0.5, 1.0]);
    // 15, times the length of the direction in the world.
    assert!(close(lights[0].range, 150.0));
    let dark = Light { range: Span::constant(-5.0), ..light };
    assert_eq!(only(Body::Light(dark)).at(0.0).lights[0].range, 0.01);
}

#[test]
fn lights_draw_alpha_blue_green_red_range() {
    let light = Light {
        colour_jitter: [1.0, 2.0, 4.0, 8.0],
        range_jitter: 16.0,
        window: Window { lo: 0.0, hi: 0.15 },
        ..Light::default()
    };
    let mut stage = only(Body::Light(light));
    let mut dice = Generator::of_part(1, 0);
    for now in [0.0, 100.0] {
        let drawn = [8.0, 4.0, 2.0, 1.0, 16.0].map(|spread| dice.spread(spread));
        let found = stage.at(now).lights[0];
        let [a, b, g, r, range] = drawn;
        assert_eq!(found.colour, [r, g, b, a].map(|jitter| 1.0 + jitter));
        assert_eq!(found.range, 10.0 + range);
        // Held until the next update.
        assert_eq!(stage.at(now + 50.0).lights[0], found);
    }
    // Off: nothing is drawn. On again: the very next numbers.
    assert!(stage.at(200.0).lights.is_empty());
    stage.manager.start(KEY, TimeMode::ONCE);
    let next = [8.0, 4.0, 2.0, 1.0, 16.0].map(|spread| dice.spread(spread));
    assert_eq!(stage.at(200.0).lights[0].range, 10.0 + next[4]);
}

#[test]
fn when_a_sound_begins() {
    // previous, t, trigger, begins, remembered
    let table = [
        (0.0, 0.3, 0.01, true, 0.3),
        (0.3, 0.4, 0.01, false, 0.4),
        (0.0, 0.01, 0.01, false, 0.01),
        (0.01, 0.02, 0.01, true, 0.02),
        (0.0, 0.0, 0.0, false, 0.0),
        (0.0, 0.1, 0.0, true, 0.1),
        // Exactly 1 is taken as 0.
        (0.5, 1.0, 0.7, false, 0.0),
        (0.0, 0.9, 0.7, true, 0.9),
        // Backwards.
        (0.9, 0.3, 0.5, false, 0.3),
        (-1.0, 0.1, 0.0, true, 0.1),
    ];
    for (previous, t, trigger, expected, remembered) in table {
        assert_eq!(begins(previous, t, trigger), (expected, remembered), "{previous} → {t}");
    }
    assert!(!begins(0.0, 0.5, f32::NAN).0);
}

fn actions(list: &DrawList) -> Vec<SoundAction> {
    list.sounds.iter().map(|sound| sound.action).collect()
}

#[test]
fn loops_play_inside_their_window() {
    let sound = Sound {
        mode: SoundMode::LOOP,
        window: Window { lo: 0.2, hi: 0.4 },
        position: Path { start: [0.0; 3], end: [10.0, 0.0, 0.0] },
        near: 3.0,
        far: 40.0,
        rate: Span { start: 1.0, end: 2.0 },
        ..Sound::default()
    };
    let mut stage = only(Body::Sound(sound));
    let moving = Fixed { velocity: [1.0, 2.0, 3.0], ..Fixed::default() };
    let mut told = |now| stage.at_with(now, &moving).sounds.clone();
    assert!(told(100.0).is_empty());
    let start = told(200.0)[0];
    assert_eq!((start.action, start.looping, start.rate), (SoundAction::Start, true, 1.0));
    assert_eq!((start.near, start.far, start.velocity), (3.0, 40.0, [1.0, 2.0, 3.0]));
    let on = told(300.0)[0];
    assert_eq!(on.action, SoundAction::Move);
    assert_near(on.position, [5.0, 0.0, 0.0]);
    assert!(close(on.rate, 1.5));
    assert_eq!(told(400.0)[0].action, SoundAction::Move);
    assert_eq!(told(500.0)[0].action, SoundAction::Stop);
    assert!(told(600.0).is_empty());
}

#[test]
fn loops_stop_with_their_instance() {
    let sound = Sound { mode: SoundMode::LOOP_OTHER, ..Sound::default() };
    let mut stage = only(Body::Sound(sound));
    assert_eq!(actions(stage.at(0.0)), [SoundAction::Start]);
    stage.manager.switch_off(KEY);
    assert_eq!(actions(stage.at(10.0)), [SoundAction::Stop]);
    assert!(stage.at(200.0).sounds.is_empty());
    stage.manager.switch_on(KEY);
    assert_eq!(actions(stage.at(210.0)), [SoundAction::Start]);
    assert!(stage.manager.delete(KEY));
    assert_eq!(actions(stage.at(220.0)), [SoundAction::Stop]);
    assert!(stage.at(230.0).sounds.is_empty());
}

#[test]
fn sounds_that_play_once_are_told_their_place_while_they_do() {
    struct Heard;
    impl Inputs for Heard {
        fn is_playing(&self, key: u32, command: u32) -> bool {
            (key, command) == (KEY, 0)
        }
    }
    let mut stage = only(Body::Sound(Sound::default()));
    assert_eq!(actions(stage.at(100.0)), [SoundAction::Start]);
    assert_eq!(stage.active(), [0]);
    assert!(stage.at(200.0).sounds.is_empty());
    assert!(stage.active().is_empty());
    assert_eq!(actions(stage.at_with(300.0, &Heard)), [SoundAction::Move]);
}

#[test]
fn a_glow_grows_with_the_distance() {
    let size = Channel::straight([0.0; 3], [8.0; 3]);
    let glow = Glow { sprite: Sprite { size, ..sprite() }, reach: 40.0 };
    // distance, reach, size at t = 0.5
    let table = [(10.0, 40.0, 1.0), (40.0, 40.0, 4.0), (80.0, 40.0, 8.0), (800.0, 40.0, 8.0)];
    for (distance, reach, expected) in table {
        let mut stage = only(Body::Glow(Glow { reach, ..glow }));
        stage.view.eye = [0.0, distance, 0.0];
        let quad = stage.at(500.0).quads[0];
        assert!(close(quad.size()[0], expected), "{:?} at {distance}", quad.size());
        // The phase follows the same progress: (0, 1, 1).
        assert!(close(quad.paint.phase, (expected / 8.0).fract()), "{}", quad.paint.phase);
    }
    for reach in [0.0, -1.0, f32::NAN] {
        assert!(only(Body::Glow(Glow { reach, ..glow })).at(500.0).quads.is_empty());
    }
}

#[test]
fn half_spheres_look_along_their_direction() {
    let mut dome = Dome { facet_texture: 1, ..Dome::default() };
    dome.sprite.direction = Path::constant([0.0, 0.0, 1.0]);
    let mut stage = only(Body::Dome(dome));
    stage.manager.set_scale(KEY, [1.0, 2.0, 3.0]);
    let found = stage.at(0.0).domes[0];
    assert_eq!(found.axes, [[1.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 3.0]]);
    assert_eq!((found.shape, found.facets), (1, true));
    for shape in [3, u32::MAX] {
        let none = Dome { shape: DomeShape(shape), ..dome };
        assert!(only(Body::Dome(none)).at(0.0).domes.is_empty());
    }
}

#[test]
fn a_sprite_by_its_corners() {
    let body = Sprite {
        mode: SpriteMode::ACROSS,
        direction: Path::constant([0.0, 0.0, 1.0]),
        size: Channel::straight([2.0, 4.0, 1.0], [2.0, 4.0, 1.0]),
        ..sprite()
    };
    let corners = only(Body::Sprite(body)).at(0.0).quads[0].corners();
    let expected = [
        ([-1.0, 2.0, 0.0], [0.0, 0.99]),
        ([-1.0, -2.0, 0.0], [0.0, 0.0]),
        ([1.0, -2.0, 0.0], [0.99, 0.0]),
        ([1.0, 2.0, 0.0], [0.99, 0.99]),
    ];
    assert_eq!(corners, expected);
}

#[test]
fn materials_give_colour_and_blending() {
    struct Red;
    impl Looks for Red {
        fn look(&self, material: Option<u32>, phase: f32) -> Appearance {
            assert_eq!((material, phase), (Some(0), 0.5));
            Appearance { ambient: [4.0, 0.5, 9.0], blend: BlendMode::ADDITIVE }
        }
    }
    let material = Reference::new(b"material.lib", b"fire").unwrap();
    let stage = effect(vec![Body::Sprite(Sprite { material, ..Sprite::default() })]);
    let mut manager = Manager::default();
    let id = manager.load(b"fire", &stage);
    manager.create(id, 1, &Placement::default()).unwrap();
    let mut list = DrawList::new();
    manager.frame(500.0, &AtRest, &View::default(), &Red, &mut list);
    let paint = list.quads[0].paint;
    // The knee: 4 / 6 + 5 / 6; as it is; 2. The fade is the alpha.
    assert!(close(paint.colour[0], 1.5));
    assert_eq!(paint.colour[1..], [0.5, 2.0, 0.5]);
    assert_eq!((paint.blend, paint.material), (BlendMode::ADDITIVE, Some(0)));
    assert_eq!(manager.references()[0].member.name(), b"fire");
}

#[test]
fn opaque_materials_are_drawn_see_through() {
    assert_eq!(sprite_blend(BlendMode::OPAQUE), BlendMode::ALPHA);
    assert_eq!(sprite_blend(BlendMode::ADDITIVE), BlendMode::ADDITIVE);
}

#[test]
fn looks_of_materials() {
    let mut values = MaterialBuf::of_texture(b"FIRE.0", BlendMode::ADDITIVE).unwrap();
    values.phases[0].ambient = [255, 0, 51];
    let payload = values.write().unwrap();
    let material = Material::read(&payload, values.attributes).unwrap();
    let materials = [Some(Definition::without_textures(&material)), None];
    let look = materials[..].look(Some(0), 0.5);
    assert_eq!((look.ambient, look.blend), ([1.0, 0.0, 0.2], BlendMode::ADDITIVE));
    for missing in [None, Some(1), Some(2), Some(u32::MAX)] {
        assert_eq!(materials[..].look(missing, 0.5), Appearance::PLAIN);
    }
}

#[test]
fn how_many_pieces() {
    let table = [
        (99.0, 50.0, 20, 1),
        (100.0, 50.0, 20, 2),
        (10.0, 50.0, 20, 1),
        (1e6, 50.0, 20, 20),
        (100.0, 0.0, 20, 20),
        (100.0, -5.0, 20, 1),
        (100.0, f32::NAN, 20, 1),
        (100.0, 50.0, 0, 0),
    ];
    for (length, piece, most, expected) in table {
        assert_eq!(pieces(length, piece, most), expected, "{length} by {piece}");
    }
}

#[test]
fn a_bolt_from_where_it_started_to_where_it_is() {
    let bolt = Bolt {
        piece_length: 10.0,
        repeat_length: 20.0,
        width: Span { start: 2.0, end: 0.0 },
        fade: Span::constant(1.0),
        ..Bolt::default()
    };
    let mut stage = only(Body::Bolt(bolt));
    assert!(stage.at(0.0).quads.is_empty());
    stage.manager.set_position(KEY, [35.0, 0.0, 0.0]);
    let quads = &stage.at(500.0).quads;
    assert_eq!(quads.len(), 3);
    for (piece, quad) in quads.iter().enumerate() {
        let length = 35.0 / 3.0;
        assert_near(quad.right, [length, 0.0, 0.0]);
        assert_near(quad.centre, [length * (piece as f32 + 0.5), 0.0, 0.0]);
        // Width 1 at half of the window.
        assert!(close(quad.size()[1], 1.0));
        // One repeat per 20 units along it.
        let along = [piece, piece + 1].map(|end| length * end as f32 / 20.0);
        assert!(close(quad.u[0], along[0]) && close(quad.u[1], along[1]), "{:?}", quad.u);
    }
}

#[test]
fn size_comes_from_the_placement_and_the_header() {
    let mut small = effect(vec![Body::Sprite(Sprite { mode: SpriteMode::ACROSS, ..sprite() })]);
    small.header.scale = [1.0, 0.5, 0.25];
    let placement = Placement {
        size: [2.0, 4.0, 8.0],
        frame: Frame::at([0.0, 0.0, 9.0]),
        ..Placement::default()
    };
    let mut stage = Stage::with(&small, Cadence::Grid, &placement);
    let quad = stage.at(0.0).quads[0];
    // Across (1, 0, 0): x is the frame's y, y the frame's z.
    assert_eq!((quad.right, quad.up), ([0.0, 2.0, 0.0], [0.0, 0.0, 2.0]));
    assert_eq!(quad.centre, [0.0, 0.0, 9.0]);
    let mut turned = Frame::IDENTITY;
    turned.axes.rotate_left(1);
    stage.manager.set_matrix(KEY, turned);
    assert_eq!(stage.at(10.0).quads[0].right, [0.0, 0.0, 2.0]);
}
