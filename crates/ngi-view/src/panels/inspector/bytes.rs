//! The raw bytes of what is open, those of the selected field marked.

use std::ops::Range;

use egui::text::LayoutJob;
use egui::{FontId, ScrollArea, Ui};
use ngi_verbs::location::FieldLocation;

use crate::App;
use crate::panels::widgets;
use crate::platform::guarded;

/// Bytes in a line.
const LINE: usize = 8;
/// Height of a line.
const HEIGHT: f32 = 18.0;

/// Draws them.
pub fn show(app: &mut App, ui: &mut Ui) {
    let texts = app.texts();
    let Some(current) = &app.current else {
        widgets::nothing(ui, texts.nothing_open);
        return;
    };
    let bytes = match &current.document {
        Some(document) => document.bytes(),
        None => &current.bytes,
    };
    let selected = &app.inspector.selected;
    let known = current.document.as_ref().zip(selected.as_ref());
    let known = known.and_then(|(document, path)| guarded(|| Ok(document.known(path))).ok()?);
    let marked = known.and_then(|known| match known.location {
        FieldLocation::Bytes(range) => Some(range),
        _ => None,
    });
    let mut area = ScrollArea::both().auto_shrink([false, false]).id_salt("bytes");
    // Once: who scrolls away afterwards stays there.
    if let (Some(range), true) = (&marked, *selected != app.inspector.bytes_at) {
        area = area.vertical_scroll_offset((range.start / LINE) as f32 * HEIGHT);
    }
    area.show_rows(ui, HEIGHT, bytes.len().div_ceil(LINE), |ui, range| {
        for line in range {
            let start = line * LINE;
            let chunk = bytes.get(start..bytes.len().min(start + LINE)).unwrap_or_default();
            let job = line_of(ui, start, chunk, marked.as_ref());
            ui.add(egui::Label::new(job).extend());
        }
    });
    app.inspector.bytes_at.clone_from(&app.inspector.selected);
}

/// Offset, hex and text of a few bytes; those of the marked field in another colour.
fn line_of(ui: &Ui, start: usize, chunk: &[u8], marked: Option<&Range<usize>>) -> LayoutJob {
    let mut job = LayoutJob::default();
    let font = FontId::monospace(12.0);
    let (quiet, plain) = (ui.visuals().weak_text_color(), ui.visuals().text_color());
    let part = |colour| egui::TextFormat::simple(font.clone(), colour);
    job.append(&format!("{start:06x} "), 0.0, part(quiet));
    for (place, byte) in chunk.iter().enumerate() {
        let hit = marked.is_some_and(|range| range.contains(&(start + place)));
        let colour = if hit { crate::style::ACCENT } else { plain };
        job.append(&format!(" {byte:02x}"), 0.0, part(colour));
    }
    let is_shown = |byte: u8| byte.is_ascii_graphic() || byte == b' ';
    let shown = |&byte: &u8| if is_shown(byte) { char::from(byte) } else { '.' };
    let text: String = chunk.iter().map(shown).collect();
    let pad = " ".repeat((LINE - chunk.len()) * 3 + 2);
    job.append(&format!("{pad}{text}"), 0.0, part(quiet));
    job
}
