//! A format for people at a terminal.

use std::fmt::Write as _;

use ngi_formats::schema::{Kind, Observed, plain};
use ngi_formats::tree::{Branch, Form, members, members_of};

use super::{records, sets, stored_name};
use crate::format::Format;

/// What a format is, as text.
pub fn text(format: &Format) -> String {
    let mut out = String::new();
    let _ = writeln!(
        out,
        "{}: {} (documents: {})",
        format.id(),
        format.title(),
        format.document.schema()
    );
    let _ = writeln!(out, "\nDOCUMENT");
    put_branches(&mut out, 1, format.document.branches());
    for shape in records(format) {
        let _ = writeln!(out, "\n{} [{} bytes]: {}", shape.name, shape.size, shape.meaning());
        for group in members(shape) {
            let game = group.game.map_or_else(String::new, |game| format!(" In the game: {game}."));
            let meaning = plain(group.doc);
            let _ = writeln!(
                out,
                "  {:#06x}  {:<17} {:<20} {meaning}{game}",
                group.offset,
                stored_name(group.kind),
                group.name
            );
        }
    }
    for set in sets(format) {
        let what = if set.is_bits { "bits" } else { "numbers" };
        let _ = writeln!(out, "\n{} ({what}): {}", set.name, plain(set.doc));
        for named in set.named {
            let value =
                if set.is_bits { format!("{:#x}", named.value) } else { named.value.to_string() };
            let _ = writeln!(out, "  {value:>10}  {:<24} {}", named.name(), plain(named.doc));
        }
    }
    let _ = writeln!(out, "\nRULES");
    for code in format.codes() {
        let _ = writeln!(out, "  {:<34} {:<7} {}", code.id, code.severity.as_str(), code.rule);
    }
    out
}

fn put_branches(out: &mut String, depth: usize, branches: &[Branch]) {
    for branch in branches {
        let (name, form) = match (&branch.form, branch.name) {
            // The fields of a word stand here; those of a record stand where the record does.
            (Form::Value(kind @ Kind::Word(_)) | Form::Filled(kind @ Kind::Word(_), _), "") => {
                put_parts(out, depth, *kind);
                continue;
            }
            (Form::Value(kind) | Form::Filled(kind, _), "") => {
                ("", format!("the fields of {}", kind.name()))
            }
            (form, name) => (name, form_name(form)),
        };
        put_member(out, depth, (name, &form), &branch.meaning(), branch.game);
        let inside = match branch.form {
            Form::List(inner) => *inner,
            form => form,
        };
        if let Form::Object(inner) = inside {
            put_branches(out, depth + 1, inner);
        }
    }
}

/// The fields of a word that stand among the members.
fn put_parts(out: &mut String, depth: usize, word: Kind) {
    for group in members_of(word) {
        let form = stored_name(group.kind);
        put_member(out, depth, (group.name, &form), &plain(group.doc), group.game);
    }
}

fn put_member(
    out: &mut String,
    depth: usize,
    (name, form): (&str, &str),
    meaning: &str,
    game: Option<Observed>,
) {
    let pad = "  ".repeat(depth);
    let game = game.map_or_else(String::new, |game| format!(" In the game: {game}."));
    let _ = writeln!(out, "{pad}{name:<18} {form:<24} {meaning}{game}");
}

fn form_name(form: &Form) -> String {
    match form {
        Form::Value(kind) | Form::Filled(kind, _) => stored_name(*kind).into_owned(),
        Form::Rows(kind) => format!("{}[…]", kind.name()),
        Form::Text => "text".into(),
        Form::Hex => "bytes".into(),
        Form::Object(_) => "object".into(),
        Form::List(inner) => format!("{}[…]", form_name(inner)),
        Form::Cases(cases) => format!("by {}", cases.by),
        Form::Own(_) => "any".into(),
    }
}
