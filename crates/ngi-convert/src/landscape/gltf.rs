//! A landscape, or everything of its level, as glTF.

use ngi_engine::resolve::LevelNames;
use ngi_formats::arealmap;
use ngi_formats::landscape::{LEVELS, Landscape};
use ngi_formats::wear::{Parser, Wear};

use crate::exporter::{Axes, Destination, ExportOptions, Exported};
use crate::gltf::{self, Container, Ground, Surfaces, Turn, first_texture};
use crate::model::cells;
use crate::{Error, Result};
use ngi_verbs::format::Subject;
use ngi_verbs::surroundings::Surroundings;

/// The landscape, with the areals of its level where everything was asked for.
pub(super) fn export(
    subject: &Subject<'_>,
    land: &Landscape<'_>,
    around: &Surroundings,
    to: &Destination<'_>,
    options: &ExportOptions,
) -> Result<Exported> {
    let container = Container::of(to);
    let names = LevelNames::of_landscape(subject.name);
    let [first, second] = names.wears.each_ref().map(|name| around.sibling(name));
    let first = first.as_ref().map(|wear| &wear.bytes[..]);
    let [name, _] = &names.wears;
    let surfaces = Surfaces::of_wear(name, first, around, container.pictures(to, options));
    let microtextures: Vec<Option<String>> =
        match second.as_ref().and_then(|wear| Wear::read(&wear.bytes, Parser::File).ok()) {
            Some(wear) => wear.rows().map(|row| first_texture(around, row.name)).collect(),
            None => Vec::new(),
        };
    let ground = Ground {
        land,
        levels: cells(options.lod, LEVELS, "lod")?,
        surfaces: &surfaces,
        microtextures: &microtextures,
    };
    let turn = if options.axes == Some(Axes::ZUp) { Turn::Keep } else { Turn::YUp };
    let map = options.whole_level.then(|| around.sibling(&names.areals)).flatten();
    let areals = match &map {
        Some(map) => {
            let read = arealmap::read_file(&map.bytes);
            Some(read.map_err(|error| Error::Usage(format!("{}: {error}", map.name)))?)
        }
        None => None,
    };
    let mut made = gltf::export_place(to.stem, Some(&ground), areals.as_ref(), turn)?;
    if options.whole_level && areals.is_none() {
        made.lost.push(format!("areals: there is no {} beside it", names.areals));
    }
    let files =
        gltf::write_file(std::mem::take(&mut made.builder), surfaces.files(), container, to)?;
    let gltf::Made { lost, told, .. } = made;
    Ok(Exported { files, lost, told, ..Exported::default() })
}
