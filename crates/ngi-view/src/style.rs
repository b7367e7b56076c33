//! How the window looks: spacing, fonts, colours.

use egui::{
    Color32, CornerRadius, FontDefinitions, FontFamily, FontId, Margin, Stroke, TextStyle, Theme,
    Vec2,
};

use crate::library::ItemKind;

/// The colour of what is chosen and of what can be done.
pub const ACCENT: Color32 = Color32::from_rgb(0x4c, 0x9a, 0xff);

/// Fill of the button that users most likely want; its text is white.
pub const PRIMARY: Color32 = Color32::from_rgb(0x1f, 0x6f, 0xd6);

/// Sets up both themes.
pub fn apply(ctx: &egui::Context) {
    ctx.set_fonts(fonts());
    ctx.all_styles_mut(|style| {
        style.spacing.item_spacing = Vec2::new(8.0, 5.0);
        style.spacing.button_padding = Vec2::new(8.0, 3.0);
        style.spacing.menu_margin = Margin::same(6);
        style.spacing.window_margin = Margin::same(12);
        style.spacing.interact_size.y = 22.0;
        style.text_styles = [
            (TextStyle::Small, FontId::new(11.0, FontFamily::Proportional)),
            (TextStyle::Body, FontId::new(13.5, FontFamily::Proportional)),
            (TextStyle::Button, FontId::new(13.5, FontFamily::Proportional)),
            (TextStyle::Heading, FontId::new(18.0, FontFamily::Proportional)),
            (TextStyle::Monospace, FontId::new(12.5, FontFamily::Monospace)),
        ]
        .into();
        let visuals = &mut style.visuals;
        visuals.window_corner_radius = CornerRadius::same(8);
        visuals.menu_corner_radius = CornerRadius::same(6);
        for widget in [
            &mut visuals.widgets.noninteractive,
            &mut visuals.widgets.inactive,
            &mut visuals.widgets.hovered,
            &mut visuals.widgets.active,
            &mut visuals.widgets.open,
        ] {
            widget.corner_radius = CornerRadius::same(4);
        }
    });
    ctx.style_mut_of(Theme::Dark, |style| {
        let visuals = &mut style.visuals;
        visuals.panel_fill = Color32::from_rgb(0x1e, 0x21, 0x26);
        visuals.window_fill = Color32::from_rgb(0x24, 0x28, 0x2e);
        visuals.extreme_bg_color = Color32::from_rgb(0x15, 0x17, 0x1b);
        visuals.faint_bg_color = Color32::from_rgb(0x24, 0x28, 0x2e);
        visuals.selection.bg_fill = Color32::from_rgb(0x2a, 0x4d, 0x7a);
        visuals.selection.stroke = Stroke::new(1.0, Color32::from_rgb(0xe6, 0xf0, 0xff));
        visuals.hyperlink_color = ACCENT;
        visuals.widgets.noninteractive.fg_stroke.color = Color32::from_rgb(0xc9, 0xce, 0xd6);
        visuals.widgets.inactive.fg_stroke.color = Color32::from_rgb(0xc9, 0xce, 0xd6);
        visuals.widgets.noninteractive.bg_stroke.color = Color32::from_rgb(0x33, 0x38, 0x40);
    });
    ctx.style_mut_of(Theme::Light, |style| {
        let visuals = &mut style.visuals;
        visuals.panel_fill = Color32::from_rgb(0xf4, 0xf5, 0xf7);
        visuals.selection.bg_fill = Color32::from_rgb(0xbf, 0xdb, 0xff);
        visuals.selection.stroke = Stroke::new(1.0, Color32::from_rgb(0x0b, 0x2e, 0x5c));
    });
}

/// The fonts that egui brings. The one of equal widths has arrows, which the others lack.
fn fonts() -> FontDefinitions {
    let mut fonts = FontDefinitions::default();
    let monospace = fonts.families.get(&FontFamily::Monospace).and_then(|all| all.first().cloned());
    fonts.families.entry(FontFamily::Proportional).or_default().extend(monospace);
    fonts
}

/// The colour of a kind's badge.
pub fn badge(kind: ItemKind) -> Color32 {
    match kind {
        ItemKind::Folder | ItemKind::Archive => Color32::from_rgb(0x8a, 0x94, 0xa3),
        ItemKind::Model => Color32::from_rgb(0x5b, 0xa8, 0xe6),
        ItemKind::Landscape => Color32::from_rgb(0x5f, 0xb8, 0x6a),
        ItemKind::Areals => Color32::from_rgb(0x8c, 0xb3, 0x4d),
        ItemKind::Foreign => Color32::from_rgb(0x5b, 0xa8, 0xe6),
        ItemKind::Image => Color32::from_rgb(0xc9, 0xa0, 0x6a),
        ItemKind::Texture => Color32::from_rgb(0xd9, 0x8f, 0x4f),
        ItemKind::Material => Color32::from_rgb(0xc0, 0x7a, 0xd6),
        ItemKind::Effect => Color32::from_rgb(0xe6, 0x6a, 0x5c),
        ItemKind::Mission => Color32::from_rgb(0xe0, 0xb8, 0x4a),
        ItemKind::Unit => Color32::from_rgb(0x4f, 0x8f, 0xd0),
        ItemKind::Points => Color32::from_rgb(0x3f, 0xa7, 0xa0),
        ItemKind::Data => Color32::from_rgb(0x5f, 0xb3, 0xb3),
        ItemKind::Unknown => Color32::from_rgb(0x6b, 0x72, 0x7d),
    }
}

/// The colour of errors.
pub fn error(ui: &egui::Ui) -> Color32 {
    if ui.visuals().dark_mode {
        Color32::from_rgb(0xff, 0x7b, 0x72)
    } else {
        Color32::from_rgb(0xb4, 0x23, 0x18)
    }
}

/// The colour of success.
pub fn good(ui: &egui::Ui) -> Color32 {
    if ui.visuals().dark_mode {
        Color32::from_rgb(0x6f, 0xc2, 0x76)
    } else {
        Color32::from_rgb(0x1b, 0x6e, 0x2b)
    }
}

/// The colour of warnings.
pub fn warning(ui: &egui::Ui) -> Color32 {
    if ui.visuals().dark_mode {
        Color32::from_rgb(0xe3, 0xb3, 0x41)
    } else {
        Color32::from_rgb(0x92, 0x5f, 0x0a)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::*;

    /// What a source writes beyond ASCII, without its comments.
    fn written(folder: &Path, signs: &mut BTreeSet<char>) {
        for item in std::fs::read_dir(folder).unwrap() {
            let path = item.unwrap().path();
            if path.is_dir() {
                written(&path, signs);
            } else if path.extension().is_some_and(|end| end == "rs") {
                let text = std::fs::read_to_string(&path).unwrap();
                let said = |line: &str| line.split("//").next().unwrap_or_default().to_owned();
                signs.extend(
                    text.lines().map(said).flat_map(|line| line.chars().collect::<Vec<_>>()),
                );
            }
        }
    }

    /// A page asks the browser for a sign that no font has, which takes it a tenth of a second; a
    /// window shows a box.
    #[test]
    fn the_fonts_have_every_sign_that_is_written() {
        let mut signs = BTreeSet::new();
        written(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut signs);
        signs.retain(|sign| !sign.is_ascii());
        assert!(signs.contains(&'ж') && signs.contains(&'…'), "{signs:?}");
        let ctx = egui::Context::default();
        apply(&ctx);
        let mut missing: Vec<&char> = Vec::new();
        let mut output = ctx.run_ui(egui::RawInput::default(), |ui| {
            for family in [FontFamily::Proportional, FontFamily::Monospace] {
                let font = FontId::new(13.5, family);
                ui.fonts_mut(|fonts| {
                    missing.extend(signs.iter().filter(|sign| !fonts.has_glyph(&font, **sign)));
                });
            }
        });
        output.textures_delta.clear();
        assert!(missing.is_empty(), "{missing:?}");
    }
}
