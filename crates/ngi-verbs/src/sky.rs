//! Skies: as documents (`ngi.ske/1`), as readable text, and the effects, sounds and materials that
//! they name.
//!
//! ```json
//! {"schema": "ngi.ske/1", "unk_0x00": -1, "version": 5,
//!  "sections": [{"unk_0x00": 1, "end": {"section": 0, …, "hour": 23, "minute": 59, …}, "day": {…},
//!                "keyframes": [{"version": 3, "time": {…}, "event": 0,
//!                               "slots": {"horizon_south": [175, 165, 220, 255], …},
//!                               "scene": [40, 40, 40, 255], "second_light": […],
//!                               "body": "sun", "more_names": ["", "", "", "", ""],
//!                               "extent": [2.2, 2.0], "light": 5.0, "weather": 0.0,
//!                               "effects": []}]}],
//!  "start": {…}, "unk_0x20": 0, "unk_0x24": 0, "tail": "",
//!  "derived": {"windows": [["sun 00:30-14:30"]], "day_seconds": [900]}}
//! ```
//! Colours are red, green, blue and alpha, or text: `"#afa5dc"`.

use std::borrow::Cow;
use std::fmt::Write as _;

use ngi_formats::schema::Shape;
use ngi_formats::sky::{
    self, Colour, FOG_UNIT, Keyframe, Section, Sky, SkyBuf, WEAR_FILE, Windows,
};
use ngi_formats::tree::{Branch, Draft, Made, Node};
use ngi_formats::{Code, Findings, kinds, text};
use serde_json::{Value, json};

use crate::document::write::Layout;
use crate::format::{Document, Form, Format, Mended, Rules, Subject};
use crate::references::{EFFECT, Reference, SOUND, Target, WEAR};
use crate::surroundings::{EFFECTS, SOUNDS, Surroundings};
use crate::{Result, show};

ngi_formats::rules! {
    EFFECT_MISSING = error(
        "ske.effect.missing",
        "An effect that a keyframe names is in effects.rlb, a sound in sounds.lib."
    ) of ["sections[].keyframes[].effects"];
    WEAR_MISSING = error(
        "ske.wear.missing",
        "The wear table of a sky, sky.wea, is beside it."
    );
}

/// Skies in the table of formats.
pub struct SkyDocument;

/// What can be done with them.
pub static FORMAT: Format = Format { references, ..Format::new(&kinds::SKY, &SkyDocument, &RULES) };

/// Every rule.
static ALL_CODES: &[&[&Code]] = &[sky::CODES, CODES];

static RULES: Rules = Rules::new(ALL_CODES, check_alone).and_neighbours(check_with_neighbours);

impl Document for SkyDocument {
    fn id(&self) -> &'static str {
        "ske"
    }

    fn branches(&self) -> &'static [Branch] {
        sky::DOCUMENT
    }

    fn records(&self) -> &'static [&'static Shape] {
        sky::RECORDS
    }

    fn kaitai(&self) -> Option<Cow<'static, str>> {
        Some(sky::KAITAI.into())
    }

    fn tree<'a>(&self, subject: &Subject<'a>, _: Form) -> Result<Node<'a>> {
        Ok(sky::tree(&Sky::read(subject.bytes)?))
    }

    fn remains<'a>(&self, subject: &Subject<'a>) -> Option<Node<'a>> {
        sky::remains(subject.bytes)
    }

    fn make(&self, draft: &Draft, _: Option<&[u8]>) -> Result<Made> {
        Ok(sky::make(draft)?)
    }

    fn layout(&self) -> Layout {
        Layout::Rows
    }

    fn show(&self, subject: &Subject<'_>) -> Result<String> {
        Ok(shown(&Sky::read(subject.bytes)?))
    }

    fn mend(&self, subject: &Subject<'_>) -> Result<Option<Mended>> {
        let mut sky = SkyBuf::of(&Sky::read(subject.bytes)?);
        let mut lines = Vec::new();
        for (index, section) in sky.sections.iter_mut().enumerate() {
            if section.sort() {
                lines.push(format!("sections[{index}].keyframes: put into the order of time"));
            }
        }
        Ok(if lines.is_empty() { None } else { Some(Mended { bytes: sky.write()?, lines }) })
    }
}

fn shown(sky: &Sky<'_>) -> String {
    let mut out = String::new();
    let start = sky.trailer().start;
    let _ = writeln!(out, "version: {}", sky.head().version);
    let _ = writeln!(out, "a mission begins: {start} of section {}", start.section);
    let _ = writeln!(out, "sections: {}", sky.len());
    for (index, section) in sky.sections().enumerate() {
        put_section(&mut out, index, &section);
    }
    if !sky.tail().is_empty() {
        let _ = writeln!(out, "bytes behind the end: {}", sky.tail().len());
    }
    out
}

fn put_section(out: &mut String, index: usize, section: &Section<'_, '_>) {
    let day = section.head.day;
    let _ = writeln!(out, "section {index}: a day takes {} h {} min", day.hour, day.minute);
    for window in Windows::of(section).all {
        let end = window.to.map_or_else(|| "the end".into(), |(_, time)| time.to_string());
        let _ = writeln!(out, "  {}: {} to {end}", show::printable(&window.shown()), window.from.1);
    }
    let rows: Vec<Value> = section.keyframes().enumerate().map(row).collect();
    let _ = writeln!(out, "  keyframes: {}", rows.len());
    if !rows.is_empty() {
        show::table(&rows).unwrap_or_default().lines().for_each(|line| {
            let _ = writeln!(out, "    {line}");
        });
    }
}

/// A colour as people write it: without alpha where it is opaque.
fn colour(colour: Colour) -> String {
    let [red, green, blue, alpha] = colour.rgba();
    let plain = format!("#{red:02x}{green:02x}{blue:02x}");
    if alpha == 255 { plain } else { format!("{plain}{alpha:02x}") }
}

fn row((index, keyframe): (usize, Keyframe<'_>)) -> Value {
    let (slots, late) = (keyframe.slots, keyframe.late_slots());
    let event = keyframe.head.event;
    let event = event.name().map_or_else(|| format!("unknown ({})", event.0), Into::into);
    let quiet = matches!(keyframe.head.event, sky::Event::NOTHING | sky::Event::NOTHING_7);
    let body = text::decode(keyframe.body.bytes);
    let effects: Vec<String> = keyframe.effects().map(|name| text::decode(name.bytes)).collect();
    let said = |text: String| if text.is_empty() { Value::Null } else { text.into() };
    json!({
        "keyframe": index,
        "time": keyframe.head.time.to_string(),
        "event": if quiet { Value::Null } else { event.into() },
        "body": said(body),
        "fog": format!("{:.0}", slots.fog_end * FOG_UNIT),
        "light": format!("{} {}", colour(slots.main_light), keyframe.amounts.light),
        "scene": colour(late.scene),
        "clouds": colour(slots.clouds),
        "apex": colour(slots.apex),
        "north": colour(slots.horizon_north),
        "east": colour(slots.horizon_east),
        "south": colour(slots.horizon_south),
        "west": colour(slots.horizon_west),
        "weather": keyframe.amounts.weather,
        "effects": said(effects.join(", ")),
    })
}

/// Holds a subject against the rules of its own.
fn check_alone(subject: &Subject<'_>, findings: &mut Findings) {
    sky::check(subject.bytes, findings);
}

/// What a name in a keyframe means: a sound by its suffix, else an effect.
fn target_of(name: &str) -> (&'static Target, &'static str) {
    let is_sound = name.len() >= 4 && name.to_ascii_lowercase().ends_with(".wav");
    if is_sound { (&SOUND, SOUNDS) } else { (&EFFECT, EFFECTS) }
}

/// The names of all keyframes with their paths; those that are empty have a rule of their own.
fn names(sky: &Sky<'_>) -> Vec<(String, String)> {
    let mut names = Vec::new();
    for (section, keyframes) in sky.sections().enumerate() {
        for (place, keyframe) in keyframes.keyframes().enumerate() {
            let named = keyframe.effects().enumerate().filter(|(_, name)| !name.bytes.is_empty());
            names.extend(named.map(|(index, name)| {
                let path = format!("sections[{section}].keyframes[{place}].effects[{index}]");
                (path, text::decode(name.bytes))
            }));
        }
    }
    names
}

fn check_with_neighbours(subject: &Subject<'_>, around: &Surroundings, findings: &mut Findings) {
    let Ok(sky) = Sky::read(subject.bytes) else { return };
    for (path, name) in names(&sky) {
        let (target, library) = target_of(&name);
        if around.has_library(library) && around.entry(library, &name).is_none() {
            findings.at(&EFFECT_MISSING, path, || {
                format!("there is no {} \"{name}\" in {library}", target.id)
            });
        }
    }
    // A sky alone in a folder, outside of any game, is on its way somewhere.
    if around.game().is_some() && around.sibling(WEAR_FILE).is_none() {
        findings.at(&WEAR_MISSING, "", || format!("there is no {WEAR_FILE} beside it"));
    }
}

/// The effects and sounds of its keyframes, and its wear.
fn references(subject: &Subject<'_>) -> Vec<Reference> {
    let Ok(sky) = Sky::read(subject.bytes) else { return Vec::new() };
    let named = names(&sky).into_iter().map(|(field, name)| {
        let (target, _) = target_of(&name);
        Reference::new(target, name, field)
    });
    let wear = Reference::new(&WEAR, WEAR_FILE.into(), String::new());
    named.chain([wear]).collect()
}

#[cfg(test)]
mod tests {
    use ngi_formats::sky::{Event, KeyframeBuf, SectionBuf, Stamp};

    use super::*;
    use crate::document::{edit, from_value, to_value};

    fn sample() -> Vec<u8> {
        let keyframe = |hour: u32, event: Event| {
            let mut one = KeyframeBuf { body: b"sun".to_vec(), ..KeyframeBuf::default() };
            (one.head.time, one.head.event) = (Stamp::at(hour, 30), event);
            one.slots.apex = Colour::new(1, 2, 3, 4);
            one
        };
        let keyframes = vec![
            keyframe(0, Event::BODY_START),
            keyframe(7, Event::NOTHING),
            keyframe(14, Event::BODY_STOP),
        ];
        let sections = vec![SectionBuf::new(15, keyframes)];
        SkyBuf { sections, ..SkyBuf::default() }.write().unwrap()
    }

    fn set(bytes: &[u8], fields: &[(&str, &str)]) -> Result<Vec<u8>> {
        let fields: Vec<(String, String)> =
            fields.iter().map(|(path, said)| ((*path).into(), (*said).into())).collect();
        Ok(edit::set(&SkyDocument, &Subject::file("sky.ske", bytes), &fields)?.bytes)
    }

    #[test]
    fn documents_go_both_ways() {
        let bytes = sample();
        let subject = Subject::file("sky.ske", &bytes);
        let value = to_value(&SkyDocument, &subject).unwrap();
        assert_eq!(from_value(&SkyDocument, &value, None).unwrap().bytes, bytes);
        let keyframe = &value["sections"][0]["keyframes"][0];
        assert_eq!(keyframe["slots"]["apex"], json!([1, 2, 3, 4]));
        assert_eq!(value["derived"]["windows"], json!([["sun 00:30-14:30"]]));
        // What a version works out may be left out, and colours may be text.
        let mut value = value;
        let keyframe = value["sections"][0]["keyframes"][0].as_object_mut().unwrap();
        for key in ["scene", "second_light", "effects"] {
            keyframe.remove(key);
        }
        keyframe["slots"]["apex"] = "#01020304".into();
        assert_eq!(from_value(&SkyDocument, &value, None).unwrap().bytes, bytes);
    }

    #[test]
    fn colours_are_set_by_channel_and_as_hex() {
        let bytes = sample();
        let slots =
            |bytes: &[u8]| Sky::read(bytes).unwrap().section(0).unwrap().keyframe(1).unwrap().slots;
        let path = "sections[0].keyframes[1].slots.apex";
        let hex = set(&bytes, &[(path, "#afa5dc")]).unwrap();
        assert_eq!(slots(&hex).apex.rgba(), [0xaf, 0xa5, 0xdc, 255]);
        let hex = set(&bytes, &[(path, "#AFA5DC80")]).unwrap();
        assert_eq!(slots(&hex).apex.rgba(), [0xaf, 0xa5, 0xdc, 0x80]);
        let channel = set(&bytes, &[("sections[0].keyframes[1].slots.apex[2]", "9")]).unwrap();
        assert_eq!(slots(&channel).apex.rgba(), [1, 2, 9, 4]);
        let list = set(&bytes, &[(path, "[9,8,7,6]")]).unwrap();
        assert_eq!(slots(&list).apex.rgba(), [9, 8, 7, 6]);
        for wrong in ["#12", "#1234567", "#ggg000", "red", "[1,2,3]"] {
            let told = set(&bytes, &[(path, wrong)]).unwrap_err().to_string();
            assert!(told.contains("slots.apex"), "{told}");
        }
    }

    #[test]
    fn names_lists_and_versions_are_set() {
        let bytes = sample();
        let sky = set(
            &bytes,
            &[
                ("sections[0].keyframes[1].event", "rain_start"),
                ("sections[0].keyframes[1].effects[+]", "rain.wav"),
                ("sections[0].keyframes[1].body", "moon"),
            ],
        );
        let sky = sky.unwrap();
        let keyframe = Sky::read(&sky).unwrap().section(0).unwrap().keyframe(1).unwrap();
        assert_eq!((keyframe.head.event, keyframe.body.bytes), (Event::RAIN_START, &b"moon"[..]));
        assert_eq!(keyframe.effects().map(|name| name.bytes).collect::<Vec<_>>(), [b"rain.wav"]);
        // An older keyframe holds less: what would be lost is told.
        let told = set(&sky, &[("sections[0].keyframes[1].version", "2")]).unwrap_err();
        assert!(told.to_string().contains("effects"), "{told}");
        let old = set(&bytes, &[("sections[0].keyframes[1].version", "1")]).unwrap();
        assert_eq!(old.len(), bytes.len() - 8 - 4);
        let less = set(&bytes, &[("sections[0].keyframes[1]", "-")]).unwrap();
        assert_eq!(Sky::read(&less).unwrap().section(0).unwrap().len(), 2);
    }

    #[test]
    fn it_reads_well_and_sorts() {
        let bytes = sample();
        let subject = Subject::file("sky.ske", &bytes);
        let told = SkyDocument.show(&subject).unwrap();
        for line in [
            "a mission begins: 01:00 of section 0",
            "a day takes 0 h 15 min",
            "  sun: 00:30 to 14:30",
        ] {
            assert!(told.contains(line), "{told}");
        }
        assert!(SkyDocument.mend(&subject).unwrap().is_none());
        let mut sky = SkyBuf::of(&Sky::read(&bytes).unwrap());
        sky.sections[0].keyframes.reverse();
        let shuffled = sky.write().unwrap();
        let mended = SkyDocument.mend(&Subject::file("sky.ske", &shuffled)).unwrap().unwrap();
        assert_eq!((mended.bytes, mended.lines.len()), (bytes, 1));
    }
}
