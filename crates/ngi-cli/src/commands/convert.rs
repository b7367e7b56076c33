//! `export` and `import`.

use anyhow::Result;
use ngi_convert::files::{
    ExportedFile, FileExport, FileImport, ImportedFile, WrittenFile, export_file, import_file,
};
use ngi_convert::tree::{Tree, TreeOptions, export_tree};
use ngi_convert::{ExportOptions, ImportOptions};
use ngi_vfs::{Node, NodeKind};

use super::archives::report;
use super::{game, node, node_or_level};
use crate::args::{ExportArgs, ImportArgs};
use crate::ui::{Outcome, Ui};

/// `ngi export`.
pub fn export(args: &ExportArgs, ui: &Ui) -> Result<Outcome> {
    let node = node_or_level(&args.path)?;
    let game = game(args.game.as_deref(), &args.path)?;
    if args.output.is_dir() || (args.output.extension().is_none() && is_full(&node)) {
        let options = TreeOptions {
            each: options(args),
            suffix: args.to.as_ref().map(|to| to.to_lowercase()),
            only: args.only.clone(),
            force: args.force,
            game,
        };
        return Ok(told_tree(&export_tree(&node, &args.output, &options, ui)?, args, ui));
    }
    let how = FileExport {
        output: &args.output,
        to: args.to.as_deref(),
        options: options(args),
        game: game.as_ref(),
        force: args.force,
    };
    let ExportedFile { files, notes, lost, broken } = export_file(&node, &how)?;
    notes.iter().for_each(|note| ui.warn(note));
    files.iter().for_each(|file| told_file(file, ui));
    lost.iter().for_each(|line| ui.say(format_args!("lost: {line}")));
    broken.iter().for_each(|what| ui.warn(format_args!("left out: {what}")));
    Ok(Outcome::found_if(!broken.is_empty()))
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
        pictures: None,
    }
}

/// Whether there are things below a node.
fn is_full(node: &Node) -> bool {
    node.kind() == NodeKind::Folder || matches!(node.container(), Ok(Some(_)))
}

fn told_file(file: &WrittenFile, ui: &Ui) {
    let path = file.path.display();
    match file.size {
        Some(size) => ui.say(format_args!("{size} bytes in {path}")),
        None => ui.say(format_args!("wrote {path}")),
    }
}

/// What became of everything below a folder or an archive.
fn told_tree(done: &Tree, args: &ExportArgs, ui: &Ui) -> Outcome {
    done.notes.iter().for_each(|note| ui.say(note));
    done.problems.iter().for_each(|problem| ui.warn(problem));
    if let Some(first) = done.in_the_way.first() {
        let (count, first) = (done.in_the_way.len(), first.display());
        ui.warn(format_args!(
            "{count} of the files there would be others now, such as {first}; --force exports \
             everything anew"
        ));
    }
    let (files, things, folder) = (done.files, done.things, args.output.display());
    let plural = if files == 1 { "" } else { "s" };
    let skipped = match done.skipped {
        0 => String::new(),
        skipped => format!("; {skipped} were there already"),
    };
    ui.say(format_args!("{files} file{plural} in {folder}, of {things} things exported{skipped}"));
    let nothing = things == 0 && done.skipped == 0;
    Outcome::found_if(nothing || !done.problems.is_empty() || !done.in_the_way.is_empty())
}

/// `ngi import`.
pub fn import(args: &ImportArgs, ui: &Ui) -> Result<Outcome> {
    let like = args.like.as_deref().map(node).transpose()?;
    let game = match &args.like {
        Some(path) => game(args.game.as_deref(), path)?,
        None => None,
    };
    let options = ImportOptions {
        pixel_format: args.pixels,
        levels: args.levels,
        resize: args.resize,
        dither: args.dither,
        scale_page: args.scale_page,
        adpcm: args.adpcm,
        fps: args.fps,
        clip: args.clip.as_deref(),
        axes: args.axes.map(Into::into),
        new_rows: args.new_rows,
        new_textures: args.textures.is_some() || args.materials.is_some(),
        ..ImportOptions::default()
    };
    let ImportedFile { files, edited, lines, lossy } = import_file(&FileImport {
        file: &args.file,
        output: &args.output,
        like: like.as_ref(),
        format: args.format.as_deref(),
        materials: args.materials.as_deref(),
        textures: args.textures.as_deref(),
        options,
        game: game.as_ref(),
        force: args.force,
    })?;
    // The one that was asked for comes last.
    let (asked, beside) = files.split_last().unzip();
    beside.into_iter().flatten().for_each(|file| told_file(file, ui));
    edited.iter().for_each(|edited| report(edited, ui));
    lines.iter().for_each(|line| ui.say(line));
    asked.into_iter().for_each(|file| told_file(file, ui));
    Ok(Outcome::found_if(lossy))
}
