//! Golden pictures of levels, effects and areal maps. See `golden.rs`.
#![allow(clippy::unwrap_used)]

use crate::common::golden::{compare, from, shoot};
use crate::common::{demo, gpu};
use ngi_formats::fxid::EffectBuf;
use ngi_render::frame::Background;
use ngi_render::scene::model::{ModelAsset, Placed};
use ngi_render::scene::{Overlays, Water};
use ngi_render::{Aim, Studio, open_level, wear_beside};

const VALLEY: &str = "DATA/MAPS/VALLEY";

/// Over the lake of the valley, near the shore.
const NEAR: Aim = Aim::Between { eye: [120.0, 150.0, 24.0], target: [330.0, 360.0, 12.0] };

#[test]
fn a_level_near_and_far() {
    let mut scene = demo::open(VALLEY);
    compare("level", &shoot(&mut *scene, from(Aim::Automatic, |_| {})));
    let by_distance = from(Aim::Automatic, |view| view.level = None);
    compare("level_by_distance", &shoot(&mut *scene, by_distance));
    compare("level_near", &shoot(&mut *scene, from(NEAR, |_| {})));
    let coarse = from(NEAR, |view| view.level = Some(1));
    compare("level_near_coarse", &shoot(&mut *scene, coarse));
    let bare = from(NEAR, |view| view.settings.microtexture = false);
    compare("level_near_no_microtexture", &shoot(&mut *scene, bare));
    let mut burnt = demo::open("DATA/MAPS/CRATER");
    compare("level_lava", &shoot(&mut *burnt, from(Aim::Automatic, |view| view.time = 0.5)));
}

#[test]
fn water_mirrors_or_not() {
    let mut scene = demo::open(VALLEY);
    let low = Aim::Between { eye: [150.0, 170.0, 12.0], target: [300.0, 330.0, 10.0] };
    compare("water_mirror", &shoot(&mut *scene, from(low, |view| view.time = 2.0)));
    let plain = from(low, |view| view.settings.water = Water::Plain);
    compare("water_plain", &shoot(&mut *scene, plain));
    let under = Aim::Between { eye: [230.0, 260.0, 3.0], target: [300.0, 330.0, 1.0] };
    compare("water_from_below", &shoot(&mut *scene, from(under, |_| {})));
}

#[test]
fn a_large_image_is_drawn_in_bands_that_do_not_show() {
    let mut scene = demo::open(VALLEY);
    let low = Aim::Between { eye: [150.0, 170.0, 12.0], target: [300.0, 330.0, 10.0] };
    // 64 rows at once, and fewer at the end.
    let size = [200, 150];
    let mut draw = |background, band_pixels| {
        let mut studio = Studio::on(gpu(), true).with_band_pixels(band_pixels);
        scene.prepare(studio.renderer());
        let view = from(low, |view| {
            view.size = size;
            view.settings.background = background;
            view.overlays = Overlays::WIRE | Overlays::BOUNDS;
        })(&*scene);
        let picture = studio.picture(&mut *scene, &view).unwrap();
        scene.release(studio.renderer());
        picture
    };
    let gradient = Background::Gradient { top: [0.1, 0.2, 0.3], bottom: [0.9, 0.8, 0.7] };
    for background in [gradient, Background::Transparent] {
        let (whole, banded) = (draw(background, 200 * 150), draw(background, 1));
        // Where an edge lies is rounded, and another origin rounds otherwise.
        let off = banded.differing(&whole, 2).unwrap();
        assert!(off <= 200 * 150 / 1000, "{background:?}: {off} pixels differ");
    }
}

#[test]
fn overlays_of_a_level() {
    let mut scene = demo::open(VALLEY);
    for (name, overlays) in [
        ("level_squares", Overlays::SQUARES),
        ("level_faces", Overlays::FACES),
        ("level_areals", Overlays::AREALS),
        ("level_areal_grid", Overlays::AREAL_GRID),
        ("level_wire", Overlays::WIRE),
        ("level_normals", Overlays::NORMALS),
        ("level_bounds", Overlays::BOUNDS),
    ] {
        let view = from(Aim::Automatic, |view| {
            view.overlays = overlays;
            view.level = None;
        });
        compare(name, &shoot(&mut *scene, view));
    }
    scene.show_route([30.0, 30.0], [600.0, 330.0]).unwrap();
    let route = from(Aim::From { yaw: 0.0, pitch: 60.0 }, |view| view.overlays = Overlays::ROUTE);
    compare("level_route", &shoot(&mut *scene, route));
}

#[test]
fn an_areal_map() {
    let mut scene = demo::open("DATA/MAPS/VALLEY/Land.map");
    compare("areals", &shoot(&mut *scene, from(Aim::Automatic, |_| {})));
    scene.show_route([30.0, 30.0], [600.0, 330.0]).unwrap();
    let all = from(Aim::Automatic, |view| view.overlays = Overlays::AREAL_GRID | Overlays::ROUTE);
    compare("areals_route", &shoot(&mut *scene, all));
}

#[test]
fn each_family_of_effects() {
    for (name, time) in [
        ("exp_medium", 0.35),
        ("fire", 1.0),
        ("smoke_stream", 3.0),
        ("muzzle_flash", 0.1),
        ("lamp", 2.0),
        ("bolt", 0.2),
        ("shield_ball", 0.3),
        ("step_dust", 0.3),
        ("grinding", 0.15),
        ("engine_damage", 0.9),
    ] {
        let mut scene = demo::open(&format!("effects.rlb/{name}"));
        let view = from(Aim::Automatic, |view| view.time = time);
        compare(&format!("effect_{name}"), &shoot(&mut *scene, view));
    }
    let mut scene = demo::open("effects.rlb/fire");
    let lights = from(Aim::Automatic, |view| {
        view.time = 1.0;
        view.overlays = Overlays::LIGHTS | Overlays::WIRE;
    });
    compare("effect_lights", &shoot(&mut *scene, lights));
}

/// Robots and a fire on the shore: lit by it, and mirrored in the lake.
#[test]
fn things_on_a_level() {
    let game = demo::game();
    let mut level = open_level(&game.locate(VALLEY).unwrap(), Some(game)).unwrap();
    let node = game.locate(demo::WALKER).unwrap();
    let asset = ModelAsset::read("walker", &node.bytes().unwrap()).unwrap();
    let robot = level.add_breed(asset, wear_beside(&node).as_deref());
    for (x, y, turn) in [(394.0, 262.0, 1.9), (396.0, 278.0, 1.2)] {
        let at = level.on_ground([x, y]);
        level.add_model(robot, Placed::standing(at, turn, x));
    }
    let fire = game.locate("effects.rlb/fire").unwrap().bytes().unwrap();
    let at = level.on_ground([389.0, 270.0]);
    level.add_effect("fire", &EffectBuf::read(&fire).unwrap(), at, 1.5);
    let across = Aim::Between { eye: [350.0, 258.0, 11.0], target: [394.0, 270.0, 8.0] };
    let view = from(across, |view| view.time = 0.8);
    compare("level_things", &shoot(&mut level, view));
}
