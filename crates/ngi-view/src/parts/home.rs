//! Start page of a game: its contents as cards, by kind, with a search above them.

use egui::{FontId, Key, Rect, RichText, ScrollArea, Sense, TextEdit, Ui, WidgetInfo, pos2, vec2};
use ngi_formats::kinds;
use ngi_verbs::facts::Facts;

use crate::library::{FileType, Index, Item, ItemId, ItemKind};
use crate::panels::tools::Tip as _;
use crate::panels::widgets;
use crate::texts::start::Texts as StartTexts;
use crate::texts::{Language, Texts};
use crate::thumbnails::Thumbnails;
use crate::{Action, style, tabs};

use super::cards::{self, CardText, Columns, LINE};

/// Gap between cards.
const GAP: f32 = 10.0;
/// Margin of the page.
const MARGIN: f32 = 16.0;

/// A kind of contents, with a row of cards of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Section {
    /// Missions.
    Missions,
    /// Landscapes.
    Maps,
    /// Robots, animals and everything else that moves.
    Units,
    /// Buildings.
    Buildings,
    /// Models.
    Models,
    /// Effects and explosions.
    Effects,
    /// Textures and lightmaps.
    Textures,
    /// Sounds.
    Sounds,
    /// Texts of missions and settings.
    Documents,
}

impl Section {
    /// All sections, in the order of the page.
    pub const ALL: [Self; 9] = [
        Self::Missions,
        Self::Maps,
        Self::Units,
        Self::Buildings,
        Self::Models,
        Self::Effects,
        Self::Textures,
        Self::Sounds,
        Self::Documents,
    ];

    /// Returns the section that lists an item.
    pub fn of(item: &Item) -> Option<Self> {
        let is_building = || match item.facts.as_deref() {
            Some(Facts::Unit(unit)) => unit.unit_type.0 >> 31 == 1,
            _ => false,
        };
        match item.kind {
            ItemKind::Mission => Some(Self::Missions),
            ItemKind::Landscape => Some(Self::Maps),
            ItemKind::Unit if is_building() => Some(Self::Buildings),
            ItemKind::Unit => Some(Self::Units),
            ItemKind::Model => Some(Self::Models),
            ItemKind::Effect => Some(Self::Effects),
            ItemKind::Texture => Some(Self::Textures),
            _ => match item.file_type() {
                FileType::Format(kind) if *kind == kinds::SOUND => Some(Self::Sounds),
                FileType::Format(kind)
                    if [&kinds::TIPS, &kinds::TEXTS, &kinds::INI].contains(&kind) =>
                {
                    Some(Self::Documents)
                }
                FileType::Text => Some(Self::Documents),
                _ => None,
            },
        }
    }

    /// Returns its title.
    pub fn title(self, texts: &StartTexts) -> &'static str {
        match self {
            Self::Missions => texts.missions,
            Self::Maps => texts.maps,
            Self::Units => texts.units,
            Self::Buildings => texts.buildings,
            Self::Models => texts.models,
            Self::Effects => texts.effects,
            Self::Textures => texts.textures,
            Self::Sounds => texts.sounds,
            Self::Documents => texts.documents,
        }
    }

    fn size(self) -> Size {
        match self {
            Self::Missions => Size { least: 190.0, shape: Shape::Wide, lines: 3, rows: 2 },
            Self::Maps => Size { least: 190.0, shape: Shape::Wide, lines: 1, rows: 1 },
            Self::Units | Self::Buildings => {
                Size { least: 112.0, shape: Shape::Square, lines: 2, rows: 1 }
            }
            Self::Sounds | Self::Documents => {
                Size { least: 150.0, shape: Shape::Line, lines: 0, rows: 2 }
            }
            _ => Size { least: 112.0, shape: Shape::Square, lines: 1, rows: 1 },
        }
    }
}

/// Size of cards.
#[derive(Debug, Clone, Copy)]
struct Size {
    least: f32,
    shape: Shape,
    lines: usize,
    rows: usize,
}

/// Shape of a card's image.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Shape {
    Wide,
    Square,
    /// No image: type and name in one line.
    Line,
}

/// Cards of search results and of recently viewed files.
const MIXED: Size = Size { least: 112.0, shape: Shape::Square, lines: 2, rows: 1 };

impl Size {
    fn image_height(self, width: f32) -> f32 {
        match self.shape {
            Shape::Wide => (width * 0.6).round(),
            Shape::Square => width,
            Shape::Line => 0.0,
        }
    }

    fn height(self, width: f32) -> f32 {
        match self.shape {
            Shape::Line => 26.0,
            _ => self.image_height(width) + self.lines as f32 * LINE + 4.0,
        }
    }
}

/// State of the start page.
#[derive(Debug, Default)]
pub struct Home {
    /// True if a whole game is open; a single archive has no start page.
    pub is_game: bool,
    sections: Vec<(Section, Vec<ItemId>)>,
    /// Number of items the sections were made from.
    made_of: usize,
}

/// Data that the page shows besides its own state.
pub struct Around<'a> {
    /// Everything in the game.
    pub index: &'a Index,
    /// Texts in the user's language.
    pub texts: &'static Texts,
    /// Language of the types of files.
    pub language: Language,
    /// Name of the game.
    pub title: &'a str,
    /// Paths of recently viewed files, newest first.
    pub recent: &'a [String],
    /// Text that is searched for.
    pub search: &'a str,
    /// Results of the search, best first.
    pub hits: &'a [ItemId],
    /// True while the index is being read.
    pub is_reading: bool,
}

/// Request of the user from the page.
#[derive(Debug, Default)]
pub struct Asked {
    /// Action to carry out.
    pub actions: Vec<Action>,
    /// New text of the search, if it was changed.
    pub search: Option<String>,
}

impl Home {
    /// The index was read again.
    pub fn renew(&mut self) {
        self.made_of = 0;
    }

    /// Returns the items of a section.
    pub fn items(&mut self, index: &Index, section: Section) -> &[ItemId] {
        self.make(index);
        let found = self.sections.iter().find(|(known, _)| *known == section);
        found.map(|(_, items)| items.as_slice()).unwrap_or_default()
    }

    fn make(&mut self, index: &Index) {
        if self.made_of == index.items().len() {
            return;
        }
        self.made_of = index.items().len();
        self.sections = Section::ALL.map(|section| (section, Vec::new())).into();
        for (id, item) in index.items().iter().enumerate() {
            let Some(section) = Section::of(item).filter(|_| !index.is_internal(id)) else {
                continue;
            };
            if let Some((_, items)) = self.sections.iter_mut().find(|(known, _)| *known == section)
            {
                items.push(id);
            }
        }
    }

    /// Draws the page.
    pub fn show(&mut self, ui: &mut Ui, around: &Around<'_>, thumbnails: &mut Thumbnails) -> Asked {
        self.make(around.index);
        let mut asked = Asked::default();
        egui::Frame::new().inner_margin(MARGIN).show(ui, |ui| {
            header(ui, around, &mut asked);
            ui.add_space(8.0);
            let area = ScrollArea::vertical().auto_shrink([false, false]).id_salt("start page");
            area.show(ui, |ui| {
                let mut page = Page { ui, around, thumbnails, asked: &mut asked, grid: 0 };
                match around.search.trim().is_empty() {
                    true => page.sections(&self.sections),
                    false => page.results(),
                }
            });
        });
        asked
    }
}

/// Draws the name of the game and the search.
fn header(ui: &mut Ui, around: &Around<'_>, asked: &mut Asked) {
    let own = around.texts.start();
    ui.horizontal(|ui| {
        ui.add(egui::Label::new(RichText::new(around.title).size(20.0).strong()).truncate());
        if around.is_reading {
            ui.spinner();
        }
    });
    ui.horizontal(|ui| {
        let mut text = around.search.to_owned();
        let width = (ui.available_width() - 110.0).clamp(120.0, 520.0);
        let field = TextEdit::singleline(&mut text)
            .hint_text(own.search_hint)
            .margin(egui::Margin::symmetric(8, 5))
            .desired_width(width);
        let response = ui.add(field);
        response.widget_info(|| WidgetInfo::labeled(egui::Role::TextInput, true, own.search));
        if response.changed() {
            asked.search = Some(text);
        }
        if response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter)) {
            asked.actions.push(Action::FirstHit);
        }
        if response.lost_focus() && ui.input(|input| input.key_pressed(Key::Escape)) {
            asked.search = Some(String::new());
        }
        if ui.button(own.all_files).tip(own.all_files_hover).clicked() {
            asked.actions.push(Action::Browse(None));
        }
    });
}

/// The scrolled part of the page while it is drawn.
struct Page<'p, 'a> {
    ui: &'p mut Ui,
    around: &'p Around<'a>,
    thumbnails: &'p mut Thumbnails,
    asked: &'p mut Asked,
    /// Number of the grid of cards that is drawn: an item may have cards in several.
    grid: usize,
}

impl Page<'_, '_> {
    fn sections(&mut self, sections: &[(Section, Vec<ItemId>)]) {
        let own = self.around.texts.start();
        let find = |path: &String| self.around.index.find(path);
        let recent: Vec<ItemId> = self.around.recent.iter().filter_map(find).collect();
        if !recent.is_empty() {
            self.heading(own.opened, None, None);
            self.cards(&recent, MIXED, None);
        }
        for (section, items) in sections.iter().filter(|(_, items)| !items.is_empty()) {
            let size = section.size();
            let fits = self.columns(size).count * size.rows;
            let more = (items.len() > fits).then_some(*section);
            self.heading(section.title(own), Some(items.len()), more);
            self.cards(items, size, None);
        }
    }

    fn results(&mut self) {
        let hits = self.around.hits;
        if hits.is_empty() && !self.around.is_reading {
            widgets::nothing(self.ui, self.around.texts.start().no_results);
            return;
        }
        let size = Size { rows: 12, ..MIXED };
        self.cards(hits, size, Some(0));
    }

    fn heading(&mut self, title: &str, count: Option<usize>, more: Option<Section>) {
        let own = self.around.texts.start();
        self.ui.add_space(10.0);
        self.ui.horizontal(|ui| {
            ui.label(RichText::new(title).size(15.5).strong());
            count.into_iter().for_each(|count| drop(ui.weak(count.to_string())));
            if let Some(section) = more {
                let button = ui.small_button(own.show_all);
                // Several sections have such a button.
                let name = format!("{}: {title}", own.show_all);
                button.widget_info(|| WidgetInfo::labeled(egui::Role::Button, true, &name));
                if button.tip(own.show_all_hover).clicked() {
                    self.asked.actions.push(Action::Browse(Some(section)));
                }
            }
        });
        self.ui.add_space(2.0);
    }

    fn columns(&self, size: Size) -> Columns {
        let width = self.ui.available_width() - 4.0;
        Columns::of(width, size.least, GAP)
    }

    /// Draws the first rows of some items as cards.
    fn cards(&mut self, items: &[ItemId], size: Size, marked: Option<usize>) {
        self.grid += 1;
        let columns = self.columns(size);
        // A few cards are not stretched to fill a wide window.
        let width = columns.width.min(size.least * 1.4);
        let height = size.height(width);
        for (row, items) in items.chunks(columns.count).take(size.rows).enumerate() {
            let whole = vec2(self.ui.available_width(), height + GAP);
            let (line, _) = self.ui.allocate_exact_size(whole, Sense::hover());
            if !self.ui.is_rect_visible(line) {
                continue;
            }
            for (column, id) in items.iter().enumerate() {
                let at = pos2(line.left() + column as f32 * (width + GAP), line.top());
                let rect = Rect::from_min_size(at, vec2(width, height));
                let is_marked = marked == Some(row * columns.count + column);
                self.card(*id, rect, size, is_marked);
            }
        }
    }

    fn card(&mut self, id: ItemId, rect: Rect, size: Size, is_marked: bool) {
        let Some(item) = self.around.index.get(id) else { return };
        let (texts, language) = (self.around.texts, self.around.language);
        let text = CardText::of(item, texts);
        let response = self.ui.interact(
            rect,
            self.ui.scope_id().with(("card", self.grid, id)),
            Sense::click(),
        );
        let spoken = text.spoken();
        response
            .widget_info(|| WidgetInfo::selected(egui::Role::ListItem, true, is_marked, &spoken));
        let what = cards::type_label(item, texts, language);
        let colour = self.ui.visuals().text_color();
        let hovered = response.hovered();
        match size.shape {
            Shape::Line => {
                cards::background(self.ui, rect, hovered);
                let middle = rect.center().y;
                let badge =
                    Rect::from_min_size(pos2(rect.left() + 6.0, middle - 7.0), vec2(26.0, 14.0));
                widgets::badge(self.ui, badge, item);
                let name = rect.with_min_x(badge.right() + 6.0);
                widgets::cut_text(self.ui, name, &text.title, FontId::proportional(12.5), colour);
            }
            _ => {
                let image = rect.with_max_y(rect.top() + size.image_height(rect.width()));
                cards::image(self.ui, image, item, &what, self.thumbnails, hovered);
                let below = rect.with_min_y(image.bottom());
                cards::text(self.ui, below, &text, colour);
                if is_marked {
                    let stroke = egui::Stroke::new(2.0, style::ACCENT);
                    self.ui.painter().rect_stroke(image, 6.0, stroke, egui::StrokeKind::Inside);
                }
            }
        }
        let own = || item.path.clone();
        response.context_menu(|ui| {
            for (name, tip, action) in [
                (texts.tab_open, texts.tips().tab_open, Action::Tabs(tabs::Ask::Open(own()))),
                (texts.export_title, texts.tips().export, Action::AskExport(Some(own()))),
                (texts.copy_path, texts.tips().copy_path, Action::CopyPath(Some(own()))),
            ] {
                if ui.button(name).tip(tip).clicked() {
                    self.asked.actions.push(action);
                }
            }
        });
        self.asked.actions.extend(tabs::asked_by(&response, &item.path));
        response.on_hover_ui(|ui| {
            ui.label(format!("{}\n{what}, {}", item.path, widgets::size_text(item.size, texts)));
        });
    }
}
