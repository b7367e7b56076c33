//! Sidecars through the verbs: set by name, followed, held against their neighbours.

use ngi_formats::bas::{BaseBuf, RingBuf};
use ngi_formats::cpt::{Place, PointBuf, PointsBuf};
use ngi_formats::ctl::{
    Action, ActionKind, Channel, ChannelFlags, ComponentBuf, ComponentClass, Contact, Control,
    ControlBuf, NO_WAY, StateBuf, StateMode,
};
use ngi_formats::fxid::Reference;
use ngi_formats::msh::{Blueprint, Face, Mesh, PlainNode, Vertex};
use ngi_formats::ndp::{NodeFlags, NodeLife, Nodes, NodesBuf};
use ngi_formats::nres::{Editor, NewEntry};
use ngi_formats::{FixedStr, Mode};
use ngi_vfs::{MemoryRoot, Vfs};
use serde_json::Value;

use super::*;
use crate::check;
use crate::document::{edit, from_value, to_value};
use crate::format::{Format, of_document_text, of_id, recognise};
use crate::surroundings::Game;

fn format(id: &str) -> &'static Format {
    of_id(id).unwrap()
}

/// The bytes after fields were set.
fn set(id: &str, bytes: &[u8], fields: &[(&str, &str)]) -> Result<Vec<u8>> {
    let name = format!("a.{id}");
    let fields: Vec<_> =
        fields.iter().map(|(path, said)| ((*path).to_owned(), (*said).to_owned())).collect();
    let subject = Subject::file(&name, bytes);
    Ok(edit::set(format(id).document, &subject, &fields)?.bytes)
}

fn control() -> ControlBuf {
    let effect = Reference::new(b"effects.rlb", b"smoke").unwrap();
    let mut control = ControlBuf {
        channels: vec![Channel { node: 1, point: 0, ..Channel::default() }; 2],
        components: vec![ComponentBuf { channels: vec![1], ..ComponentBuf::default() }],
        groups: vec![vec![Action {
            action: ActionKind::EFFECT_ON_POINTS,
            reference: effect,
            ..Action::default()
        }]],
        ..ControlBuf::default()
    };
    control.events.load = 0;
    for _ in 0..2 {
        let state = StateBuf { contacts: vec![Contact::default()], ..StateBuf::default() };
        control.add_state(state).unwrap();
    }
    control
}

fn nodes() -> NodesBuf {
    let explosion = Reference::new(b"weapon.rlb", b"small.exp").unwrap();
    NodesBuf::of(vec![NodeLife { explosion, ..NodeLife::default() }; 2])
}

fn points() -> PointsBuf {
    let place = Place { node: 1, carrier: 0, ..Place::default() };
    PointsBuf::of(vec![PointBuf { place, name: FixedStr::new(b"Eye").unwrap() }])
}

fn base() -> BaseBuf {
    let corners = vec![[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [4.0, 4.0, 0.0]];
    let outer = RingBuf::closed(corners).unwrap();
    let inner = outer.clone().traced(vec![0; 3], vec![0, 1, 2]).unwrap();
    BaseBuf { inner: vec![inner], outer: vec![outer], tail: Vec::new() }
}

#[test]
fn choices_and_bits_go_by_name() {
    let bytes = control().write().unwrap();
    let fields = [
        ("components[0].class", "gun"),
        ("channels[1].flags", "wrap|follows previous"),
        ("states[0].mode", "+ground contacts"),
        ("groups[0].actions[0].action", "effect in sphere"),
        ("slope_mode", "brake"),
    ];
    let after = set("ctl", &bytes, &fields).unwrap();
    let after = Control::read(&after).unwrap().to_buf();
    assert_eq!(after.components[0].component.class, ComponentClass::GUN);
    assert_eq!(after.channels[1].flags, ChannelFlags::WRAP | ChannelFlags::FOLLOWS_PREVIOUS);
    assert_eq!(after.states[0].state.mode, StateMode::ANCHOR | StateMode::GROUND_CONTACTS);
    assert_eq!(after.groups[0][0].action, ActionKind::EFFECT_IN_SPHERE);
    let bytes = nodes().write().unwrap();
    let after = set("ndp", &bytes, &[("nodes[1].flags", "left gear")]).unwrap();
    assert_eq!(Nodes::read(&after).unwrap().records().get(1).unwrap().flags, NodeFlags::LEFT_GEAR);
    let error = set("ctl", &control().write().unwrap(), &[("components[0].class", "toaster")]);
    assert!(error.unwrap_err().to_string().contains("components[0].class"));
}

#[test]
fn states_bring_their_costs_and_take_them_along() {
    let mut start = control();
    start.costs = vec![1.0, 2.0, 3.0, 4.0];
    let bytes = start.write().unwrap();
    let state = r#"{"step_ms": 20, "contacts": [{"point": 0, "flags": 0, "landing_group": -1, "runtime": 0}]}"#;
    let more = set("ctl", &bytes, &[("states[+]", state)]).unwrap();
    let costs = Control::read(&more).unwrap().to_buf().costs;
    assert_eq!(costs, [1.0, 2.0, NO_WAY, 3.0, 4.0, NO_WAY, NO_WAY, NO_WAY, 0.0]);
    // Both states are the same, and it is the first that goes.
    let less = set("ctl", &more, &[("states[0]", "-")]).unwrap();
    assert_eq!(Control::read(&less).unwrap().to_buf().costs, [4.0, NO_WAY, NO_WAY, 0.0]);
    let one = set("ctl", &bytes, &[("costs[0][1]", "7")]).unwrap();
    assert_eq!(Control::read(&one).unwrap().cost(0, 1), Some(7.0));
}

#[test]
fn contacts_are_set_for_all_states() {
    let bytes = control().write().unwrap();
    let contact = r#"{"point": 0, "flags": 0, "landing_group": -1, "runtime": 0}"#;
    let error = set("ctl", &bytes, &[("states[0].contacts[+]", contact)]).unwrap_err().to_string();
    assert!(error.contains("states[0].contacts: 2, but every state has 1"), "{error}");
    let three = set("ctl", &bytes, &[("contacts_per_state", "3")]).unwrap();
    let three = Control::read(&three).unwrap();
    assert!(three.states().all(|view| view.contacts.len() == 3));
    let both = [("contacts_per_state", "0"), ("states[1]", "-")];
    let none = set("ctl", &bytes, &both).unwrap();
    let none = Control::read(&none).unwrap();
    assert_eq!((none.states().count(), none.counts().contacts_per_state), (1, 0));
}

#[test]
fn groups_and_labels_are_set() {
    let bytes = control().write().unwrap();
    let fields = [("groups[0]", "-"), ("components[0].label", "i_eng_l")];
    let after = Control::read(&set("ctl", &bytes, &fields).unwrap()).unwrap().to_buf();
    assert_eq!(after.events.load, -1);
    assert_eq!(after.components[0].label, b"i_eng_l");
    let fields = [("groups[+]", r#"{"actions": []}"#), ("components[0].channels[+]", "0")];
    let after = Control::read(&set("ctl", &bytes, &fields).unwrap()).unwrap().to_buf();
    assert_eq!((after.groups.len(), after.components[0].channels.as_slice()), (2, &[1, 0][..]));
}

#[test]
fn documents_go_both_ways() {
    let mut odd = nodes();
    odd.records[0].hit_points = f32::from_bits(0x7fc0_0001);
    odd.records[1].explosion.member = FixedStr([0xe0; 32]);
    odd.tail = b"rest".to_vec();
    let mut labelled = control();
    labelled.components[0].label = b"\0\xff\x98".to_vec();
    labelled.components[0].label_end = 9;
    let all = [
        ("ndp", nodes().write().unwrap()),
        ("ndp", odd.write().unwrap()),
        ("cpt", points().write().unwrap()),
        ("bas", base().write().unwrap()),
        ("ctl", control().write().unwrap()),
        ("ctl", labelled.write().unwrap()),
    ];
    for (id, bytes) in all {
        let name = format!("a.{id}");
        let subject = Subject::file(&name, &bytes);
        let format = recognise(&subject).unwrap();
        let mut text = Vec::new();
        format.document.write_json(&subject, Form::Full, &mut text).unwrap();
        assert_eq!(of_document_text(&text).unwrap().id(), id);
        assert_eq!(format.document.read_json(&text, None).unwrap().bytes, bytes, "{id}");
        assert!(!format.document.show(&subject).unwrap().is_empty());
    }
}

#[test]
fn costs_of_a_document_follow_where_its_file_is_known() {
    let mut start = control();
    start.costs = vec![1.0, 2.0, 3.0, 4.0];
    start.states[1].state.step_ms = 7;
    let bytes = start.write().unwrap();
    let document = format("ctl").document;
    let mut value = to_value(document, &Subject::file("a.ctl", &bytes)).unwrap();
    value["states"].as_array_mut().unwrap().remove(0);
    let made = from_value(document, &value, Some(&bytes)).unwrap().bytes;
    assert_eq!(Control::read(&made).unwrap().to_buf().costs, [4.0]);
    let error = from_value(document, &value, None).unwrap_err().to_string();
    assert!(error.contains("costs: 2 rows and columns, but there are 1 states"), "{error}");
    value["costs"] = Value::Null;
    assert!(from_value(document, &value, None).is_ok());
}

#[test]
fn a_ring_stays_closed() {
    let before = base().write().unwrap();
    let after = set("bas", &before, &[("inner[0].points[0]", "[-1, 0, 0]")]).unwrap();
    let subject = Subject::file("a.bas", &after);
    let given = Given::Fields(&["inner[0].points[0]"]);
    let document = format("bas").document;
    let (bytes, lines) = document.refresh_dependents(&before, &subject, given).unwrap();
    assert_eq!(lines, ["inner[0].closing follows the first corner"]);
    assert!(document.mend(&Subject::file("a.bas", &bytes)).unwrap().is_none());
    assert!(document.mend(&subject).unwrap().is_some());
}

/// An archive of a model of two nodes and its sidecars, in a game.
fn findings(sidecars: &[(&str, Vec<u8>)]) -> Vec<String> {
    let vertex = |x: f32, y: f32| Vertex { position: [x, y, 0.0], ..Vertex::default() };
    let vertices = vec![vertex(0.0, 0.0), vertex(4.0, 0.0), vertex(4.0, 4.0)];
    let mut second = PlainNode::new("b");
    second.parent = Some(0);
    second.meshes[0] = Some(0);
    let mut plan = Blueprint::new("a");
    plan.nodes = vec![PlainNode::new("a"), second];
    plan.meshes = vec![Mesh::new(vertices, vec![Face::from([0, 1, 2])], 0)];
    let model = plan.build().unwrap().write().unwrap();
    let mut archive = Editor::new();
    archive.add(NewEntry::new(*b"MESH", "a.msh").unwrap(), model).unwrap();
    for (name, bytes) in sidecars {
        let letters = format(name.rsplit('.').next().unwrap()).kind.types[0];
        archive.add(NewEntry::new(letters, name).unwrap(), bytes.clone()).unwrap();
    }
    let mut weapons = Editor::new();
    weapons.add(NewEntry::new(*b"EXPL", "small.exp").unwrap(), vec![0; 4]).unwrap();
    let mut effects = Editor::new();
    effects.add(NewEntry::new(*b"FXID", "smoke").unwrap(), vec![0; 4]).unwrap();
    let root = MemoryRoot::new();
    root.insert("bases.rlb", archive.write().unwrap()).unwrap();
    root.insert("weapon.rlb", weapons.write().unwrap()).unwrap();
    root.insert("effects.rlb", effects.write().unwrap()).unwrap();
    let vfs = Vfs::in_memory(root);
    let game = Some(Game::new(vfs.clone()));
    let options = check::Options { mode: Mode::Strict, game, ..check::Options::default() };
    let report = check::check(&vfs.locate("bases.rlb").unwrap(), &options, &()).unwrap();
    let told =
        |located: &check::Located| format!("{} {}", located.finding.code.id, located.finding.field);
    report.findings.iter().filter(|at| !at.finding.code.id.starts_with("msh.")).map(told).collect()
}

#[test]
fn sidecars_are_held_against_the_model_beside_them() {
    let sound = || {
        vec![
            ("a.ndp", nodes().write().unwrap()),
            ("a.cpt", points().write().unwrap()),
            ("a.bas", base().write().unwrap()),
            ("a.ctl", control().write().unwrap()),
        ]
    };
    assert_eq!(findings(&sound()), [""; 0]);
    let with = |place: usize, bytes: Vec<u8>| {
        let mut all = sound();
        all[place].1 = bytes;
        findings(&all)
    };
    let changed = |change: &dyn Fn(&mut ControlBuf)| {
        let mut control = control();
        change(&mut control);
        with(3, control.write().unwrap())
    };
    let mut three = nodes();
    three.records.push(NodeLife::default());
    assert_eq!(with(0, three.write().unwrap()), ["ndp.nodes.count nodes"]);
    let mut lost = nodes();
    lost.records[1].explosion.member = FixedStr::new(b"none.exp").unwrap();
    let told = "ndp.explosion.missing nodes[1].explosion.member";
    assert_eq!(with(0, lost.write().unwrap()), [told]);
    lost.records[1].explosion.archive = FixedStr::new(b"none.rlb").unwrap();
    let told = "ndp.explosion.archive-missing nodes[1].explosion.archive";
    assert_eq!(with(0, lost.write().unwrap()), [told]);
    let mut point = points();
    point.points[0].place.carrier = 2;
    assert_eq!(with(1, point.write().unwrap()), ["cpt.node points[0].carrier"]);
    let mut traced = base();
    traced.inner[0].triangles[2] = 1;
    assert_eq!(with(2, traced.write().unwrap()), ["bas.trace inner[0].triangles"]);
    let node = changed(&|control| control.channels[0].node = 2);
    assert_eq!(node, ["ctl.node channels[0].node"]);
    let point = changed(&|control| control.channels[1].point = 1);
    assert_eq!(point, ["ctl.point channels[1].point"]);
    let contact = changed(&|control| control.states[1].contacts[0].point = -2);
    assert_eq!(contact, ["ctl.point states[1].contacts[0].point"]);
    let action = changed(&|control| control.groups[0][0].v6 = 5);
    assert_eq!(action, ["ctl.point groups[0].actions[0].v6"]);
    let action = changed(&|control| {
        control.groups[0][0].action = ActionKind::EFFECT_ON_NODE;
        control.groups[0][0].v4 = 2;
    });
    assert_eq!(action, ["ctl.action.node groups[0].actions[0].v4"]);
    let effect = changed(&|control| {
        control.groups[0][0].reference.member = FixedStr::new(b"none").unwrap();
    });
    assert_eq!(effect, ["ctl.reference.missing groups[0].actions[0].reference.member"]);
    let rounds = changed(&|control| {
        control.components[0].component.emits = Reference::new(b"objects.rlb", b"shot").unwrap();
    });
    assert_eq!(rounds, ["ctl.reference.archive-missing components[0].emits.archive"]);
}

#[test]
fn what_they_name_is_found() {
    let bytes = nodes().write().unwrap();
    let found = (format("ndp").references)(&Subject::file("a.ndp", &bytes));
    let told: Vec<_> = found
        .iter()
        .map(|one| (one.target.id, one.name.as_str(), one.archive.as_deref()))
        .collect();
    assert_eq!(told, [("explosion", "small.exp", Some("weapon.rlb")); 2]);
    let bytes = control().write().unwrap();
    let found = (format("ctl").references)(&Subject::file("a.ctl", &bytes));
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].target.id, found[0].name.as_str()), ("effect", "smoke"));
    assert_eq!(found[0].field, "groups[0].actions[0].reference.member");
}
