//! What an open mission takes: little more than its decoded textures and meshes, and nothing more
//! from frame to frame.
//!
//! One test in a binary of its own, because the allocator counts for the whole process.
#![allow(clippy::unwrap_used)]

#[path = "common/crowded.rs"]
mod crowded;

use glam::Vec3;
use ngi_engine::resolve::Game;
use ngi_engine::sky::TimeOfDay;
use ngi_engine::world::World;
use ngi_render::frame::{Frame, LogLine, MeshData, MeshId, Store, TextureData, TextureId, Vertex};
use ngi_render::scene::{MissionScene, Settings, View, build};
use ngi_render::{Camera, Scene};
use ngi_testing::memory::{COUNTING, Counting};

#[global_allocator]
static ALLOCATOR: Counting = COUNTING;

/// A store that weighs what a card would keep.
#[derive(Default)]
struct Scales {
    bytes: usize,
    next: u32,
}

impl Scales {
    fn next(&mut self, bytes: usize) -> u32 {
        self.bytes += bytes;
        self.next += 1;
        self.next
    }
}

impl Store for Scales {
    fn add_texture(&mut self, texture: &TextureData) -> TextureId {
        TextureId(self.next(texture.levels.iter().map(|level| level.rgba.len()).sum()))
    }

    fn add_mesh(&mut self, mesh: &MeshData) -> MeshId {
        MeshId(self.next(mesh.vertices.len() * size_of::<Vertex>() + mesh.indices.len() * 4))
    }

    fn add_mirror(&mut self, side: u32) -> TextureId {
        TextureId(self.next(4 * (side * side) as usize))
    }

    fn remove_texture(&mut self, _: TextureId) {}

    fn remove_mesh(&mut self, _: MeshId) {}

    fn take_log(&mut self) -> Vec<LogLine> {
        Vec::new()
    }
}

#[test]
fn an_open_mission() {
    let vfs = crowded::game();
    let before = ALLOCATOR.current_usage();
    let world = World::load(&Game::new(vfs.clone()), crowded::MISSION).unwrap();
    let placed = world.created().count();
    assert_eq!(placed, crowded::COUNTS.iter().sum::<usize>());
    let loaded = ALLOCATOR.current_usage() - before;
    let mut scene = MissionScene::new(world, &vfs);
    let opened = ALLOCATOR.current_usage() - before;
    let mut store = Scales::default();
    scene.prepare(&mut store);
    let prepared = ALLOCATOR.current_usage() - before;
    let settings = Settings { time_of_day: Some(TimeOfDay::Clock([10, 0])), ..Settings::default() };
    let mut view = View { size: [1280, 720], settings, ..View::default() };
    // As it is opened: from a place on the map.
    view.camera = scene.camera(16.0 / 9.0);
    let mut frame = Frame::new();
    frames(&mut scene, &mut view, &mut frame);
    let kept = store.bytes;
    let beside = ALLOCATOR.current_usage() - before;
    println!("{kept} bytes on the card, beside it {loaded} when loaded, {opened} when opened,");
    println!("{prepared} when prepared, {beside} after a hundred frames");
    // The opening view shows a whole base on the finest ground: its lists take the fourth part.
    assert!(beside <= kept * 5 / 4, "{beside} bytes beside {kept} of textures and meshes");
    // From outside, where all of it is seen.
    view.camera = Camera::looking(Vec3::new(-60.0, -120.0, 160.0), Vec3::new(320.0, 320.0, 0.0));
    frames(&mut scene, &mut view, &mut frame);
    println!("{} where all is seen at once", ALLOCATOR.current_usage() - before);
    // Lists are swapped from frame to frame, so that it takes an even number to compare.
    frames(&mut scene, &mut view, &mut frame);
    let grown = frames(&mut scene, &mut view, &mut frame);
    assert_eq!(grown, 0, "a frame takes no memory once warm");
}

/// A hundred frames, one after the other; gives how much memory they took and kept.
fn frames(scene: &mut MissionScene, view: &mut View, frame: &mut Frame) -> usize {
    let before = ALLOCATOR.current_usage();
    for _ in 0..100 {
        view.time += 0.03;
        build(scene, view, frame);
    }
    ALLOCATOR.current_usage().saturating_sub(before)
}
