//! Welcome page: shown while nothing is open.

use std::path::{Path, PathBuf};

use egui::{
    Button, Color32, CornerRadius, FontId, Image, Mesh, ProgressBar, RichText, ScrollArea, Sense,
    TextEdit, TextureHandle, TextureOptions, Ui, UiBuilder, WidgetInfo, vec2,
};
use ngi_render::Picture;

use crate::panels::tools::{Tip as _, with_key};
use crate::panels::widgets;
use crate::platform::{self, Job, News, Wake};
use crate::shortcuts::Command;
use crate::texts::Texts;
use crate::{Action, style};

use super::cards;

/// Image at the top of the page: the demo game.
const HERO: &[u8] = include_bytes!("../../assets/hero.png");
/// Width of the page's column at most.
const WIDTH: f32 = 760.0;
/// Height of the buttons.
const BUTTON: f32 = 38.0;
/// Height of a row of a list.
const ROW: f32 = 38.0;
/// Rows of a list at most.
const ROWS: usize = 6;

/// State of the welcome page.
#[derive(Default)]
pub struct Welcome {
    /// Text of the path field.
    pub path: String,
    /// Game folders that were found on this computer.
    pub found: Vec<PathBuf>,
    search: Option<Job<PathBuf>>,
    searched: bool,
    hero: Option<TextureHandle>,
    /// Button whose work is under way.
    pressed: Pressed,
    /// Height of the content in the last frame.
    height: f32,
}

impl std::fmt::Debug for Welcome {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Welcome").field("path", &self.path).field("found", &self.found).finish()
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Pressed {
    #[default]
    Demo,
    Open,
}

/// Data that the page shows besides its own state.
#[derive(Clone, Copy)]
pub struct Around<'a> {
    /// Texts in the user's language.
    pub texts: &'static Texts,
    /// Folders and files that were opened last.
    pub recent: &'a [PathBuf],
    /// Progress of the work that was started by a button, if there is any; 0 to 1 if it is known.
    pub work: Option<Option<f32>>,
    /// Last error.
    pub error: Option<&'a str>,
}

impl Welcome {
    /// Starts the search for installed games.
    pub fn find_games(&mut self, wake: &Wake) {
        (self.search, self.searched) = (Some(platform::find_games(wake, None)), true);
    }

    /// Takes the results of the search.
    pub fn take_news(&mut self) {
        while let Some(news) = self.search.as_mut().and_then(Job::news) {
            match news {
                News::Part(game) => self.found.push(game),
                News::Done | News::Failed(_) => self.search = None,
            }
        }
    }

    /// Draws the page.
    pub fn show(&mut self, ui: &mut Ui, around: &Around<'_>) -> Vec<Action> {
        let mut actions = Vec::new();
        let room = ui.available_height();
        ScrollArea::vertical().auto_shrink([false, false]).id_salt("welcome").show(ui, |ui| {
            let width = (ui.available_width() - 32.0).clamp(200.0, WIDTH);
            let side = ((ui.available_width() - width) / 2.0).max(0.0);
            ui.add_space(((room - self.height) * 0.4).max(12.0));
            let column = ui.horizontal(|ui| {
                ui.add_space(side);
                let column = ui.vertical(|ui| {
                    ui.set_width(width);
                    self.column(ui, around, width, room, &mut actions);
                });
                column.response.rect.height()
            });
            self.height = column.inner;
        });
        actions
    }

    fn column(
        &mut self,
        ui: &mut Ui,
        around: &Around<'_>,
        width: f32,
        room: f32,
        actions: &mut Vec<Action>,
    ) {
        self.hero(ui, around.texts, vec2(width, (room * 0.34).clamp(90.0, 240.0)));
        ui.add_space(14.0);
        ui.horizontal_wrapped(|ui| self.buttons(ui, around, actions));
        ui.add_space(8.0);
        if cfg!(target_arch = "wasm32") {
            ui.weak(around.texts.stays_here);
        } else {
            self.path_field(ui, around.texts, actions);
        }
        ui.weak(around.texts.start().or_drop);
        if let Some(why) = around.error {
            ui.add_space(4.0);
            ui.colored_label(style::error(ui), why);
        }
        ui.add_space(14.0);
        self.lists(ui, around, width, actions);
        ui.add_space(12.0);
    }

    /// Draws the image with name and sentence on it.
    fn hero(&mut self, ui: &mut Ui, texts: &Texts, size: egui::Vec2) {
        let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
        if self.hero.is_none()
            && let Ok(hero) = Picture::from_png(HERO)
        {
            let pixels = [hero.width() as usize, hero.height() as usize];
            let image = egui::ColorImage::from_rgba_unmultiplied(pixels, hero.rgba());
            self.hero = Some(ui.ctx().load_texture("hero", image, TextureOptions::LINEAR));
        }
        if let Some(hero) = &self.hero {
            let uv = cards::cover(hero.size_vec2(), rect.size());
            Image::new((hero.id(), rect.size())).uv(uv).corner_radius(8.0).paint_at(ui, rect);
        }
        let shade = rect.with_min_y(rect.bottom() - rect.height().min(96.0));
        let mut mesh = Mesh::default();
        let dark = Color32::from_black_alpha(190);
        for (at, colour) in [
            (shade.left_top(), Color32::TRANSPARENT),
            (shade.right_top(), Color32::TRANSPARENT),
            (shade.right_bottom() - vec2(0.0, 8.0), dark),
            (shade.left_bottom() - vec2(0.0, 8.0), dark),
        ] {
            mesh.colored_vertex(at, colour);
        }
        mesh.add_triangle(0, 1, 2);
        mesh.add_triangle(0, 2, 3);
        ui.painter().add(mesh);
        let foot = rect.with_min_y(rect.bottom() - 8.0);
        let round = CornerRadius { sw: 8, se: 8, ..CornerRadius::ZERO };
        ui.painter().rect_filled(foot, round, dark);
        let inside = UiBuilder::new()
            .max_rect(rect.shrink2(vec2(16.0, 12.0)))
            .layout(egui::Layout::bottom_up(egui::Align::Min));
        ui.scope_builder(inside, |ui| {
            ui.label(RichText::new(texts.start().sentence).size(14.5).color(Color32::WHITE));
            ui.label(RichText::new(texts.start().name).size(22.0).strong().color(Color32::WHITE));
        });
    }

    fn buttons(&mut self, ui: &mut Ui, around: &Around<'_>, actions: &mut Vec<Action>) {
        let (texts, tips) = (around.texts, around.texts.tips());
        let own = texts.start();
        let text = RichText::new(own.open_folder).size(15.0).color(Color32::WHITE);
        let open = Button::new(text).fill(style::PRIMARY).min_size(vec2(180.0, BUTTON));
        let tip = with_key(own.open_folder_hover, Command::Open);
        if self.or_progress(ui, around, Pressed::Open, open, texts.opening, &tip) {
            self.pressed = Pressed::Open;
            actions.push(Action::ChooseFolder);
        }
        let demo = Button::new(RichText::new(texts.demo).size(15.0)).min_size(vec2(180.0, BUTTON));
        let (doing, tip) = (texts.making_demo, texts.demo_hover);
        if self.or_progress(ui, around, Pressed::Demo, demo, doing, tip) {
            self.pressed = Pressed::Demo;
            actions.push(Action::Demo);
        }
        let file =
            Button::new(RichText::new(texts.open_file).size(15.0)).min_size(vec2(0.0, BUTTON));
        if ui.add_enabled(around.work.is_none(), file).tip(tips.open_file).clicked() {
            self.pressed = Pressed::Open;
            actions.push(Action::ChooseFile);
        }
    }

    /// Draws a button, or the progress of the work that it started. Returns true if it was clicked.
    fn or_progress(
        &self,
        ui: &mut Ui,
        around: &Around<'_>,
        which: Pressed,
        button: Button<'_>,
        doing: &str,
        tip: &str,
    ) -> bool {
        match around.work {
            Some(share) if which == self.pressed => {
                let text = match share {
                    Some(share) => format!("{doing} {:.0} %", share * 100.0),
                    None => doing.to_owned(),
                };
                let bar = ProgressBar::new(share.unwrap_or(0.0)).animate(true);
                ui.add(
                    bar.desired_width(230.0).desired_height(BUTTON).corner_radius(4.0).text(text),
                );
                false
            }
            work => ui.add_enabled(work.is_none(), button).tip(tip).clicked(),
        }
    }

    fn path_field(&mut self, ui: &mut Ui, texts: &Texts, actions: &mut Vec<Action>) {
        let own = texts.start();
        ui.horizontal(|ui| {
            let label = ui.label(own.path).id;
            let width = (ui.available_width() - 90.0).max(80.0);
            let field =
                TextEdit::singleline(&mut self.path).hint_text(own.path_hint).desired_width(width);
            let response = ui.add(field).labelled_by(label);
            let entered = response.lost_focus() && ui.input(|it| it.key_pressed(egui::Key::Enter));
            let able = !self.path.trim().is_empty();
            let button = ui.add_enabled(able, Button::new(own.path_open));
            let clicked = button.tip(own.path_open_hover).clicked();
            if able && (clicked || entered) {
                actions.push(Action::Open(platform::typed_path(&self.path)));
            }
        });
    }

    /// Draws recent and found games, beside each other if there is room.
    fn lists(&self, ui: &mut Ui, around: &Around<'_>, width: f32, actions: &mut Vec<Action>) {
        let own = around.texts.start();
        let known = |path: &&PathBuf| !around.recent.contains(path);
        let found: Vec<&PathBuf> = self.found.iter().filter(known).take(ROWS).collect();
        let recent: Vec<&PathBuf> = around.recent.iter().take(ROWS).collect();
        let shows_found = self.searched && (!found.is_empty() || recent.is_empty());
        let mut lists: Vec<(&str, Vec<&PathBuf>)> = Vec::new();
        if !recent.is_empty() {
            lists.push((own.recent, recent));
        }
        if shows_found {
            lists.push((own.found, found));
        }
        let beside = lists.len() == 2 && width > 560.0;
        let each = if beside { (width - 24.0) / 2.0 } else { width };
        let mut list = |ui: &mut Ui, (title, paths): &(&str, Vec<&PathBuf>)| {
            ui.vertical(|ui| {
                ui.set_width(each);
                ui.weak(*title);
                if paths.is_empty() {
                    match self.search {
                        Some(_) => drop(ui.horizontal(|ui| {
                            ui.spinner();
                            ui.weak(own.searching);
                        })),
                        None => drop(ui.weak(own.found_none)),
                    }
                }
                for path in paths {
                    if place_row(ui, path, own.open_this) {
                        actions.push(Action::Open((*path).clone()));
                    }
                }
            });
        };
        match beside {
            true => drop(ui.horizontal_top(|ui| {
                ui.spacing_mut().item_spacing.x = 24.0;
                lists.iter().for_each(|one| list(ui, one));
            })),
            false => lists.iter().for_each(|one| list(ui, one)),
        }
    }
}

/// Draws a folder or file with its name and its path. Returns true if it was clicked.
fn place_row(ui: &mut Ui, path: &Path, tip: &str) -> bool {
    let size = vec2(ui.available_width(), ROW);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
    let whole = path.display().to_string();
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Button, true, &whole));
    let visuals = ui.visuals();
    if response.hovered() || response.has_focus() {
        let fill = visuals.widgets.hovered.weak_bg_fill.gamma_multiply(0.6);
        ui.painter().rect_filled(rect, 4.0, fill);
    }
    let (strong, weak) = (visuals.strong_text_color(), visuals.weak_text_color());
    let half = rect.shrink2(vec2(8.0, 3.0));
    let upper = half.with_max_y(half.center().y + 1.0);
    widgets::cut_text(ui, upper, &name, FontId::proportional(13.5), strong);
    let lower = half.with_min_y(half.center().y + 1.0);
    widgets::cut_text(ui, lower, &whole, FontId::proportional(11.0), weak);
    response.tip(format!("{tip}\n{whole}")).clicked()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_image_of_the_page_can_be_read() {
        let hero = Picture::from_png(HERO).unwrap();
        assert!(hero.width() >= 760 && hero.height() >= 200);
    }
}
