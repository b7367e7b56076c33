//! Sidecars of models: what nodes bear (`ngi.ndp/1`), control points (`ngi.cpt/1`), footprints
//! (`ngi.bas/1`) and controllers (`ngi.ctl/1`): as documents, as readable text, and held against
//! the model beside them.
//!
//! ```json
//! {"schema": "ngi.ndp/1", "nodes": [{"flags": 0, "hit_points": 450.0, "density": 2.5,
//!  "explosion": {"archive": "weapon.rlb", "member": "small.exp"}}], "tail": ""}
//! ```
//! A sidecar belongs to the model of the same name in the same archive or folder. Where there is
//! none nothing is said about it: objects may put files of different names together.

pub mod base;
pub mod control;
mod control_text;
pub mod nodes;
pub mod points;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::fmt::Write as _;

use ngi_engine::resolve::names;
use ngi_formats::fxid::Reference;
use ngi_formats::msh::Model;
use ngi_formats::schema::Shape;
use ngi_formats::tree::{Branch, Draft, Made, Node};
use ngi_formats::{Findings, Mode};
use serde_json::Value;

use crate::Result;
use crate::document::write::Layout;
use crate::format::{Document, Form, Given, Mended, Subject};
use crate::show;
use crate::surroundings::Surroundings;

type Read<T> = ngi_formats::Result<T>;

/// Other bytes, and what was changed in them, in lines.
type Told = (Vec<u8>, Vec<String>);

/// A sidecar in the table of formats: what its room has.
pub struct Sidecar {
    id: &'static str,
    /// A list by its place, not by value: a copy of it in this crate would be another list, and
    /// branches are known by where they are.
    branches: &'static &'static [Branch],
    records: &'static [&'static Shape],
    kaitai: &'static str,
    tree: for<'a> fn(&'a [u8]) -> Read<Node<'a>>,
    remains: for<'a> fn(&'a [u8]) -> Option<Node<'a>>,
    make: fn(&Draft, Option<&[u8]>) -> Read<Made>,
    text: fn(&[u8]) -> Read<String>,
    /// Lets a draft follow a list that was changed.
    follow_list: fn(&mut Draft, &str, &str) -> Read<()>,
    /// Lets bytes follow what was changed in them.
    follow: fn(&[u8], &[u8]) -> Read<Told>,
    mend: fn(&[u8]) -> Read<Option<Told>>,
}

const NO_BRANCHES: &[Branch] = &[];

/// What most sidecars have: nothing follows from anything.
const PLAIN: Sidecar = Sidecar {
    id: "",
    branches: &NO_BRANCHES,
    records: &[],
    kaitai: "",
    tree: |_| Ok(Node::Members(Vec::new())),
    remains: |_| None,
    make: |_, _| Ok(Made { bytes: Vec::new(), attributes: None }),
    text: |_| Ok(String::new()),
    follow_list: |_, _, _| Ok(()),
    follow: |_, after| Ok((after.to_vec(), Vec::new())),
    mend: |_| Ok(None),
};

impl Document for Sidecar {
    fn id(&self) -> &'static str {
        self.id
    }

    fn branches(&self) -> &'static [Branch] {
        self.branches
    }

    fn records(&self) -> &'static [&'static Shape] {
        self.records
    }

    fn kaitai(&self) -> Option<Cow<'static, str>> {
        Some(self.kaitai.into())
    }

    fn tree<'a>(&self, subject: &Subject<'a>, _: Form) -> Result<Node<'a>> {
        Ok((self.tree)(subject.bytes)?)
    }

    fn remains<'a>(&self, subject: &Subject<'a>) -> Option<Node<'a>> {
        (self.remains)(subject.bytes)
    }

    fn make(&self, draft: &Draft, original: Option<&[u8]>) -> Result<Made> {
        Ok((self.make)(draft, original)?)
    }

    fn layout(&self) -> Layout {
        Layout::Rows
    }

    fn follow_list(&self, draft: &mut Draft, path: &str, said: &str) -> Result<()> {
        Ok((self.follow_list)(draft, path, said)?)
    }

    fn refresh_dependents(
        &self,
        before: &[u8],
        after: &Subject<'_>,
        _: Given<'_>,
    ) -> Result<(Vec<u8>, Vec<String>)> {
        Ok((self.follow)(before, after.bytes)?)
    }

    fn mend(&self, subject: &Subject<'_>) -> Result<Option<Mended>> {
        let mended = (self.mend)(subject.bytes)?;
        Ok(mended.map(|(bytes, lines)| Mended { bytes, lines }))
    }

    fn show(&self, subject: &Subject<'_>) -> Result<String> {
        Ok((self.text)(subject.bytes)?)
    }
}

/// How much there is of the model beside a sidecar.
#[derive(Debug, Clone, Copy)]
struct Beside {
    nodes: usize,
    triangles: usize,
}

/// The model beside a sidecar; `None` where there is none that can be read.
fn model_beside(subject: &Subject<'_>, around: &Surroundings) -> Option<Beside> {
    let found = around.sibling(&names::model_of(subject.name))?;
    let mut findings = Findings::new(Mode::Tolerant, false);
    let model = Model::read_tolerant(&found.bytes, &mut findings).ok()?;
    // Nodes of the old kind are not understood.
    let beside = Beside {
        nodes: model.nodes.len(),
        triangles: model.triangles.map_or(0, |triangles| triangles.len()),
    };
    model.legacy_nodes.is_none().then_some(beside)
}

/// Whether a number that counts from 0 names one of so many.
fn is_one_of(number: i32, count: usize) -> bool {
    usize::try_from(number).is_ok_and(|number| number < count)
}

/// What is said in a column of a table; nothing for an empty text.
fn said(text: impl Into<String>) -> Value {
    let text = text.into();
    if text.is_empty() { Value::Null } else { text.into() }
}

/// What a reference names; nothing for none.
fn named(reference: &Reference) -> Value {
    said(if reference.is_empty() { String::new() } else { reference.to_string() })
}

/// Puts rows down below a line that counts them.
fn put_table(title: &str, rows: &[Value], out: &mut String) {
    let _ = writeln!(out, "{title}: {}", rows.len());
    if rows.is_empty() {
        return;
    }
    for line in show::table(rows).unwrap_or_default().lines() {
        let _ = writeln!(out, "  {line}");
    }
}

/// Says how many bytes nothing reads.
fn put_tail(tail: &[u8], out: &mut String) {
    if !tail.is_empty() {
        let _ = writeln!(out, "bytes nothing reads: {}", tail.len());
    }
}
