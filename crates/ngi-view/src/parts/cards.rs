//! Cards: an image with a title and a few facts below it. The start page and the gallery are made
//! of them.

use egui::{Color32, FontId, Image, Rect, TextureId, Ui, Vec2, pos2, vec2};
use ngi_verbs::facts::Facts;

use crate::library::{Item, ItemKind};
use crate::panels::widgets;
use crate::style;
use crate::texts::{Language, Texts};
use crate::thumbnails::Thumbnails;

/// Height of a line of text below an image.
pub const LINE: f32 = 16.0;

/// Text of a card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CardText {
    /// Title: the first line.
    pub title: String,
    /// Facts: the other lines.
    pub lines: Vec<String>,
}

impl CardText {
    /// Returns the text of an item. Only missions and units have more than a title.
    pub fn of(item: &Item, texts: &Texts) -> Self {
        let title = item.label();
        let own = texts.start();
        let lines = match item.facts.as_deref() {
            Some(Facts::Mission(mission)) => {
                let map = mission.map();
                let count = format!(
                    "{}: {} · {}: {}",
                    own.clans,
                    mission.clans.len(),
                    own.objects,
                    mission.objects
                );
                let map = (!map.is_empty()).then(|| format!("{}: {map}", own.map));
                map.into_iter().chain([count]).collect()
            }
            Some(Facts::Unit(_)) if title != item.name => vec![item.name.clone()],
            _ => Vec::new(),
        };
        Self { title, lines }
    }

    /// Returns all lines as one text, for screen readers.
    pub fn spoken(&self) -> String {
        std::iter::once(&self.title).chain(&self.lines).cloned().collect::<Vec<_>>().join(", ")
    }
}

/// Paints the image of an item, or a placeholder with its type; asks for the image if it is missing.
pub fn image(
    ui: &Ui,
    rect: Rect,
    item: &Item,
    what: &str,
    thumbnails: &mut Thumbnails,
    hovered: bool,
) {
    background(ui, rect, hovered);
    match thumbnails.image(&item.path) {
        Some((texture, size)) => {
            let rect = rect.shrink(1.0);
            covering((texture, size), rect).corner_radius(6.0).paint_at(ui, rect);
        }
        None => placeholder(ui, rect, item.kind, what),
    }
    if item.has_thumbnail() {
        thumbnails.want(item.path.clone(), item.node.clone(), item.kind);
    }
}

/// Returns an image that covers a rectangle and keeps its proportions.
pub fn covering((texture, size): (TextureId, Vec2), rect: Rect) -> Image<'static> {
    Image::new((texture, rect.size())).uv(cover(size, rect.size()))
}

/// Paints the background of an image.
pub fn background(ui: &Ui, rect: Rect, hovered: bool) {
    let visuals = ui.visuals();
    let fill = match hovered {
        true => visuals.widgets.hovered.weak_bg_fill,
        false => visuals.extreme_bg_color,
    };
    ui.painter().rect_filled(rect, 6.0, fill);
}

/// Paints the title and the facts below an image.
pub fn text(ui: &Ui, rect: Rect, text: &CardText, colour: Color32) {
    let weak = ui.visuals().weak_text_color();
    let lines = std::iter::once((&text.title, 12.5, colour))
        .chain(text.lines.iter().map(|line| (line, 11.0, weak)));
    for (number, (line, size, colour)) in lines.enumerate() {
        let top = rect.top() + 2.0 + number as f32 * LINE;
        let row = Rect::from_min_max(pos2(rect.left() + 2.0, top), pos2(rect.right(), top + LINE));
        if row.bottom() > rect.bottom() + 2.0 {
            break;
        }
        widgets::cut_text(ui, row, line, FontId::proportional(size), colour);
    }
}

/// Paints the placeholder of a missing image: a folder, and the type in words.
pub fn placeholder(ui: &Ui, rect: Rect, kind: ItemKind, name: &str) {
    let colour = style::badge(kind);
    let side = rect.width().min(rect.height());
    let font = FontId::proportional((side * 0.12).clamp(11.0, 18.0));
    if matches!(kind, ItemKind::Folder | ItemKind::Archive) {
        let square = Rect::from_center_size(rect.center(), vec2(side, side));
        folder(ui, square.shrink(side * 0.22), colour.gamma_multiply(0.35));
    }
    let mut job = egui::text::LayoutJob::simple(name.to_owned(), font, colour, rect.width() - 8.0);
    job.halign = egui::Align::Center;
    let galley = ui.painter().layout_job(job);
    let at = rect.center() - vec2(0.0, galley.size().y / 2.0);
    ui.painter().galley(at, galley, colour);
}

/// Paints a folder with its tab.
pub fn folder(ui: &Ui, rect: Rect, colour: Color32) {
    let tab = Rect::from_min_size(rect.min, vec2(rect.width() * 0.42, rect.height() * 0.2));
    let body = rect.with_min_y(rect.top() + rect.height() * 0.12);
    ui.painter().rect_filled(tab, 3.0, colour);
    ui.painter().rect_filled(body, 4.0, colour);
}

/// Columns of a grid that fills its whole width.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Columns {
    /// Number of columns.
    pub count: usize,
    /// Width of each.
    pub width: f32,
}

impl Columns {
    /// Divides a width into columns that are at least `least` wide, with gaps between them.
    pub fn of(width: f32, least: f32, gap: f32) -> Self {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at least 1")]
        let count = ((width + gap) / (least + gap)).floor().max(1.0) as usize;
        let width = (width - gap * (count - 1) as f32) / count as f32;
        Self { count, width: width.max(1.0) }
    }
}

/// Returns the part of an image that fills a rectangle without being distorted.
pub fn cover(image: Vec2, rect: Vec2) -> Rect {
    let scale = (rect.x / image.x.max(1.0)).max(rect.y / image.y.max(1.0)).max(f32::EPSILON);
    let part = vec2(rect.x / (image.x.max(1.0) * scale), rect.y / (image.y.max(1.0) * scale));
    Rect::from_center_size(pos2(0.5, 0.5), part)
}

/// Returns the type of an item as a label.
pub fn type_label(item: &Item, texts: &Texts, language: Language) -> String {
    widgets::sentence(item.file_type().name(texts, language))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_image_is_cut_at_its_longer_sides() {
        let wide = cover(vec2(200.0, 100.0), vec2(50.0, 50.0));
        assert_eq!(wide, Rect::from_min_max(pos2(0.25, 0.0), pos2(0.75, 1.0)));
        let high = cover(vec2(100.0, 100.0), vec2(100.0, 50.0));
        assert_eq!(high, Rect::from_min_max(pos2(0.0, 0.25), pos2(1.0, 0.75)));
    }

    #[test]
    fn columns_fill_the_width() {
        for width in [100.0, 320.0, 555.5, 1234.0] {
            let columns = Columns::of(width, 120.0, 8.0);
            let filled = columns.width * columns.count as f32 + 8.0 * (columns.count - 1) as f32;
            assert!((filled - width).abs() < 0.01, "{columns:?}");
            assert!(columns.width >= 120.0 || columns.count == 1, "{columns:?}");
            assert!(columns.width < 2.0 * 120.0 + 8.0, "{columns:?}");
        }
    }
}
