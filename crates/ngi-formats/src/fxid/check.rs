//! Checks an effect against every rule.

use std::sync::LazyLock;

use super::bodies::{Bolt, Burst, Sound, Stream};
use super::codes::*;
use super::header::{EffectFlags, Header, Settings};
use super::parts::Reference;
use super::read::{self, CommandView, Effect};
use super::types::{Body, Opcode};
use crate::bytes::u32_at;
use crate::schema::{Kind, Record as _, Shape};
use crate::{Code, Findings};

/// More particles than this at once are worth a warning.
const MOST_PARTICLES: u32 = 16_384;

/// Checks any bytes as an effect. What cannot be followed is a finding too.
pub fn check(bytes: &[u8], findings: &mut Findings) {
    match read::open(bytes) {
        Ok(effect) => {
            check_effect(&effect, findings);
            findings.locate(|| Some(super::tree(&effect)));
        }
        Err(error) => findings.cannot_follow(&HEADER, &error, || super::remains(bytes)),
    }
}

/// Checks the attributes of an effect's directory entry.
pub fn check_attributes(attributes: [u32; 3], findings: &mut Findings) {
    let [a, b, c] = attributes;
    if attributes != [0, 0, 1] {
        // The document of an effect does not have them, so it is about the whole.
        findings.at(&ATTRIBUTES, "", || format!("they are {a}, {b}, {c}"));
    }
}

/// Checks an effect as far as it could be read.
pub(super) fn check_effect(effect: &Effect<'_>, findings: &mut Findings) {
    check_header(effect, findings);
    for (index, command) in effect.commands().enumerate() {
        let mut report = Report { findings, index, opcode: command.opcode() };
        report.command(&command);
    }
    if let Some((code, error)) = effect.stop_error() {
        // What was not read as a command is kept in the tail.
        findings.at(code, "tail", || match code == &END {
            true => error.kind.to_string(),
            false => format!("command {}: {}", effect.command_count(), error.kind),
        });
    }
}

fn check_header(effect: &Effect<'_>, findings: &mut Findings) {
    let header = effect.header();
    for (leaf, value) in floats(0, effect.bytes()) {
        if !value.is_finite() {
            let path = format_args!("header.{}", leaf.path);
            findings.at(&HEADER_NUMBER, path, || format!("it is {value}"));
        }
    }
    let mode = header.time_mode;
    if !mode.is_known() {
        findings.at(&TIME_MODE, "header.time_mode", || format!("nobody knows mode {}", mode.0));
    }
    let duration = header.duration_s;
    if duration < 0.0 {
        findings.at(&DURATION, "header.duration_s", || format!("it is {duration} s"));
    }
    if duration > 5.0 {
        findings.at(&DURATION_RANGE, "header.duration_s", || format!("it is {duration} s"));
    }
    let unknown = header.flags.0 & !EffectFlags::KNOWN;
    if unknown != 0 {
        findings.at(&FLAGS, "header.flags", || format!("nobody knows what {unknown:#x} means"));
    }
    check_settings(header.settings, findings);
    if effect.stored_count() > 81 {
        findings.at(&COUNT_RANGE, "commands", || format!("{} commands", effect.stored_count()));
    }
}

fn check_settings(settings: Settings, findings: &mut Findings) {
    let (switch, group) = (settings.switch(), settings.group());
    if switch > 19 || group > 3 || settings.0 > 0xffff {
        findings.at(&SETTINGS, "header.settings", || {
            format!("{:#x} is switch {switch} of group {group}", settings.0)
        });
    } else if !settings.is_known() {
        findings.at(&SETTINGS_PAIR, "header.settings", || {
            format!("switch {switch} is in another group than {group}")
        });
    }
}

/// One float of a record.
struct Leaf {
    path: String,
    offset: usize,
    /// Whether a number below 0 makes no sense: -1 in a stream's animation does.
    is_exponent: bool,
}

/// The floats of the header, then of each opcode, that are read as such.
static FLOATS: LazyLock<Vec<Vec<Leaf>>> = LazyLock::new(|| {
    let tables = (0..=10).map(|table| Opcode(table).shape().unwrap_or(Header::SHAPE));
    let leaves = |shape: &'static Shape| {
        let mut leaves = Vec::new();
        add_floats(shape, 0, "", &mut leaves);
        leaves
    };
    tables.map(leaves).collect()
});

fn add_floats(shape: &Shape, base: usize, prefix: &str, leaves: &mut Vec<Leaf>) {
    // What nobody reads may hold anything.
    for field in shape.fields.iter().filter(|field| !field.name.starts_with("unk_")) {
        let (offset, path) = (base + field.offset, format!("{prefix}{}", field.name));
        let is_exponent = field.name == "exponent";
        match field.kind {
            Kind::F32 => leaves.push(Leaf { path, offset, is_exponent }),
            Kind::List(count, Kind::F32) => leaves.extend((0..count).map(|index| Leaf {
                path: format!("{path}[{index}]"),
                offset: offset + index * 4,
                is_exponent,
            })),
            Kind::Group(inner) => add_floats(inner, offset, &format!("{path}."), leaves),
            _ => {}
        }
    }
}

/// Every float of a record with its value. Table 0 is the header, others are opcodes.
fn floats(table: u8, bytes: &[u8]) -> impl Iterator<Item = (&'static Leaf, f32)> {
    let leaves = FLOATS.get(usize::from(table)).map(Vec::as_slice).unwrap_or_default();
    leaves.iter().map(|leaf| (leaf, u32_at(bytes, leaf.offset).map_or(0.0, f32::from_bits)))
}

/// What is said about one command.
struct Report<'f> {
    findings: &'f mut Findings,
    index: usize,
    opcode: Opcode,
}

impl Report<'_> {
    fn add(&mut self, code: &'static Code, path: &str, message: impl FnOnce() -> String) {
        self.findings.at(code, format_args!("commands[{}].{path}", self.index), message);
    }

    fn command(&mut self, command: &CommandView<'_>) {
        self.word(command);
        self.numbers(command);
        let body = command.decode().body;
        self.window(&body);
        match &body {
            Body::Light(light) => {
                if !light.kind.is_known() {
                    self.add(&LIGHT_KIND, "kind", || format!("{} is taken as 1", light.kind.0));
                }
            }
            Body::Sound(sound) => self.sound(sound),
            Body::Sprite(sprite) => self.sprite_mode("mode", sprite.mode),
            Body::Glow(glow) => {
                self.sprite_mode("sprite.mode", glow.sprite.mode);
                if glow.reach <= 0.0 {
                    self.add(&GLOW_REACH, "reach", || format!("it is {}", glow.reach));
                }
            }
            Body::Bolt(bolt) => self.bolt(bolt),
            Body::Empty => {}
            Body::Burst(burst) => self.burst(burst),
            Body::Debris(burst) => {
                self.burst(burst);
                if !matches!(burst.mode, 16 | 32) {
                    self.add(&DEBRIS_MODE, "mode", || format!("it is {}", burst.mode));
                }
            }
            Body::Stream(stream) => self.stream(stream),
            Body::Dome(dome) => {
                self.sprite_mode("sprite.mode", dome.sprite.mode);
                if !dome.shape.is_known() {
                    self.add(&DOME_SHAPE, "shape", || format!("{} is not drawn", dome.shape.0));
                }
            }
        }
        if let Some(reference) = body.reference() {
            self.reference(reference);
        }
    }

    fn word(&mut self, command: &CommandView<'_>) {
        let flags = command.flags();
        if flags.unknown() != 0 {
            self.add(&BITS, "bits", || format!("{:#x} is set", flags.unknown()));
        }
        let overlaid = [Opcode::SPRITE, Opcode::GLOW, Opcode::BURST, Opcode::STREAM, Opcode::DOME];
        if flags.overlay() && !overlaid.contains(&self.opcode) {
            let name = self.opcode.shown();
            self.add(&OVERLAY, "overlay", || format!("bit 8 is set on a command of kind {name}"));
        }
    }

    fn numbers(&mut self, command: &CommandView<'_>) {
        for (leaf, value) in floats(self.opcode.0, command.bytes()) {
            let (path, size) = (leaf.path.as_str(), value.abs());
            if !value.is_finite() {
                self.add(&NUMBER, path, || format!("it is {value}"));
            } else if size != 0.0 && !(1e-6..=1e6).contains(&size) {
                self.add(&NUMBER_RANGE, path, || format!("it is {value:e}"));
            } else if leaf.is_exponent && value < 0.0 {
                self.add(&EXPONENT, path, || format!("it is {value}"));
            }
        }
    }

    fn window(&mut self, body: &Body) {
        let Some(window) = body.window() else { return };
        let nested = matches!(body, Body::Glow(_) | Body::Dome(_));
        let path = if nested { "sprite.window" } else { "window" };
        let (lo, hi) = (window.lo, window.hi);
        if lo > hi {
            self.add(&WINDOW, path, || format!("opens at {lo}, but closes at {hi}"));
        } else if lo < 0.0 || hi > 1.0 {
            self.add(&WINDOW_RANGE, path, || format!("it is {lo} to {hi}"));
        }
    }

    fn sprite_mode(&mut self, path: &str, mode: super::SpriteMode) {
        if !mode.is_known() {
            self.add(&SPRITE_MODE, path, || format!("nobody knows mode {}", mode.0));
        }
    }

    fn sound(&mut self, sound: &Sound) {
        if !sound.mode.is_known() {
            self.add(&SOUND_MODE, "mode", || format!("nobody knows mode {}", sound.mode.0));
        }
        if sound.near > sound.far {
            self.add(&SOUND_DISTANCE, "near", || {
                format!("near is {}, but far is {}", sound.near, sound.far)
            });
        }
        if sound.place_mode > 2 {
            self.add(&SOUND_PLACE, "place_mode", || format!("it is {}", sound.place_mode));
        }
    }

    fn bolt(&mut self, bolt: &Bolt) {
        let lengths = [("repeat_length", bolt.repeat_length), ("piece_length", bolt.piece_length)];
        for (path, length) in lengths {
            if length <= 0.0 {
                self.add(&BOLT_LENGTH, path, || format!("it is {length}"));
            }
        }
        if bolt.most_pieces == 0 {
            self.add(&BOLT_PIECES, "most_pieces", || "it is 0".into());
        }
    }

    fn burst(&mut self, burst: &Burst) {
        let (a, b) = (burst.groups, burst.per_group);
        match burst.particles() {
            0 => self.add(&BURST_COUNT, "groups", || format!("{a} times {b}")),
            count if count > MOST_PARTICLES => {
                self.add(&BURST_LIMIT, "groups", || format!("{a} times {b}"));
            }
            _ => {}
        }
        if burst.life_share <= 0.0 {
            self.add(&BURST_LIFE, "life_share", || format!("it is {}", burst.life_share));
        }
    }

    fn stream(&mut self, stream: &Stream) {
        match stream.ring {
            0 => self.add(&STREAM_RING, "ring", || "it is 0".into()),
            ring if ring > MOST_PARTICLES => {
                self.add(&STREAM_LIMIT, "ring", || format!("it is {ring}"));
            }
            _ => {}
        }
        let interval = stream.interval_s;
        for (path, value) in
            [("interval_s.start", interval.start), ("interval_s.end", interval.end)]
        {
            // What is not a number is told as such.
            if value <= 0.0 {
                self.add(&STREAM_INTERVAL, path, || format!("it is {value} s"));
            }
        }
    }

    fn reference(&mut self, reference: &Reference) {
        let path = match self.opcode {
            Opcode::SOUND => "sound",
            Opcode::GLOW | Opcode::DOME => "sprite.material",
            _ => "material",
        };
        let Reference { archive, member } = reference;
        for (field, name) in [("archive", archive), ("member", member)] {
            if !name.is_terminated() {
                let path = format!("{path}.{field}");
                self.add(&REFERENCE_END, &path, || format!("\"{name}\" fills its field"));
            }
            if !name.name().is_ascii() {
                let path = format!("{path}.{field}");
                self.add(&REFERENCE_ASCII, &path, || format!("\"{name}\" is not"));
            }
        }
        match (archive.name().is_empty(), member.name().is_empty()) {
            (true, true) => self.add(&REFERENCE_NONE, path, || "it names nothing".into()),
            (true, false) => {
                self.add(&REFERENCE_HALF, path, || format!("no archive for \"{member}\""));
            }
            (false, true) => {
                self.add(&REFERENCE_HALF, path, || format!("no entry of \"{archive}\""));
            }
            (false, false) => {
                let usual =
                    if self.opcode == Opcode::SOUND { "sounds.lib" } else { "material.lib" };
                if !archive.is(usual.as_bytes()) {
                    self.add(&REFERENCE_ARCHIVE, path, || format!("\"{archive}\" is not {usual}"));
                }
            }
        }
    }
}
