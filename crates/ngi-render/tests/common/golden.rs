//! Golden pictures, kept in `tests/golden`.
#![allow(dead_code, clippy::unwrap_used, clippy::panic)]

use std::path::Path;

use ngi_render::scene::View;
use ngi_render::{Aim, Picture, Scene, Series, Studio};

use super::gpu;

/// Golden pictures are small.
pub const SIZE: [u32; 2] = [256, 192];

/// Compares with the golden picture: at most one pixel in a thousand may be off by more than two
/// levels.
pub fn compare(name: &str, picture: &Picture) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let path = folder.join(format!("{name}.png"));
    if std::env::var_os("NGI_BLESS").is_some() {
        std::fs::write(&path, picture.to_png().unwrap()).unwrap();
        return;
    }
    let golden = std::fs::read(&path)
        .unwrap_or_else(|_| panic!("there is no {name}.png; bless it with NGI_BLESS=1"));
    let golden = Picture::from_png(&golden).unwrap();
    let off = picture.differing(&golden, 2);
    let most = golden.pixels().len() / 1000;
    if off.is_none_or(|off| off > most) {
        let new = folder.join(format!("{name}.new.png"));
        std::fs::write(&new, picture.to_png().unwrap()).unwrap();
        panic!("{name}: {off:?} pixels are off, at most {most} may be; see {}", new.display());
    }
}

/// Prepares a scene and takes its picture, which has to show something.
pub fn shoot(scene: &mut dyn Scene, view: impl FnOnce(&dyn Scene) -> View) -> Picture {
    let mut studio = Studio::on(gpu(), true);
    scene.prepare(studio.renderer());
    let view = view(scene);
    let picture = studio.picture(scene, &view).unwrap();
    // The next one has a studio of its own.
    scene.release(studio.renderer());
    // An empty picture would be stable too.
    let first = *picture.pixels().first().unwrap();
    let differing = picture.pixels().iter().filter(|pixel| **pixel != first).count();
    assert!(differing > 500, "there is nothing to see");
    picture
}

/// A view of a scene at its finest.
pub fn from(aim: Aim, change: impl FnOnce(&mut View)) -> impl FnOnce(&dyn Scene) -> View {
    move |scene| {
        let mut view = View { size: SIZE, level: Some(0), ..View::default() };
        change(&mut view);
        view.camera = aim.camera(scene, Series::Single, &view, None);
        view
    }
}
