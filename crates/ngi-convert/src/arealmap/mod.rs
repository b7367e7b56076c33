//! Areal maps: as documents, as readable text, compared, as pictures and as GeoJSON.

mod colours;
mod diff;
mod document;
mod geojson;
mod summary;
mod svg;

use std::io::Write;

use ngi_formats::arealmap::{self, ArealMap, ArealMapFile, CHUNK, ENTRY_NAME};
use ngi_formats::schema::Shape;
use ngi_formats::tree::{self, Branch, Draft, Node};
use ngi_formats::{Code, Findings, text};
use ngi_vfs::ContainerKind;
use serde_json::Value;

use crate::archive::NresFormat;
use crate::convert::{
    Axes, Destination, ExportOptions, Exported, ImportOptions, Imported, Outside, Source,
};
use crate::diff::Difference;
use crate::document::edit::follows;
use crate::document::write::{Document, Layout};
use crate::format::{Form, Format, Subject};
use crate::gltf::{self, Container, Made, Turn};
use crate::surroundings::Surroundings;
use crate::{Error, Result, json};

pub(crate) use colours::class_colour;
pub(crate) use svg::is_drawable;

/// Areal maps in the table of formats: `Land.map`, and the entry inside it.
pub struct ArealFormat;

static EXPORTS: [Outside; 4] = [
    Outside { suffix: "svg", holds: "a picture: areals coloured by class, and their links" },
    Outside { suffix: "geojson", holds: "the polygons with their properties" },
    Outside { suffix: "glb", holds: "a glTF mesh coloured by class" },
    Outside { suffix: "gltf", holds: "the same as JSON, with geometry beside it" },
];

static IMPORTS: [Outside; 1] =
    [Outside { suffix: "geojson", holds: "polygons; links, areas, normals and grid are made" }];

/// Whether the subject is the payload alone, not the file around it.
fn is_payload(subject: &Subject<'_>) -> bool {
    let named = text::encode(subject.name).is_some_and(|name| text::same(&name, ENTRY_NAME));
    subject.entry.is_some_and(|entry| entry.type_id == CHUNK) && named
}

/// The map of a subject.
fn read<'a>(subject: &Subject<'a>) -> Result<ArealMap<'a>> {
    match subject.entry.filter(|_| is_payload(subject)) {
        Some(entry) => Ok(ArealMap::read(subject.bytes, entry.attributes[0])?),
        None => Ok(arealmap::read_file(subject.bytes)?),
    }
}

/// The areal map in a level's folder.
pub const AREAL_FILE: &str = "Land.map";

impl Format for ArealFormat {
    fn id(&self) -> &'static str {
        "areal"
    }

    fn page(&self) -> &'static str {
        "arealmap"
    }

    fn title(&self) -> &'static str {
        "areal map"
    }

    /// An archive with an entry of type 12, the entry itself, or what should be such an archive: an
    /// archive whose name ends in `.map`, and a `Land.map` that is none.
    fn recognises(&self, subject: &Subject<'_>) -> bool {
        if is_payload(subject) {
            return true;
        }
        let archive = ContainerKind::sniff(subject.bytes) == Some(ContainerKind::NRes);
        let broken = subject.entry.is_none()
            && (subject.name.eq_ignore_ascii_case(AREAL_FILE)
                || archive && subject.has_suffix("map"));
        broken || archive && arealmap::is_areal_map(subject.bytes)
    }

    fn codes(&self) -> &'static [&'static Code] {
        arealmap::CODES
    }

    fn check(&self, subject: &Subject<'_>, findings: &mut Findings) {
        match subject.entry.filter(|_| is_payload(subject)) {
            Some(entry) => arealmap::check_chunk(subject.bytes, entry.attributes[0], findings),
            None => arealmap::check(subject.bytes, findings),
        }
    }

    fn checks_inside(&self) -> bool {
        true
    }

    fn document(&self) -> &'static [Branch] {
        arealmap::DOCUMENT
    }

    fn records(&self) -> &'static [&'static Shape] {
        arealmap::RECORDS
    }

    fn kaitai(&self) -> Option<std::borrow::Cow<'static, str>> {
        Some(arealmap::KAITAI.into())
    }

    fn tree<'a>(&self, subject: &Subject<'a>, _: Form) -> Result<Node<'a>> {
        document::tree_of(subject)
    }

    /// Of the archive around it everything stays as it is in `original`.
    fn make(&self, draft: &Draft, original: Option<&[u8]>) -> Result<tree::Made> {
        let map = arealmap::make(draft)?;
        let bytes = match original.filter(|_| draft.has("")) {
            Some(original) => ArealMapFile::read(original)?.write_with(&map)?,
            None => map.write()?,
        };
        Ok(tree::Made { bytes, attributes: None })
    }

    fn attributes_of(&self, draft: &Draft, old: [u32; 3]) -> Option<[u32; 3]> {
        let [_, attr2, attr3] = old;
        let count = u32::try_from(draft.items("areals").len()).ok()?;
        (!draft.has("")).then_some([count, attr2, attr3])
    }

    /// What is the archive's changes as it does in any archive.
    fn edit(&self, subject: &Subject<'_>, path: &str, said: &str) -> Result<Option<tree::Made>> {
        if is_payload(subject) {
            return Ok(None);
        }
        let is_count = |file: ArealMapFile<'_>| path == format!("entries[{}].attr1", file.entry());
        if ArealMapFile::read(subject.bytes).is_ok_and(is_count) {
            return Err(follows(path));
        }
        NresFormat.edit(subject, path, said)
    }

    fn layout(&self) -> Layout {
        Layout::Rows
    }

    fn to_json(&self, subject: &Subject<'_>) -> Result<Value> {
        let (schema, node) = (document::schema_for(subject), document::tree_of(subject)?);
        json::to_value(&Document { schema, node: &node })
    }

    fn write_json(&self, subject: &Subject<'_>, _: Form, out: &mut dyn Write) -> Result<()> {
        let (schema, node) = (document::schema_for(subject), document::tree_of(subject)?);
        Document { schema, node: &node }.write(Layout::Rows, out)
    }

    fn read_json(&self, text: &[u8], original: Option<&[u8]>) -> Result<tree::Made> {
        document::read(text, original)
    }

    fn attributes_from_json(&self, _: &Value) -> Result<Option<[u32; 3]>> {
        Ok(None)
    }

    fn show(&self, subject: &Subject<'_>) -> Result<String> {
        match read(subject) {
            Ok(map) => Ok(summary::summary(&map)),
            Err(error) if is_payload(subject) => Err(error),
            Err(error) => Ok(format!("broken: {error}\n{}", NresFormat.show(subject)?)),
        }
    }

    fn diff(&self, a: &Subject<'_>, b: &Subject<'_>) -> Option<Vec<Difference>> {
        diff::diff(a, b)
    }

    fn exports(&self) -> &'static [Outside] {
        &EXPORTS
    }

    fn export(
        &self,
        subject: &Subject<'_>,
        _: &Surroundings,
        to: &Destination<'_>,
        options: &ExportOptions,
    ) -> Result<Exported> {
        let map = read(subject)?;
        if matches!(to.suffix, "glb" | "gltf") {
            let turn = if options.axes == Some(Axes::ZUp) { Turn::Keep } else { Turn::YUp };
            let Made { builder, lost, .. } = gltf::export_place(to.stem, None, Some(&map), turn)?;
            let files = gltf::write_file(builder, Vec::new(), Container::of(to), to)?;
            return Ok(Exported { files, lost, ..Exported::default() });
        }
        let (bytes, lost) = match to.suffix {
            "svg" => svg::picture(&map),
            "geojson" => geojson::features(&map)?,
            other => return Err(Error::Usage(format!("no .{other} of an areal map"))),
        };
        Ok(Exported { lost, ..Exported::file(to, bytes) })
    }

    fn imports(&self) -> &'static [Outside] {
        &IMPORTS
    }

    fn import(&self, source: &Source<'_>, options: &ImportOptions<'_>) -> Result<Imported> {
        geojson::import(source, options)
    }
}
