//! Every rule of a material, each with a stable code.

use super::flags::{Flags, LerpMask};
use super::read::{self, Material, Track};
use super::types::{Attributes, KEY_SIZE, Phase, Version};
use crate::pal;
use crate::{Code, Findings};

/// The rules, one by one.
pub mod codes {
    use crate::Code;

    /// Too short for a header.
    pub static HEADER_TRUNCATED: Code =
        Code::error("mat0.header.truncated", "A material has all fields its version has.");
    /// Too many tracks.
    pub static TRACKS_COUNT: Code = Code::error(
        "mat0.tracks.count",
        "A material has fewer than 20 tracks; the engine refuses more.",
    );
    /// Phases are cut off.
    pub static PHASES_RANGE: Code =
        Code::error("mat0.phases.range", "All phases are there in full.");
    /// Tracks are cut off.
    pub static TRACKS_RANGE: Code =
        Code::error("mat0.tracks.range", "All tracks and their keys are there in full.");
    /// Bytes behind the last track.
    pub static END: Code = Code::error("mat0.end", "A material ends with its last track.");
    /// A version nobody knows.
    pub static VERSION: Code = Code::warning("mat0.version", "The version (attr2) is at most 6.");
    /// Another version than the game's.
    pub static VERSION_GAME: Code = Code::retail("mat0.version.game", "The version (attr2) is 6.");
    /// attr3 is used.
    pub static ATTR3: Code = Code::retail("mat0.attr3", "attr3 is 0.");
    /// A blend index nobody knows.
    pub static BLEND: Code = Code::warning(
        "mat0.flags.blend",
        "The blend index (bits 2 to 5 of attr1) is at most 4; others are taken as opaque.",
    );
    /// A flag nobody knows.
    pub static FLAGS: Code =
        Code::warning("mat0.flags.unknown", "attr1 has no bit above the seventh.");
    /// The byte at 5.
    pub static UNK_0X05: Code =
        Code::retail("mat0.header.unk-0x05", "The byte at 0x05 of the header is 255.");
    /// The speed factor.
    pub static SPEED: Code = Code::retail("mat0.header.speed", "The speed factor is 1.");
    /// No phases.
    pub static PHASES_NONE: Code =
        Code::error("mat0.phases.none", "A material has at least one phase to show.");
    /// A texture name without an end.
    pub static TEXTURE_END: Code = Code::error(
        "mat0.phase.texture-end",
        "A texture's name has at most 15 bytes and ends with a NUL.",
    );
    /// A texture name without a dot.
    pub static TEXTURE_NAME: Code = Code::error(
        "mat0.phase.texture-name",
        "A texture's name has a dot; the engine refuses others with \"Bad texture name.\".",
    );
    /// A palette outside the bank.
    pub static TEXTURE_PALETTE: Code = Code::error(
        "mat0.phase.texture-palette",
        "The letters behind the dot of a texture's name pick one of the 286 palettes, or none.",
    );
    /// A texture name that is not ASCII.
    pub static TEXTURE_ASCII: Code =
        Code::warning("mat0.phase.texture-ascii", "A texture's name is ASCII.");
    /// A cell below -1.
    pub static CELL: Code =
        Code::warning("mat0.phase.cell", "A cell is -1, for the whole texture, or counts from 0.");
    /// More than opaque.
    pub static OPACITY: Code =
        Code::warning("mat0.phase.opacity", "Opacity (alpha of ambient) is at most 100 percent.");
    /// Another alpha above 100.
    pub static ALPHA: Code =
        Code::retail("mat0.phase.alpha", "The alphas that nothing reads are at most 100.");
    /// A mode nobody knows.
    pub static MODE: Code =
        Code::warning("mat0.track.mode", "A track's mode is 0 to 3; others are taken as 0.");
    /// A mask nobody knows.
    pub static MASK: Code = Code::warning(
        "mat0.track.mask",
        "A track blends nothing but ambient, diffuse, specular, emissive and opacity.",
    );
    /// A track without keys.
    pub static KEYS_NONE: Code =
        Code::warning("mat0.track.keys-none", "A track has keys; without any, phase 0 is shown.");
    /// A key shows a phase that is not there.
    pub static KEY_PHASE: Code = Code::error("mat0.key.phase", "A key shows a phase there is.");
    /// Times run back.
    pub static KEY_ORDER: Code = Code::warning(
        "mat0.key.order",
        "A key ends no earlier than the one before; else one of them is never shown.",
    );
    /// A track that takes no time.
    pub static CYCLE: Code = Code::warning(
        "mat0.track.cycle",
        "The last key of several ends later than 0; else the first is always shown.",
    );
    /// A first key that is never shown.
    pub static KEY_START: Code =
        Code::retail("mat0.key.start", "The first key of several ends later than 0.");
    /// The third word of a key.
    pub static KEY_UNREAD: Code = Code::retail("mat0.key.unread", "The third word of a key is 0.");
}

use codes::*;

/// All rules of this format.
pub static CODES: &[&Code] = &[
    &HEADER_TRUNCATED,
    &TRACKS_COUNT,
    &PHASES_RANGE,
    &TRACKS_RANGE,
    &END,
    &VERSION,
    &VERSION_GAME,
    &ATTR3,
    &BLEND,
    &FLAGS,
    &UNK_0X05,
    &SPEED,
    &PHASES_NONE,
    &TEXTURE_END,
    &TEXTURE_NAME,
    &TEXTURE_PALETTE,
    &TEXTURE_ASCII,
    &CELL,
    &OPACITY,
    &ALPHA,
    &MODE,
    &MASK,
    &KEYS_NONE,
    &KEY_PHASE,
    &KEY_ORDER,
    &CYCLE,
    &KEY_START,
    &KEY_UNREAD,
];

/// Checks any bytes as a material. What cannot be followed is a finding too.
pub fn check(bytes: &[u8], attributes: Attributes, findings: &mut Findings) {
    match read::open(bytes, attributes) {
        Ok(material) => check_material(&material, findings),
        Err((code, error)) => findings
            .add(code, || (error.field.clone().into_owned(), error.offset, error.kind.to_string())),
    }
}

/// Checks a material that could be read.
pub(super) fn check_material(material: &Material<'_>, findings: &mut Findings) {
    check_attributes(material.attributes(), findings);
    check_header(material, findings);
    for (index, phase) in material.phases().enumerate() {
        check_phase(&phase, index, material.phase_offset(index), findings);
    }
    let mut offset = material.phase_offset(material.phase_count());
    for (index, track) in material.tracks().enumerate() {
        check_track(material, &track, index, offset, findings);
        offset += track.stored_size();
    }
}

fn check_attributes(attributes: Attributes, findings: &mut Findings) {
    let Attributes { flags, version, attr3 } = attributes;
    // The attributes are in the directory, so no byte of the payload can be named.
    let mut add = |code, field: &str, message: String| {
        findings.add(code, || (field.to_owned(), None, message));
    };
    if version > Version::GAME {
        let message = format!("version {} is read as version 6", version.0);
        add(&VERSION, "attr2", message);
    } else if version != Version::GAME {
        add(&VERSION_GAME, "attr2", format!("this one has version {}", version.0));
    }
    if attr3 != 0 {
        add(&ATTR3, "attr3", format!("it is {attr3}"));
    }
    if flags.blend_index() > 4 {
        let message = format!("blend index {} is taken as opaque", flags.blend_index());
        add(&BLEND, "attr1", message);
    }
    let unknown = flags.0 & !Flags::KNOWN;
    if unknown != 0 {
        add(&FLAGS, "attr1", format!("nobody knows what {unknown:#x} means"));
    }
}

fn check_header(material: &Material<'_>, findings: &mut Findings) {
    let meta = material.meta();
    if material.phase_count() == 0 {
        findings.add(&PHASES_NONE, || {
            ("header.phase_count".into(), Some(0), "there are no phases".into())
        });
    }
    if meta.unk_0x05 != 255 {
        let message = format!("it is {}", meta.unk_0x05);
        findings.add(&UNK_0X05, || ("header.unk_0x05".into(), Some(5), message));
    }
    if meta.speed_bits != 1f32.to_bits() {
        let message = format!("it is {}", meta.speed());
        findings.add(&SPEED, || ("header.speed".into(), Some(6), message));
    }
}

fn check_phase(phase: &Phase, index: usize, start: usize, findings: &mut Findings) {
    let mut add = |code, field: &str, at: usize, message: &dyn Fn() -> String| {
        findings.add(code, || {
            (format!("phases[{index}].{field}"), Some((start + at) as u64), message())
        });
    };
    if !phase.texture.is_terminated() {
        add(&TEXTURE_END, "texture", 18, &|| {
            format!("\"{}\" fills its field; no NUL ends it", phase.texture)
        });
    } else if let Some(name) = phase.texture_name() {
        if pal::texture_dot(name).is_err() {
            add(&TEXTURE_NAME, "texture", 18, &|| {
                format!("\"{}\" has no dot: {}", phase.texture, pal::BAD_TEXTURE_NAME)
            });
        } else if let Err(error) = pal::texture_palette(name) {
            add(&TEXTURE_PALETTE, "texture", 18, &|| error.kind.to_string());
        }
        if !name.is_ascii() {
            add(&TEXTURE_ASCII, "texture", 18, &|| format!("\"{}\" is not", phase.texture));
        }
    }
    if phase.cell < -1 {
        add(&CELL, "cell", 17, &|| format!("cell {} is no cell", phase.cell));
    }
    if phase.opacity > 100 {
        add(&OPACITY, "opacity", 3, &|| format!("{} percent", phase.opacity));
    }
    let [_, others @ ..] = phase.alphas();
    let named = [("diffuse", 7), ("specular", 11), ("emissive", 15)];
    for ((name, at), alpha) in named.into_iter().zip(others) {
        if alpha > 100 {
            add(&ALPHA, name, at, &|| format!("its alpha is {alpha}"));
        }
    }
}

fn check_track(
    material: &Material<'_>,
    track: &Track<'_>,
    index: usize,
    start: usize,
    findings: &mut Findings,
) {
    let mut add = |code, field: String, at: usize, message: &dyn Fn() -> String| {
        findings.add(code, || {
            (format!("tracks[{index}].{field}"), Some((start + at) as u64), message())
        });
    };
    let (mode, mask) = (track.word.mode(), track.word.mask());
    if !mode.is_known() {
        add(&MODE, "word".into(), 0, &|| format!("mode {mode} is taken as 0, loop"));
    }
    if mask.0 & !LerpMask::KNOWN != 0 {
        add(&MASK, "word".into(), 0, &|| format!("nobody knows what mask {:#x} blends", mask.0));
    }
    if track.key_count() == 0 {
        add(&KEYS_NONE, "key_count".into(), 4, &|| "there are no keys".into());
    }
    let several = track.key_count() > 1;
    let mut before = None;
    for (key_index, key) in track.keys().enumerate() {
        let at = 6 + key_index * KEY_SIZE;
        let field = |name: &str| format!("keys[{key_index}].{name}");
        if usize::from(key.phase) >= material.phase_count() {
            add(&KEY_PHASE, field("phase"), at, &|| {
                format!("phase {}, but there are {}", key.phase, material.phase_count())
            });
        }
        if let Some(before) = before.filter(|&before| key.time_ms < before) {
            add(&KEY_ORDER, field("time_ms"), at + 2, &|| {
                format!("ends at {} ms, but the one before at {before} ms", key.time_ms)
            });
        }
        if several && before.is_none() && key.time_ms == 0 && track.cycle_ms() != 0 {
            add(&KEY_START, field("time_ms"), at + 2, &|| "ends at 0 ms: never shown".into());
        }
        if key.unk_0x04 != 0 {
            add(&KEY_UNREAD, field("unk_0x04"), at + 4, &|| format!("it is {}", key.unk_0x04));
        }
        before = Some(key.time_ms);
    }
    if several && track.cycle_ms() == 0 {
        let at = 6 + (track.key_count() - 1) * KEY_SIZE + 2;
        add(&CYCLE, format!("keys[{}].time_ms", track.key_count() - 1), at, &|| {
            "the last key ends at 0 ms".into()
        });
    }
}
