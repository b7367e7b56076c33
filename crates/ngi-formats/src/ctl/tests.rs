//! Bytes made by hand, and what must hold for all bytes.
#![expect(clippy::approx_constant, reason = "digits as the game has them")]

use proptest::prelude::*;

use super::*;
use crate::fxid::Reference;
use crate::schema::Stored as _;
use crate::tree::{Draft, PartName, proof};
use crate::{Code, Findings, FixedStr, Level, Mode};

fn contact(point: i32) -> Contact {
    Contact { point, flags: ContactFlags::SUPPORT, landing_group: 1, runtime: 0 }
}

/// One of everything: two states of two contacts, two channels, two components, two groups.
fn sample() -> ControlBuf {
    let effect = Reference::new(b"effects.rlb", b"smoke").unwrap();
    let mut control = ControlBuf {
        frame: Frame { top_speed: [1.0, 14.0, 1.0], ..Frame::default() },
        channels: vec![Channel { node: 2, last_frame: 4.0, ..Channel::default() }; 2],
        components: vec![
            ComponentBuf {
                component: Component {
                    class: ComponentClass::TURRET,
                    channel_count: 2,
                    ..Component::default()
                },
                channels: vec![0, 1],
                label: b"i_rdr_l".to_vec(),
                label_end: 0,
            },
            ComponentBuf::default(),
        ],
        events: Events { load: 0, ..Events::default() },
        groups: vec![
            vec![
                Action {
                    action: ActionKind::EFFECT_ON_POINTS,
                    v7: 5,
                    reference: effect,
                    ..Action::default()
                },
                Action { action: ActionKind::START_EFFECT, v4: 5, v5: 1, ..Action::default() },
            ],
            Vec::new(),
        ],
        ..ControlBuf::default()
    };
    let state = |frame: f32| State { frames_b: [frame; 2], ..State::default() };
    for frame in [1.0, 2.0] {
        let contacts = vec![contact(0), contact(1)];
        control.add_state(StateBuf { state: state(frame), contacts }).unwrap();
    }
    control.costs = vec![0.0, 2.0, 3.0, NO_WAY];
    control
}

fn bytes_of(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

const NONE: u32 = u32::MAX;

/// A frame as most files of the game have it.
fn frame_by_hand() -> Vec<u8> {
    let f = f32::to_bits;
    let mut words = vec![f(2.5); 3];
    words.extend([0; 6]);
    words.extend([f(6.28); 3]);
    words.extend([f(1.0); 3]);
    words.extend([f(6.28); 3]);
    words.extend([0, 0, 0, 0, f(-1.0), f(1.57079), 0, f(-1.0), f(f32::MAX)]);
    bytes_of(&words)
}

#[test]
fn a_bare_file_is_a_frame_and_no_events() {
    let bytes = [bytes_of(&[0; 5]), frame_by_hand(), vec![0xff; 84]].concat();
    assert_eq!(bytes.len(), 212);
    assert_eq!(ControlBuf::default().write().unwrap(), bytes);
    assert_eq!(Control::read(&bytes).unwrap().to_buf(), ControlBuf::default());
    // Contacts of no states are kept.
    let odd = [bytes_of(&[0, NONE, 0, 0, 0]), bytes[20..].to_vec()].concat();
    let control = Control::read(&odd).unwrap();
    assert_eq!(control.counts().contacts_per_state, NONE);
    assert_eq!(control.to_buf().write().unwrap(), odd);
    proof::returns(DOCUMENT, &tree(&odd).unwrap(), made, &odd);
}

/// The sample without its names, word by word.
fn by_hand() -> Vec<u8> {
    let f = f32::to_bits;
    let mut bytes = bytes_of(&[2, 2, 2, 2, 2]);
    let mut frame = frame_by_hand();
    frame[24..36].copy_from_slice(&bytes_of(&[f(1.0), f(14.0), f(1.0)]));
    bytes.extend(frame);
    for at in [1.0, 2.0] {
        bytes.extend(bytes_of(&[0, 1, 0, 0, 0, f(at), f(at), 0, 50]));
        let (low, high) = ([f(f32::MIN); 3], [f(f32::MAX); 3]);
        bytes.extend(bytes_of(&[low, high, low, high].concat()));
        bytes.extend(bytes_of(&[0]));
        bytes.extend([0; 56]);
        bytes.extend(bytes_of(&[NONE, NONE, NONE]));
        bytes.extend(bytes_of(&[0, 1, 1, 0]));
        bytes.extend(bytes_of(&[1, 1, 1, 0]));
    }
    bytes.extend(bytes_of(&[f(0.0), f(2.0), f(3.0), f(1e6)]));
    for _ in 0..2 {
        bytes.extend(bytes_of(&[2, 0, f(4.0), 0, NONE, NONE, f(1.0), 0, 0]));
    }
    let component = |class: u32| bytes_of(&[class, 0, 0, NONE, NONE, NONE, NONE]);
    bytes.extend(component(1));
    bytes.extend([0; 4 * 20 + 64]);
    bytes.extend(bytes_of(&[2, 0, 1, 7]));
    bytes.extend(*b"i_rdr_l\0");
    bytes.extend(component(3));
    bytes.extend([0; 4 * 20 + 64]);
    bytes.extend(bytes_of(&[0, 0]));
    bytes.extend(bytes_of(&[0]));
    bytes.extend([0xff; 80]);
    bytes.extend(bytes_of(&[2]));
    bytes.extend(bytes_of(&[0, 0, 0, 4, 0, 0, 0, 5, 0]));
    let mut names = [0; 64];
    names[..11].copy_from_slice(b"effects.rlb");
    names[32..37].copy_from_slice(b"smoke");
    bytes.extend(names);
    bytes.extend(bytes_of(&[0, 0, 0, 10, 5, 1, 0, 0, 0]));
    bytes.extend([0; 64]);
    bytes.extend(bytes_of(&[0]));
    bytes
}

#[test]
fn every_field_is_at_its_offset() {
    let bytes = by_hand();
    assert_eq!(sample().write().unwrap(), bytes);
    let control = Control::read(&bytes).unwrap();
    assert_eq!(control.to_buf(), sample());
    assert_eq!(control.cost(0, 1), Some(2.0));
    assert_eq!(control.cost(1, 0), Some(3.0));
    assert_eq!((control.cost(2, 0), control.cost(0, 2)), (None, None));
    assert_eq!(control.frame().top_speed, [1.0, 14.0, 1.0]);
    assert_eq!(control.components().next().unwrap().label, b"i_rdr_l");
}

#[test]
fn what_is_cut_off_is_no_controller() {
    let bytes = by_hand();
    for size in 0..bytes.len() {
        assert!(Control::read(&bytes[..size]).is_err(), "{size}");
        assert!(remains(&bytes[..size]).is_some(), "{size}");
    }
    let error = |counts: [u32; 5]| {
        let bytes = [bytes_of(&counts), vec![0; 400]].concat();
        Control::read(&bytes).unwrap_err().to_string()
    };
    // Products that no number holds, and counts of billions.
    assert!(error([NONE, NONE, 0, 0, 0]).starts_with("states at 0x80: needs"));
    assert!(error([1, NONE, 0, 0, 0]).starts_with("states at 0x80: needs 68719476876 bytes"));
    assert!(error([NONE, 0, 0, 0, 0]).starts_with("states at 0x80: needs"));
    assert!(error([0, 0, NONE, 0, 0]).starts_with("channels at 0x80: needs"));
    assert!(error([0, 0, 0, NONE, 0]).starts_with("components at 0x80: needs"));
    assert!(error([0, 0, 0, 0, NONE]).starts_with("groups at 0xd4: needs"));
    assert!(error([2, 0, 0, 0, 0]).starts_with("states at 0x80: needs 312 bytes"));
}

fn found(bytes: &[u8], mode: Mode, retail: bool) -> Vec<&'static str> {
    let mut findings = Findings::new(mode, retail);
    check(bytes, &mut findings);
    findings.list().iter().map(|finding| finding.code.id).collect()
}

fn broken() -> Vec<(&'static Code, Vec<u8>)> {
    let with = |change: &dyn Fn(&mut ControlBuf)| {
        let mut control = sample();
        change(&mut control);
        control.write().unwrap()
    };
    let name = |bytes: &[u8]| FixedStr::<32>::new(bytes).unwrap();
    vec![
        (&codes::RANGE, Vec::new()),
        (&codes::RANGE, vec![0xff; 500]),
        (&codes::TAIL, with(&|control| control.tail = vec![0])),
        (&codes::NUMBER, with(&|control| control.frame.range = f32::NAN)),
        (&codes::NUMBER, with(&|control| control.states[1].state.blend = f32::INFINITY)),
        (&codes::NUMBER, with(&|control| control.costs[3] = f32::NAN)),
        (&codes::NUMBER, with(&|control| control.channels[0].rate = f32::NAN)),
        (&codes::NUMBER, with(&|control| control.components[1].component.values[9] = f32::NAN)),
        (
            &codes::BOUNDS,
            with(&|control| {
                let state = &mut control.states[0].state;
                (state.axes, state.spin_low[2]) = (StateAxes::SPIN_Z, 2.0);
                state.spin_high[2] = 1.0;
            }),
        ),
        (&codes::CLASS, with(&|control| control.components[0].component.class.0 = 31)),
        (&codes::CLASS, with(&|control| control.components[0].component.class.0 = 0)),
        (&codes::COMPONENT_CHANNEL, with(&|control| control.components[0].channels[1] = 2)),
        (&codes::COMPONENT_CHANNEL, with(&|control| control.components[0].channels[1] = -1)),
        (&codes::LABEL_END, with(&|control| control.components[0].label_end = 7)),
        (&codes::LABEL_END, with(&|control| control.components[0].label[2] = 0xe0)),
        (&codes::GROUP, with(&|control| control.states[0].state.enter_group = 2)),
        (&codes::GROUP, with(&|control| control.states[0].contacts[1].landing_group = -2)),
        (&codes::GROUP, with(&|control| control.components[1].component.stop_group = 9)),
        (&codes::GROUP, with(&|control| control.events.surface[10] = 2)),
        (&codes::GROUP, with(&|control| control.events.load = 2)),
        (&codes::ACTION, with(&|control| control.groups[0][1].action = ActionKind(6))),
        (
            &codes::REFERENCE_END,
            with(&|control| control.groups[0][0].reference.member = FixedStr([b'a'; 32])),
        ),
        (
            &codes::REFERENCE_ASCII,
            with(&|control| control.groups[0][0].reference.member = name(b"\xe0")),
        ),
        (
            &codes::REFERENCE_HALF,
            with(&|control| control.components[0].component.emits.archive = name(b"a")),
        ),
        (&codes::RUNTIME, with(&|control| control.states[1].state.runtime[55] = 1)),
        (&codes::RUNTIME, with(&|control| control.states[1].contacts[0].runtime = 1)),
        (&codes::SAME_CONTACTS, with(&|control| control.states[1].contacts[1].point = 4)),
        (&codes::FRAME_FLAGS, with(&|control| control.frame.flags = FrameFlags(32))),
        (&codes::INVERT, with(&|control| control.groups[0][1].invert = Conditions(1))),
        (&codes::RUN, with(&|control| control.groups[0][0].flags = ActionFlags::BEGINS_RUN)),
        (&codes::RUN, with(&|control| control.groups[0][0].flags = ActionFlags::ENDS_RUN)),
        (
            &codes::NAMED,
            with(&|control| control.groups[0][1].reference = control.groups[0][0].reference),
        ),
    ]
}

#[test]
fn each_broken_controller_gives_exactly_its_code() {
    let broken = broken();
    for (place, (code, bytes)) in broken.iter().enumerate() {
        assert_eq!(found(bytes, Mode::Strict, true), [code.id], "{place}");
        let expected: &[&str] = if code.level == Level::Always { &[code.id] } else { &[] };
        assert_eq!(found(bytes, Mode::Tolerant, false), expected, "{place}");
    }
    for code in CODES {
        assert!(broken.iter().any(|(known, _)| known == code), "{}", code.id);
    }
    assert_eq!(found(&by_hand(), Mode::Strict, true), [""; 0]);
    assert_eq!(found(&ControlBuf::default().write().unwrap(), Mode::Strict, true), [""; 0]);
}

fn made(draft: &Draft) -> crate::Result<crate::tree::Made> {
    make(draft, None)
}

#[test]
fn every_field_is_found_and_explained() {
    let bytes = [by_hand().as_slice(), b"rest"].concat();
    let tree = tree(&bytes).unwrap();
    assert_eq!(proof::holds(&tree, &bytes), 152);
    proof::returns(DOCUMENT, &tree, made, &bytes);
    proof::has_fields(CODES, std::slice::from_ref(&tree));
    let state = 128 + 156 + 32;
    for (path, offset) in [
        ("contacts_per_state", 4),
        ("acceleration", 20),
        ("payload", 124),
        ("states[1].mode", state + 4),
        ("states[1].request", state + 0x98),
        ("states[1].contacts[1].flags", state + 156 + 20),
        ("costs[1][0]", 128 + 2 * 188 + 8),
        ("channels[1].flags", 128 + 2 * 188 + 16 + 36 + 32),
        ("components[0].values[3]", 592 + 0x2c + 12),
        ("components[0].emits.member", 592 + 0x8c),
        ("components[0].channels[1]", 592 + 0xb4),
        ("components[0].label", 592 + 0xb8 + 4),
        ("components[0].label_end", 592 + 0xb8 + 4 + 7),
        ("components[1].class", 592 + 0xb8 + 12),
        ("events.load", 592 + 0xb8 + 12 + 180),
        ("groups[0].actions[1].v4", 592 + 0xb8 + 12 + 180 + 84 + 4 + 100 + 16),
    ] {
        assert_eq!(tree.locate(path), Some(offset), "{path}");
    }
}

fn draft_of(bytes: &[u8]) -> Draft {
    Draft::of_document(DOCUMENT, &tree(bytes).unwrap())
}

/// The states of a draft.
fn states_of(draft: &mut Draft) -> &mut Vec<Draft> {
    match draft.part_mut(PartName::Key("states")) {
        Some(Draft::List(_, states)) => states,
        _ => panic!(),
    }
}

#[test]
fn costs_follow_states_that_come_and_go() {
    let bytes = by_hand();
    let mut draft = draft_of(&bytes);
    let added = states_of(&mut draft)[0].clone();
    states_of(&mut draft).push(added);
    follow_list(&mut draft, "states[+]", "{}").unwrap();
    let more = made(&draft).unwrap().bytes;
    let control = Control::read(&more).unwrap();
    let expected = [0.0, 2.0, NO_WAY, 3.0, NO_WAY, NO_WAY, NO_WAY, NO_WAY, 0.0];
    assert_eq!(control.costs().to_vec(), expected);
    // Out goes the first, of which the third is a copy: the row and the column of the first go.
    states_of(&mut draft).remove(0);
    follow_list(&mut draft, "states[0]", "-").unwrap();
    let less = made(&draft).unwrap().bytes;
    assert_eq!(Control::read(&less).unwrap().costs().to_vec(), [NO_WAY, NO_WAY, NO_WAY, 0.0]);
    let mut twice = sample();
    twice.remove_state(0).unwrap();
    assert_eq!(twice.costs, [NO_WAY]);
    assert!(twice.remove_state(1).is_err());
}

#[test]
fn costs_of_a_document_follow_the_file_it_was_of() {
    let mut control = sample();
    let third = StateBuf { contacts: vec![contact(0), contact(1)], ..StateBuf::default() };
    control.add_state(third).unwrap();
    let costs: Vec<f32> = (0..9u8).map(f32::from).collect();
    control.costs = costs;
    let bytes = control.write().unwrap();
    let without = |gone: usize| {
        let mut draft = draft_of(&bytes);
        states_of(&mut draft).remove(gone);
        draft
    };
    let costs = |draft: &Draft| {
        let made = make(draft, Some(&bytes)).unwrap().bytes;
        Control::read(&made).unwrap().costs().to_vec()
    };
    assert_eq!(costs(&without(0)), [4.0, 5.0, 7.0, 8.0]);
    assert_eq!(costs(&without(1)), [0.0, 2.0, 6.0, 8.0]);
    assert_eq!(costs(&without(2)), [0.0, 1.0, 3.0, 4.0]);
    // One that was changed is still the same, beside one that is new.
    let mut draft = draft_of(&bytes);
    let new = states_of(&mut draft)[2].clone();
    if let Some(Draft::Value(_, state)) = states_of(&mut draft)[0].part_mut(PartName::Key("")) {
        7i32.put(state, 0x94);
    }
    states_of(&mut draft).push(new);
    let four = costs(&draft);
    assert_eq!(&four[..4], [0.0, 1.0, 2.0, NO_WAY]);
    assert_eq!(&four[12..], [NO_WAY, NO_WAY, NO_WAY, 0.0]);
    // Nobody knows which one went.
    let error = made(&without(1)).unwrap_err().to_string();
    assert!(error.starts_with("costs: 3 rows and columns, but there are 2 states"), "{error}");
    let mut draft = without(1);
    *draft.part_mut(PartName::Key("costs")).unwrap() = Draft::Absent;
    assert_eq!(costs(&draft), [0.0, NO_WAY, NO_WAY, 0.0]);
}

#[test]
fn contacts_are_as_many_in_every_state() {
    let bytes = by_hand();
    let mut draft = draft_of(&bytes);
    if let Some(Draft::Rows(_, contacts)) =
        states_of(&mut draft)[1].part_mut(PartName::Key("contacts"))
    {
        contacts.truncate(16);
    }
    let error = made(&draft).unwrap_err().to_string();
    let told = "states[1].contacts: 1, but every state has 2: contacts_per_state is one number";
    assert_eq!(error, told);
    let mut draft = draft_of(&bytes);
    for count in [3u32, 1] {
        let part = draft.part_mut(PartName::Key("contacts_per_state")).unwrap();
        *part = Draft::Value(u32::KIND, count.to_le_bytes().to_vec());
        follow_list(&mut draft, "contacts_per_state", "").unwrap();
        let made = made(&draft).unwrap().bytes;
        let control = Control::read(&made).unwrap();
        assert!(control.states().all(|view| view.contacts.len() == count as usize));
    }
    let part = draft.part_mut(PartName::Key("contacts_per_state")).unwrap();
    *part = Draft::Value(u32::KIND, NONE.to_le_bytes().to_vec());
    assert!(follow_list(&mut draft, "contacts_per_state", "").is_err());
}

#[test]
fn numbers_of_groups_and_channels_follow() {
    let bytes = by_hand();
    let mut draft = draft_of(&bytes);
    if let Some(Draft::List(_, groups)) = draft.part_mut(PartName::Key("groups")) {
        groups.remove(0);
    }
    follow_list(&mut draft, "groups[0]", "-").unwrap();
    if let Some(Draft::Rows(_, channels)) = draft.part_mut(PartName::Key("channels")) {
        channels.drain(..36);
    }
    follow_list(&mut draft, "channels[0]", "-").unwrap();
    let made = made(&draft).unwrap().bytes;
    let control = Control::read(&made).unwrap();
    assert_eq!(control.events().load, -1);
    assert!(control.states().all(|view| view.contacts.iter().all(|c| c.landing_group == 0)));
    assert_eq!(control.components().next().unwrap().channels.to_vec(), [0]);
    assert_eq!(found(&made, Mode::Strict, true), [""; 0]);
}

#[test]
fn a_label_comes_and_goes_with_its_end() {
    let bytes = by_hand();
    let mut draft = draft_of(&bytes);
    let Some(Draft::List(_, parts)) = draft.part_mut(PartName::Key("components")) else { panic!() };
    *parts[0].part_mut(PartName::Key("label")).unwrap() = Draft::Bytes(Vec::new());
    *parts[1].part_mut(PartName::Key("label")).unwrap() = Draft::Bytes(b"i_eng".to_vec());
    let made = made(&draft).unwrap().bytes;
    assert_eq!(made.len(), bytes.len() - 8 + 6);
    let labels: Vec<_> = Control::read(&made).unwrap().to_buf().components;
    assert_eq!((labels[0].label.as_slice(), labels[1].label.as_slice()), (&b""[..], &b"i_eng"[..]));
}

proptest! {
    #[test]
    fn what_reads_writes_back(
        counts in prop::array::uniform5(0..3u8),
        body in prop::collection::vec(prop_oneof![9 => Just(0u8), 1 => any::<u8>()], 108..1600),
    ) {
        let counts = counts.map(u32::from);
        let bytes = [bytes_of(&counts), body].concat();
        if let Ok(control) = Control::read(&bytes) {
            prop_assert_eq!(control.to_buf().write().unwrap(), bytes.clone());
            proof::returns(DOCUMENT, &tree(&bytes).unwrap(), made, &bytes);
        }
        prop_assert_eq!(
            Control::read_strict(&bytes).is_ok(),
            found(&bytes, Mode::Tolerant, false).is_empty()
        );
    }
}
