//! Landscapes: as documents, as readable text, compared, checked with the other files of their
//! level, as meshes and as pictures of their heights.

mod gltf;
mod heights;
mod obj;
mod summary;

use std::sync::LazyLock;

use ngi_engine::resolve::LevelNames;
use ngi_formats::arealmap::{self, Summary};
use ngi_formats::landscape::{
    self, Landscape, LandscapeDoc, LevelParts, check_level, is_landscape,
};
use ngi_formats::msh::{self, Kind};
use ngi_formats::nres::{Archive, EntryRecord};
use ngi_formats::schema::{Record as _, Shape};
use ngi_formats::tables;
use ngi_formats::tree::{Branch, Draft, Made, Node};
use ngi_formats::wear::{Parser, Wear};
use ngi_formats::{Code, Findings, Mode};
use ngi_vfs::ContainerKind;
use serde_json::Value;

use crate::Result;
use crate::convert::{Destination, ExportOptions, Exported, Outside, left_out};
use crate::describe;
use crate::diff::Difference;
use crate::document::write::Layout;
use crate::format::{Form, Format, Subject};
use crate::gltf::{Pictures, Surfaces};
use crate::model::{diff, document, expected, show_or_archive};
use crate::references::{Reference, WEAR};
use crate::surroundings::{Found, Surroundings};

/// What a folder with a level in it exports as one thing: its landscape.
pub use ngi_engine::resolve::names::LEVEL_FILE;

/// Landscapes in the table of formats.
pub struct LandFormat;

/// Every rule: of the file alone, then of the level's files together.
static CODES: LazyLock<Vec<&'static Code>> =
    LazyLock::new(|| [landscape::CODES, landscape::LEVEL_CODES].concat());

static EXPORTS: [Outside; 4] = [
    Outside { suffix: "glb", holds: "glTF in one file: squares, materials; a whole level" },
    Outside { suffix: "gltf", holds: "glTF as JSON, with geometry and pictures beside it" },
    Outside { suffix: "obj", holds: "the faces of one level of detail, with texture coordinates" },
    Outside { suffix: "png", holds: "heights in 16 bits; their scale in .height.json beside it" },
];

impl Format for LandFormat {
    fn id(&self) -> &'static str {
        "land"
    }

    fn page(&self) -> &'static str {
        "landscape"
    }

    fn title(&self) -> &'static str {
        "landscape"
    }

    fn recognises(&self, subject: &Subject<'_>) -> bool {
        ContainerKind::sniff(subject.bytes) == Some(ContainerKind::NRes)
            && Archive::read(subject.bytes).is_ok_and(|archive| is_landscape(&archive))
    }

    fn codes(&self) -> &'static [&'static Code] {
        &CODES
    }

    fn check(&self, subject: &Subject<'_>, findings: &mut Findings) {
        match expected(subject) {
            Some(Kind::Model) => msh::check(subject.bytes, findings),
            _ => landscape::check(subject.bytes, findings),
        }
    }

    fn check_among(&self, subject: &Subject<'_>, around: &Surroundings, findings: &mut Findings) {
        check_among(subject, around, findings);
    }

    fn checks_inside(&self) -> bool {
        true
    }

    fn document(&self) -> &'static [Branch] {
        tables::landscape_document()
    }

    fn records(&self) -> &'static [&'static Shape] {
        &[EntryRecord::SHAPE]
    }

    fn kaitai(&self) -> Option<std::borrow::Cow<'static, str>> {
        Some(describe::of_tables(&landscape::chunk::CHUNKS))
    }

    fn tree<'a>(&self, subject: &Subject<'a>, form: Form) -> Result<Node<'a>> {
        document::tree(subject.bytes, form)
    }

    fn edit(&self, subject: &Subject<'_>, path: &str, said: &str) -> Result<Option<Made>> {
        document::edit(subject.bytes, path, said)
    }

    fn make(&self, draft: &Draft, original: Option<&[u8]>) -> Result<Made> {
        document::make(draft, original)
    }

    fn layout(&self) -> Layout {
        Layout::Rows
    }

    fn read_json(&self, text: &[u8], original: Option<&[u8]>) -> Result<Made> {
        document::read_json(text, original, document::LANDSCAPE_SCHEMA, self.document())
    }

    /// What it says of itself is all in its bytes.
    fn attributes_from_json(&self, _: &Value) -> Result<Option<[u32; 3]>> {
        Ok(None)
    }

    fn settle(&self, changed: Vec<u8>, paths: &[&str]) -> Result<(Vec<u8>, Vec<String>)> {
        settle(changed, paths)
    }

    fn show(&self, subject: &Subject<'_>) -> Result<String> {
        show_or_archive(subject, summary::summary(subject.bytes))
    }

    fn diff(&self, a: &Subject<'_>, b: &Subject<'_>) -> Option<Vec<Difference>> {
        diff::diff(a.bytes, b.bytes)
    }

    fn exports(&self) -> &'static [Outside] {
        &EXPORTS
    }

    fn export(
        &self,
        subject: &Subject<'_>,
        around: &Surroundings,
        to: &Destination<'_>,
        options: &ExportOptions,
    ) -> Result<Exported> {
        let mut broken = Findings::new(Mode::Tolerant, false);
        let land = Landscape::read_tolerant(subject.bytes, &mut broken)?;
        let exported = match to.suffix {
            "png" => heights::export(&land, to),
            "glb" | "gltf" => gltf::export(subject, &land, around, to, options),
            _ => {
                let [first, _] = LevelNames::of_landscape(subject.name).wears;
                let wear = around.sibling(&first);
                let wear = wear.as_ref().map(|wear| &wear.bytes[..]);
                let pictures = Pictures::shared_or(options, Pictures::Beside(to));
                let surfaces = Surfaces::of_wear(wear, around, pictures);
                obj::export(&land, &surfaces, to, options)
            }
        };
        Ok(Exported { broken: left_out(&broken), ..exported? })
    }

    /// The two wears that lie beside a landscape.
    fn references(&self, subject: &Subject<'_>) -> Vec<Reference> {
        let wear = |name: String| Reference::new(&WEAR, name, String::new());
        LevelNames::of_landscape(subject.name).wears.map(wear).into()
    }
}

fn wear_of(found: &Found) -> Option<Wear<'_>> {
    Wear::read(&found.bytes, Parser::File).ok()
}

/// Faces with other materials are drawn in another order, and say whether they have a second one.
/// Who sets the order too knows better.
fn settle(changed: Vec<u8>, paths: &[&str]) -> Result<(Vec<u8>, Vec<String>)> {
    let face_of = |path: &&str| -> Option<usize> {
        let (index, field) = path.strip_prefix("faces[")?.split_once("].")?;
        matches!(field, "material" | "second_material").then(|| index.parse().ok())?
    };
    let mut faces: Vec<usize> = paths.iter().filter_map(face_of).collect();
    faces.sort_unstable();
    faces.dedup();
    if faces.is_empty() || paths.iter().any(|path| path.starts_with("order")) {
        return Ok((changed, Vec::new()));
    }
    let mut doc = LandscapeDoc::open(&changed)?;
    let mut lines = Vec::new();
    for index in faces {
        let Some(face) = doc.faces.get(index).copied() else { continue };
        lines.push(match doc.set_materials(index, face.material, face.second()) {
            Ok(()) => format!("faces[{index}]: the draw order of its cell follows"),
            Err(error) => format!("faces[{index}]: the draw order stays: {error}"),
        });
    }
    Ok((doc.write()?, lines))
}

/// Holds a landscape against the other files of its level, as far as they lie beside it and can
/// be read: what is wrong with them alone is said where they are checked.
fn check_among(subject: &Subject<'_>, around: &Surroundings, findings: &mut Findings) {
    let mut broken = Findings::new(Mode::Tolerant, false);
    let Ok(landscape) = Landscape::read_tolerant(subject.bytes, &mut broken) else { return };
    let names = LevelNames::of_landscape(subject.name);
    let [first, second] = names.wears.each_ref().map(|name| around.sibling(name));
    let (first, second) = (first.as_ref().and_then(wear_of), second.as_ref().and_then(wear_of));
    let map = around.sibling(&names.areals);
    let areals =
        map.and_then(|map| arealmap::read_file(&map.bytes).ok().map(|map| Summary::of(&map)));
    let parts = LevelParts {
        landscape: &landscape,
        first: first.as_ref(),
        second: second.as_ref(),
        areals: areals.as_ref(),
    };
    check_level(&parts, findings);
}
