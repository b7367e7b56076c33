//! Areal maps as pictures, as GeoJSON and as meshes.

mod below;
mod colours;
mod finish;
mod geojson;
mod mesh;
mod svg;

use ngi_verbs::arealmap::read;
use ngi_verbs::format::Subject;
use ngi_verbs::surroundings::Surroundings;

use crate::Result;
use crate::exporter::{Axes, DependsOn, Destination, ExportOptions, Exported, Exporter};
use crate::gltf::{self, Container, Made, Turn};
use crate::importer::Importer;

pub(crate) use colours::class_colour;
pub(crate) use svg::is_drawable;

/// What an areal map can be exported to.
pub(crate) const EXPORTERS: &[Exporter] = &[
    Exporter {
        suffix: "svg",
        holds: "a picture: areals coloured by class, and their links",
        depends_on: DependsOn::Nothing,
        run: |subject, _, to, _| {
            let (bytes, lost) = svg::picture(&read(subject)?);
            Ok(Exported { lost, ..Exported::file(to, bytes) })
        },
    },
    Exporter {
        suffix: "geojson",
        holds: "the polygons with their properties",
        depends_on: DependsOn::Nothing,
        run: |subject, _, to, _| {
            let (bytes, lost) = geojson::features(&read(subject)?)?;
            let told = vec![geojson::LEFT_OUT.to_owned()];
            Ok(Exported { lost, told, ..Exported::file(to, bytes) })
        },
    },
    Exporter {
        suffix: "glb",
        holds: "a glTF mesh coloured by class",
        depends_on: DependsOn::Nothing,
        run: export_mesh,
    },
    Exporter {
        suffix: "gltf",
        holds: "the same as JSON, with geometry beside it",
        depends_on: DependsOn::Nothing,
        run: export_mesh,
    },
];

/// What an areal map can be made of.
pub(crate) const IMPORTERS: &[Importer] = &[
    Importer {
        suffix: "geojson",
        holds: "polygons; links, areas, normals and grid are made",
        run: geojson::import,
    },
    Importer { suffix: "glb", holds: "polygons, as an export has them", run: mesh::import },
    Importer { suffix: "gltf", holds: "the same as JSON", run: mesh::import },
];

fn export_mesh(
    subject: &Subject<'_>,
    _: &Surroundings,
    to: &Destination<'_>,
    options: &ExportOptions,
) -> Result<Exported> {
    let map = read(subject)?;
    let turn = if options.axes == Some(Axes::ZUp) { Turn::Keep } else { Turn::YUp };
    let Made { builder, lost, told, .. } = gltf::export_place(to.stem, None, Some(&map), turn)?;
    let files = gltf::write_file(builder, Vec::new(), Container::of(to), to)?;
    Ok(Exported { files, lost, told, ..Exported::default() })
}
