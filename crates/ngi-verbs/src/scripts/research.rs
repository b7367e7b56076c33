//! Tables of the tree of what a clan can research (`ngi.trf/1`).

use std::fmt::Write as _;

use ngi_formats::nres::TypeId;
use ngi_formats::schema::{Record as _, Shape};
use ngi_formats::tree::{Branch, Draft, Made, Node};
use ngi_formats::trf::{self, ITEMS, ItemState, NAMES, PART_NAMES, STATES, TreeItem, TreeTables};
use ngi_formats::{Code, Findings, kinds, text};
use ngi_vfs::Bytes;

use crate::check::entry_meta;
use crate::document;
use crate::format::{Document, Form, Format, Rules, Subject};
use crate::references::{OBJECT, Reference};
use crate::surroundings::Surroundings;
use crate::{Result, show};

/// Tables of a tree in the table of formats.
pub struct ResearchDocument;

/// What can be done with them.
pub static FORMAT: Format =
    Format { references, ..Format::new(&kinds::RESEARCH, &ResearchDocument, &RULES) };

static CODES: &[&[&Code]] = &[trf::CODES];

static RULES: Rules = Rules::new(CODES, check_alone).and_neighbours(check_with_neighbours);

/// The type of a subject; of a document that has none, items.
fn type_of(subject: &Subject<'_>) -> TypeId {
    subject.entry.map_or(ITEMS, |entry| entry.type_id)
}

impl Document for ResearchDocument {
    fn id(&self) -> &'static str {
        "trf"
    }

    fn branches(&self) -> &'static [Branch] {
        trf::DOCUMENT
    }

    fn records(&self) -> &'static [&'static Shape] {
        trf::RECORDS
    }

    fn kaitai(&self) -> Option<std::borrow::Cow<'static, str>> {
        Some(trf::KAITAI.into())
    }

    fn tree<'a>(&self, subject: &Subject<'a>, _: Form) -> Result<Node<'a>> {
        Ok(trf::tree(subject.bytes, type_of(subject)))
    }

    fn make(&self, draft: &Draft, _: Option<&[u8]>) -> Result<Made> {
        Ok(trf::make(draft)?)
    }

    /// Items with their names and what is known of them, where the other tables are beside.
    fn show_among(&self, subject: &Subject<'_>, around: &Surroundings) -> Result<String> {
        let beside = Beside::of(around);
        let (Some(names), true) = (beside.get(NAMES), type_of(subject) == ITEMS) else {
            return Ok(document::text::as_text(&self.tree(subject, Form::Short)?));
        };
        let states = beside.get(STATES).unwrap_or_default();
        let mut out = String::new();
        for (index, item) in TreeItem::split(subject.bytes).0.iter().map(TreeItem::read).enumerate()
        {
            let at = usize::try_from(item.name).unwrap_or(usize::MAX);
            let name = text::until_nul(names.get(at..).unwrap_or_default());
            let name = show::printable(&text::decode(name));
            let state = states.get(index).map_or(0, |state| *state);
            let bits = [
                (ItemState::IN_TREE, "in the tree"),
                (ItemState::AVAILABLE, "available"),
                (ItemState::RESEARCHED, "researched"),
            ];
            let told: Vec<&str> =
                bits.iter().filter(|(bit, _)| state & bit.0 != 0).map(|(_, told)| *told).collect();
            let _ = writeln!(
                out,
                "{index:>5}  {name}: research {} energy {} ore, build {} energy {} ore ({})",
                item.research_energy,
                item.research_ore,
                item.build_energy,
                item.build_ore,
                told.join(", ")
            );
        }
        Ok(out)
    }
}

/// The tables of the archive around a table.
struct Beside(Vec<(TypeId, Bytes)>);

impl Beside {
    fn of(around: &Surroundings) -> Self {
        let children = around.parent().and_then(|parent| parent.children().ok());
        let table = |node: ngi_vfs::Node| {
            let type_id = entry_meta(&node)?.type_id;
            trf::TYPES.contains(&type_id).then_some((type_id, node.bytes().ok()?))
        };
        Self(children.into_iter().flatten().filter_map(table).collect())
    }

    fn get(&self, type_id: TypeId) -> Option<&[u8]> {
        let found = self.0.iter().find(|(own, _)| *own == type_id);
        found.map(|(_, bytes)| &bytes[..])
    }
}

/// The parts of a tree are objects (a guess: their names are of that kind).
fn references(subject: &Subject<'_>) -> Vec<Reference> {
    if type_of(subject) != PART_NAMES {
        return Vec::new();
    }
    let texts = trf::texts(subject.bytes).enumerate().filter(|(_, (_, name))| !name.is_empty());
    let part = |(index, (_, name)): (usize, (usize, &[u8]))| {
        Reference::new(&OBJECT, text::decode(name), format!("texts[{index}]"))
    };
    texts.map(part).collect()
}

fn check_alone(subject: &Subject<'_>, findings: &mut Findings) {
    let attr2 = subject.entry.map(|entry| entry.attributes[1]);
    trf::check(subject.bytes, type_of(subject), attr2, findings);
}

/// What the tables say of each other is said once, of the items.
fn check_with_neighbours(subject: &Subject<'_>, around: &Surroundings, findings: &mut Findings) {
    if type_of(subject) != ITEMS || around.parent().is_none() {
        return;
    }
    let beside = Beside::of(around);
    if beside.get(PART_NAMES).is_none() && beside.0.len() < 2 {
        // A table by itself is no tree.
        return;
    }
    trf::check_tree(&TreeTables::of(|type_id| beside.get(type_id)), findings);
}
