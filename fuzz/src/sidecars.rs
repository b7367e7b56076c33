//! Sidecars of models: what nodes bear, control points, footprints, controllers.

use ngi_formats::bas::{self, Base, BaseBuf, RingBuf};
use ngi_formats::cpt::{self, Place, PointBuf, Points, PointsBuf};
use ngi_formats::ctl::{
    self, Action, ActionKind, Channel, ComponentBuf, Contact, Control, ControlBuf, StateBuf,
};
use ngi_formats::fxid::Reference;
use ngi_formats::ndp::{self, NodeLife, Nodes, NodesBuf};
use ngi_formats::{Findings, FixedStr, Mode, Result};
use ngi_verbs::document::edit;
use ngi_verbs::format::{Subject, recognise};

use crate::Outcome;
use crate::documents::comes_back;

/// Whatever reads is written back, comes back as a document, and breaks a rule of severity error
/// just where strict reading says so.
fn holds(
    input: &[u8],
    name: &str,
    written: Result<Vec<u8>>,
    strict: bool,
    check: fn(&[u8], &mut Findings),
) -> Outcome {
    let mut findings = Findings::new(Mode::Strict, true);
    check(input, &mut findings);
    assert_eq!(findings.first_error().is_none(), strict, "strict reading finds errors");
    let Ok(written) = written else { return Outcome::Rejected };
    assert_eq!(written, input, "what reads is written back");
    let subject = Subject::file(name, input);
    recognise(&subject).map_or(Outcome::Rejected, |format| comes_back(format, &subject))
}

/// Any list of what nodes bear.
pub fn ndp_read(input: &[u8]) -> Outcome {
    let written = Nodes::read(input).and_then(|nodes| nodes.to_buf().write());
    holds(input, "a.ndp", written, Nodes::read_strict(input).is_ok(), ndp::check)
}

/// Any list of control points.
pub fn cpt_read(input: &[u8]) -> Outcome {
    let written = Points::read(input).and_then(|points| points.to_buf().write());
    holds(input, "a.cpt", written, Points::read_strict(input).is_ok(), cpt::check)
}

/// Any footprint; what is mended is sound and needs no mending.
pub fn bas_read(input: &[u8]) -> Outcome {
    let written = Base::read(input).and_then(|base| BaseBuf::of(&base).write());
    if let Ok(Some((mended, _))) = bas::mend(input) {
        assert_eq!(bas::mend(&mended), Ok(None));
    }
    holds(input, "a.bas", written, Base::read_strict(input).is_ok(), bas::check)
}

/// Any controller.
pub fn ctl_read(input: &[u8]) -> Outcome {
    let written = Control::read(input).and_then(|control| control.to_buf().write());
    holds(input, "a.ctl", written, Control::read_strict(input).is_ok(), ctl::check)
}

/// States, groups and channels of any controller come and go: the file still reads, and its table
/// of costs has a row for each state. The first byte says what is done.
pub fn ctl_edit(input: &[u8]) -> Outcome {
    let Some((&choice, bytes)) = input.split_first() else { return Outcome::Rejected };
    let subject = Subject::file("a.ctl", bytes);
    let (Ok(before), Some(format)) = (Control::read(bytes), recognise(&subject)) else {
        return Outcome::Rejected;
    };
    let at = choice / 6;
    let (path, said) = match choice % 6 {
        0 => ("states[+]".to_owned(), "{}"),
        1 => (format!("states[{at}]"), "-"),
        2 => (format!("groups[{at}]"), "-"),
        3 => (format!("channels[{at}]"), "-"),
        4 => ("contacts_per_state".to_owned(), "3"),
        _ => (format!("components[{at}].label"), "i_eng_l"),
    };
    let Ok(edited) = edit::set(format.document, &subject, &[(path, said.to_owned())]) else {
        return Outcome::Rejected;
    };
    let after = Control::read(&edited.bytes);
    assert!(after.is_ok(), "what was edited reads");
    let Ok(after) = after else { return Outcome::Rejected };
    let states = after.states().count();
    assert_eq!(after.costs().len(), states * states);
    let added = usize::from(choice % 6 == 0);
    let taken = usize::from(choice % 6 == 1);
    assert_eq!(states + taken, before.states().count() + added);
    Outcome::Accepted
}

/// None, some, and some bytes behind.
pub fn ndp_seeds() -> Vec<Vec<u8>> {
    let explosion = Reference::new(b"weapon.rlb", b"small.exp").unwrap_or_default();
    let node = NodeLife { explosion, ..NodeLife::default() };
    let some = NodesBuf::of(vec![node; 3]);
    let more = NodesBuf { tail: vec![7; 5], ..some.clone() };
    [NodesBuf::default(), some, more].iter().filter_map(|nodes| nodes.write().ok()).collect()
}

/// None, some, and some bytes behind.
pub fn cpt_seeds() -> Vec<Vec<u8>> {
    let name = FixedStr::new(b"LeftFoot").unwrap_or_default();
    let place = Place { node: 2, carrier: -1, vector: [0.0, 0.0, 1.0], ..Place::default() };
    let some = PointsBuf::of(vec![PointBuf { place, name }; 3]);
    let more = PointsBuf { tail: vec![7; 5], ..some.clone() };
    [PointsBuf::default(), some, more].iter().filter_map(|points| points.write().ok()).collect()
}

/// Nothing, one ring of each set, an open one.
pub fn bas_seeds() -> Vec<Vec<u8>> {
    let corners = vec![[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [4.0, 4.0, 0.0], [0.0, 4.0, 0.0]];
    let outer = RingBuf::closed(corners).unwrap_or_default();
    let inner = outer.clone().traced(vec![0, 1, 2, 3], vec![0, 1, 2, 0]).unwrap_or_default();
    let some = BaseBuf { inner: vec![inner], outer: vec![outer], tail: Vec::new() };
    let mut open = some.clone();
    open.outer.iter_mut().for_each(|ring| ring.closing = [9.0; 3]);
    open.tail = vec![7; 5];
    [BaseBuf::default(), some, open].iter().filter_map(|base| base.write().ok()).collect()
}

/// A bare one, and one with something of everything.
pub fn ctl_seeds() -> Vec<Vec<u8>> {
    let mut control = ControlBuf {
        channels: vec![Channel::default(); 2],
        groups: vec![
            vec![Action { action: ActionKind::START_EFFECT, ..Action::default() }; 2],
            Vec::new(),
        ],
        ..ControlBuf::default()
    };
    control.components = vec![
        ComponentBuf { channels: vec![0, 1], label: b"i_eng".to_vec(), ..ComponentBuf::default() },
        ComponentBuf::default(),
    ];
    for _ in 0..3 {
        let state = StateBuf { contacts: vec![Contact::default(); 2], ..StateBuf::default() };
        let _ = control.add_state(state);
    }
    let bare = ControlBuf { tail: vec![7; 5], ..ControlBuf::default() };
    [ControlBuf::default(), bare, control]
        .iter()
        .filter_map(|control| control.write().ok())
        .collect()
}

/// The same behind a byte for each thing that is done.
pub fn ctl_edit_seeds() -> Vec<Vec<u8>> {
    let seeds = ctl_seeds();
    let behind = |choice: u8| seeds.iter().map(move |seed| [vec![choice], seed.clone()].concat());
    (0..12).flat_map(behind).collect()
}
