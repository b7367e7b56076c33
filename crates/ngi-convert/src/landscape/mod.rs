//! Landscapes as meshes, alone or with everything of their level, and as pictures of heights.

mod gltf;
pub(crate) mod heights;
mod obj;

use ngi_engine::resolve::LevelNames;
use ngi_formats::landscape::Landscape;
use ngi_formats::{Findings, Mode};
use ngi_verbs::format::Subject;
use ngi_verbs::surroundings::Surroundings;

use crate::Result;
use crate::exporter::{DependsOn, Destination, ExportOptions, Exported, Exporter, left_out};
use crate::gltf::{Pictures, Surfaces};

/// What a landscape can be exported to.
pub(crate) const EXPORTERS: &[Exporter] = &[
    Exporter {
        suffix: "glb",
        holds: "glTF in one file: squares, materials; a whole level",
        depends_on: DependsOn::Looks,
        run: mesh,
    },
    Exporter {
        suffix: "gltf",
        holds: "glTF as JSON, with geometry and pictures beside it",
        depends_on: DependsOn::Looks,
        run: mesh,
    },
    Exporter {
        suffix: "obj",
        holds: "the faces of one level of detail, with texture coordinates",
        depends_on: DependsOn::Looks,
        run: faces,
    },
    Exporter {
        suffix: "png",
        holds: "heights in 16 bits; their scale in .height.json beside it",
        depends_on: DependsOn::Nothing,
        run: |subject, _, to, _| with_land(subject, |land| heights::export(land, to)),
    },
];

/// What is made of a landscape, as far as it can be followed, and what of it is broken.
fn with_land(
    subject: &Subject<'_>,
    export: impl FnOnce(&Landscape<'_>) -> Result<Exported>,
) -> Result<Exported> {
    let mut broken = Findings::new(Mode::Tolerant, false);
    let land = Landscape::read_tolerant(subject.bytes, &mut broken)?;
    let exported = export(&land)?;
    Ok(Exported { broken: left_out(&broken), ..exported })
}

fn mesh(
    subject: &Subject<'_>,
    around: &Surroundings,
    to: &Destination<'_>,
    options: &ExportOptions,
) -> Result<Exported> {
    with_land(subject, |land| gltf::export(subject, land, around, to, options))
}

fn faces(
    subject: &Subject<'_>,
    around: &Surroundings,
    to: &Destination<'_>,
    options: &ExportOptions,
) -> Result<Exported> {
    with_land(subject, |land| {
        let [first, _] = LevelNames::of_landscape(subject.name).wears;
        let wear = around.sibling(&first);
        let wear = wear.as_ref().map(|wear| &wear.bytes[..]);
        let pictures = Pictures::shared_or(options, Pictures::Beside(to));
        let surfaces = Surfaces::of_wear(&first, wear, around, pictures);
        obj::export(land, &surfaces, to, options)
    })
}
