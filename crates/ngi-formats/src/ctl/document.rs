//! A controller as a tree of fields, and back.

use super::action::{Action, Events, GroupHead};
use super::component::{Component, LabelHead};
use super::edit::{ComponentBuf, ControlBuf, StateBuf};
use super::follow::costs_of;
use super::read::{ComponentPlace, Control, Places, actions_of};
use super::state::{Contact, State};
use super::types::{Channel, Counts, Frame};
use crate::schema::{Kind, Record, Shape, Stored as _};
use crate::tree::{At, Branch, Draft, Form, Items, Made, Node, Piece, Rows, branches};
use crate::{Error, Result};

/// The stored records.
pub static RECORDS: &[&Shape] = &[
    Counts::SHAPE,
    Frame::SHAPE,
    State::SHAPE,
    Contact::SHAPE,
    Channel::SHAPE,
    Component::SHAPE,
    LabelHead::SHAPE,
    Events::SHAPE,
    GroupHead::SHAPE,
    Action::SHAPE,
];

/// Which record stands where, in the words of Kaitai Struct.
pub static KAITAI: &str = "
seq:
  - id: counts
    type: counts
  - id: frame
    type: frame
  - id: states
    type: state_with(counts.contacts_per_state)
    repeat: expr
    repeat-expr: counts.states
  - id: costs
    type: f4
    repeat: expr
    repeat-expr: counts.states * counts.states
  - id: channels
    type: channel
    repeat: expr
    repeat-expr: counts.channels
  - id: components
    type: component_with
    repeat: expr
    repeat-expr: counts.components
  - id: events
    type: events
  - id: groups
    type: group
    repeat: expr
    repeat-expr: counts.groups
  - id: tail
    size-eos: true
types:
  state_with:
    params:
      - id: contact_count
        type: u4
    seq:
      - id: state
        type: state
      - id: contacts
        type: contact
        repeat: expr
        repeat-expr: contact_count
  component_with:
    seq:
      - id: component
        type: component
      - id: channels
        type: s4
        repeat: expr
        repeat-expr: component.channel_count
      - id: label_head
        type: label_head
      - id: label
        size: label_head.size
      - id: label_end
        type: u1
        if: label_head.size > 0
  group:
    seq:
      - id: head
        type: group_head
      - id: actions
        type: action
        repeat: expr
        repeat-expr: head.actions
";

/// A component without the count of its channels.
const COMPONENT: &Shape = &Component::SHAPE.before("channel_count");

/// What a document of a controller has.
pub static DOCUMENT: &[Branch] = &[
    Branch::of_field(Counts::SHAPE, "contacts_per_state").optional().rebuilt(),
    Branch::new("", "", Form::Filled(Frame::KIND, new_frame)),
    Branch::new(
        "states",
        "States that the object plays: standing, walking, being built.",
        Form::List(&Form::Object(STATE)),
    )
    .game(Counts::SHAPE.named("states").game),
    Branch::new(
        "costs",
        "Cost of reaching each state from every state: `costs[to][from]`; 1,000,000 or more marks \
         an impossible change. Rows and columns are added and removed with the states.",
        Form::List(&Form::Rows(Kind::F32)),
    )
    .optional(),
    Branch::new(
        "channels",
        "Channels that turn single nodes, in any state.",
        Form::Rows(Channel::KIND),
    )
    .game(Counts::SHAPE.named("channels").game),
    Branch::new(
        "components",
        "Components, the parts that do something: guns, engines, doors, and slots for such parts.",
        Form::List(&Form::Object(PART)),
    )
    .game(Counts::SHAPE.named("components").game),
    Branch::new(
        "events",
        "Group of actions that runs at each event; -1 for none.",
        Form::Filled(Events::KIND, new_events),
    )
    .optional(),
    Branch::new("groups", "Groups of actions.", Form::List(&Form::Object(GROUP))),
    Branch::new("tail", "Bytes after the last group; none in the shipped game.", Form::Hex)
        .optional(),
];

branches! {
    static STATE = {
        flat: Form::Filled(State::KIND, new_state);
        /// Feet, wheels or legs of the object; every state has the same number of them.
        contacts: Form::Rows(Contact::KIND), optional;
    }
}

branches! {
    static PART = {
        flat: Form::Filled(Kind::Group(COMPONENT), new_component);
        /// Numbers of the channels that the component moves.
        channels: Form::Rows(Kind::I32), optional;
        /// Label: the beginning of the names of the parts that fit here, such as `i_eng_l`; empty
        /// for none.
        label: Form::Text, optional, = M "on 395 of 1,066";
        /// Byte after the label; absent without a label.
        label_end: Form::Value(Kind::U8), optional, = M "0";
    }
}

branches! {
    static GROUP = {
        /// Actions, in the order in which they run.
        actions: Form::Rows(Action::KIND), = M "2,925 in all";
    }
}

fn new_frame() -> Vec<u8> {
    Frame::default().write().to_vec()
}

fn new_state() -> Vec<u8> {
    State::default().write().to_vec()
}

fn new_component() -> Vec<u8> {
    Component::default().write().iter().take(COMPONENT.size).copied().collect()
}

fn new_events() -> Vec<u8> {
    Events::default().write().to_vec()
}

/// The fields of a controller, with their places.
pub fn tree(bytes: &[u8]) -> Result<Node<'_>> {
    let places = Control::read(bytes)?.places;
    let channels =
        Rows::of(Channel::KIND, bytes, places.channels, places.channel_count() * Channel::SIZE);
    let tail = bytes.get(places.tail..).unwrap_or_default();
    let parts = [
        contacts_per_state(bytes),
        Piece::of(Frame::KIND, bytes, 0).map(Into::into),
        Some(states(bytes, &places).into()),
        Some(costs(bytes, &places).into()),
        Some(channels.into()),
        Some(components(bytes, places.components).starting(places.events).into()),
        Piece::of(Events::KIND, bytes, places.events).map(Into::into),
        Some(groups(bytes, places.groups).starting(places.tail).into()),
        Some(Node::Hex(tail.into(), At::Offset(places.tail))),
    ];
    Ok(Node::object(DOCUMENT, parts))
}

/// What can be shown of a controller that cannot be followed: its frame, and the part that it ends
/// in.
pub fn remains(bytes: &[u8]) -> Option<Node<'_>> {
    let error = Control::read(bytes).err()?;
    Some(Node::remains(DOCUMENT, bytes, &error, |branch| match branch.name {
        "contacts_per_state" => contacts_per_state(bytes),
        "" => Piece::of(Frame::KIND, bytes, 0).map(Into::into),
        _ => None,
    }))
}

fn contacts_per_state(bytes: &[u8]) -> Option<Node<'_>> {
    let field = Counts::SHAPE.named("contacts_per_state");
    Piece::of(field.kind, bytes, field.offset).map(Into::into)
}

fn states<'a>(bytes: &'a [u8], places: &Places) -> Items<'a> {
    let (first, size, contacts) = (places.state(0), places.state_size(), places.contacts);
    let state = move |index: usize| {
        let at = first + index * size;
        let state = Piece::of(State::KIND, bytes, at);
        let contacts = Rows::of(Contact::KIND, bytes, at + State::SIZE, contacts * Contact::SIZE);
        Node::object(STATE, [state.map(Into::into), Some(contacts.into())])
    };
    Items::new(places.states, state).starting(first)
}

fn costs<'a>(bytes: &'a [u8], places: &Places) -> Items<'a> {
    let (first, size) = (places.costs, places.row_size());
    let row = move |to: usize| Rows::of(Kind::F32, bytes, first + to * size, size).into();
    Items::new(places.states, row).starting(first)
}

fn components(bytes: &[u8], places: Vec<ComponentPlace>) -> Items<'_> {
    Items::new(places.len(), move |index| {
        let place = places.get(index).copied().unwrap_or_default();
        let component = Piece::of(Kind::Group(COMPONENT), bytes, place.offset);
        let channels = Rows::of(Kind::I32, bytes, place.channels_at(), place.channels * 4);
        let at = place.label_at();
        let label = bytes.get(at..).and_then(|rest| rest.get(..place.label)).unwrap_or_default();
        let end = Piece::of(Kind::U8, bytes, at + place.label).filter(|_| place.label > 0);
        let parts = [
            component.map(Into::into),
            Some(channels.into()),
            Some(Node::Text(label.into(), At::Offset(at))),
            end.map(Into::into),
        ];
        Node::object(PART, parts)
    })
}

fn groups(bytes: &[u8], places: Vec<usize>) -> Items<'_> {
    Items::new(places.len(), move |index| {
        let at = places.get(index).copied().unwrap_or_default();
        let size = actions_of(bytes, at).len();
        let actions = Rows::of(Action::KIND, bytes, at + GroupHead::SIZE, size);
        Node::object(GROUP, [Some(actions.into())])
    })
}

/// The controller that a draft describes. Without costs there is no way between states; where
/// states came and went since `original`, the costs of a document that still has its table follow.
pub fn make(draft: &Draft, original: Option<&[u8]>) -> Result<Made> {
    let states = draft.items("states").iter().map(made_state).collect::<Result<Vec<_>>>()?;
    let of_states = states.first().map_or(0, |state| state.contacts.len());
    let contacts_per_state = if draft.has("contacts_per_state") {
        draft.number("contacts_per_state")?
    } else {
        u32::try_from(of_states).map_err(|_| Error::usage("contacts", "too many"))?
    };
    let events = if draft.has("events") {
        Events::get(draft.bytes("events")?, 0)
    } else {
        Events::default()
    };
    let component = |component: &Draft| made_component(component);
    let actions = |group: &Draft| rows(group, "actions");
    let control = ControlBuf {
        contacts_per_state,
        frame: Frame::get(draft.fields()?, 0),
        costs: costs_of(draft, &states, original)?,
        states,
        channels: rows(draft, "channels")?,
        components: draft.items("components").iter().map(component).collect::<Result<_>>()?,
        events,
        groups: draft.items("groups").iter().map(actions).collect::<Result<_>>()?,
        tail: if draft.has("tail") { draft.bytes("tail")?.to_vec() } else { Vec::new() },
    };
    Ok(Made { bytes: control.write()?, attributes: None })
}

fn made_state(draft: &Draft) -> Result<StateBuf> {
    Ok(StateBuf { state: State::get(draft.fields()?, 0), contacts: rows(draft, "contacts")? })
}

fn made_component(draft: &Draft) -> Result<ComponentBuf> {
    let mut head = draft.fields()?.to_vec();
    head.resize(Component::SIZE, 0);
    let label = if draft.has("label") { draft.bytes("label")?.to_vec() } else { Vec::new() };
    let label_end = if draft.has("label_end") { draft.number("label_end")? } else { 0 };
    Ok(ComponentBuf {
        component: Component::get(&head, 0),
        channels: rows(draft, "channels")?,
        label,
        label_end,
    })
}

/// The rows of a part; none where there is no such part.
fn rows<T: Record>(draft: &Draft, name: &str) -> Result<Vec<T>> {
    let bytes = if draft.has(name) { draft.bytes(name)? } else { &[] };
    Ok(T::split(bytes).0.iter().map(T::read).collect())
}
