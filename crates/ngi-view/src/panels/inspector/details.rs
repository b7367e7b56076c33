//! Everything about the selected field.

use egui::{RichText, Ui};
use ngi_formats::schema::plain;
use ngi_formats::tree::Node;
use ngi_verbs::explain::sentence;
use ngi_verbs::language::Language;
use ngi_verbs::location::{FieldKnown, FieldLocation};
use ngi_verbs::russian::meanings;

use super::Sheet;
use crate::Action;
use crate::document::{Control, Document, FieldView, Names};
use crate::panels::tools::Tip as _;
use crate::panels::widgets::LEADS;
use crate::platform::guarded;
use crate::texts::Texts;

/// Of raw bytes this many are shown: all of a name with what is behind it.
const RAW: usize = 64;

/// Draws it.
pub fn show(ui: &mut Ui, sheet: &mut Sheet<'_>, tree: &Node<'_>, document: &Document) {
    let texts = sheet.texts;
    let Some(path) = &sheet.inspector.selected else {
        ui.weak(texts.select_field);
        return;
    };
    ui.label(RichText::new(path).monospace().strong());
    let marked = sheet.inspector.marked.len();
    if marked > 1 {
        let text = format!("{marked} {}", texts.marked);
        ui.colored_label(crate::style::ACCENT, text);
    }
    if let Some((name, target)) = &sheet.link {
        ui.horizontal(|ui| match target {
            Some(target) => {
                if ui.link(format!("{LEADS} {name}")).on_hover_text(target).clicked() {
                    sheet.actions.push(Action::Select(target.clone()));
                }
            }
            None => drop(ui.weak(format!("{LEADS} {name}: {}", texts.missing))),
        });
    }
    match guarded(|| Ok(FieldView::of(tree, path))) {
        Ok(Some(view)) => {
            if let Some(text) = names(ui, &view, texts, sheet.language) {
                sheet.actions.push(Action::Edit { field: path.clone(), text });
            }
            number(ui, &view, texts);
            if let Some(field) = pointers(ui, &view) {
                let path = document.node.path();
                sheet.actions.push(Action::Reveal { path, field });
            }
            let is_value = view.control != Control::Fixed;
            let button = egui::Button::new(texts.who_else).small();
            if is_value && ui.add(button).tip(texts.who_else_hover).clicked() {
                let (field, text) = (path.clone(), view.text.clone());
                sheet.actions.push(Action::FindValue { field, text });
            }
            place(ui, document, &view.known, texts);
            meaning(ui, view.known, texts, sheet.language);
        }
        Ok(None) => line(ui, texts.offset, texts.no_place.to_owned()),
        Err(why) => crate::panels::text::error(ui, texts, &why),
    }
    let told = sheet.findings.iter().filter(|finding| finding.field.starts_with(path.as_str()));
    for finding in told {
        let text = format!("{} [{}]", sentence(finding, sheet.language), finding.code.id);
        ui.colored_label(crate::style::warning(ui), text);
    }
}

fn line(ui: &mut Ui, name: &str, text: String) {
    ui.horizontal_wrapped(|ui| {
        ui.weak(name);
        ui.label(RichText::new(text).monospace().size(12.0));
    });
}

/// What has names: bits with a box to check, a choice with what it means. Gives the value that
/// was asked for.
fn names(ui: &mut Ui, view: &FieldView, texts: &Texts, language: Language) -> Option<String> {
    match &view.control {
        Control::Bits(names) => bits(ui, names, texts, language),
        Control::Choice(names) => {
            let known = names.name()?;
            let means = meanings::meaning(plain(known.doc), language);
            ui.label(format!("{}: {means}", known.shown()));
            None
        }
        _ => None,
    }
}

fn bits(ui: &mut Ui, names: &Names, texts: &Texts, language: Language) -> Option<String> {
    let mut asked = None;
    ui.horizontal_wrapped(|ui| {
        for known in names.named {
            let (was, text) = (names.has(known), known.shown());
            let mut now = was;
            // Of several that share their bits one is chosen.
            let response = match names.excludes(known) {
                true => ui.radio_value(&mut now, true, text),
                false => ui.checkbox(&mut now, text),
            };
            response.on_hover_text(meanings::meaning(plain(known.doc), language));
            if now != was {
                asked = Some(names.with(known, now));
            }
        }
    });
    let nameless = names.nameless();
    if nameless != 0 {
        line(ui, texts.nameless_bits, format!("{nameless:#x}"));
    }
    asked
}

/// What its numbers mean, with links that lead there. Gives the field that was asked for.
fn pointers(ui: &mut Ui, view: &FieldView) -> Option<String> {
    if view.pointed.is_empty() {
        return None;
    }
    let mut asked = None;
    ui.horizontal_wrapped(|ui| {
        for pointed in &view.pointed {
            let link = ui.link(format!("{LEADS} {}", super::editor::meant(pointed)));
            if link.on_hover_text(&pointed.path).clicked() {
                asked = Some(pointed.path.clone());
            }
        }
    });
    asked
}

/// Flags and offsets say more in the other way of writing numbers.
fn number(ui: &mut Ui, view: &FieldView, texts: &Texts) {
    let number = view.text.parse::<u64>().ok();
    if let Some(number) = number.filter(|number| *number > 9) {
        line(ui, texts.value, format!("{number} = {number:#x}"));
    }
}

/// Where it lies, and its bytes.
fn place(ui: &mut Ui, document: &Document, known: &FieldKnown, texts: &Texts) {
    let range = match &known.location {
        FieldLocation::Bytes(range) => range.clone(),
        FieldLocation::Directory => return line(ui, texts.offset, texts.in_directory.to_owned()),
        FieldLocation::Derived => return line(ui, texts.offset, texts.derived.to_owned()),
    };
    let (end, length) = (range.end.saturating_sub(1), range.len());
    let unit = texts.bytes_unit;
    line(ui, texts.offset, format!("{:#x}–{end:#x} ({length} {unit})", range.start));
    let raw = document.bytes().get(range).unwrap_or_default();
    let mut text: Vec<String> = raw.iter().take(RAW).map(|byte| format!("{byte:02x}")).collect();
    if raw.len() > RAW {
        text.push("…".to_owned());
    }
    line(ui, texts.raw, text.join(" "));
}

fn meaning(ui: &mut Ui, known: FieldKnown, texts: &Texts, language: Language) {
    let named = known.named.join(", ");
    let dot = if named.is_empty() || known.stored.is_empty() { "" } else { " · " };
    if !known.stored.is_empty() || !named.is_empty() {
        line(ui, texts.stored, format!("{}{dot}{named}", known.stored));
    }
    ui.label(meanings::meaning(known.meaning, language));
    if let Some(game) = known.game {
        ui.weak(meanings::observed(game, language));
    }
}
