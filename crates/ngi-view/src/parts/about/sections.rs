//! Parts of the tab that are more than a row of text.

use std::collections::BTreeMap;

use egui::{Color32, Rect, Sense, Ui, vec2};
use ngi_render::scene::clan_colour;
use ngi_verbs::facts::{Dress, MissionFacts, Named, UnitFacts};

use super::rows::{clan_name, class_name, swatch};
use super::{Scene, section};
use crate::library::ItemKind;
use crate::panels::tools::Tip as _;
use crate::panels::widgets;
use crate::thumbnails::Thumbnails;
use crate::{Action, Tab, style};

/// Side of the preview of a material or a texture.
const PREVIEW: f32 = 40.0;
/// Most rows of a list: what is beyond is counted.
const MOST: usize = 40;

/// Draws aims, clans and links of a mission.
pub fn mission(ui: &mut Ui, scene: &Scene<'_>, facts: &MissionFacts, actions: &mut Vec<Action>) {
    let t = scene.texts.about();
    for (name, aims) in [(t.aims, &facts.aims), (t.bonus_aims, &facts.bonus_aims)] {
        if !aims.is_empty() {
            section(ui, name);
        }
        for aim in aims {
            ui.add(egui::Label::new(format!("• {aim}")).wrap());
        }
    }
    if !facts.clans.is_empty() {
        section(ui, t.clans);
    }
    for (place, clan) in facts.clans.iter().enumerate() {
        ui.horizontal(|ui| {
            let [red, green, blue, _] = clan_colour(Some(place));
            swatch(ui, Color32::from_rgb(red, green, blue), 12.0);
            ui.label(&clan.name);
            ui.weak(format!(
                "{}, {}: {}",
                clan_name(clan.kind, t),
                t.objects.to_lowercase(),
                clan.objects
            ));
        });
    }
    ui.add_space(6.0);
    ui.horizontal_wrapped(|ui| {
        if let Some(path) = level_of(scene, &facts.land)
            && ui.link(format!("{} {}: {}", widgets::LEADS, t.map, facts.map())).clicked()
        {
            actions.push(Action::Select(path));
        }
        if scene.has_objects {
            let link = ui.link(format!("{} {}", widgets::LEADS, t.show_objects));
            if link.tip(t.show_objects_tip).clicked() {
                actions.push(Action::ShowTab(Tab::Objects));
            }
        }
    });
}

/// Draws the link from an areal map to its landscape.
pub fn areals(ui: &mut Ui, scene: &Scene<'_>, actions: &mut Vec<Action>) {
    let t = scene.texts.about();
    let Some((stem, _)) = scene.current.path.rsplit_once('.') else { return };
    let land = scene.index.find(&format!("{stem}.msh")).and_then(|id| scene.index.get(id));
    let Some(land) = land else { return };
    ui.add_space(6.0);
    let link = ui.link(format!("{} {}", widgets::LEADS, t.over_landscape));
    if link.tip(t.over_landscape_tip).clicked() {
        actions.push(Action::ShowAreals(land.path.clone()));
    }
}

/// Returns the path of the landscape that a mission names.
fn level_of(scene: &Scene<'_>, land: &str) -> Option<String> {
    let path = format!("{}.msh", land.replace('\\', "/"));
    let item = scene.index.get(scene.index.find(&path)?)?;
    Some(item.path.clone())
}

/// Draws the parts of a unit.
pub fn unit(ui: &mut Ui, scene: &Scene<'_>, facts: &UnitFacts, actions: &mut Vec<Action>) {
    let t = scene.texts.about();
    section(ui, t.members);
    let mut members: BTreeMap<(u32, &str, &str), usize> = BTreeMap::new();
    for member in &facts.members {
        let key = (member.class.0, member.name.as_str(), member.object.as_str());
        *members.entry(key).or_default() += 1;
    }
    for ((class, name, object), count) in members.iter().take(MOST) {
        ui.horizontal(|ui| {
            ui.weak(class_name(ngi_formats::unit::PartClass(*class), t));
            let shown = if name.is_empty() { object } else { name };
            let shown = match count {
                1 => (*shown).to_owned(),
                count => format!("{shown} ×{count}"),
            };
            let path = format!("{OBJECTS}/{object}");
            let path = scene.index.find(&path).and_then(|id| scene.index.get(id));
            match path {
                Some(item) => {
                    if ui.link(shown).on_hover_text(&item.path).clicked() {
                        actions.push(Action::Select(item.path.clone()));
                    }
                }
                None => drop(ui.label(shown)),
            }
        });
    }
    rest(ui, scene, members.len());
}

/// File of the objects that parts of units are.
const OBJECTS: &str = "objects.rlb";

fn rest(ui: &mut Ui, scene: &Scene<'_>, count: usize) {
    if let Some(more) = count.checked_sub(MOST).filter(|more| *more > 0) {
        ui.weak(format!("… {more} {}", scene.texts.about().more_rows));
    }
}

/// Draws all colours of a palette, sixteen in a row.
pub fn palette(ui: &mut Ui, colours: &[[u8; 3]]) {
    ui.add_space(8.0);
    let side = ui.available_width().min(16.0 * 18.0);
    let (rect, response) = ui.allocate_exact_size(vec2(side, side), Sense::hover());
    swatches(ui, rect, colours);
    if let Some((number, colour)) = response.hover_pos().and_then(|at| swatch_at(rect, at, colours))
    {
        response.on_hover_text_at_pointer(colour_text(number, colour));
    }
}

/// Paints colours into a rectangle, sixteen in a row.
pub fn swatches(ui: &Ui, rect: Rect, colours: &[[u8; 3]]) {
    let step = vec2(rect.width() / 16.0, rect.height() / 16.0);
    let painter = ui.painter().with_clip_rect(rect.intersect(ui.clip_rect()));
    for (row, colours) in colours.chunks(16).enumerate() {
        for (column, [red, green, blue]) in colours.iter().enumerate() {
            let corner = rect.min + vec2(column as f32 * step.x, row as f32 * step.y);
            let square = Rect::from_min_size(corner, step);
            painter.rect_filled(square, 0.0, Color32::from_rgb(*red, *green, *blue));
        }
    }
}

/// Returns number and colour of the swatch at a position.
pub fn swatch_at(rect: Rect, at: egui::Pos2, colours: &[[u8; 3]]) -> Option<(usize, [u8; 3])> {
    let share = (at - rect.min) / rect.size();
    let inside = (0.0..1.0).contains(&share.x) && (0.0..1.0).contains(&share.y);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 15")]
    let cell = |share: f32| (share * 16.0) as usize;
    let number = cell(share.y) * 16 + cell(share.x);
    Some((number, *colours.get(number).filter(|_| inside)?))
}

/// Describes a colour of a palette: its number, its three channels, and its hex form.
pub fn colour_text(number: usize, [red, green, blue]: [u8; 3]) -> String {
    format!("{number}: {red} {green} {blue}  #{red:02x}{green:02x}{blue:02x}")
}

/// Draws the textures of a material.
pub fn textures(
    ui: &mut Ui,
    scene: &Scene<'_>,
    textures: &[Named],
    thumbnails: &mut Thumbnails,
    actions: &mut Vec<Action>,
) {
    if textures.is_empty() {
        return;
    }
    section(ui, scene.texts.about().textures);
    for texture in textures.iter().take(MOST) {
        ui.horizontal(|ui| {
            preview(ui, scene, texture.path.as_deref(), None, thumbnails);
            named(ui, scene, texture, actions);
        });
    }
    rest(ui, scene, textures.len());
}

/// Draws the materials of a model or a wear table, and the other tables to choose from.
pub fn dress(
    ui: &mut Ui,
    scene: &Scene<'_>,
    dress: &Dress,
    worn: Option<&str>,
    thumbnails: &mut Thumbnails,
    actions: &mut Vec<Action>,
) {
    let t = scene.texts.about();
    if !dress.skins.is_empty() {
        section(ui, t.skins);
        let now = worn.or(dress.wear.as_deref());
        ui.horizontal_wrapped(|ui| {
            for skin in &dress.skins {
                let is_now = now.is_some_and(|now| now.eq_ignore_ascii_case(&skin.path));
                if ui.selectable_label(is_now, &skin.name).tip(t.skin_tip).clicked() {
                    actions.push(Action::Wear(skin.path.clone()));
                }
            }
        });
    }
    if dress.materials.is_empty() {
        return;
    }
    section(ui, t.materials);
    for (place, material) in dress.materials.iter().take(MOST).enumerate() {
        ui.push_id(("material", place), |ui| {
            ui.horizontal(|ui| {
                let path = material.path.as_deref();
                preview(ui, scene, path, Some(material.colour), thumbnails);
                ui.vertical(|ui| {
                    let own = Named { name: material.name.clone(), path: material.path.clone() };
                    named(ui, scene, &own, actions);
                    if let Some(texture) = &material.texture {
                        named(ui, scene, texture, actions);
                    }
                });
            });
        });
    }
    rest(ui, scene, dress.materials.len());
}

/// Draws a link to what a name means, or that it is missing.
fn named(ui: &mut Ui, scene: &Scene<'_>, named: &Named, actions: &mut Vec<Action>) {
    match &named.path {
        Some(path) => {
            if ui.link(&named.name).on_hover_text(path).clicked() {
                actions.push(Action::Select(path.clone()));
            }
        }
        None => {
            ui.horizontal(|ui| {
                ui.label(&named.name);
                ui.colored_label(style::error(ui), scene.texts.about().missing);
            });
        }
    }
}

/// Draws the preview of a file; a colour, or an empty frame, until there is one.
pub fn preview(
    ui: &mut Ui,
    scene: &Scene<'_>,
    path: Option<&str>,
    colour: Option<[u8; 3]>,
    thumbnails: &mut Thumbnails,
) {
    let (rect, _) = ui.allocate_exact_size(vec2(PREVIEW, PREVIEW), Sense::hover());
    let item = path.and_then(|path| scene.index.get(scene.index.find(path)?));
    if let Some(item) = item {
        if let Some((texture, _)) = thumbnails.image(&item.path) {
            egui::Image::new((texture, rect.size())).corner_radius(4.0).paint_at(ui, rect);
            return;
        }
        if item.has_thumbnail() {
            thumbnails.want(item.path.clone(), item.node.clone(), item.kind);
        }
    }
    let fill = match colour {
        Some([red, green, blue]) => Color32::from_rgb(red, green, blue),
        None => ui.visuals().extreme_bg_color,
    };
    ui.painter().rect_filled(rect, 4.0, fill);
}

/// Draws what an archive or a folder contains, counted by type.
pub fn contents(ui: &mut Ui, scene: &Scene<'_>, actions: &mut Vec<Action>) {
    let t = scene.texts.about();
    let Some(id) = scene.index.find(&scene.current.path) else { return };
    let items = scene.index.items();
    let depth = items.get(id).map_or(0, |item| item.depth);
    let inside = items.iter().skip(id + 1).take_while(|item| item.depth > depth);
    let mut counts: BTreeMap<(ItemKind, usize), (String, usize, u64)> = BTreeMap::new();
    for item in inside.filter(|item| item.depth == depth + 1) {
        let what = item.file_type();
        let name = || widgets::sentence(what.name(scene.texts, scene.language));
        let sum = counts.entry(what.order()).or_insert_with(|| (name(), 0, 0));
        sum.1 += 1;
        sum.2 += item.size;
    }
    if counts.is_empty() {
        let is_full = matches!(scene.current.kind, ItemKind::Folder | ItemKind::Archive);
        if !is_full && !scene.current.kind.is_drawn() {
            ui.weak(t.nothing_known);
        }
        return;
    }
    section(ui, t.contains);
    egui::Grid::new("contents").num_columns(3).spacing([12.0, 4.0]).show(ui, |ui| {
        for (name, count, size) in counts.values() {
            ui.label(name);
            ui.label(count.to_string());
            ui.weak(widgets::size_text(*size, scene.texts));
            ui.end_row();
        }
    });
    let first = items.iter().skip(id + 1).take_while(|item| item.depth > depth).take(12);
    ui.add_space(6.0);
    for item in first.filter(|item| item.depth == depth + 1) {
        if ui.link(&item.name).clicked() {
            actions.push(Action::Select(item.path.clone()));
        }
    }
}
