//! Models in other programs' formats.

use ngi_formats::msh::{LEVELS, STAGES};

use crate::exporter::{Axes, DependsOn, Destination, ExportOptions, Exported, Exporter, Which};
use crate::gltf::{self, Cells, Choice, Container, Pictures, Surfaces, Turn};
use crate::importer::{ImportOptions, Imported, Importer, Source};
use crate::obj::{self, ObjChoice, ObjWanted};
use crate::{Error, Result};
use ngi_verbs::format::Subject;
use ngi_verbs::surroundings::Surroundings;

/// What a model can be exported to.
pub(crate) const EXPORTERS: &[Exporter] = &[
    Exporter { suffix: "glb", holds: GLB, depends_on: DependsOn::Looks, run: export },
    Exporter { suffix: "gltf", holds: GLTF, depends_on: DependsOn::Looks, run: export },
    Exporter { suffix: "obj", holds: OBJ, depends_on: DependsOn::Looks, run: export },
];

/// What a model can be made of.
pub(crate) const IMPORTERS: &[Importer] = &[
    Importer { suffix: "glb", holds: GLB, run: import },
    Importer { suffix: "gltf", holds: GLTF, run: import },
    Importer { suffix: "obj", holds: OBJ, run: import },
];

const GLB: &str = "glTF in one file: nodes, geometry, materials, animation";
const GLTF: &str = "glTF as JSON, with geometry and pictures beside it";
const OBJ: &str = "geometry as it stands, with materials and pictures beside it";

/// A model made of another kind of file.
fn import(source: &Source<'_>, options: &ImportOptions<'_>) -> Result<Imported> {
    let like = options.like.as_ref();
    let wear = like.and_then(|like| options.around?.wear_of(like.name));
    let wear = wear.as_ref().map(|wear| &wear.bytes[..]);
    let (new_rows, dress) = (options.new_rows, gltf::Dress::of(options));
    if source.suffix == "obj" {
        let turn = options.axes.map(turn_of);
        let make_lods = options.make_lods;
        return obj::import_obj(
            source,
            &ObjWanted { like, wear, new_rows, dress, turn, make_lods },
        );
    }
    let wanted = gltf::Wanted {
        like,
        clip: options.clip,
        turn: options.axes.map(turn_of),
        fps: options.fps,
        rows: gltf::Rows::new(wear, new_rows),
        dress,
        around: options.around,
        make_lods: options.make_lods,
    };
    gltf::import_model(source, wanted)
}

fn turn_of(axes: Axes) -> Turn {
    match axes {
        Axes::ZUp => Turn::Keep,
        Axes::YUp => Turn::YUp,
    }
}

/// A model as another kind of file.
fn export(
    subject: &Subject<'_>,
    around: &Surroundings,
    to: &Destination<'_>,
    options: &ExportOptions,
) -> Result<Exported> {
    let levels = cells(options.lod, LEVELS, "lod")?;
    let stages = cells(options.stage, STAGES, "stage")?;
    let frame = options.frame;
    if to.suffix == "obj" {
        let turn = options.axes.map_or(Turn::Keep, turn_of);
        let pictures = Pictures::shared_or(options, Pictures::Beside(to));
        let surfaces = Surfaces::of_model(subject, around, pictures);
        let choice = ObjChoice { levels, stages, frame, turn };
        return obj::export_obj(subject.bytes, &surfaces, to, &choice);
    }
    let container = Container::of(to);
    let choice = Choice {
        levels,
        stages,
        frame,
        clip: frame.is_none() || options.animations,
        turn: options.axes.map_or(Turn::YUp, turn_of),
        fps: options.fps.unwrap_or(gltf::FRAMES_PER_SECOND),
    };
    let surfaces = Surfaces::of_model(subject, around, container.pictures(to, options));
    let mut made = gltf::export_model(subject.bytes, &surfaces, &choice)?;
    let files =
        gltf::write_file(std::mem::take(&mut made.builder), surfaces.files(), container, to)?;
    let gltf::Made { lost, told, broken, .. } = made;
    Ok(Exported { files, lost, told, broken })
}

/// Which of `count` variants were asked for.
pub(crate) fn cells(which: Which, count: usize, option: &str) -> Result<Cells> {
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
