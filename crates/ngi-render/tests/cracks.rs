//! Where squares of different detail meet, nothing is seen through the ground.
#![allow(clippy::unwrap_used)]

use crate::common::{demo, gpu};
use glam::Vec3;
use ngi_render::frame::{Background, Ledger};
use ngi_render::scene::{LevelScene, Settings, View, Water};
use ngi_render::{Camera, Scene, Studio};

/// No colour of the ground.
const BEHIND: [u8; 4] = [255, 0, 255, 255];
const SIZE: [u32; 2] = [320, 200];

/// Looks over the map in many directions, down enough that every pixel is ground.
fn cameras(level: &LevelScene) -> Vec<Camera> {
    let mut cameras = Vec::new();
    for number in 0u8..40 {
        let turn = f32::from(number) * 0.7;
        let at = [300.0 + f32::from(number % 8) * 24.0, 300.0 + f32::from(number / 8) * 35.0];
        let [x, y, z] = level.on_ground(at);
        let eye = Vec3::new(x, y, z + 55.0 + f32::from(number % 5) * 9.0);
        let way = Vec3::new(turn.cos(), turn.sin(), -0.75 - f32::from(number % 3) * 0.1);
        let camera = Camera::looking(eye, eye + way);
        let sight = camera.sight(SIZE, &level.bounds());
        let [width, height] = [320.0, 200.0];
        let rims = (0u8..=16).flat_map(|step| {
            let part = f32::from(step) / 16.0;
            [[part * width, 0.5], [part * width, height - 0.5], [0.5, part * height]]
                .into_iter()
                .chain([[width - 0.5, part * height]])
        });
        if rims.map(|at| sight.ray(at)).all(|ray| level.pick(&ray).is_some()) {
            cameras.push(camera);
        }
    }
    cameras
}

#[test]
fn no_hole_between_squares_of_different_detail() {
    let mut level = demo::level(0, 0);
    let cameras = cameras(&level);
    assert!(cameras.len() >= 12, "{} cameras see nothing but ground", cameras.len());
    let mut studio = Studio::on(gpu(), false);
    level.release(&mut Ledger::default());
    level.prepare(studio.renderer());
    let [r, g, b, _] = BEHIND.map(|channel| f32::from(channel) / 255.0);
    let settings = Settings {
        background: Background::Plain([r, g, b]),
        water: Water::Plain,
        ..Settings::default()
    };
    let mut both = 0;
    for (number, camera) in cameras.into_iter().enumerate() {
        let view = View { camera, size: SIZE, settings, ..View::default() };
        let picture = studio.picture(&mut level, &view).unwrap();
        let holes = picture.pixels().iter().filter(|pixel| **pixel == BEHIND).count();
        assert_eq!(holes, 0, "camera {number}: {:?}", camera.eye());
        let levels: Vec<u8> =
            level.painter().chosen.squares.iter().map(|drawn| drawn.level).collect();
        both += usize::from(levels.contains(&0) && levels.contains(&1));
    }
    assert!(both >= 12, "{both} pictures have both levels");
}
