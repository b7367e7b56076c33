//! Buttons of the bar: an icon, a name for screen readers, and a tooltip that explains the button
//! and names its key.

use egui::scroll_area::ScrollBarVisibility;
use egui::{Button, Rect, Response, ScrollArea, Ui, WidgetInfo, WidgetText, vec2};

use super::icons::{self, Icon};
use crate::shortcuts::{Command, SHORTCUTS};
use crate::texts::Texts;

/// What a command says and its key.
fn told(command: Command) -> Option<&'static crate::shortcuts::Shortcut> {
    SHORTCUTS.iter().find(|shortcut| shortcut.command == command)
}

/// Appends the key of a command to a text.
pub fn with_key(text: &str, command: Command) -> String {
    match told(command) {
        Some(shortcut) => format!("{text} ({})", shortcut.written),
        None => text.to_owned(),
    }
}

/// Returns how the key of a command is written; empty if it has none.
pub fn key_of(command: Command) -> &'static str {
    told(command).map_or("", |shortcut| shortcut.written)
}

/// Tooltips of widgets.
pub trait Tip {
    /// Shows a text while the pointer is over the widget, enabled or not.
    fn tip(self, text: impl Into<WidgetText>) -> Self;
}

impl Tip for Response {
    fn tip(self, text: impl Into<WidgetText>) -> Self {
        let text = text.into();
        self.on_hover_text(text.clone()).on_disabled_hover_text(text)
    }
}

/// Side of a sign.
const SIDE: f32 = 15.0;
/// Blanks that leave room for a sign in front of a word.
const ROOM: &str = "       ";

fn sign<'a>() -> Button<'a> {
    Button::new("").min_size(vec2(28.0, 22.0))
}

/// Draws the sign of a button; on one with words in front of them.
fn drawn(ui: &Ui, response: &Response, icon: Icon, with_words: bool) {
    let colour = match response.enabled() {
        true => ui.style().interact(response).fg_stroke.color,
        false => ui.visuals().weak_text_color().gamma_multiply(0.6),
    };
    let rect = response.rect;
    let middle = match with_words {
        true => egui::pos2(rect.left() + 14.0, rect.center().y),
        false => rect.center(),
    };
    let square = Rect::from_center_size(middle, egui::Vec2::splat(SIDE));
    icons::paint(ui.painter(), icon, square, colour);
}

/// The words of a menu that has a sign.
pub fn words(name: &str) -> String {
    format!("{ROOM}{name}")
}

/// Gives a menu its sign and its name.
pub fn signed(ui: &Ui, response: &Response, icon: Icon, name: &str) {
    drawn(ui, response, icon, true);
    named(response, name);
}

/// Calls something by a name, whatever is drawn on it.
fn named(response: &Response, name: &str) {
    let enabled = response.enabled();
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Button, enabled, name));
}

/// A button that does what a command does.
pub fn button(ui: &mut Ui, icon: Icon, command: Command, texts: &Texts) -> Response {
    let says = told(command).map_or("", |shortcut| (shortcut.says)(texts));
    button_for(ui, icon, command, says)
}

/// The same with words of its own.
pub fn button_for(ui: &mut Ui, icon: Icon, command: Command, says: &str) -> Response {
    let response = ui.add(sign());
    drawn(ui, &response, icon, false);
    named(&response, says);
    pointed_at(response, command, says)
}

/// Draws tabs close to each other in one row; a panel that is too narrow has as many rows as they
/// need. `of` identifies what they say: its width was measured when it was drawn in one row.
pub fn one_row(
    ui: &mut Ui,
    of: impl std::hash::Hash + std::fmt::Debug,
    content: impl FnOnce(&mut Ui),
) {
    let key = egui::Id::unique(("width of tabs", of));
    let needed = ui.data(|data| data.get_temp::<f32>(key)).unwrap_or_default();
    let room = ui.available_width();
    let tight = |ui: &mut Ui| {
        ui.spacing_mut().item_spacing.x = 1.0;
        ui.spacing_mut().button_padding.x = 3.5;
    };
    if needed > room {
        ui.horizontal_wrapped(|ui| {
            tight(ui);
            content(ui);
        });
        return;
    }
    let hidden = ScrollBarVisibility::AlwaysHidden;
    let area = ScrollArea::horizontal().auto_shrink([false, true]).scroll_bar_visibility(hidden);
    let drawn = area.show(ui, |ui| {
        ui.horizontal(|ui| {
            tight(ui);
            content(ui);
        });
    });
    let width = drawn.content_size.x;
    ui.data_mut(|data| data.insert_temp(key, width));
    if width > room {
        ui.ctx().request_discard("the tabs need another row");
    }
}

/// A button without a key.
pub fn keyless_button(ui: &mut Ui, icon: Icon, name: &str, tip: &str) -> Response {
    let response = ui.add(sign());
    drawn(ui, &response, icon, false);
    named(&response, name);
    response.tip(tip)
}

/// A switch that is on or off; it looks like one either way.
pub fn switch(ui: &mut Ui, on: bool, icon: Icon, command: Command, texts: &Texts) -> Response {
    let says = told(command).map_or("", |shortcut| (shortcut.says)(texts));
    pointed_at(sign_switch(ui, on, icon, says), command, says)
}

/// The same without a key.
pub fn keyless_switch(ui: &mut Ui, on: &mut bool, icon: Icon, says: &str, tip: &str) {
    let response = sign_switch(ui, *on, icon, says);
    *on ^= response.clicked();
    response.tip(tip);
}

fn sign_switch(ui: &mut Ui, on: bool, icon: Icon, says: &str) -> Response {
    let response = ui.add(sign().selected(on).frame_when_inactive(true));
    drawn(ui, &response, icon, false);
    let enabled = response.enabled();
    response.widget_info(|| WidgetInfo::selected(egui::Role::Button, enabled, on, says));
    response
}

fn pointed_at(response: Response, command: Command, says: &str) -> Response {
    response.tip(with_key(says, command))
}

/// A switch with a word on it.
pub fn word_switch(ui: &mut Ui, on: &mut bool, word: &str) -> Response {
    let response = ui.add(Button::selectable(*on, word).frame_when_inactive(true));
    if response.clicked() {
        *on = !*on;
    }
    response
}
