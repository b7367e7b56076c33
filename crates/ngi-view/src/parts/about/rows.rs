//! Facts as labelled rows of text.

use egui::{Color32, Grid, RichText, Sense, Ui, vec2};
use ngi_formats::fxid::Opcode;
use ngi_formats::schema::{Named, plain};
use ngi_formats::sky::What;
use ngi_formats::tma::ClanKind;
use ngi_formats::unit::{PartClass, UnitType};
use ngi_verbs::facts::{ArealGround, Facts, SkyFacts, SkySpan};
use ngi_verbs::russian::meanings::meaning;

use super::Scene;
use crate::caption::pixel_format;
use crate::texts::{Language, Texts, about};

/// A fact: what it is, and its value.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// Name of the fact.
    pub label: &'static str,
    /// Value with its unit.
    pub value: String,
    /// Colour that is shown beside the value.
    pub swatch: Option<[u8; 3]>,
}

impl Row {
    fn new(label: &'static str, value: impl Into<String>) -> Self {
        Self { label, value: value.into(), swatch: None }
    }

    fn count(label: &'static str, count: usize) -> Self {
        Self::new(label, grouped(count))
    }
}

/// Draws rows in two columns. Long values are cut and shown whole in a tooltip.
pub fn show(ui: &mut Ui, rows: &[Row]) {
    if rows.is_empty() {
        return;
    }
    Grid::new("facts").num_columns(2).spacing([12.0, 4.0]).show(ui, |ui| {
        for row in rows {
            ui.weak(row.label);
            ui.horizontal(|ui| {
                if let Some([red, green, blue]) = row.swatch {
                    swatch(ui, Color32::from_rgb(red, green, blue), 13.0);
                }
                ui.add(egui::Label::new(RichText::new(&row.value)).truncate())
                    .on_hover_text(&row.value);
            });
            ui.end_row();
        }
    });
}

/// Draws a small square of a colour.
pub fn swatch(ui: &mut Ui, colour: Color32, side: f32) {
    let (rect, _) = ui.allocate_exact_size(vec2(side, side), Sense::hover());
    ui.painter().rect_filled(rect, 2.0, colour);
    let edge = egui::Stroke::new(1.0, ui.visuals().weak_text_color().gamma_multiply(0.5));
    ui.painter().rect_stroke(rect, 2.0, edge, egui::StrokeKind::Inside);
}

/// Returns the rows of facts.
pub fn of(facts: &Facts, texts: &Texts, language: Language) -> Vec<Row> {
    let t = texts.about();
    match facts {
        Facts::Mission(mission) => vec![
            Row::new(t.map, mission.map()),
            Row::count(t.buildings, mission.buildings),
            Row::count(t.units, mission.units),
            Row::count(t.objects, mission.objects),
        ],
        Facts::Unit(unit) => {
            let value = i64::from(unit.unit_type.0);
            let known = UnitType::NAMES.named.iter().find(|known| known.value == value);
            let name = known.map_or_else(
                || format!("{:#x}", unit.unit_type.0),
                |known| name_of(known, language),
            );
            vec![Row::new(t.unit_type, name), Row::count(t.parts, unit.parts)]
        }
        Facts::Model(model) => {
            let [x, y, z] = model.size.map(number);
            let mut rows = vec![
                Row::new(t.size, format!("{x} × {y} × {z} {}", t.metres)),
                Row::count(t.triangles, model.triangles),
                Row::count(t.parts, model.nodes),
                Row::count(t.levels, model.levels),
            ];
            if model.stages > 1 {
                rows.push(Row::count(t.stages, model.stages));
            }
            let animation = model.animation.map_or_else(
                || t.no_animation.to_owned(),
                |animation| {
                    let (frames, seconds) = (animation.frames, number(animation.seconds));
                    let (nodes, unit) = (animation.nodes, texts.seconds);
                    format!("{seconds} {unit}, {frames} {}, {nodes} {}", t.frames, t.moving_parts)
                },
            );
            rows.push(Row::new(t.animation, animation));
            rows
        }
        Facts::Landscape(land) => {
            let ([x, y], [low, high]) = (land.size.map(number), land.heights.map(number));
            let mut rows = vec![
                Row::new(t.size, format!("{x} × {y} {}", t.metres)),
                Row::new(t.heights, format!("{low} … {high} {}", t.metres)),
                Row::count(t.faces, land.faces),
            ];
            rows.extend(
                land.liquid
                    .map(|level| Row::new(t.liquid, format!("{} {}", number(level), t.metres))),
            );
            rows
        }
        Facts::Areals(areals) => {
            let [x, y] = areals.size.map(number);
            let size = Row::new(t.size, format!("{x} × {y} {}", t.metres));
            let ground = |(ground, (count, _)): (&ArealGround, &(usize, f64))| {
                Row::count(ground_name(*ground, t), *count)
            };
            std::iter::once(size).chain(areals.grounds.iter().map(ground)).collect()
        }
        Facts::Texture(texture) => {
            let mut rows = vec![
                Row::new(t.size, format!("{} × {}", texture.width, texture.height)),
                Row::new(t.storage, pixel_format(texture.format, texts)),
                Row::new(t.mips, texture.levels.to_string()),
            ];
            if texture.cells > 0 {
                rows.push(Row::count(t.cells, texture.cells));
            }
            rows
        }
        Facts::Material(material) => {
            let colour = material.colour;
            let [red, green, blue] = colour;
            let mut rows = vec![
                Row::new(t.blend, material.blend.name()),
                Row { swatch: Some(colour), ..Row::new(t.colour, format!("{red} {green} {blue}")) },
                Row::new(t.opacity, format!("{} %", material.opacity)),
                Row::count(t.phases, material.phases),
            ];
            rows.extend(material.seconds.map(|seconds| {
                Row::new(t.animation, format!("{} {}", number(seconds), texts.seconds))
            }));
            rows
        }
        Facts::Effect(effect) => {
            let mut rows = Vec::new();
            if effect.seconds > 0.0 {
                let mut length = format!("{} {}", number(effect.seconds), texts.seconds);
                if effect.repeats {
                    length = format!("{length}, {}", t.repeats);
                }
                rows.push(Row::new(t.length, length));
            }
            rows.extend(
                effect
                    .commands
                    .iter()
                    .map(|(opcode, count)| Row::count(opcode_name(*opcode, t), *count)),
            );
            rows
        }
        Facts::Sound(sound) => {
            let channels = match sound.channels {
                1 => texts.mono.to_owned(),
                2 => texts.stereo.to_owned(),
                other => other.to_string(),
            };
            let codec = sound.codec.name().unwrap_or("?");
            vec![
                Row::new(t.length, format!("{:.2} {}", sound.seconds, texts.seconds)),
                Row::new(t.rate, format!("{} {}", f64::from(sound.rate) / 1000.0, texts.hertz)),
                Row::new(t.channels, channels),
                Row::new(t.storage, format!("{codec}, {} {}", sound.bits, t.bits)),
            ]
        }
        Facts::Palette(palette) => {
            let table = if palette.has_table { t.yes } else { t.no };
            let mut rows =
                vec![Row::count(t.colours, palette.different), Row::new(t.mixing_table, table)];
            rows.extend(palette.slot.as_ref().map(|slot| Row::new(t.used_as, format!("*.{slot}"))));
            rows
        }
        Facts::Sky(sky) => sky_rows(sky, t),
        _ => Vec::new(),
    }
}

/// Returns the rows of an image of other programs.
pub fn of_image(scene: &Scene<'_>) -> Vec<Row> {
    let t = scene.texts.about();
    let size = scene.pixels.map(|[width, height]| Row::new(t.size, format!("{width} × {height}")));
    size.into_iter().collect()
}

fn sky_rows(sky: &SkyFacts, t: &about::Texts) -> Vec<Row> {
    let several = sky.days.len() > 1;
    let mut start = clock(sky.start);
    if several {
        start = format!("{start}, {} {}", t.day.to_lowercase(), sky.first_day + 1);
    }
    let mut rows = vec![Row::new(t.start, start)];
    for (place, day) in sky.days.iter().enumerate() {
        let minutes = day.seconds / 60;
        let length = format!("{minutes} {}", t.minutes);
        rows.push(match several {
            true => Row::new(t.day, format!("{}: {length}", place + 1)),
            false => Row::new(t.day_length, length),
        });
        rows.extend(day.spans.iter().map(|span| span_row(span, t)));
    }
    rows
}

fn span_row(span: &SkySpan, t: &about::Texts) -> Row {
    let label = match span.what {
        What::Rain => t.rain,
        What::Snow => t.snow,
        What::Lightning => t.lightning,
        What::Body if span.name.eq_ignore_ascii_case("moon") => t.moon,
        What::Body => t.sun,
    };
    Row::new(label, format!("{} – {}", clock(span.from), clock(span.to)))
}

/// Writes a minute of the day as a clock shows it.
pub fn clock(minute: u32) -> String {
    format!("{:02}:{:02}", minute / 60, minute % 60)
}

/// Returns the name of a kind of ground.
pub fn ground_name(ground: ArealGround, t: &about::Texts) -> &'static str {
    match ground {
        ArealGround::Walkable => t.ground_walkable,
        ArealGround::Blocked => t.ground_blocked,
        ArealGround::Lake => t.ground_lake,
        ArealGround::Ford => t.ground_ford,
    }
}

fn opcode_name(opcode: Opcode, t: &about::Texts) -> &'static str {
    match opcode {
        Opcode::LIGHT => t.effect_light,
        Opcode::SOUND => t.effect_sound,
        Opcode::SPRITE => t.effect_sprite,
        Opcode::GLOW => t.effect_glow,
        Opcode::BOLT => t.effect_bolt,
        Opcode::BURST => t.effect_burst,
        Opcode::STREAM => t.effect_stream,
        Opcode::DOME => t.effect_dome,
        Opcode::DEBRIS => t.effect_debris,
        _ => t.effect_empty,
    }
}

/// Returns the name of a class of parts.
pub fn class_name(class: PartClass, t: &about::Texts) -> &'static str {
    match class {
        PartClass::TURRET => t.class_turret,
        PartClass::ARMOUR => t.class_armour,
        PartClass::INTERNAL => t.class_internal,
        PartClass::GUN => t.class_gun,
        PartClass::AMMUNITION => t.class_ammunition,
        _ => t.class_chassis,
    }
}

/// Returns the name of a role of a clan.
pub fn clan_name(kind: ClanKind, t: &about::Texts) -> &'static str {
    match kind {
        ClanKind::PLAYER => t.clan_player,
        ClanKind::ENEMY => t.clan_enemy,
        ClanKind::NATURE => t.clan_nature,
        _ => t.clan_neutral,
    }
}

/// Returns the name of a value: the stored one in English, else its meaning.
fn name_of(known: &Named, language: Language) -> String {
    match language {
        Language::English => known.shown().into_owned(),
        Language::Russian => meaning(plain(known.doc), language).trim_end_matches('.').to_owned(),
    }
}

/// Writes a number with as many digits as people read: three that count.
fn number(value: f32) -> String {
    let digits = match value.abs() {
        size if size >= 100.0 => 0,
        size if size >= 10.0 => 1,
        _ => 2,
    };
    let text = format!("{value:.digits$}");
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text,
    }
}

/// Writes a number with a gap between thousands.
fn grouped(count: usize) -> String {
    let digits = count.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) && digits.len() > 4 {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let shown = [0.5, 1.0, 2.345, 12.34, 1234.5, -3.0].map(number);
        assert_eq!(shown, ["0.5", "1", "2.35", "12.3", "1234", "-3"]);
        assert_eq!([0, 999, 1234, 12_345].map(grouped), ["0", "999", "1234", "12 345"]);
        assert_eq!((clock(0).as_str(), clock(330).as_str()), ("00:00", "05:30"));
    }
}
