//! Missions: as documents (`ngi.tma/1`), as readable text, compared, and held against the game.
//!
//! ```json
//! {"schema": "ngi.tma/1", "version": 1, "routes": [], "clan_version": 6,
//!  "clans": [{"name": "Player", "unk_0x00": -1, "base": [120.0, 80.0], "kind": 1, …,
//!             "relations": [{"name": "Player", "stance": 1}]}],
//!  "object_version": 10,
//!  "objects": [{"kind": 2, "unk_0x04": 2147483650, "path": "s_tree_06", …,
//!               "properties": [{"kind": 0, "float": {"value": 1.0, "min": 0.0, "max": 1.0},
//!                               "name": "Life state"}]}],
//!  "land": "DATA\\MAPS\\SC_3\\land", …}
//! ```
//! What a version does not have is not there. What is left out of what it has, is as in a new clan
//! or object.

mod check;
pub mod clans;
mod create;
pub mod edit;
mod hours;
mod palette;
mod show;
pub mod sky;
mod story;
#[cfg(test)]
mod tests;

use ngi_formats::schema::Shape;
use ngi_formats::tma::{self, ClanRef, Mission, MissionBuf, ObjectRef};
use ngi_formats::tree::{Branch, Draft, Made, Node};
use ngi_formats::{Code, Findings, kinds, text};

pub use create::{Created, create};
pub use hours::{Hours, MissionHours, hours};
pub use palette::{Placeable, palette};
pub use story::{is_in, story};

use crate::Result;
use crate::document::write::Layout;
use crate::format::{Document, Form, Format, Given, Mended, Rules, Subject};
use crate::references::{LANDSCAPE, OBJECT, Reference, SCRIPT, TREE, UNIT, WEAR};
use crate::surroundings::Surroundings;

/// Missions in the table of formats.
pub struct MissionDocument;

/// What can be done with them.
pub static FORMAT: Format =
    Format { references, ..Format::new(&kinds::MISSION, &MissionDocument, &RULES) };

/// Every rule.
static CODES: &[&[&Code]] = &[tma::CODES, check::CODES];

static RULES: Rules = Rules::new(CODES, check_alone).and_neighbours(check_with_neighbours);

impl Document for MissionDocument {
    fn id(&self) -> &'static str {
        "tma"
    }

    fn branches(&self) -> &'static [Branch] {
        tma::DOCUMENT
    }

    fn records(&self) -> &'static [&'static Shape] {
        tma::RECORDS
    }

    fn kaitai(&self) -> Option<std::borrow::Cow<'static, str>> {
        Some(tma::KAITAI.into())
    }

    fn tree<'a>(&self, subject: &Subject<'a>, _: Form) -> Result<Node<'a>> {
        Ok(tma::tree(&Mission::read(subject.bytes)?))
    }

    fn remains<'a>(&self, subject: &Subject<'a>) -> Option<Node<'a>> {
        tma::remains(subject.bytes)
    }

    fn make(&self, draft: &Draft, _: Option<&[u8]>) -> Result<Made> {
        Ok(tma::make(draft)?)
    }

    fn layout(&self) -> Layout {
        Layout::Rows
    }

    fn refresh_dependents(
        &self,
        before: &[u8],
        after: &Subject<'_>,
        given: Given<'_>,
    ) -> Result<(Vec<u8>, Vec<String>)> {
        let missions = (Mission::read(before), Mission::read(after.bytes));
        let unchanged = || Ok((after.bytes.to_vec(), Vec::new()));
        // Who writes a whole document says what it has.
        let (Ok(old), Ok(new), Given::Fields(_)) = (missions.0, missions.1, given) else {
            return unchanged();
        };
        let (old, mut new) = (MissionBuf::of(&old), MissionBuf::of(&new));
        let lines = new.follow(&old);
        if lines.is_empty() { unchanged() } else { Ok((new.write()?, lines)) }
    }

    fn mend(&self, subject: &Subject<'_>) -> Result<Option<Mended>> {
        let mut mission = Mission::read(subject.bytes)?.to_buf();
        let lines = mission.mend();
        if lines.is_empty() {
            return Ok(None);
        }
        Ok(Some(Mended { bytes: mission.write()?, lines }))
    }

    fn show(&self, subject: &Subject<'_>) -> Result<String> {
        Ok(show::text(&Mission::read(subject.bytes)?, None))
    }

    fn show_among(&self, subject: &Subject<'_>, around: &Surroundings) -> Result<String> {
        let hours = ngi_engine::sky::Sky::beside(around).map(|sky| MissionHours::of(&sky));
        Ok(show::text(&Mission::read(subject.bytes)?, hours.as_ref()))
    }
}

/// Holds a subject against the rules of its own.
fn check_alone(subject: &Subject<'_>, findings: &mut Findings) {
    tma::check(subject.bytes, findings);
}

fn check_with_neighbours(subject: &Subject<'_>, around: &Surroundings, findings: &mut Findings) {
    if let (Ok(mission), Some(game)) = (Mission::read(subject.bytes), around.game()) {
        check::check(&mission, game, around, findings);
    }
}

/// What the engine appends to the path of a land.
const LAND_FILES: [&str; 4] = [".msh", ".map", "1.wea", "2.wea"];

/// A path of the game: it has backslashes there.
fn slashes(path: &[u8]) -> String {
    text::decode(path).replace('\\', "/")
}

/// Objects, units, land, scripts, trees and sky.
fn references(subject: &Subject<'_>) -> Vec<Reference> {
    let Ok(mission) = Mission::read(subject.bytes) else { return Vec::new() };
    let mut found = Vec::new();
    for (index, object) in mission.objects().enumerate() {
        found.extend(of_object(index, &object));
    }
    for (index, clan) in mission.clans().enumerate() {
        of_clan(index, &clan, &mut found);
    }
    if !mission.land().is_empty() {
        let land = format!("{}.msh", slashes(mission.land()));
        found.push(by_path(&LANDSCAPE, &land, "land".into()));
    }
    found.push(Reference::new(&WEAR, check::SKY_WEAR.into(), String::new()));
    found
}

fn of_object(index: usize, object: &ObjectRef<'_>) -> Option<Reference> {
    let (kind, path) = (object.head.kind, slashes(object.path));
    let field = format!("objects[{index}].path");
    if kind.is_scenery() {
        return Some(Reference::new(&OBJECT, path, field));
    }
    kind.is_owned().then(|| Reference::to_path(&UNIT, &path, field))
}

fn of_clan(index: usize, clan: &ClanRef<'_>, found: &mut Vec<Reference>) {
    if let Some(script) = clan.script.filter(|script| !script.is_empty()) {
        for suffix in [".scr", ".fml"] {
            let path = format!("{}{suffix}", slashes(script));
            found.push(by_path(&SCRIPT, &path, format!("clans[{index}].script")));
        }
    }
    if let Some(tree) = clan.tree.filter(|tree| !tree.is_empty()) {
        found.push(by_path(&TREE, &slashes(tree), format!("clans[{index}].tree")));
    }
}

/// A reference to a file by its path: the folder it is in counts.
fn by_path(target: &'static crate::references::Target, path: &str, field: String) -> Reference {
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    let folder = folder.rsplit('/').next().unwrap_or_default();
    Reference { archive: Some(folder.to_owned()), ..Reference::new(target, name.to_owned(), field) }
}
