//! `render`.

use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use ngi_render::frame::Background;
use ngi_render::scene::{Overlays, Scene, Settings, View};
use ngi_render::{Aim, Animation, Picture, Series, Studio};
use ngi_verbs::Progress;
use ngi_vfs::{find_game, save};

use super::{node_or_level, over};
use crate::args::{CameraArg, RenderArgs};
use crate::ui::{Outcome, Ui};

/// `ngi render`.
pub fn render(args: &RenderArgs, ui: &Ui) -> Result<Outcome> {
    let animated = is_animated(&args.output)?;
    let series = series(args);
    let outputs = outputs(&args.output, series, animated);
    if let Some(there) = outputs.iter().find(|path| path.exists() && !args.force) {
        bail!("{} exists; --force replaces it", ngi_vfs::shown(there));
    }
    let environment = std::env::var_os("NGI_GAME");
    let game = find_game(args.game.as_deref(), environment.as_deref(), &args.path)?;
    let game = game.map(|folder| over::mount(&folder)).transpose()?;
    let mut scene = ngi_render::open(&node_or_level(&args.path)?, game.as_ref())?;
    if let Some(levels) = scene.texture_levels().filter(|levels| args.mip >= *levels) {
        let path = ngi_vfs::shown(&args.path);
        bail!("{path}: --mip: there is no level {}; there are {levels}, from 0", args.mip);
    }
    if let Some(route) = args.route {
        let shown = scene.show_route(route.from, route.to);
        shown.map_err(|why| anyhow!("{}: --route: {why}", ngi_vfs::shown(&args.path)))?;
    }
    let mut studio = Studio::new()?;
    scene.prepare(studio.renderer());
    let partial = tell(&*scene, ui);
    let mut view = view(args, series, &*scene)?;
    open_by_day(&*scene, &mut view, ui);
    ui.start(series.len().into(), "Drawing");
    let mut is_blank = true;
    let mut draw = |number: u32| -> Result<_> {
        let picture = studio.picture(&mut *scene, &series.view(&view, number))?;
        is_blank &= scene.is_blank();
        ui.advance(1);
        Ok(picture)
    };
    if let (true, [output]) = (animated, outputs.as_slice()) {
        animate(output, animation(series, args), draw)?;
    } else {
        for (number, output) in (0..).zip(&outputs) {
            write(output, &draw(number)?.to_png()?)?;
        }
    }
    let counters = studio.frame().counters;
    ui.whisper(format_args!(
        "{}: meshes {}, primitives {}, faces {}, batches {}, particles {}, culled {}",
        studio.renderer().gpu().name(),
        counters.meshes,
        counters.primitives,
        counters.faces,
        counters.batches,
        counters.particles,
        counters.culled
    ));
    if is_blank {
        note_blank(&*scene, args, series, &view, ui);
    }
    match outputs.as_slice() {
        [output] => ui.say(format_args!("wrote {}", ngi_vfs::shown(output))),
        [first, .., last] => ui.say(format_args!(
            "wrote {} images, {} to {}",
            outputs.len(),
            ngi_vfs::shown(first),
            ngi_vfs::shown(last)
        )),
        [] => {}
    }
    Ok(Outcome::found_if(partial))
}

/// Notes that an effect shows nothing at the requested times.
fn note_blank(scene: &dyn Scene, args: &RenderArgs, series: Series, view: &View, ui: &Ui) {
    let path = ngi_vfs::shown(&args.path);
    let last = series.view(view, series.len().saturating_sub(1)).time;
    let times = match series.view(view, 0).time {
        first if first == last => format!("{first} s"),
        first => format!("{first} s to {last} s"),
    };
    let lasts = scene.duration(&view.settings).map(|duration| format!("; it lasts {duration} s"));
    let lasts = lasts.unwrap_or_default();
    ui.say(format_args!("Note: the image is empty: {path} shows nothing at {times}{lasts}"));
}

/// Shows a mission that starts in the dark by day, unless there is a time of day.
fn open_by_day(scene: &dyn Scene, view: &mut View, ui: &Ui) {
    let opening = view.settings.open_by_day(scene).filter(|_| view.settings.moment.is_some());
    let Some((opening, sky)) = opening.zip(scene.mission().and_then(|mission| mission.sky()))
    else {
        return;
    };
    let clock = |moment| {
        let [hour, minute] = sky.clock(moment);
        format!("{:02}:{minute:02}", hour % 24)
    };
    let [start, shown] = [opening.start, opening.moment].map(clock);
    ui.say(format_args!(
        "Note: the mission starts at {start}, in the dark; the image shows it at {shown}. \
         --time-of-day {start} shows its start"
    ));
}

/// Warns about missing or broken parts of a scene. Returns true if there are any. Only the first
/// warnings are printed: a broken model may have thousands.
fn tell(scene: &dyn Scene, ui: &Ui) -> bool {
    const MOST: usize = 20;
    let lines = scene.log();
    lines.iter().take(MOST).for_each(|line| ui.warn(line));
    if let Some(more) = lines.len().checked_sub(MOST).filter(|more| *more > 0) {
        ui.warn(format_args!("and {more} more; `ngi check` lists all of them"));
    }
    !lines.is_empty()
}

fn animation(series: Series, args: &RenderArgs) -> Animation {
    // A turn takes three seconds.
    let fps = match series {
        Series::Turntable(count) => f32::from(u16::try_from(count).unwrap_or(u16::MAX)) / 3.0,
        _ => args.fps,
    };
    Animation { count: series.len(), fps }
}

/// Draws an animation into a file, picture by picture.
fn animate(
    output: &Path,
    animation: Animation,
    draw: impl FnMut(u32) -> Result<Picture>,
) -> Result<()> {
    let mut failure = None;
    let saved = save::atomic_write(output, |out| {
        animation.write(out, draw).map_err(|error| {
            failure = Some(error);
            io::Error::other("stopped")
        })
    });
    match failure {
        Some(error) => Err(error),
        None => saved.with_context(|| format!("cannot write {}", ngi_vfs::shown(output))),
    }
}

fn write(output: &Path, bytes: &[u8]) -> Result<()> {
    save::atomic_write(output, |out| out.write_all(bytes))
        .with_context(|| format!("cannot write {}", ngi_vfs::shown(output)))?;
    Ok(())
}

/// Whether the output is one file with all pictures in it.
fn is_animated(output: &Path) -> Result<bool> {
    let suffix = output.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    match suffix.as_str() {
        "png" => Ok(false),
        "apng" => Ok(true),
        _ => {
            bail!("{}: a picture is a .png or, with all in one, an .apng", ngi_vfs::shown(output))
        }
    }
}

fn series(args: &RenderArgs) -> Series {
    match (args.turntable, args.frames) {
        (Some(count), _) => Series::Turntable(count),
        (None, Some(frames)) => Series::Frames { first: frames.first, last: frames.last },
        (None, None) => Series::Single,
    }
}

/// The files to write: one, or one per picture.
fn outputs(output: &Path, series: Series, animated: bool) -> Vec<PathBuf> {
    if animated || series == Series::Single {
        return vec![output.to_owned()];
    }
    let stem = output.file_stem().unwrap_or_default().to_string_lossy();
    let digits = series.len().to_string().len().max(3);
    let name = |number: u32| output.with_file_name(format!("{stem}_{number:0digits$}.png"));
    (0..series.len()).map(name).collect()
}

/// Where to look from: numbers, or a stop of a briefing.
fn aim(args: &RenderArgs, scene: &dyn Scene) -> Result<Aim> {
    match &args.camera {
        None => Ok(Aim::default()),
        Some(CameraArg::Numbers(numbers)) => Ok(Aim::from_numbers(numbers).unwrap_or_default()),
        Some(CameraArg::Briefing(stop)) => {
            let stops = scene.stops();
            let found = stop.checked_sub(1).and_then(|at| stops.get(at));
            let [eye, target] = *found.ok_or_else(|| {
                anyhow!(
                    "{}: --camera briefing:{stop}: its briefing has {} stops",
                    ngi_vfs::shown(&args.path),
                    stops.len()
                )
            })?;
            Ok(Aim::Between { eye, target })
        }
    }
}

fn view(args: &RenderArgs, series: Series, scene: &dyn Scene) -> Result<View> {
    let aim = aim(args, scene)?;
    let fov = args.fov.map(f32::to_radians);
    let mut settings = Settings {
        fps: args.fps,
        cut_away: args.cut_away,
        mip: args.mip,
        water: args.water,
        time_of_day: args.time_of_day,
        weather: args.weather,
        paint: args.paint,
        ..Settings::default()
    };
    if args.transparent {
        settings.background = Background::Transparent;
    }
    let mut view = View {
        size: args.size,
        time: args.time,
        level: args.lod.0,
        stage: args.stage,
        overlays: args.overlay.with(Overlays::ROUTE, args.route.is_some()),
        settings,
        ..View::default()
    };
    view.camera = aim.camera(scene, series, &view, fov);
    Ok(view)
}
