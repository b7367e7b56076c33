//! The pictures that `demo` draws.

use anyhow::Result;
use ngi_render::{Aim, OpenError, Studio, View};
use ngi_vfs::{Vfs, save};

use super::super::node;
use crate::args::DemoArgs;
use crate::ui::Ui;

/// A picture of something in the game.
struct Shot {
    path: &'static str,
    file: &'static str,
    size: [u32; 2],
    aim: Aim,
    /// Seconds.
    time: f32,
}

const SHOTS: [Shot; 4] = [
    Shot {
        path: "bases.rlb/r_scout_0_01.msh",
        file: "walker.png",
        size: [640, 640],
        aim: Aim::From { yaw: 215.0, pitch: 12.0 },
        time: 0.4,
    },
    Shot {
        path: "fortif.rlb/f_bunker_01.msh",
        file: "bunker.png",
        size: [800, 500],
        aim: Aim::From { yaw: 212.0, pitch: 20.0 },
        time: 0.0,
    },
    Shot {
        path: "DATA/MAPS/VALLEY",
        file: "valley.png",
        size: [800, 500],
        aim: Aim::Automatic,
        time: 0.0,
    },
    Shot {
        path: "effects.rlb/exp_large",
        file: "explosion.png",
        size: [512, 512],
        aim: Aim::Automatic,
        time: 0.4,
    },
];

/// Renders what is worth looking at; gives the files. Without a graphics adapter there are none,
/// and a line says why.
pub fn pictures(args: &DemoArgs, ui: &Ui) -> Result<Vec<String>> {
    let mut studio = match Studio::new() {
        Ok(studio) => studio,
        Err(error) => {
            ui.say(format_args!("no pictures: {error}"));
            return Ok(Vec::new());
        }
    };
    let game = Vfs::open(&args.folder)?;
    let mut made = Vec::new();
    for shot in &SHOTS {
        let mut scene = match ngi_render::open(&node(&args.folder.join(shot.path))?, Some(&game)) {
            Ok(scene) => scene,
            // Not everything can be looked at yet.
            Err(OpenError::Unsupported { .. }) => continue,
            Err(error) => return Err(error.into()),
        };
        scene.prepare(studio.renderer());
        scene.log().iter().for_each(|line| ui.warn(line));
        let [width, height] = shot.size;
        #[expect(clippy::cast_precision_loss, reason = "a few hundred pixels")]
        let aspect = width as f32 / height as f32;
        let view = View {
            camera: shot.aim.camera(&*scene, None, aspect),
            size: shot.size,
            time: shot.time,
            level: Some(0),
            ..View::default()
        };
        let png = studio.picture(&mut *scene, &view)?.to_png()?;
        let path = format!("exported/{}", shot.file);
        save::atomic_write(&args.folder.join(&path), |out| out.write_all(&png))?;
        made.push(path);
    }
    Ok(made)
}
