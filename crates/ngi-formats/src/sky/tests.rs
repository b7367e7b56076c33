#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use proptest::prelude::*;

use super::*;
use crate::tree::{Draft, proof};
use crate::{Code, Findings, Level, Mode};

fn u32s(numbers: &[u32]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}

fn name(text: &[u8]) -> Vec<u8> {
    [&u32s(&[u32::try_from(text.len()).unwrap()])[..], text].concat()
}

/// A moment by hand: section, two words, hour, minute, three words.
fn time(hour: u32, minute: u32) -> Vec<u8> {
    u32s(&[0, 0, 0, hour, minute, 0, 0, 0])
}

/// A keyframe by hand.
fn keyframe(version: u32, at: (u32, u32), event: u32, body: &[u8], effects: &[&[u8]]) -> Vec<u8> {
    let mut bytes = [u32s(&[version]), time(at.0, at.1), u32s(&[event])].concat();
    for slot in 0..if version == 1 { 20u8 } else { 22 } {
        bytes.extend(match slot {
            5 => 0f32.to_le_bytes(),
            6 => 0.5f32.to_le_bytes(),
            _ => [slot, slot + 1, slot + 2, 255],
        });
    }
    bytes.extend(name(body));
    (0..5).for_each(|_| bytes.extend(name(b"")));
    for amount in [2.0f32, 2.25, 1.5, 0.25] {
        bytes.extend(amount.to_le_bytes());
    }
    if version == 3 {
        bytes.extend(u32s(&[u32::try_from(effects.len()).unwrap()]));
        effects.iter().for_each(|effect| bytes.extend(name(effect)));
    }
    bytes
}

fn section(keyframes: &[Vec<u8>]) -> Vec<u8> {
    let count = u32::try_from(keyframes.len()).unwrap();
    [u32s(&[1, count]), time(23, 59), time(0, 15), keyframes.concat()].concat()
}

fn sky(sections: &[Vec<u8>]) -> Vec<u8> {
    let count = u32::try_from(sections.len()).unwrap();
    let head = u32s(&[u32::MAX, 5, count]);
    [head, sections.concat(), time(1, 0), u32s(&[0, 1])].concat()
}

/// Sun, then moon with rain; what happens in between has no event.
fn day(version: u32) -> Vec<u8> {
    let effects: &[&[u8]] = if version == 3 { &[b"rain.wav", b"env_drops"] } else { &[] };
    sky(&[section(&[
        keyframe(version, (0, 30), 0, b"sun", &[]),
        keyframe(version, (7, 0), 2, b"", &[]),
        keyframe(version, (14, 30), 1, b"sun", &[]),
        keyframe(version, (15, 30), 0, b"moon", &[]),
        keyframe(version, (16, 0), 3, b"moon", effects),
        keyframe(version, (17, 0), 4, b"moon", &[]),
        keyframe(version, (23, 30), 1, b"moon", &[]),
    ])])
}

#[test]
fn sizes_are_those_of_the_game() {
    let keyframe = keyframe(3, (0, 0), 2, b"", &[]);
    assert_eq!(keyframe.len(), 172, "without names");
    assert_eq!(SectionHead::SIZE, 72);
    assert_eq!(sky(&[]).len(), 12 + 32 + 8);
    assert_eq!(KeyframeHead::SIZE + Slots::SIZE + LateSlots::SIZE, 128);
}

#[test]
fn a_day_is_told_and_written_back() {
    for version in 1..=3 {
        let bytes = day(version);
        let sky = Sky::read_strict(&bytes).unwrap();
        assert_eq!(SkyBuf::of(&sky).write().unwrap(), bytes, "version {version}");
        let day = sky.section(0).unwrap();
        assert_eq!((day.len(), day.day_seconds()), (7, 900));
        let first = day.keyframe(0).unwrap();
        assert_eq!((first.head.version, first.head.event), (version, Event::BODY_START));
        assert_eq!(first.slots.horizon_south.rgba(), [3, 2, 1, 255], "slot 1");
        assert_eq!(first.slots.horizon_west.to_string(), "#060504ff", "slot 4");
        assert_eq!((first.slots.fog_start, first.slots.fog_end), (0.0, 0.5));
        assert_eq!(first.slots.ring2_east.0[0], 14);
        assert_eq!(first.slots.apex.0[0], 15);
        assert_eq!(first.slots.main_light.0, [19, 20, 21, 255]);
        // Three tenths of the main light, where they are not stored.
        let scene = if version == 1 { [5, 6, 6, 76] } else { [20, 21, 22, 255] };
        assert_eq!(first.late_slots().scene.0, scene);
        assert_eq!((first.amounts.extent, first.amounts.light), ([2.0, 2.25], 1.5));
        let rain: Vec<&[u8]> = day.keyframe(4).unwrap().effects().map(|name| name.bytes).collect();
        let expected: &[&[u8]] = if version == 3 { &[b"rain.wav", b"env_drops"] } else { &[] };
        assert_eq!(rain, expected);
        assert_eq!((sky.trailer().start.hour, sky.trailer().unk_0x24), (1, 1));
    }
}

#[test]
fn windows_are_between_their_events() {
    let bytes = day(3);
    let sky = Sky::read(&bytes).unwrap();
    let windows = Windows::of(&sky.section(0).unwrap());
    let told: Vec<String> = windows.all.iter().map(document::told_window).collect();
    assert_eq!(told, ["sun 00:30-14:30", "moon 15:30-23:30", "rain 16:00-17:00"]);
    assert!(windows.stray_stops.is_empty() && windows.all.iter().all(|one| !one.overlaps));
    // The engine sorts: so do windows.
    let mut shuffled = SkyBuf::of(&sky);
    shuffled.sections[0].keyframes.reverse();
    let bytes = shuffled.write().unwrap();
    let sky = Sky::read(&bytes).unwrap();
    let again = Windows::of(&sky.section(0).unwrap());
    assert_eq!(again.all.iter().map(document::told_window).collect::<Vec<_>>(), told);
    assert!(shuffled.sections[0].sort() && !shuffled.sections[0].sort());
    assert_eq!(shuffled.write().unwrap(), day(3));
}

/// Keyframes of a day, one of them changed.
fn changed(change: impl Fn(&mut SkyBuf)) -> Vec<u8> {
    let bytes = day(3);
    let mut sky = SkyBuf::of(&Sky::read(&bytes).unwrap());
    change(&mut sky);
    sky.write().unwrap()
}

fn with_keyframe(index: usize, change: impl Fn(&mut KeyframeBuf)) -> Vec<u8> {
    changed(|sky| change(&mut sky.sections[0].keyframes[index]))
}

fn broken() -> Vec<(&'static Code, Vec<u8>)> {
    let event = |index: usize, event: u32| with_keyframe(index, |k| k.head.event = Event(event));
    let mut unknown = day(3);
    unknown[12 + 72] = 4;
    vec![
        (&codes::TRUNCATED, day(3)[..40].to_vec()),
        (&codes::TRUNCATED, Vec::new()),
        (&codes::TRUNCATED, u32s(&[u32::MAX, 5, u32::MAX])),
        (&codes::KEYFRAME_VERSION_KNOWN, unknown),
        (&codes::VERSION_USUAL, changed(|sky| sky.version = 4)),
        (&codes::SECTIONS_NONE, changed(|sky| sky.sections.clear())),
        (&codes::SECTION_EMPTY, changed(|sky| sky.sections.push(SectionBuf::new(15, Vec::new())))),
        (&codes::DAY, changed(|sky| sky.sections[0].day = Stamp::default())),
        (
            &codes::TIME_RANGE,
            with_keyframe(1, |k| (k.head.time.hour, k.head.time.minute) = (6, 61)),
        ),
        (&codes::TIME_RANGE, with_keyframe(6, |k| k.head.time.hour = 24)),
        (&codes::TIME_SECTION, with_keyframe(1, |k| k.head.time.section = 1)),
        (&codes::TIME_SECTION, changed(|sky| sky.trailer.start.section = 7)),
        (&codes::ORDER, with_keyframe(1, |k| k.head.time.hour = 20)),
        (&codes::EVENT_KNOWN, event(1, 10)),
        (
            &codes::EVENT_TWICE,
            changed(|sky| {
                let [rain, stop] = [3, 4].map(|event| {
                    let mut one = KeyframeBuf::default();
                    (one.head.time, one.head.event) = (Stamp::at(16, 30), Event(event));
                    one
                });
                sky.sections[0].keyframes.splice(5..5, [rain, stop]);
            }),
        ),
        (&codes::EVENT_UNSTOPPED, event(5, 2)),
        (&codes::EVENT_UNSTARTED, event(4, 2)),
        (&codes::BODY_OVERLAP, with_keyframe(3, |k| k.head.time = Stamp::at(14, 0))),
        (&codes::BODY_NAME, with_keyframe(3, |k| k.body = b"comet".to_vec())),
        (&codes::NUMBER, with_keyframe(1, |k| k.amounts.light = f32::NAN)),
        (&codes::NUMBER, with_keyframe(1, |k| k.slots.fog_end = f32::INFINITY)),
        (&codes::FOG_RANGE, with_keyframe(1, |k| k.slots.fog_end = 0.0)),
        (&codes::AMOUNT, with_keyframe(1, |k| k.amounts.weather = -1.0)),
        (&codes::NAME_ASCII, with_keyframe(1, |k| k.body = b"\xd1\xee\xeb\xed".to_vec())),
        (&codes::EFFECT_EMPTY, with_keyframe(1, |k| k.effects = Some(vec![Vec::new()]))),
        (&codes::TAIL, changed(|sky| sky.tail = vec![0])),
        (&codes::WORDS, changed(|sky| sky.unk_0x00 = 0)),
        (&codes::WORDS, changed(|sky| sky.sections[0].unk_0x00 = 0)),
        (&codes::WORDS, changed(|sky| sky.trailer.unk_0x24 = 2)),
        (
            &codes::SECTIONS_USUAL,
            changed(|sky| {
                let more = sky.sections[0].clone();
                sky.sections.extend([more.clone(), more]);
            }),
        ),
        (&codes::SECTION_END, changed(|sky| sky.sections[0].end = Stamp::at(0, 0))),
        (&codes::KEYFRAME_NEWEST, with_keyframe(1, |k| *k = k.clone().to_version(2).unwrap())),
        (&codes::NAMES_EMPTY, with_keyframe(1, |k| k.more_names[3] = b"x".to_vec())),
        (&codes::FOG_USUAL, with_keyframe(1, |k| k.slots.fog_end = 1.5)),
        (&codes::START_SUN, changed(|sky| sky.trailer.start.hour = 16)),
    ]
}

fn found(bytes: &[u8], mode: Mode, retail: bool) -> Vec<&'static str> {
    let mut findings = Findings::new(mode, retail);
    check(bytes, &mut findings);
    findings.list().iter().map(|finding| finding.code.id).collect()
}

#[test]
fn each_broken_sky_gives_exactly_its_code() {
    let broken = broken();
    for (code, bytes) in &broken {
        // The order that the section plays in decides who overlaps whom.
        if code.id == "ske.body.overlap" {
            assert_eq!(found(bytes, Mode::Strict, true), ["ske.keyframe.order", code.id]);
            continue;
        }
        assert_eq!(found(bytes, Mode::Strict, true), [code.id]);
        let expected: &[&str] = if code.level == Level::Always { &[code.id] } else { &[] };
        assert_eq!(found(bytes, Mode::Tolerant, false), expected, "{}", code.id);
    }
    for code in CODES {
        assert!(broken.iter().any(|(known, _)| known == code), "{}", code.id);
    }
    assert_eq!(found(&day(3), Mode::Strict, true), [""; 0]);
    for old in [day(1), day(2)] {
        assert_eq!(found(&old, Mode::Strict, false), [""; 0]);
    }
}

#[test]
fn every_field_is_found_and_explained() {
    let skies = [day(3), day(1), [day(3), vec![1, 2]].concat()];
    for bytes in &skies {
        let sky = Sky::read(bytes).unwrap();
        let tree = tree(&sky);
        assert!(proof::holds(&tree, bytes) > 200);
        proof::returns(DOCUMENT, &tree, make, bytes);
    }
    let trees: Vec<_> = skies.iter().map(|bytes| tree(&Sky::read(bytes).unwrap())).collect();
    proof::has_fields(CODES, &trees);
    let at = |path: &str| trees[0].find(path).unwrap().node.offset();
    assert_eq!(at("sections[0].day.minute"), Some(12 + 0x28 + 0x10));
    let first = 12 + 72;
    assert_eq!(at("sections[0].keyframes[0].slots.apex"), Some(first + 0x28 + 4 * 15));
    assert_eq!(at("sections[0].keyframes[0].body"), Some(first + 128 + 4));
    assert_eq!(at("sections[0].keyframes[0].light"), Some(first + 128 + 24 + 3 + 8));
    let fifth = first + 4 * 172 + 3 + 3 + 4;
    assert_eq!(at("sections[0].keyframes[4].time"), Some(fifth + 4));
    assert_eq!(at("sections[0].keyframes[4].effects[1]"), Some(fifth + 172 + 4 + 4 + 8 + 4));
    assert_eq!(at("start.hour"), Some(skies[0].len() - 40 + 12));
}

#[test]
fn what_is_left_of_a_broken_sky_is_shown() {
    let bytes = &day(3)[..500];
    let error = Sky::read(bytes).unwrap_err();
    assert!(error.to_string().starts_with("sections[0].keyframes[2]."), "{error}");
    let left = remains(bytes).unwrap();
    assert!(left.find("version").is_ok() && left.find("sections").is_ok());
    assert!(remains(&day(3)).is_none() && remains(b"").is_some());
}

#[test]
fn versions_change_only_where_nothing_is_lost() {
    let old = KeyframeBuf::default().to_version(2).unwrap();
    assert_eq!((old.effects.is_none(), old.late.is_some()), (true, true));
    let oldest = old.clone().to_version(1).unwrap();
    assert_eq!(oldest.clone().to_version(3).unwrap(), KeyframeBuf::default());
    let lit = LateSlots { scene: Colour::new(40, 40, 40, 0), ..LateSlots::default() };
    let told = KeyframeBuf { late: Some(lit), ..old.clone() }.to_version(1).unwrap_err();
    assert!(told.to_string().contains("scene"), "{told}");
    let named = KeyframeBuf { effects: Some(vec![b"x".to_vec()]), ..KeyframeBuf::default() };
    assert!(named.to_version(2).unwrap_err().to_string().contains("effects"));
    // A value that contradicts its version is refused, not written.
    let mut sky = SkyBuf::default();
    sky.sections.push(SectionBuf::new(15, vec![KeyframeBuf { late: None, ..old }]));
    let told = sky.write().unwrap_err().to_string();
    assert!(told.contains("sections[0].keyframes[0].scene"), "{told}");
    assert!(KeyframeBuf::default().to_version(4).is_ok_and(|new| {
        sky.sections[0].keyframes[0] = new;
        sky.write().is_err()
    }));
}

#[test]
fn every_cut_ends_in_an_error() {
    for bytes in [day(1), day(3)] {
        for end in 0..bytes.len() {
            assert!(Sky::read(&bytes[..end]).is_err(), "{end}");
        }
    }
}

proptest! {
    #[test]
    fn what_reads_writes_back(
        version in 1u32..4,
        changes in proptest::collection::vec((0usize..1400, any::<u8>()), 0..6),
        cut in 0usize..3000,
    ) {
        let mut bytes = day(version);
        let len = bytes.len();
        for (at, value) in changes {
            bytes[at % len] = value;
        }
        bytes.truncate(cut);
        let mut findings = Findings::new(Mode::Strict, false);
        check(&bytes, &mut findings);
        prop_assert_eq!(Sky::read_strict(&bytes).is_ok(), findings.first_error().is_none());
        if let Ok(sky) = Sky::read(&bytes) {
            prop_assert_eq!(&SkyBuf::of(&sky).write().unwrap(), &bytes);
            let made = make(&Draft::of_document(DOCUMENT, &tree(&sky))).unwrap();
            prop_assert_eq!(&made.bytes, &bytes);
        }
    }
}
