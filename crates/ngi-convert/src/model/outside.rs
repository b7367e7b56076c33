//! Models in other programs' formats.

use ngi_formats::msh::{LEVELS, STAGES};

use crate::convert::{
    Axes, Destination, ExportOptions, Exported, ImportOptions, Imported, Outside, Source, Which,
};
use crate::format::Subject;
use crate::gltf::{self, Cells, Choice, Container, Turn};
use crate::surroundings::Surroundings;
use crate::{Error, Result};

/// What a model can be exported to.
pub(super) const EXPORTS: &[Outside] = &[
    Outside { suffix: "glb", holds: "glTF in one file: nodes, geometry, materials, animation" },
    Outside { suffix: "gltf", holds: "glTF as JSON, with geometry and pictures beside it" },
];

/// What a model can be made of.
pub(super) const IMPORTS: &[Outside] = EXPORTS;

/// A model made of another kind of file.
pub(super) fn import(source: &Source<'_>, options: &ImportOptions<'_>) -> Result<Imported> {
    let like = options.like.as_ref();
    let wear = like.and_then(|like| gltf::wear_beside(like.name, options.around?));
    let wear = wear.as_ref().map(|wear| &wear.bytes[..]);
    let wanted = gltf::Wanted {
        like,
        clip: options.clip,
        fps: options.fps,
        rows: gltf::Rows::new(wear, options.new_rows),
        new_textures: options.new_textures,
    };
    gltf::import_model(source, wanted)
}

/// A model as another kind of file.
pub(super) fn export(
    subject: &Subject<'_>,
    around: &Surroundings,
    to: &Destination<'_>,
    options: &ExportOptions,
) -> Result<Exported> {
    let container = if to.suffix == "gltf" { Container::Gltf } else { Container::Glb };
    let choice = Choice {
        levels: cells(options.lod, LEVELS, "lod")?,
        stages: cells(options.stage, STAGES, "stage")?,
        frame: options.frame,
        clip: options.frame.is_none() || options.animations,
        turn: if options.axes == Some(Axes::ZUp) { Turn::Keep } else { Turn::YUp },
        fps: options.fps.unwrap_or(gltf::FRAMES_PER_SECOND),
    };
    let surfaces = gltf::Surfaces::of_model(subject, around, container, to);
    let made = gltf::export_model(subject.bytes, &surfaces, &choice)?;
    let files = gltf::write_file(made.builder, surfaces.files(), container, to)?;
    Ok(Exported { files, lost: made.lost })
}

fn cells(which: Which, count: usize, option: &str) -> Result<Cells> {
    match which {
        Which::Usual => Ok(Cells::One(0)),
        Which::All => Ok(Cells::All),
        Which::One(number) => {
            let number = usize::try_from(number).ok().filter(|&number| number < count);
            let last = count - 1;
            let wrong = || Error::Usage(format!("--{option}: 0 to {last}, or `all`"));
            number.map(Cells::One).ok_or_else(wrong)
        }
    }
}
