//! Generated tables and lists of rules in `docs/formats`, between marks that authors must not edit.
//!
//! A page marks the place of each piece: `<!-- ngi: Phase -->`, `<!-- ngi: set Flags -->`,
//! `<!-- ngi: tables -->`, `<!-- ngi: rules -->`; the piece ends at `<!-- ngi: end -->`.

use std::fmt::Write as _;

use ngi_formats::msh::{PathLink, PathNode};
use ngi_formats::schema::{Kind, Record as _, Shape, plain};
use ngi_formats::tables::{Content, Need, Resource};
use ngi_formats::tree::members;

use super::{records, sets};
use crate::format::Format;

/// Start of a mark.
const MARK: &str = "<!-- ngi: ";
/// Mark at the end of a piece.
const END: &str = "<!-- ngi: end -->";

/// Returns the mark of a piece.
pub fn mark_of(piece: &str) -> String {
    format!("{MARK}{piece} -->")
}

/// Returns the names of the pieces that a page requests.
pub fn sections(page: &str) -> Vec<&str> {
    let named = page.lines().filter_map(|line| line.strip_prefix(MARK)?.strip_suffix(" -->"));
    named.filter(|name| *name != "end").collect()
}

/// Returns a page with regenerated pieces. Fails on a piece that no format has.
pub fn render(page: &str, formats: &[&Format]) -> Result<String, String> {
    let (mut out, mut inside) = (String::new(), false);
    for line in page.lines() {
        let name = line.strip_prefix(MARK).and_then(|rest| rest.strip_suffix(" -->"));
        match name {
            Some("end") => {
                inside = false;
                let _ = writeln!(out, "{END}");
            }
            Some(name) => {
                inside = true;
                let made = formats.iter().find_map(|format| piece(format, name));
                let made = made.ok_or_else(|| format!("no format has a piece \"{name}\""))?;
                let _ = write!(out, "{line}\n{made}");
            }
            None if inside => {}
            None => {
                let _ = writeln!(out, "{line}");
            }
        }
    }
    if inside { Err(format!("a piece without {END}")) } else { Ok(out) }
}

fn piece(format: &Format, name: &str) -> Option<String> {
    if name == "rules" {
        return Some(rules(format));
    }
    if name == "tables" {
        let all = format.document.tables();
        return (!all.is_empty()).then(|| tables(all));
    }
    if let Some(set) = name.strip_prefix("set ") {
        let set = sets(format).into_iter().find(|known| known.name == set)?;
        let mut out = String::from("| value | name | meaning |\n|---|---|---|\n");
        for named in set.named {
            let value =
                if set.is_bits { format!("{:#x}", named.value) } else { named.value.to_string() };
            let _ = writeln!(out, "| {value} | `{}` | {} |", named.name(), cell(named.doc));
        }
        return Some(out);
    }
    records(format).into_iter().find(|shape| shape.name == name).map(table)
}

fn table(shape: &'static Shape) -> String {
    let mut out = String::from(
        "| offset | stored | field | meaning | in the game |\n|---|---|---|---|---|\n",
    );
    for group in members(shape) {
        let stored = match group.kind {
            Kind::Text(size) | Kind::FullText(size) => format!("char[{size}]"),
            Kind::Bytes(size) => format!("u8[{size}]"),
            Kind::Part(of, part) => {
                format!("{}, bits {} to {}", of.name(), part.low, part.low + part.width - 1)
            }
            kind => kind.name().into_owned(),
        };
        let game = group.game.map_or_else(String::new, |game| game.to_string());
        let _ = writeln!(
            out,
            "| {:#04x} | {stored} | `{}` | {} | {game} |",
            group.offset,
            group.name,
            cell(group.doc)
        );
    }
    let _ = writeln!(out, "\n{} bytes.", shape.size);
    out
}

/// Returns the table of an archive's tables, in the order of their declaration.
fn tables(all: &[Resource]) -> String {
    let mut out =
        String::from("| type | table | record | bytes | per vertex | need | contents |\n");
    out.push_str("|--:|---|---|--:|---|---|---|\n");
    for known in all {
        let (record, bytes) = record_of(known);
        let per_vertex = if known.per_vertex { "yes" } else { "" };
        let need = match known.need {
            Need::Required => "required",
            Need::Usual => "usual",
            Need::Optional => "optional",
        };
        let _ = writeln!(
            out,
            "| {} | `{}` | {record} | {bytes} | {per_vertex} | {need} | {} |",
            known.type_id,
            known.name,
            cell(known.doc)
        );
    }
    out
}

/// Returns the records of a table and their sizes.
fn record_of(known: &Resource) -> (String, String) {
    let (record, bytes) = match known.content {
        Content::Rows(kind) => (kind.name().into_owned(), kind.size().to_string()),
        Content::Labels => ("text".into(), "varies".into()),
        Content::Paths => (
            format!("{}, then {}", PathNode::SHAPE.name, PathLink::SHAPE.name),
            format!("{}, then {}", PathNode::SIZE, PathLink::SIZE),
        ),
        Content::Unknown => ("unknown".into(), "?".into()),
    };
    match known.head_shape {
        Some(head) => {
            (format!("{}, then {record}", head.name), format!("{}, then {bytes}", head.size))
        }
        None => (record, bytes),
    }
}

/// Formats a doc comment as a cell of a table.
fn cell(doc: &str) -> String {
    escaped(&plain(doc)).replace('|', "\\|")
}

/// A text in which browsers see no HTML tags: `<level>1.wea` outside of code would be hidden.
fn escaped(text: &str) -> String {
    let parts = text
        .split('`')
        .enumerate()
        .map(|(at, part)| if at % 2 == 0 { part.replace('<', "\\<") } else { part.to_owned() });
    parts.collect::<Vec<_>>().join("`")
}

fn rules(format: &Format) -> String {
    let mut out = String::from("| code | severity | set | rule |\n|---|---|---|---|\n");
    for code in format.codes() {
        let level = code.level.as_str();
        let _ = writeln!(
            out,
            "| `{}` | {} | {level} | {} |",
            code.id,
            code.severity.as_str(),
            escaped(code.rule)
        );
    }
    out
}
