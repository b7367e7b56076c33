//! Holds a sky against every rule.

use super::codes::*;
use super::read::{self, Keyframe, Section, Sky};
use super::types::{Amounts, KEYFRAME_VERSION, SectionHead, SkyHead, Stamp, Trailer, VERSION};
use super::windows::{What, Windows};
use crate::{Findings, text};

/// Checks any bytes as a sky. What cannot be followed is a finding too.
pub fn check(bytes: &[u8], findings: &mut Findings) {
    match read::open(bytes) {
        Ok(sky) => {
            check_sky(&sky, findings);
            findings.locate(|| Some(super::tree(&sky)));
        }
        Err((code, error)) => findings.cannot_follow(code, &error, || super::remains(bytes)),
    }
}

/// Checks a sky that could be read.
pub(super) fn check_sky(sky: &Sky<'_>, findings: &mut Findings) {
    let SkyHead { unk_0x00, version, .. } = sky.head();
    if version != VERSION {
        findings.at(&VERSION_USUAL, "version", || format!("it is {version}"));
    }
    word("unk_0x00", unk_0x00, unk_0x00 == -1, findings);
    match sky.len() {
        0 => findings.at(&SECTIONS_NONE, "sections", || "there is none".into()),
        1 | 2 => {}
        many => findings.at(&SECTIONS_USUAL, "sections", || format!("there are {many}")),
    }
    for (index, section) in sky.sections().enumerate() {
        check_section(sky, &section, &format!("sections[{index}]"), findings);
    }
    check_trailer(sky, findings);
    if !sky.tail().is_empty() {
        findings.at(&TAIL, "tail", || format!("{} bytes do", sky.tail().len()));
    }
}

fn word(path: &str, value: i32, is_usual: bool, findings: &mut Findings) {
    if !is_usual {
        findings.at(&WORDS, path, || format!("it is {value}"));
    }
}

fn check_trailer(sky: &Sky<'_>, findings: &mut Findings) {
    let Trailer { start, unk_0x20, unk_0x24 } = sky.trailer();
    word("unk_0x20", unk_0x20, unk_0x20 == 0, findings);
    word("unk_0x24", unk_0x24, matches!(unk_0x24, 0 | 1), findings);
    let is_there = check_stamp(&start, sky, "start", findings);
    if !is_there || !findings.asks(&START_SUN) {
        return;
    }
    let sun_is_up = sky.section(0).filter(|_| start.section == 0).is_some_and(|section| {
        let mut windows = Windows::of(&section).all.into_iter();
        windows.any(|window| {
            let is_sun = window.what == What::Body && text::same(window.body, super::SUN);
            is_sun && window.has(&start)
        })
    });
    if !sun_is_up {
        findings.at(&START_SUN, "start", || {
            format!("at {start} of section {} no sun is up", start.section)
        });
    }
}

/// Says whether the section of a moment is there.
fn check_stamp(time: &Stamp, sky: &Sky<'_>, path: &str, findings: &mut Findings) -> bool {
    for (part, value, most) in [("hour", time.hour, 24), ("minute", time.minute, 60)] {
        if value >= most {
            let path = format_args!("{path}.{part}");
            findings.at(&TIME_RANGE, path, || format!("{value} is not below {most}"));
        }
    }
    let is_there = usize::try_from(time.section).is_ok_and(|section| section < sky.len());
    // A sky without sections is told as such.
    if !is_there && !sky.is_empty() {
        findings.at(&TIME_SECTION, format_args!("{path}.section"), || {
            format!("section {}, but there are {}", time.section, sky.len())
        });
    }
    is_there
}

fn check_section(sky: &Sky<'_>, section: &Section<'_, '_>, path: &str, findings: &mut Findings) {
    let SectionHead { unk_0x00, end, .. } = section.head;
    word(&format!("{path}.unk_0x00"), unk_0x00, unk_0x00 == 1, findings);
    if (end.hour, end.minute) != (23, 59) {
        findings.at(&SECTION_END, format_args!("{path}.end.hour"), || format!("it is {end}"));
    }
    if section.day_seconds() == 0 {
        let path = format_args!("{path}.day.minute");
        findings.at(&DAY, path, || "the day takes no time at all".into());
    }
    if section.is_empty() {
        findings.at(&SECTION_EMPTY, format_args!("{path}.keyframes"), || "there is none".into());
    }
    let mut before: Option<Stamp> = None;
    for (index, keyframe) in section.keyframes().enumerate() {
        let path = format!("{path}.keyframes[{index}]");
        let time = keyframe.head.time;
        if let Some(before) = before.filter(|before| before.minutes() > time.minutes()) {
            findings.at(&ORDER, format_args!("{path}.time.hour"), || {
                format!("{time} comes behind {before}; `ngi fix` sorts them")
            });
        }
        before = Some(time);
        check_stamp(&time, sky, &format!("{path}.time"), findings);
        check_keyframe(&keyframe, &path, findings);
    }
    check_windows(section, path, findings);
}

fn check_windows(section: &Section<'_, '_>, path: &str, findings: &mut Findings) {
    let windows = Windows::of(section);
    for window in &windows.all {
        let (from, time) = window.from;
        let path = format_args!("{path}.keyframes[{from}].event");
        if window.overlaps {
            let code = if window.what == What::Body { &BODY_OVERLAP } else { &EVENT_TWICE };
            findings.at(code, path, || {
                format!("{} begins at {time}, when another has not ended", window.shown())
            });
        }
        if window.to.is_none() {
            findings.at(&EVENT_UNSTOPPED, path, || {
                format!("{} begins at {time} and does not end", window.shown())
            });
        }
    }
    for stop in &windows.stray_stops {
        findings.at(&EVENT_UNSTARTED, format_args!("{path}.keyframes[{stop}].event"), || {
            "nothing of the kind has begun".into()
        });
    }
}

fn check_keyframe(keyframe: &Keyframe<'_>, path: &str, findings: &mut Findings) {
    let (version, event) = (keyframe.head.version, keyframe.head.event);
    if version != KEYFRAME_VERSION {
        let path = format_args!("{path}.version");
        findings.at(&KEYFRAME_NEWEST, path, || format!("it is {version}"));
    }
    if !event.is_known() {
        let path = format_args!("{path}.event");
        findings.at(&EVENT_KNOWN, path, || format!("nobody knows event {}", event.0));
    }
    let body = keyframe.body.bytes;
    let is_known = [super::SUN, super::MOON].iter().any(|known| text::same(body, known));
    if What::of(event) == Some((What::Body, true)) && !is_known {
        findings.at(&BODY_NAME, format_args!("{path}.body"), || {
            format!("\"{}\" is drawn as the moon", text::decode(body))
        });
    }
    check_names(keyframe, path, findings);
    check_numbers(keyframe, path, findings);
}

fn check_names(keyframe: &Keyframe<'_>, path: &str, findings: &mut Findings) {
    let mut ascii = |field: String, name: &[u8]| {
        if !name.iter().all(|byte| matches!(byte, b' '..=b'~')) {
            findings.at(&NAME_ASCII, format_args!("{path}.{field}"), || {
                format!("\"{}\" has others", text::decode(name).escape_debug())
            });
        }
    };
    ascii("body".into(), keyframe.body.bytes);
    for (index, name) in keyframe.more_names.iter().enumerate() {
        ascii(format!("more_names[{index}]"), name.bytes);
    }
    for (index, name) in keyframe.effects().enumerate() {
        ascii(format!("effects[{index}]"), name.bytes);
    }
    for (index, name) in keyframe.more_names.iter().enumerate() {
        if !name.bytes.is_empty() {
            findings.at(&NAMES_EMPTY, format_args!("{path}.more_names[{index}]"), || {
                format!("it is \"{}\"", text::decode(name.bytes).escape_debug())
            });
        }
    }
    for (index, name) in keyframe.effects().enumerate() {
        if name.bytes.is_empty() {
            findings.at(&EFFECT_EMPTY, format_args!("{path}.effects[{index}]"), || {
                "it has none".into()
            });
        }
    }
}

/// Half of what an `f32` of 0.1 may be off by, and more.
const CLOSE: f32 = 1e-4;

fn check_numbers(keyframe: &Keyframe<'_>, path: &str, findings: &mut Findings) {
    let (start, end) = (keyframe.slots.fog_start, keyframe.slots.fog_end);
    let Amounts { extent: [across, up], light, weather } = keyframe.amounts;
    let fog = [("slots.fog_start", start), ("slots.fog_end", end)];
    let amounts =
        [("extent[0]", across), ("extent[1]", up), ("light", light), ("weather", weather)];
    for (field, value) in fog.into_iter().chain(amounts).filter(|(_, value)| !value.is_finite()) {
        findings.at(&NUMBER, format_args!("{path}.{field}"), || format!("it is {value}"));
    }
    for (field, value) in amounts.into_iter().filter(|(_, value)| *value < 0.0) {
        if value.is_finite() {
            findings.at(&AMOUNT, format_args!("{path}.{field}"), || format!("it is {value}"));
        }
    }
    if !start.is_finite() || !end.is_finite() {
        return;
    }
    if start < 0.0 || end <= start {
        findings.at(&FOG_RANGE, format_args!("{path}.slots.fog_end"), || {
            format!("fog is from {start} to {end}")
        });
    } else if start != 0.0 || !(0.1 - CLOSE..=1.0 + CLOSE).contains(&end) {
        findings.at(&FOG_USUAL, format_args!("{path}.slots.fog_end"), || {
            format!("fog is from {start} to {end}")
        });
    }
}
