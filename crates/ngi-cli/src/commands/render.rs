//! `render`.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use ngi_render::frame::Background;
use ngi_render::scene::{Overlays, Scene, Settings, View};
use ngi_render::{Aim, Picture, Series, Studio, animated_png};
use ngi_verbs::Progress;
use ngi_vfs::{Vfs, find_game, save};

use super::node_or_level;
use crate::args::RenderArgs;
use crate::ui::{Outcome, Ui};

/// `ngi render`.
pub fn render(args: &RenderArgs, ui: &Ui) -> Result<Outcome> {
    let animated = is_animated(&args.output)?;
    let series = series(args);
    let outputs = outputs(&args.output, series, animated);
    if let Some(there) = outputs.iter().find(|path| path.exists() && !args.force) {
        bail!("{} exists; --force replaces it", there.display());
    }
    let environment = std::env::var_os("NGI_GAME");
    let game = find_game(args.game.as_deref(), environment.as_deref(), &args.path)?;
    let game = game.map(Vfs::open).transpose()?;
    let mut scene = ngi_render::open(&node_or_level(&args.path)?, game.as_ref())?;
    if let Some(route) = args.route {
        let shown = scene.show_route(route.from, route.to);
        shown.map_err(|why| anyhow!("{}: --route: {why}", args.path.display()))?;
    }
    let mut studio = Studio::new()?;
    scene.prepare(studio.renderer());
    let partial = tell(&*scene, ui);
    let view = view(args, series, &*scene);
    ui.start(series.len().into(), "Drawing");
    let mut pictures = Vec::new();
    for number in 0..series.len() {
        let picture = studio.picture(&mut *scene, &series.view(&view, number))?;
        ui.advance(1);
        let output = usize::try_from(number).ok().and_then(|at| outputs.get(at));
        match output.filter(|_| !animated) {
            Some(output) => write(output, &picture.to_png()?)?,
            None => pictures.push(picture),
        }
    }
    if let (true, Some(output)) = (animated, outputs.first()) {
        write(output, &animation(&pictures, series, args)?)?;
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
    match outputs.as_slice() {
        [output] => ui.say(format_args!("wrote {}", output.display())),
        [first, .., last] => ui.say(format_args!(
            "wrote {} pictures, {} to {}",
            outputs.len(),
            first.display(),
            last.display()
        )),
        [] => {}
    }
    Ok(Outcome::found_if(partial))
}

/// Warns about what is missing or broken; whether there is something. A broken model may have a
/// thousand things to say, and says the first of them.
fn tell(scene: &dyn Scene, ui: &Ui) -> bool {
    const MOST: usize = 20;
    let lines = scene.log();
    lines.iter().take(MOST).for_each(|line| ui.warn(line));
    if let Some(more) = lines.len().checked_sub(MOST).filter(|more| *more > 0) {
        ui.warn(format_args!("and {more} things more; `ngi check` tells them all"));
    }
    !lines.is_empty()
}

fn animation(pictures: &[Picture], series: Series, args: &RenderArgs) -> Result<Vec<u8>> {
    // A turn takes three seconds.
    let fps = match series {
        Series::Turntable(count) => f32::from(u16::try_from(count).unwrap_or(u16::MAX)) / 3.0,
        _ => args.fps,
    };
    Ok(animated_png(pictures, fps)?)
}

fn write(output: &Path, bytes: &[u8]) -> Result<()> {
    save::atomic_write(output, |out| out.write_all(bytes))
        .with_context(|| format!("cannot write {}", output.display()))?;
    Ok(())
}

/// Whether the output is one file with all pictures in it.
fn is_animated(output: &Path) -> Result<bool> {
    let suffix = output.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    match suffix.as_str() {
        "png" => Ok(false),
        "apng" => Ok(true),
        _ => bail!("{}: a picture is a .png or, with all in one, an .apng", output.display()),
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

fn view(args: &RenderArgs, series: Series, scene: &dyn Scene) -> View {
    let aim = args.camera.as_ref().and_then(|numbers| Aim::from_numbers(&numbers.0));
    let fov = args.fov.map(f32::to_radians);
    let mut settings = Settings {
        fps: args.fps,
        cut_away: args.cut_away,
        mip: args.mip,
        water: args.water,
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
    view.camera = aim.unwrap_or_default().camera(scene, series, &view, fov);
    view
}
