//! Holds a material against every rule.

use super::codes::*;
use super::flags::{Flags, LerpMask};
use super::read::{self, Material, Track};
use super::types::{Attributes, Phase, Version};
use crate::{Findings, pal};

/// Checks any bytes as a material. What cannot be followed is a finding too.
pub fn check(bytes: &[u8], attributes: Attributes, findings: &mut Findings) {
    match read::open(bytes, attributes) {
        Ok(material) => {
            check_material(&material, findings);
            findings.locate(|| Some(super::tree(&material)));
        }
        Err((code, error)) => {
            findings.cannot_follow(code, &error, || super::remains(bytes, attributes));
        }
    }
}

/// Checks a material that could be read.
pub(super) fn check_material(material: &Material<'_>, findings: &mut Findings) {
    check_attributes(material.attributes(), findings);
    check_header(material, findings);
    for (index, phase) in material.phases().enumerate() {
        check_phase(&phase, index, findings);
    }
    for (index, track) in material.tracks().enumerate() {
        check_track(material, &track, index, findings);
    }
}

fn check_attributes(attributes: Attributes, findings: &mut Findings) {
    let Attributes { flags, version, attr3 } = attributes;
    if version > Version::GAME {
        findings.at(&VERSION, "version", || format!("version {} is read as version 6", version.0));
    } else if version != Version::GAME {
        findings.at(&VERSION_GAME, "version", || format!("this one has version {}", version.0));
    }
    if attr3 != 0 {
        findings.at(&ATTR3, "attr3", || format!("it is {attr3}"));
    }
    let blend = flags.blend_index();
    if blend > 4 {
        findings.at(&BLEND, "flags", || format!("blend index {blend} is taken as opaque"));
    }
    let unknown = flags.0 & !Flags::KNOWN;
    if unknown != 0 {
        findings.at(&FLAGS, "flags", || format!("nobody knows what {unknown:#x} means"));
    }
}

fn check_header(material: &Material<'_>, findings: &mut Findings) {
    let meta = material.meta();
    if material.phase_count() == 0 {
        findings.at(&PHASES_NONE, "phases", || "there are no phases".into());
    }
    if meta.unk_0x05 != 255 {
        findings.at(&UNK_0X05, "unk_0x05", || format!("it is {}", meta.unk_0x05));
    }
    if meta.speed.to_bits() != 1f32.to_bits() {
        findings.at(&SPEED, "speed", || format!("it is {}", meta.speed));
    }
}

fn check_phase(phase: &Phase, index: usize, findings: &mut Findings) {
    check_texture(phase, index, findings);
    if phase.cell < -1 {
        let path = format_args!("phases[{index}].cell");
        findings.at(&CELL, path, || format!("cell {} is no cell", phase.cell));
    }
    if phase.opacity > 100 {
        let path = format_args!("phases[{index}].opacity");
        findings.at(&OPACITY, path, || format!("{} percent", phase.opacity));
    }
    let [_, others @ ..] = phase.alphas();
    for (name, alpha) in ["diffuse", "specular", "emissive"].into_iter().zip(others) {
        if alpha > 100 {
            let path = format_args!("phases[{index}].{name}[3]");
            findings.at(&ALPHA, path, || format!("its alpha is {alpha}"));
        }
    }
}

fn check_texture(phase: &Phase, index: usize, findings: &mut Findings) {
    let path = format_args!("phases[{index}].texture").to_string();
    if !phase.texture.is_terminated() {
        findings.at(&TEXTURE_END, path, || {
            format!("\"{}\" fills its field; no NUL ends it", phase.texture)
        });
        return;
    }
    let Some(name) = phase.texture_name() else { return };
    if pal::texture_dot(name).is_err() {
        findings.at(&TEXTURE_NAME, &path, || {
            format!("\"{}\" has no dot: {}", phase.texture, pal::BAD_TEXTURE_NAME)
        });
    } else if let Err(error) = pal::texture_palette(name) {
        findings.at(&TEXTURE_PALETTE, &path, || error.kind.to_string());
    }
    if !name.is_ascii() {
        findings.at(&TEXTURE_ASCII, &path, || format!("\"{}\" is not", phase.texture));
    }
}

fn check_track(material: &Material<'_>, track: &Track<'_>, index: usize, findings: &mut Findings) {
    let (mode, mask) = (track.word.mode(), track.word.mask());
    if !mode.is_known() {
        let path = format_args!("tracks[{index}].mode");
        findings.at(&MODE, path, || format!("mode {mode} is taken as 0, loop"));
    }
    if mask.0 & !LerpMask::KNOWN != 0 {
        let path = format_args!("tracks[{index}].mask");
        findings.at(&MASK, path, || format!("nobody knows what mask {:#x} blends", mask.0));
    }
    if track.key_count() == 0 {
        let path = format_args!("tracks[{index}].keys");
        findings.at(&KEYS_NONE, path, || "there are no keys".into());
    }
    check_keys(material, track, index, findings);
    if track.key_count() > 1 && track.cycle_ms() == 0 {
        let path = format_args!("tracks[{index}].keys[{}].time_ms", track.key_count() - 1);
        findings.at(&CYCLE, path, || "the last key ends at 0 ms".into());
    }
}

fn check_keys(material: &Material<'_>, track: &Track<'_>, index: usize, findings: &mut Findings) {
    let mut before = None;
    for (place, key) in track.keys().enumerate() {
        let key_at = format_args!("tracks[{index}].keys[{place}]").to_string();
        if usize::from(key.phase) >= material.phase_count() {
            findings.at(&KEY_PHASE, format_args!("{key_at}.phase"), || {
                format!("phase {}, but there are {}", key.phase, material.phase_count())
            });
        }
        if let Some(before) = before.filter(|&before| key.time_ms < before) {
            findings.at(&KEY_ORDER, format_args!("{key_at}.time_ms"), || {
                format!("ends at {} ms, but the one before at {before} ms", key.time_ms)
            });
        }
        let starts = track.key_count() > 1 && before.is_none() && key.time_ms == 0;
        if starts && track.cycle_ms() != 0 {
            let message = || "ends at 0 ms: never shown".into();
            findings.at(&KEY_START, format_args!("{key_at}.time_ms"), message);
        }
        if key.unk_0x04 != 0 {
            let path = format_args!("{key_at}.unk_0x04");
            findings.at(&KEY_UNREAD, path, || format!("it is {}", key.unk_0x04));
        }
        before = Some(key.time_ms);
    }
}
