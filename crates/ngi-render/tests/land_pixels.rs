//! Pixels of grounds, liquids and effects, worked out by hand.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use crate::common::{close, gpu};
use glam::Vec3;
use ngi_engine::effects::{DrawList, Light, LightForm, Paint, Quad};
use ngi_formats::landscape::{GroundPlan, Lake, Surface};
use ngi_formats::mat0::{BlendMode, Key, MaterialBuf, Phase, TrackBuf, TrackWord};
use ngi_formats::nres::{Editor, NewEntry};
use ngi_formats::texm::{Image, Options, PixelFormat, Texm};
use ngi_render::frame::{Background, Frame};
use ngi_render::light::{PointLight, knee};
use ngi_render::scene::effect::{Sprites, WhiteSprites, add_lights};
use ngi_render::scene::{LevelFiles, LevelScene, Light as LightSetting, Settings, View, Water};
use ngi_render::{Bounds, Camera, Picture, Renderer, Scene, Studio, Target};
use ngi_vfs::{MemoryRoot, Vfs};

const SAND: [u8; 3] = [200, 160, 100];
const GRASS: [u8; 3] = [60, 120, 40];
const GREY: [u8; 3] = [96, 128, 160];
const WATER: [u8; 3] = [40, 80, 160];

/// A game of one-pixel textures: two grounds with a microtexture in their second track, water.
fn game() -> Vfs {
    let mut textures = Editor::new();
    for (name, [r, g, b]) in
        [("SAND.0", SAND), ("GRASS.0", GRASS), ("GREY.0", GREY), ("WATER.0", WATER)]
    {
        let image = Image::new(1, 1, vec![[r, g, b, 255]]).unwrap();
        let texture = Texm::encode(&image, &Options::new(PixelFormat::RGB888)).unwrap();
        textures.add(NewEntry::new(*b"Texm", name).unwrap(), texture.write()).unwrap();
    }
    let mut materials = Editor::new();
    let still =
        |phase: u16| TrackBuf { word: TrackWord(0), keys: vec![Key { phase, ..Key::default() }] };
    for (name, texture) in [("SAND", "SAND.0"), ("GRASS", "GRASS.0"), ("WATER", "WATER.0")] {
        let mut material = MaterialBuf::of_texture(texture.as_bytes(), BlendMode::OPAQUE).unwrap();
        let micro =
            Phase { texture: ngi_formats::FixedStr::new(b"GREY.0").unwrap(), ..material.phases[0] };
        material.phases.push(micro);
        material.tracks = vec![still(0), still(1)];
        let [attr1, attr2, attr3] = material.attributes.numbers();
        let entry = NewEntry { attr1, attr2, attr3, ..NewEntry::new(*b"MAT0", name).unwrap() };
        materials.add(entry, material.write().unwrap()).unwrap();
    }
    let root = MemoryRoot::new()
        .with("Textures.lib", textures.write().unwrap())
        .unwrap()
        .with("Material.lib", materials.write().unwrap())
        .unwrap();
    Vfs::in_memory(root)
}

const WEAR: &[u8] = b"4\r\n0 SAND\r\n1 SAND\r\n2 GRASS\r\n3 WATER\r\n";

/// A map of 80 by 80.
fn plan() -> GroundPlan {
    GroundPlan::flat([8, 8], [2, 2], 10.0)
}

fn level(plan: &GroundPlan) -> LevelScene {
    let bytes = plan.build().unwrap().write().unwrap();
    let files = LevelFiles { landscape: &bytes, areals: None, wears: [Some(WEAR), Some(WEAR)] };
    LevelScene::new(&files, Some(&game())).unwrap()
}

/// Looked at from above: the plain light, which falls on flat ground at a cosine of 0.866.
fn settings(water: Water, microtexture: bool) -> Settings {
    Settings {
        light: LightSetting::Plain,
        background: Background::Plain([0.0; 3]),
        water,
        microtexture,
        ..Settings::default()
    }
}

fn shoot(scene: &mut LevelScene, target: Vec3, settings: Settings) -> Picture {
    let mut studio = Studio::on(gpu(), false);
    scene.prepare(studio.renderer());
    let camera =
        Camera { fov_y: 0.2, ..Camera::looking(target + Vec3::new(0.0, -0.01, 20.0), target) };
    let view = View { camera, size: [16, 16], settings, level: Some(0), ..View::default() };
    studio.picture(scene, &view).unwrap()
}

fn share(colour: [u8; 3]) -> [f32; 3] {
    colour.map(|channel| f32::from(channel) / 255.0)
}

/// cos 30°, as the light of (0.5, 0, 0.866) falls on level ground.
fn lit() -> f32 {
    0.866 / (0.25f32 + 0.866 * 0.866).sqrt()
}

#[test]
fn two_materials_by_weight() {
    for (weight, byte) in [(0.0, 0u8), (0.5, 128), (1.0, 255)] {
        let mut plan = plan();
        plan.surfaces.fill(Surface { material: 1, second: Some(2) });
        plan.alphas = vec![weight; 81];
        let picture =
            shoot(&mut level(&plan), Vec3::new(35.0, 35.0, 0.0), settings(Water::Plain, false));
        // Weights are kept in a byte.
        let alpha = f32::from(byte) / 255.0;
        let (sand, grass) = (share(SAND), share(GRASS));
        let expected = [0, 1, 2].map(|at| (sand[at] * (1.0 - alpha) + grass[at] * alpha) * lit());
        close(picture.pixel(8, 8).unwrap(), expected, &format!("weight {weight}"));
    }
}

#[test]
fn the_microtexture_counts_twice() {
    let picture =
        shoot(&mut level(&plan()), Vec3::new(35.0, 35.0, 0.0), settings(Water::Plain, true));
    let (sand, grey) = (share(SAND), share(GREY));
    let expected = [0, 1, 2].map(|at| (sand[at] * grey[at] * 2.0).min(1.0) * lit());
    close(picture.pixel(8, 8).unwrap(), expected, "micro");
}

#[test]
fn cheap_water_is_its_own_texture_and_hides_its_bed() {
    let mut plan = plan();
    plan.heights.fill(-5.0);
    plan.lake = Some(Lake { level: 0.0, surface: 3, bed: 2, lava: false });
    // Liquids have no microtexture, even where it is on.
    let picture =
        shoot(&mut level(&plan), Vec3::new(35.0, 35.0, 0.0), settings(Water::Plain, true));
    let expected = share(WATER).map(|channel| channel * lit());
    close(picture.pixel(8, 8).unwrap(), expected, "water");
}

#[test]
fn a_mirror_shows_the_sky_above_it() {
    let mut plan = plan();
    plan.heights.fill(-5.0);
    plan.lake = Some(Lake { level: 0.0, surface: 3, bed: 2, lava: false });
    let mut scene = level(&plan);
    let sky = ngi_render::scene::Sky {
        zenith: [0.2, 0.4, 0.8],
        horizon: [0.2, 0.4, 0.8],
        // Nowhere to be seen.
        sun_direction: [0.0, 0.0, -1.0],
        sun: [0.0; 3],
        fill: [0.0; 3],
        scene: [0.5; 3],
        haze_end: None,
        is_drawn: true,
    };
    scene.set_sky(sky);
    let settings = Settings { microtexture: true, ..Settings::default() };
    let picture = shoot(&mut scene, Vec3::new(35.0, 35.0, 0.0), settings);
    // The mirror's picture times the light of the surface: nothing but the scene's colour.
    close(picture.pixel(8, 8).unwrap(), [0.1, 0.2, 0.4], "mirror");
}

#[test]
fn a_light_fades_on_the_ground() {
    // Worked out at vertices: look at three of them.
    let mut scene = level(&plan());
    let mut studio = Studio::on(gpu(), false);
    scene.prepare(studio.renderer());
    let light = PointLight {
        position: [40.0, 40.0, 6.0],
        range: 24.0,
        colour: [0.9, 0.6, 0.3],
        attenuation: [0.1, 0.5, 0.4],
    };
    for x in [40.0f32, 50.0, 60.0, 70.0] {
        let target = Vec3::new(x, 40.0, 0.0);
        let eye = target + Vec3::new(0.0, -0.01, 20.0);
        let camera = Camera { fov_y: 0.02, ..Camera::looking(eye, target) };
        let settings = settings(Water::Plain, false);
        let view = View { camera, size: [15, 15], settings, level: Some(0), ..View::default() };
        let mut frame = Frame::new();
        ngi_render::scene::build(&mut scene, &view, &mut frame);
        frame.lighting.suns.clear();
        frame.lighting.scene = [0.05; 3];
        frame.lighting.points.push(light);
        let target = Target::new(gpu(), 15, 15, false).unwrap();
        studio.renderer().draw(&frame, &target).unwrap();
        let found = target.read_back(gpu()).unwrap().pixel(7, 7).unwrap();
        let distance = ((x - 40.0) * (x - 40.0) + 36.0).sqrt();
        let strength = if distance > 24.0 {
            0.0
        } else {
            let near = (24.0 - distance) / 24.0;
            (0.1 + 0.5 * near + 0.4 * near * near) * 6.0 / distance
        };
        let sand = share(SAND);
        let expected = [0, 1, 2].map(|at| sand[at] * knee((light.colour[at] * strength).max(0.05)));
        let [r, g, b, _] = found.map(f32::from);
        for (found, expected) in [r, g, b].into_iter().zip(expected) {
            assert!(
                (found - expected * 255.0).abs() <= 2.0,
                "at {x}: {found}, {}",
                expected * 255.0
            );
        }
    }
}

/// One sprite over a background.
fn sprite(blend: BlendMode, colour: [f32; 4]) -> [u8; 4] {
    let mut list = DrawList::new();
    list.quads.push(Quad {
        key: 1,
        command: 0,
        centre: [0.0; 3],
        right: [2.0, 0.0, 0.0],
        up: [0.0, 2.0, 0.0],
        u: [0.0, 0.99],
        v: [0.0, 0.99],
        paint: Paint {
            material: None,
            phase: 0.0,
            colour,
            blend,
            fog: 1.0,
            overlay: false,
            squared_distance: 100.0,
        },
    });
    list.sort();
    let mut frame = Frame::new();
    frame.clear();
    frame.background = Background::Plain([0.2, 0.4, 0.6]);
    frame.sight = Camera { flat: false, ..Camera::from_above(Vec3::ZERO, 10.0) }
        .sight([16, 16], &Bounds::UNIT);
    Sprites::default().add(&list, &WhiteSprites, &mut frame);
    frame.finish();
    let target = Target::new(gpu(), 16, 16, false).unwrap();
    Renderer::new(gpu()).draw(&frame, &target).unwrap();
    target.read_back(gpu()).unwrap().pixel(8, 8).unwrap()
}

#[test]
fn sprites_are_added_or_laid_over() {
    // Fades as bytes keep them: 51 and 102 of 255.
    let added = sprite(BlendMode::ADDITIVE, [0.6, 0.2, 1.0, 0.2]);
    close(added, [0.2 + 0.6 * 0.2, 0.4 + 0.2 * 0.2, 0.6 + 1.0 * 0.2], "additive");
    let over = sprite(BlendMode::ALPHA, [0.6, 0.2, 1.0, 0.4]);
    let expected = [0.2 * 0.6 + 0.6 * 0.4, 0.4 * 0.6 + 0.2 * 0.4, 0.6 * 0.6 + 1.0 * 0.4];
    close(over, expected, "alpha");
}

#[test]
fn lights_of_effects_become_lights_of_the_frame() {
    let light = Light {
        key: 1,
        command: 0,
        form: LightForm::Point,
        owner_only: false,
        no_ground_disc: false,
        position: [1.0, 2.0, 3.0],
        direction: [0.0, 0.0, -2.0],
        colour: [3.0, 2.0, 1.0, 1.0],
        range: 9.0,
        attenuation: [0.0, 1.0, 0.0],
    };
    let mut list = DrawList::new();
    list.lights.push(light);
    list.lights.push(Light { owner_only: true, ..light });
    list.lights.push(Light { form: LightForm::Parallel, ..light });
    let mut frame = Frame::new();
    frame.lighting.clear();
    add_lights(&list, &mut frame.lighting);
    assert_eq!((frame.lighting.points.len(), frame.lighting.suns.len()), (1, 1));
    assert_eq!(frame.lighting.suns[0].towards[2], 2.0, "towards the light");
    for distance in [0.0, 4.5, 9.0, 9.5] {
        let here = frame.lighting.points[0].brightness(distance);
        assert_eq!(here, light.brightness(distance), "at {distance}");
    }
}
