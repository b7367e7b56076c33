//! The pictures that `demo` draws.

use anyhow::Result;
use ngi_convert::TimeOfDay;
use ngi_render::{Aim, Series, Studio, View};
use ngi_vfs::{Vfs, save};

use super::super::node;
use crate::args::DemoArgs;
use crate::ui::Ui;

/// A picture of something in the game.
struct Shot {
    /// What is in it.
    path: &'static str,
    file: &'static str,
    size: [u32; 2],
    aim: Aim,
    /// Seconds.
    time: f32,
    /// Vertical field of view in degrees.
    lens: Option<f32>,
    /// Time of day of a mission.
    time_of_day: Option<TimeOfDay>,
}

const SHOTS: [Shot; 5] = [
    Shot {
        path: "bases.rlb/r_scout_0_01.msh",
        file: "walker.png",
        size: [640, 640],
        aim: Aim::From { yaw: 215.0, pitch: 6.0 },
        time: 0.4,
        lens: Some(34.0),
        time_of_day: None,
    },
    Shot {
        path: "fortif.rlb/f_bunker_01.msh",
        file: "bunker.png",
        size: [800, 500],
        aim: Aim::From { yaw: 212.0, pitch: 16.0 },
        time: 0.0,
        lens: None,
        time_of_day: None,
    },
    Shot {
        path: "DATA/MAPS/VALLEY",
        file: "valley.png",
        size: [800, 500],
        aim: Aim::Automatic,
        time: 0.0,
        lens: None,
        time_of_day: None,
    },
    Shot {
        path: "effects.rlb/exp_large",
        file: "explosion.png",
        size: [640, 480],
        aim: Aim::From { yaw: 145.0, pitch: 20.0 },
        time: 0.4,
        lens: None,
        time_of_day: None,
    },
    Shot {
        path: "MISSIONS/Single.02",
        file: "evening.png",
        size: [960, 480],
        aim: Aim::Between { eye: [574.0, 246.0, 27.5], target: [544.0, 284.0, 26.5] },
        time: 3.0,
        lens: None,
        time_of_day: Some(TimeOfDay::Clock([12, 50])),
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
        let mut scene = ngi_render::open(&node(&args.folder.join(shot.path))?, Some(&game))?;
        scene.prepare(studio.renderer());
        scene.log().iter().for_each(|line| ui.warn(line));
        let mut view = View { size: shot.size, time: shot.time, level: Some(0), ..View::default() };
        view.settings.time_of_day = shot.time_of_day;
        let lens = shot.lens.map(f32::to_radians);
        view.camera = shot.aim.camera(&*scene, Series::Single, &view, lens);
        let png = studio.picture(&mut *scene, &view)?.to_png()?;
        let path = format!("exported/{}", shot.file);
        save::atomic_write(&args.folder.join(&path), |out| out.write_all(&png))?;
        made.push(path);
    }
    Ok(made)
}
