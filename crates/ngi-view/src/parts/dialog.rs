//! Frame of all dialogs: a title with a close cross, content that scrolls, and buttons.
//!
//! A dialog is modal. It never exceeds the window, takes Escape as its close cross and Enter as its
//! default button, and keeps the keyboard: no shortcut works behind it (see
//! [`Mode::dialog`](crate::shortcuts::Mode)).

use egui::{
    Align, Button, Context, Id, Key, Layout, Modal, RichText, ScrollArea, Sense, Stroke, Ui,
    UiBuilder, Vec2, vec2,
};

use crate::panels::tools::Tip as _;
use crate::style;
use crate::texts::Texts;

/// Room around a dialog in a small window.
const MARGIN: f32 = 24.0;
/// Height of title and buttons together, in points.
const REST: f32 = 120.0;
/// Side of the close cross.
const CROSS: f32 = 22.0;

/// A modal dialog.
pub struct Dialog<'a> {
    id: &'static str,
    title: &'a str,
    width: f32,
    keeps_focus: bool,
    texts: &'static Texts,
}

/// A button of a dialog.
#[derive(Debug, Clone, Copy)]
pub struct Choice<'a> {
    /// Label.
    pub text: &'a str,
    /// Tooltip.
    pub tip: &'a str,
    /// False if it cannot be pressed now.
    pub enabled: bool,
}

impl<'a> Choice<'a> {
    /// Creates a button that can be pressed.
    pub fn new(text: &'a str, tip: &'a str) -> Self {
        Self { text, tip, enabled: true }
    }

    /// Sets whether the button can be pressed.
    pub fn enabled(self, enabled: bool) -> Self {
        Self { enabled, ..self }
    }
}

/// Decision of the user.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reply {
    /// Number of the button that was pressed.
    Button(usize),
    /// Close cross or Escape.
    Close,
}

impl<'a> Dialog<'a> {
    /// Creates a dialog. `id` tells it apart from other dialogs.
    pub fn new(id: &'static str, title: &'a str, texts: &'static Texts) -> Self {
        let title = title.trim_end_matches('…');
        Self { id, title, width: 460.0, keeps_focus: false, texts }
    }

    /// Sets the width of the content.
    pub fn width(self, width: f32) -> Self {
        Self { width, ..self }
    }

    /// Leaves the keyboard to the content at first, instead of the default button.
    pub fn focus_content(self) -> Self {
        Self { keeps_focus: true, ..self }
    }

    /// Draws the dialog. The first button is the default one.
    pub fn show(
        self,
        ctx: &Context,
        choices: &[Choice<'_>],
        content: impl FnOnce(&mut Ui),
    ) -> Option<Reply> {
        let id = Id::unique(("dialog", self.id));
        let room = (ctx.content_rect().size() - Vec2::splat(MARGIN * 2.0)).max(vec2(120.0, 80.0));
        let width = self.width.min(room.x);
        let is_new = !ctx.memory(|memory| {
            memory.areas().visible_last_frame(&egui::LayerId::new(egui::Order::Foreground, id))
        });
        // Enter in a text field takes the field's text and the default button; on another widget it
        // presses that widget.
        let free = ctx.text_edit_focused() || ctx.memory(|memory| memory.focused().is_none());
        let mut reply = None;
        let modal = Modal::new(id).show(ctx, |ui| {
            ui.set_width(width);
            reply = self.title(ui);
            ui.add_space(6.0);
            let area = ScrollArea::vertical().id_salt(self.id).max_height(room.y - REST);
            area.auto_shrink([false, true]).show(ui, content);
            ui.add_space(10.0);
            let takes_focus = is_new && !self.keeps_focus;
            reply = buttons(ui, choices, takes_focus).map(Reply::Button).or(reply);
        });
        let is_top = modal.is_top_modal && !modal.any_popup_open && !is_new;
        let [enter, escape] =
            ctx.input(|input| [Key::Enter, Key::Escape].map(|it| input.key_pressed(it)));
        let is_ready = choices.first().is_some_and(|choice| choice.enabled);
        match reply {
            None if is_top && escape => Some(Reply::Close),
            None if is_top && enter && free && is_ready => Some(Reply::Button(0)),
            reply => reply,
        }
    }

    /// Draws the title and the close cross.
    fn title(&self, ui: &mut Ui) -> Option<Reply> {
        let size = vec2(ui.available_width(), CROSS);
        let (row, _) = ui.allocate_exact_size(size, Sense::hover());
        let left = row.with_max_x(row.right() - CROSS - 8.0);
        let layout = Layout::left_to_right(Align::Center);
        let mut title = ui.new_child(UiBuilder::new().max_rect(left).layout(layout));
        title.add(egui::Label::new(RichText::new(self.title).heading()).truncate());
        let rect = row.with_min_x(row.right() - CROSS);
        let response = ui.interact(rect, ui.scope_id().with("close"), Sense::click());
        let name = self.texts.close_window;
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, name));
        let visuals = ui.style().interact(&response);
        if response.hovered() || response.has_focus() {
            ui.painter().rect_filled(rect, 4.0, visuals.weak_bg_fill);
        }
        let stroke = Stroke::new(1.6, visuals.fg_stroke.color);
        for arm in [vec2(4.5, 4.5), vec2(4.5, -4.5)] {
            ui.painter().line_segment([rect.center() - arm, rect.center() + arm], stroke);
        }
        response.tip(self.texts.tips().close_window).clicked().then_some(Reply::Close)
    }
}

/// Draws the buttons; returns the number of the one that was pressed.
fn buttons(ui: &mut Ui, choices: &[Choice<'_>], takes_focus: bool) -> Option<usize> {
    let mut pressed = None;
    ui.horizontal_wrapped(|ui| {
        for (place, choice) in choices.iter().enumerate() {
            let text = RichText::new(choice.text);
            let button = match place {
                // The default button stands out.
                0 => Button::new(text.color(egui::Color32::WHITE))
                    .fill(style::ACCENT.gamma_multiply(0.75)),
                _ => Button::new(text),
            };
            let response = ui.add_enabled(choice.enabled, button.min_size(vec2(84.0, 26.0)));
            if place == 0 && takes_focus {
                response.request_focus();
            }
            if response.tip(choice.tip).clicked() {
                pressed = Some(place);
            }
        }
    });
    pressed
}
