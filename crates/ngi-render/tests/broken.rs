//! Nothing that is broken makes opening, building or drawing panic.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use crate::common::{demo, gpu};
use ngi_formats::texm::{Image, Levels, Options, PixelFormat, Texm};
use ngi_render::frame::{LogLine, Store, TextureData};
use ngi_render::scene::{Overlays, View};
use ngi_render::{Bounds, Camera, Gpu, GpuError, Renderer, Scene, Studio, Target, open};
use ngi_vfs::{MemoryRoot, NodeKind, Vfs};

/// Every overlay there is.
const ALL: Overlays = Overlays(0x7fff);

fn look(studio: &mut Studio, scene: &mut dyn Scene) {
    scene.prepare(studio.renderer());
    for (level, stage, time) in [(None, 0, 0.0), (Some(0), 2, 0.7), (Some(4), 9, 1e9)] {
        let view = View {
            camera: scene.camera(1.0),
            size: [48, 48],
            level,
            stage,
            time,
            overlays: ALL,
            ..View::default()
        };
        studio.picture(scene, &view).unwrap();
        let ray = studio.frame().sight.ray([24.0, 24.0]);
        scene.pick(&ray);
    }
    scene.release(studio.renderer());
}

#[test]
fn every_broken_file_is_an_error_or_a_picture() {
    let samples = ngi_demo::broken::samples().unwrap();
    let mut studio = Studio::on(gpu(), false);
    let (mut opened, mut refused) = (0, 0);
    for case in ngi_demo::broken::cases().unwrap() {
        let root = MemoryRoot::new();
        for (name, bytes) in case.files(&samples).unwrap() {
            root.insert(&name, bytes).unwrap();
        }
        let vfs = Vfs::in_memory(root);
        for node in vfs.root().walk().flatten().take(200) {
            if node.kind() == NodeKind::Folder {
                continue;
            }
            match open(&node, Some(&vfs)) {
                Ok(mut scene) => {
                    look(&mut studio, &mut *scene);
                    opened += 1;
                }
                Err(error) => {
                    assert!(!error.to_string().is_empty());
                    refused += 1;
                }
            }
        }
    }
    assert!(opened >= 100 && refused >= 100, "{opened} opened, {refused} refused");
}

#[test]
fn everything_of_the_demo_game_opens() {
    let mut studio = Studio::on(gpu(), false);
    let mut kinds = std::collections::BTreeMap::<String, usize>::new();
    for node in demo::game().root().walk().flatten() {
        let Ok(mut scene) = open(&node, Some(demo::game())) else { continue };
        // A few of each kind: the test is about opening, not about speed.
        let seen = kinds.entry(format!("{:?}", scene.kind())).or_default();
        *seen += 1;
        if *seen <= 6 {
            look(&mut studio, &mut *scene);
        }
    }
    for kind in ["Model", "Texture", "Material", "Level", "Effect", "Areals"] {
        assert!(kinds.get(kind).is_some_and(|count| *count >= 2), "{kind}: {kinds:?}");
    }
}

#[test]
fn a_model_cut_short_anywhere_is_an_error_or_a_picture() {
    let node = demo::game().locate(demo::WALKER).unwrap();
    let bytes = node.bytes().unwrap();
    for share in 0..64 {
        let cut = bytes.get(..bytes.len() * share / 64).unwrap();
        let root = MemoryRoot::new().with("cut.msh", cut.to_vec()).unwrap();
        let vfs = Vfs::in_memory(root);
        let _ = open(&vfs.locate("cut.msh").unwrap(), None).map(|mut scene| {
            scene.prepare(&mut ngi_render::frame::Ledger::default());
        });
    }
}

#[test]
fn bytes_changed_at_random_are_an_error_or_a_frame() {
    use ngi_render::frame::{Frame, Ledger};
    let mut state = 1u64;
    let mut draw = move |below: usize| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).unwrap() % below.max(1)
    };
    let mut frame = Frame::new();
    let mut built = 0;
    for path in [demo::WALKER, "fortif.rlb/f_bunker_01.msh", "Textures.lib/FIRE.0"] {
        let node = demo::game().locate(path).unwrap();
        let (name, sound) = (node.name(), node.bytes().unwrap());
        for _ in 0..150 {
            let mut bytes = sound.to_vec();
            for _ in 0..=draw(8) {
                // Half of the changes go where the directory or a header is.
                let reach = if draw(2) == 0 { bytes.len() } else { bytes.len().min(2048) };
                let at = draw(reach);
                bytes[at] = u8::try_from(draw(256)).unwrap();
            }
            let vfs = Vfs::in_memory(MemoryRoot::new().with(&name, bytes).unwrap());
            let Ok(mut scene) = open(&vfs.locate(&name).unwrap(), Some(demo::game())) else {
                continue;
            };
            scene.prepare(&mut Ledger::default());
            let camera = scene.camera(1.0);
            let view = View { camera, size: [8, 8], time: 0.3, overlays: ALL, ..View::default() };
            ngi_render::scene::build(&mut *scene, &view, &mut frame);
            scene.pick(&frame.sight.ray([4.0, 4.0]));
            built += 1;
        }
    }
    assert!(built > 100, "only {built} were built");
}

#[test]
fn a_picture_needs_pixels_and_not_too_many() {
    assert!(matches!(Target::new(gpu(), 0, 5, false), Err(GpuError::NoPixels { .. })));
    let error = Target::new(gpu(), 5, 1 << 30, true).unwrap_err();
    assert!(error.to_string().contains("too large"), "{error}");
    // A window of no size is no reason to divide by it.
    let sight = Camera::default().sight([0, 0], &Bounds::UNIT);
    assert!(sight.world.is_finite());
}

#[test]
fn large_textures_are_shrunk_with_the_engines_words() {
    // 16,384 across in 565: as a file 64 kB.
    let image = Image::new(16_384, 2, vec![[255, 0, 0, 255]; 16_384 * 2]).unwrap();
    let options = Options { levels: Levels::Count(1), ..Options::new(PixelFormat::RGB565) };
    let bytes = Texm::encode(&image, &options).unwrap().write();
    let vfs = Vfs::in_memory(MemoryRoot::new().with("WIDE.0", bytes).unwrap());
    let mut scene = open(&vfs.locate("WIDE.0").unwrap(), None).unwrap();
    let told: Vec<String> = scene.log().iter().map(ToString::to_string).collect();
    assert!(told.iter().any(|line| line.starts_with("Unsupported texture size")), "{told:?}");
    look(&mut Studio::on(gpu(), false), &mut *scene);
    // One that comes as it is.
    let mut renderer = Renderer::new(gpu());
    renderer.add_texture(&TextureData::new("WIDE", 4096, 2, vec![0; 4096 * 2 * 4]));
    renderer.add_texture(&TextureData::new("NONE", 0, 0, Vec::new()));
    renderer.add_texture(&TextureData::new("SHORT", 4, 4, vec![0; 3]));
    let log = renderer.take_log();
    assert!(matches!(
        &log[..],
        [
            LogLine::UnsupportedTextureSize { .. },
            LogLine::UnableToCreateTexture { .. },
            LogLine::UnableToCreateTexture { .. },
        ]
    ));
}

#[test]
fn a_lost_card_is_a_message() {
    let gpu = Gpu::headless().unwrap();
    let mut studio = Studio::on(&gpu, false);
    let mut scene = demo::open(demo::WALKER);
    scene.prepare(studio.renderer());
    let view = View { size: [16, 16], ..View::default() };
    studio.picture(&mut *scene, &view).unwrap();
    gpu.device().destroy();
    let error = studio.picture(&mut *scene, &view).unwrap_err();
    assert!(!error.to_string().is_empty());
}
