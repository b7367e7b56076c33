//! `export` and `import`.

use std::path::Path;

use anyhow::{Result, bail};
use ngi_convert::files::{
    ExportedFile, FileExport, FileImport, ImportedFile, export_file, import_file,
};
use ngi_convert::level::{ImportedLevel, LevelImport, import_level, is_level};
use ngi_convert::tree::{Tree, TreeOptions, export_tree};
use ngi_convert::{ExportOptions, ImportOptions};
use ngi_verbs::safe_name;
use ngi_verbs::show::counted;
use ngi_verbs::written::{Written, label};
use ngi_vfs::{Node, NodeKind};

use super::folders::import_folder;
use super::streams::{Input, Output, is_stream};
use super::{game, named, node, node_or_level, settle};
use crate::args::{ExportArgs, ImportArgs};
use crate::ui::{Outcome, Ui};

/// `ngi export`.
pub fn export(args: &ExportArgs, ui: &Ui) -> Result<Outcome> {
    let input = Input::of(&args.path, None)?;
    let game = game(args.game.as_deref(), &args.path)?;
    let named = named(input.path());
    let to_folder =
        !is_stream(&args.output) && (args.output.is_dir() || args.output.extension().is_none());
    if let Some(named) = named.ok().filter(|named| to_folder && is_full(&named.base, args)) {
        let options = TreeOptions {
            each: options(args),
            suffix: args.to.as_ref().map(|to| to.to_lowercase()),
            only: args.only.clone(),
            below: named.is_pattern.then(|| named.nodes.iter().map(Node::path).collect()),
            force: args.force,
            game,
        };
        let done = export_tree(&named.base, &args.output, &options, ui)?;
        if args.json {
            ui.json(&done.written(&args.output))?;
        }
        return Ok(told_tree(&done, args, ui));
    }
    let node = node_or_level(input.path())?;
    if is_stream(&args.output) && args.to.is_none() {
        bail!("-o - says nothing of the kind of file: name it with --to json, --to png, …");
    }
    only_data(&args.output, args.json)?;
    let suffix = args.to.as_deref().unwrap_or_default().to_lowercase();
    let output = Output::of(
        &args.output,
        &format!("{}.{suffix}", safe_name::escape(node.name().as_bytes())),
    )?;
    let how = FileExport {
        output: output.path(),
        to: args.to.as_deref(),
        options: options(args),
        game: game.as_ref(),
        force: args.force,
    };
    let ExportedFile { mut written, broken } = export_file(&node, &how)?;
    let left = output.finish(ui)?;
    if args.json {
        written.lost.extend(broken);
        ui.json(&written)?;
        return Ok(Outcome::found_if(!written.lost.is_empty()));
    }
    if !output.is_stream() {
        written.files.iter().for_each(|file| ui.say(file.line()));
    }
    left.iter().for_each(|name| ui.say(format_args!("left out: {name}; use -o FILE to write it")));
    written.lines().for_each(|line| ui.say(line));
    broken.iter().for_each(|what| ui.warn(format_args!("left out: {what}")));
    // The document beside a picture says nothing that `import --like` does not know.
    let partial = left.iter().any(|name| !name.ends_with(".json"));
    Ok(Outcome::found_if(!broken.is_empty() || !written.lost.is_empty() || partial))
}

/// A report and a file cannot both go to stdout.
fn only_data(output: &Path, json: bool) -> Result<()> {
    if json && is_stream(output) {
        bail!("--json and -o - both write to stdout: choose one");
    }
    Ok(())
}

fn options(args: &ExportArgs) -> ExportOptions {
    ExportOptions {
        lod: args.lod.unwrap_or_default(),
        stage: args.stage.unwrap_or_default(),
        frame: args.frame,
        animations: args.animations,
        fps: Some(args.fps),
        axes: args.axes.map(Into::into),
        mip: args.mip.unwrap_or_default(),
        whole_level: false,
        instances: args.instances,
        sky: args.sky,
        time_of_day: args.time_of_day,
        pictures: None,
    }
}

/// Whether there are things below a node, or a folder is there for it anyway.
fn is_full(node: &Node, args: &ExportArgs) -> bool {
    args.output.is_dir()
        || node.kind() == NodeKind::Folder
        || matches!(node.container(), Ok(Some(_)))
}

/// Prints the report of an exported folder or archive.
fn told_tree(done: &Tree, args: &ExportArgs, ui: &Ui) -> Outcome {
    done.notes.iter().for_each(|note| ui.say(note));
    done.problems.iter().for_each(|problem| ui.warn(problem));
    done.lost.iter().for_each(|line| ui.say(format_args!("{}: {line}", label::LOST)));
    if let Some(first) = done.in_the_way.first() {
        let (count, first) = (done.in_the_way.len(), ngi_vfs::shown(first));
        let files = counted(count, "file");
        ui.warn(format_args!(
            "{files} of an earlier export would change, such as {first}; --force replaces all files"
        ));
    }
    let folder = ngi_vfs::shown(&args.output);
    let number = |count: u64| usize::try_from(count).unwrap_or(usize::MAX);
    let things = counted(number(done.things), "item");
    let files = counted(number(done.files), "file");
    let skipped = match done.skipped {
        0 => String::new(),
        skipped => format!("; skipped {skipped} that have not changed"),
    };
    ui.say(format_args!("exported {things} to {folder} ({files}){skipped}"));
    let nothing = done.things == 0 && done.skipped == 0;
    let complete = done.problems.is_empty() && done.lost.is_empty() && done.in_the_way.is_empty();
    Outcome::found_if(nothing || !complete)
}

/// The picture that `--materials` names, of what lies where on a level; for models it is an archive.
fn painted_materials(args: &ImportArgs) -> Option<&Path> {
    let is_picture =
        |path: &&Path| path.extension().is_some_and(|suffix| suffix.eq_ignore_ascii_case("png"));
    args.materials.as_deref().filter(is_picture)
}

/// A level, where the file is to become one.
fn level(args: &ImportArgs, ui: &Ui) -> Result<Option<Outcome>> {
    let Some(output) = args.output.as_deref().filter(|output| !is_stream(output)) else {
        return Ok(None);
    };
    let how = LevelImport {
        file: &args.file,
        output,
        like: args.like.as_deref(),
        splat: args.splat.as_deref().or_else(|| painted_materials(args)),
        water: args.water,
        lava: args.lava,
        across: args.across,
        relief: args.relief,
        axes: args.axes.map(Into::into),
        force: args.force,
    };
    if !is_level(&how, args.format.as_deref()) {
        let only = args.splat.is_some()
            || painted_materials(args).is_some()
            || args.water.is_some()
            || args.across.is_some()
            || args.relief.is_some();
        anyhow::ensure!(
            !only,
            "--splat (or a picture behind --materials), --water, --across and --relief are for \
             levels: `-o FOLDER`"
        );
        return Ok(None);
    }
    settle(output);
    let ImportedLevel { files, report } = import_level(&how)?;
    let written = Written { files, ..report.into_written() };
    if args.json {
        ui.json(&written)?;
    } else {
        written.lines().for_each(|line| ui.say(line));
        written.files.iter().for_each(|file| ui.say(file.line()));
    }
    Ok(Some(Outcome::found_if(!written.lost.is_empty())))
}

/// `ngi import`.
pub fn import(args: &ImportArgs, ui: &Ui) -> Result<Outcome> {
    if let Some(outcome) = level(args, ui)? {
        return Ok(outcome);
    }
    let like = args.like.as_deref().map(node).transpose()?;
    let (target, into) = match (&args.output, &args.into) {
        (_, Some(archive)) => (archive, true),
        (Some(output), None) => (output, false),
        (None, None) => bail!("where to? -o FILE, or --into ARCHIVE"),
    };
    settle(target);
    only_data(target, args.json)?;
    let near = [&args.like, &args.materials, &args.textures].into_iter().flatten().next();
    let game = match (near, into) {
        (Some(path), false) => game(args.game.as_deref(), path)?,
        (None, false) if args.game.is_none() => None,
        _ => game(args.game.as_deref(), target)?,
    };
    let from = args.from.as_ref().map(|suffix| format!("stdin.{suffix}"));
    if is_stream(&args.file) && from.is_none() {
        bail!("- says nothing of the kind of file: name it with --from png, --from json, …");
    }
    let options = ImportOptions {
        pixel_format: args.pixels,
        levels: args.levels,
        resize: args.resize,
        dither: args.dither,
        scale_page: args.scale_page,
        adpcm: args.adpcm,
        fps: args.fps,
        clip: args.clip.as_deref(),
        make_lods: args.make_lods,
        axes: args.axes.map(Into::into),
        new_rows: args.new_rows || into,
        new_materials: args.materials.is_some() || into,
        new_textures: args.textures.is_some() || into,
        replace_materials: args.replace_materials,
        update_materials: args.update_materials,
        ..ImportOptions::default()
    };
    if args.file.is_dir() {
        return import_folder(args, target, options, ui);
    }
    let input = Input::of(&args.file, from.as_deref())?;
    let output = Output::of(target, "stdout")?;
    let ImportedFile { mut written, edited } = import_file(&FileImport {
        file: input.path(),
        output: output.path(),
        into,
        like: like.as_ref(),
        format: args.format.as_deref(),
        materials: args.materials.as_deref(),
        textures: args.textures.as_deref(),
        options,
        game: game.as_ref(),
        force: args.force,
    })?;
    written.as_given(target);
    let left = output.finish(ui)?;
    written.lost.extend(left.iter().map(|name| format!("{name}, which `-o FILE` writes")));
    let lossy = !written.lost.is_empty();
    if args.json {
        written.told.extend(edited);
        ui.json(&written)?;
        return Ok(Outcome::found_if(lossy));
    }
    edited.iter().for_each(|line| ui.say(line));
    written.lines().for_each(|line| ui.say(line));
    if !output.is_stream() {
        written.files.iter().for_each(|file| ui.say(file.line()));
        if written.files.is_empty() {
            ui.say("nothing was written");
        }
    }
    Ok(Outcome::found_if(lossy))
}
