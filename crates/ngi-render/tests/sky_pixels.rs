//! Pixels of a mission's sky and of what it lights, worked out by hand.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use crate::common::{close, gpu};
use glam::Vec3;
use ngi_engine::sky::{Moment, Sky};
use ngi_formats::landscape::GroundPlan;
use ngi_formats::mat0::{BlendMode, Key, MaterialBuf, TrackBuf, TrackWord};
use ngi_formats::nres::{Editor, NewEntry};
use ngi_formats::sky::{Colour, Event, KeyframeBuf, SectionBuf, SkyBuf, Stamp};
use ngi_formats::texm::{Image, Options, PixelFormat, Texm};
use ngi_render::frame::{Frame, Pass};
use ngi_render::light::{knee, spill};
use ngi_render::scene::{LevelFiles, LevelScene, Settings, View, Water};
use ngi_render::{Camera, Picture, Scene, Studio};
use ngi_vfs::{MemoryRoot, Vfs};

const GROUND: [u8; 3] = [102, 102, 102];
const WHITE: [u8; 3] = [255, 255, 255];
const NEBULA: [u8; 3] = [102, 51, 204];
const SUN: [u8; 3] = [255, 204, 0];

/// A game of one-pixel textures: a grey ground, a nebula, a sun that hides what is behind it.
fn game() -> Vfs {
    let (mut textures, mut materials) = (Editor::new(), Editor::new());
    for (name, [r, g, b], blend) in [
        ("GROUND", GROUND, BlendMode::OPAQUE),
        ("NEBULA", NEBULA, BlendMode::OPAQUE),
        ("SUN", SUN, BlendMode::ALPHA),
        ("DROP", WHITE, BlendMode::ALPHA),
    ] {
        let image = Image::new(1, 1, vec![[r, g, b, 255]]).unwrap();
        let texture = Texm::encode(&image, &Options::new(PixelFormat::RGB888)).unwrap();
        let file = format!("{name}.0");
        textures.add(NewEntry::new(*b"Texm", &file).unwrap(), texture.write()).unwrap();
        let mut material = MaterialBuf::of_texture(file.as_bytes(), blend).unwrap();
        material.tracks = vec![TrackBuf { word: TrackWord(0), keys: vec![Key::default()] }];
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

/// Row 0 is the nebula, 3 and 4 are sun and moon. The clouds' colour is clear.
const SKY_WEAR: &[u8] = b"9\r\n0 NEBULA\r\n1 DROP\r\n2 DROP\r\n3 SUN\r\n4 SUN\r\n5 DROP\r\n\
    6 DROP\r\n7 DROP\r\n8 DROP\r\n";
const GROUND_WEAR: &[u8] = b"4\r\n0 GROUND\r\n1 GROUND\r\n2 GROUND\r\n3 GROUND\r\n";

/// A day from 6 to 18 o'clock of one look: red in the north, green in the east, blue in the south.
fn day(change: impl Fn(&mut KeyframeBuf)) -> Sky {
    let frame = |hour: u32, event: Event| {
        let mut made = KeyframeBuf { body: b"sun".to_vec(), ..KeyframeBuf::default() };
        (made.head.time, made.head.event) = (Stamp::at(hour, 0), event);
        let slots = &mut made.slots;
        slots.horizon_north = Colour::new(255, 0, 0, 255);
        slots.horizon_east = Colour::new(0, 255, 0, 255);
        slots.horizon_south = Colour::new(0, 0, 255, 255);
        slots.horizon_west = Colour::new(204, 204, 204, 255);
        let high = Colour::new(51, 102, 153, 255);
        (slots.ring2_north, slots.ring2_east) = (high, high);
        (slots.ring2_south, slots.ring2_west) = (high, high);
        (slots.ring3_north, slots.ring3_east) = (high, high);
        (slots.ring3_south, slots.ring3_west) = (high, high);
        slots.apex = Colour::new(51, 102, 153, 255);
        slots.main_light = Colour::new(255, 255, 255, 255);
        made.amounts.light = 0.5;
        made.amounts.extent = [2.0, 2.0];
        let late = made.late.as_mut().unwrap();
        late.scene = Colour::new(51, 51, 51, 255);
        late.second_light = Colour::new(255, 0, 0, 255);
        change(&mut made);
        made
    };
    let frames = vec![frame(6, Event::BODY_START), frame(18, Event::BODY_STOP)];
    let sections = vec![SectionBuf::new(24 * 60, frames)];
    let bytes = SkyBuf { sections, ..SkyBuf::default() }.write().unwrap();
    Sky::read(&bytes).unwrap().wearing(SKY_WEAR)
}

fn level(sky: Sky, hour: u32) -> LevelScene {
    // Ground far below the eye, 800 by 800, so that nothing hides the horizon.
    let plan = GroundPlan::flat([80, 80], [2, 2], 10.0);
    let land = plan.build().unwrap().write().unwrap();
    let files = LevelFiles {
        landscape: &land,
        wears: [Some(GROUND_WEAR), Some(GROUND_WEAR)],
        ..LevelFiles::default()
    };
    let mut scene = LevelScene::new(&files, Some(&game())).unwrap();
    let moment = sky.moment(0, hour, 0);
    scene.set_mission_sky(sky);
    scene.mission_sky().unwrap().set_moment(moment);
    scene
}

/// Looks from over the middle of the map along a direction, through a very narrow lens.
fn looking(along: [f32; 3]) -> View {
    let eye = Vec3::new(400.0, 400.0, 20.0);
    let camera = Camera { fov_y: 0.004, ..Camera::looking(eye, eye + Vec3::from(along) * 10.0) };
    let settings = Settings { water: Water::Plain, microtexture: false, ..Settings::default() };
    View { camera, size: [15, 15], settings, level: Some(0), ..View::default() }
}

fn shoot(scene: &mut LevelScene, view: &View) -> Picture {
    let mut studio = Studio::on(gpu(), false);
    scene.prepare(studio.renderer());
    let picture = studio.picture(scene, view).unwrap();
    scene.release(studio.renderer());
    picture
}

/// The pixel in the middle.
fn seen(scene: &mut LevelScene, along: [f32; 3]) -> [u8; 4] {
    shoot(scene, &looking(along)).pixel(7, 7).unwrap()
}

#[test]
fn the_dome_has_the_colours_of_its_rings() {
    let mut scene = level(day(|_| {}), 20);
    // Straight up it is the apex; ring 4 is a little above the horizon, 8.0 degrees.
    let [_, out, up] = ngi_engine::sky::dome_point(4, 0);
    for (along, expected) in [
        ([0.001, 0.001, 1.0], [0.2, 0.4, 0.6]),
        ([0.0, out, up], [1.0, 0.0, 0.0]),
        ([out, 0.0, up], [0.0, 1.0, 0.0]),
        ([0.0, -out, up], [0.0, 0.0, 1.0]),
        ([-out, 0.0, up], [0.8, 0.8, 0.8]),
    ] {
        let found = seen(&mut scene, along);
        close(found, expected, &format!("{along:?}"));
    }
}

#[test]
fn where_the_apex_is_clear_the_nebula_shows() {
    for (alpha, expected) in
        [(0, [0.4, 0.2, 0.8]), (255, [0.2, 0.4, 0.6]), (102, [0.32, 0.28, 0.72])]
    {
        let sky = day(|frame| frame.slots.apex = Colour::new(51, 102, 153, alpha));
        let mut scene = level(sky, 20);
        let found = seen(&mut scene, [0.001, 0.001, 1.0]);
        close(found, expected, &format!("alpha {alpha}"));
    }
}

#[test]
fn the_sun_stands_where_its_arc_says() {
    // Half its side is 0.325 radians. So far off the middle that no flare is seen.
    let mut scene = level(day(|_| {}), 12);
    let at = |side: f32, up: f32| [0.5 - 0.866 * up, side, 0.866 + 0.5 * up];
    for (side, up) in [(0.3, 0.0), (-0.3, 0.0), (0.0, 0.3), (0.0, -0.3), (0.3, -0.3)] {
        close(seen(&mut scene, at(side, up)), [1.0, 0.8, 0.0], &format!("{side} {up}"));
    }
    for (side, up) in [(0.36, 0.0), (-0.36, 0.0), (0.0, 0.36), (0.0, -0.36)] {
        assert_eq!(seen(&mut scene, at(side, up))[2], 153, "sky beside it: {side} {up}");
    }
}

const DOWN: [f32; 3] = [0.0, 0.001, -1.0];

fn clear(frame: &mut KeyframeBuf) {
    frame.slots.fog_end = 1.0e5;
}

#[test]
fn the_ground_is_lit_by_the_body_and_never_darker_than_the_scene() {
    // Noon: the sun at 60 degrees, cosine 0.866, half as bright as white, on ground of 0.4.
    let mut scene = level(day(clear), 12);
    close(seen(&mut scene, DOWN), [0.4 * 0.433; 3], "half");
    let bright = |frame: &mut KeyframeBuf| {
        clear(frame);
        frame.amounts.light = 3.0;
    };
    let mut scene = level(day(bright), 12);
    let c = knee(3.0 * 0.866);
    close(seen(&mut scene, DOWN), [0.4 + spill(c - 1.0); 3], "past the knee");
    // At night nothing shines, and the scene's colour is left.
    let mut scene = level(day(clear), 20);
    close(seen(&mut scene, DOWN), [0.4 * 0.2; 3], "floor");
}

#[test]
fn the_second_light_shines_from_across() {
    // At its rise the sun is 0.2676 below the ground and does not reach it; from across the second
    // light, which is red, comes from so much above.
    let mut scene = level(day(clear), 6);
    close(seen(&mut scene, DOWN), [0.4 * 0.2676, 0.08, 0.08], "from across");
}

#[test]
fn fog_is_that_of_the_horizon_one_looks_at() {
    // Fog from 0 to 350: at distance 100 it hides (100/350)², 0.0816.
    let foggy = |frame: &mut KeyframeBuf| {
        frame.slots.fog_end = 0.5;
        frame.late.as_mut().unwrap().scene = Colour::new(255, 255, 255, 255);
    };
    let mut scene = level(day(foggy), 20);
    let depth = 100.0f32;
    let out = (depth * depth - 400.0).sqrt();
    let hidden = depth * depth / (350.0 * 350.0);
    for (along, colour) in [
        ([0.0, out, -20.0], [1.0, 0.0, 0.0]),
        ([out, 0.0, -20.0], [0.0, 1.0, 0.0]),
        ([0.0, -out, -20.0], [0.0, 0.0, 1.0]),
    ] {
        let expected = colour.map(|channel: f32| 0.4 * (1.0 - hidden) + hidden * channel);
        close(seen(&mut scene, along), expected, &format!("{along:?}"));
    }
}

fn frame_of(scene: &mut LevelScene, along: [f32; 3], seconds: f32) -> Frame {
    frame_by(scene, &View { time: seconds, ..looking(along) })
}

fn frame_by(scene: &mut LevelScene, view: &View) -> Frame {
    let mut frame = Frame::new();
    ngi_render::scene::build(scene, view, &mut frame);
    frame
}

#[test]
fn rain_falls_only_while_it_rains_and_is_asked_for() {
    let raining = |frame: &mut KeyframeBuf| {
        (frame.head.event, frame.amounts.weather) = match frame.head.time.hour {
            6 => (Event::RAIN_START, 0.8),
            _ => (Event::RAIN_STOP, 0.8),
        };
    };
    let drops = |frame: &Frame| {
        let items = frame.items.iter().filter(|item| item.pass == Pass::WEATHER);
        items.map(|item| (item.indices.end - item.indices.start) / 6).sum::<u32>()
    };
    let mut scene = level(day(raining), 12);
    let north = [0.0, 1.0, 0.0];
    let found = drops(&frame_of(&mut scene, north, 1.0));
    assert!((250..=600).contains(&found), "{found}");
    assert_eq!(found, drops(&frame_of(&mut scene, north, 1.0)));
    let mut view = View { time: 1.0, ..looking(north) };
    view.settings.weather = false;
    assert_eq!(drops(&frame_by(&mut scene, &view)), 0);
    let mut dry = level(day(raining), 20);
    assert_eq!(drops(&frame_of(&mut dry, north, 1.0)), 0);
}

#[test]
fn the_sky_is_a_handful_of_draw_calls_and_a_broken_one_is_none() {
    let mut scene = level(day(|_| {}), 12);
    let calls = |frame: &Frame| frame.items.iter().filter(|it| it.pass == Pass::SKY).count();
    // Nebula, dome, sun, clouds.
    assert_eq!(calls(&frame_of(&mut scene, [0.0, 1.0, 0.1], 0.0)), 4);
    let empty = SkyBuf::default().write().unwrap();
    let mut bare = level(Sky::read(&empty).unwrap(), 12);
    let frame = frame_of(&mut bare, [0.0, 1.0, 0.1], 0.0);
    assert_eq!((calls(&frame), frame.fog), (0, None));
    assert_eq!(frame.lighting.scene, [0.25; 3]);
    let odd = Moment { section: 9, seconds: f64::NAN };
    scene.mission_sky().unwrap().set_moment(odd);
    assert_eq!(calls(&frame_of(&mut scene, [0.0, 1.0, 0.1], 0.0)), 0);
}
