//! Every path that documents of a format may have, with what it means.

use std::collections::BTreeMap;

use ngi_formats::schema::{Kind, Observed, plain};
use ngi_formats::tree::{Branch, Form, members_of};

use super::stored_name;
use crate::format::Format;

/// What stands at a path of a document.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct KnownPath {
    /// How it is stored; empty for what has parts.
    pub kind: String,
    /// What it means.
    pub meaning: String,
    /// What was observed on the shipped game.
    pub game: Option<Observed>,
}

/// The paths of a format's documents, without numbers: `phases[].texture`.
pub fn paths(format: &Format) -> BTreeMap<String, KnownPath> {
    let mut known = Known::default();
    known.add_branches("", format.document.branches());
    known.paths
}

#[derive(Default)]
struct Known {
    paths: BTreeMap<String, KnownPath>,
}

impl Known {
    fn add(&mut self, path: &str, what: &KnownPath) {
        self.paths.entry(path.to_owned()).or_insert_with(|| what.clone());
    }

    fn add_branches(&mut self, path: &str, branches: &[Branch]) {
        for branch in branches {
            let kind = String::new();
            let what = KnownPath { kind, meaning: branch.meaning(), game: branch.game };
            self.add_form(&joined(path, branch.name), &branch.form, &what);
        }
    }

    fn add_form(&mut self, path: &str, form: &Form, what: &KnownPath) {
        match form {
            Form::Value(kind) | Form::Filled(kind, _) => self.add_kind(path, *kind, what),
            Form::Rows(kind) => {
                self.add(path, what);
                self.add_kind(&format!("{path}[]"), *kind, what);
            }
            Form::Object(branches) => {
                self.add(path, what);
                self.add_branches(path, branches);
            }
            Form::List(of) => {
                self.add(path, what);
                self.add_form(&format!("{path}[]"), of, what);
            }
            Form::Cases(cases) => {
                let shapes = cases.cases.iter().map(|case| case.shape);
                for shape in std::iter::once(cases.head).chain(shapes) {
                    self.add_kind(path, Kind::Group(shape), what);
                }
            }
            // What only its format reads may be a list.
            Form::Own(_) => {
                self.add(path, what);
                self.add(&format!("{path}[]"), what);
            }
            Form::Text => self.add(path, &KnownPath { kind: "text".into(), ..what.clone() }),
            Form::Hex => self.add(path, &KnownPath { kind: "bytes".into(), ..what.clone() }),
        }
    }

    fn add_kind(&mut self, path: &str, kind: Kind, what: &KnownPath) {
        self.add(path, &KnownPath { kind: stored_name(kind).into_owned(), ..what.clone() });
        if let Some((_, item)) = kind.item(0) {
            self.add_kind(&format!("{path}[]"), item, what);
        }
        for group in members_of(kind) {
            let (kind, meaning) = (String::new(), plain(group.doc));
            let what = KnownPath { kind, meaning, game: group.game };
            self.add_kind(&joined(path, group.name), group.kind, &what);
        }
    }
}

fn joined(path: &str, name: &str) -> String {
    match (path, name) {
        ("", name) => name.to_owned(),
        (path, "") => path.to_owned(),
        (path, name) => format!("{path}.{name}"),
    }
}
