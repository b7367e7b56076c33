//! Reading: where each part lies.

use super::action::{Action, Events, GroupHead};
use super::component::{Component, LabelHead};
use super::edit::{ComponentBuf, ControlBuf, StateBuf};
use super::state::{Contact, State};
use super::types::{Channel, Counts, Frame};
use crate::bytes::Cursor;
use crate::schema::{Record as _, Stored as _, Stream};
use crate::{Error, Findings, Result};

/// A controller seen through its bytes.
#[derive(Debug, Clone)]
pub struct Control<'a> {
    bytes: &'a [u8],
    counts: Counts,
    pub(super) places: Places,
}

/// Where the parts of a controller lie.
#[derive(Debug, Clone, Default)]
pub(super) struct Places {
    /// How many states there are; they begin behind the frame.
    pub states: usize,
    /// How many contacts each of them has.
    pub contacts: usize,
    pub costs: usize,
    pub channels: usize,
    /// Where each component begins, and what it has.
    pub components: Vec<ComponentPlace>,
    pub events: usize,
    /// Where each group begins: its count, then its actions.
    pub groups: Vec<usize>,
    pub tail: usize,
}

/// Where a component lies.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct ComponentPlace {
    pub offset: usize,
    /// How many channels it moves.
    pub channels: usize,
    /// Bytes of its label, its NUL not counted.
    pub label: usize,
}

/// A state and its contacts.
#[derive(Debug, Clone, Copy)]
pub struct StateView<'a> {
    /// The state.
    pub state: State,
    /// Its contacts.
    pub contacts: Stream<'a, Contact>,
}

/// A component, its channels and its label.
#[derive(Debug, Clone, Copy)]
pub struct ComponentView<'a> {
    /// The component.
    pub component: Component,
    /// The channels it moves.
    pub channels: Stream<'a, i32>,
    /// What the parts are called that fit here; empty for none.
    pub label: &'a [u8],
    /// What is behind the label; 0 in the game. `None` without a label.
    pub label_end: Option<u8>,
}

impl Places {
    /// Bytes of a state with its contacts.
    pub fn state_size(&self) -> usize {
        State::SIZE + self.contacts * Contact::SIZE
    }

    /// Where a state begins.
    pub fn state(&self, index: usize) -> usize {
        Frame::SIZE + index * self.state_size()
    }

    /// Bytes of a row of costs.
    pub fn row_size(&self) -> usize {
        self.states * 4
    }

    /// How many channels there are.
    pub fn channel_count(&self) -> usize {
        let end = self.components.first().map_or(self.events, |first| first.offset);
        end.saturating_sub(self.channels) / Channel::SIZE
    }
}

impl ComponentPlace {
    /// Where its channels begin.
    pub fn channels_at(&self) -> usize {
        self.offset + Component::SIZE
    }

    /// Where its label begins.
    pub fn label_at(&self) -> usize {
        self.channels_at() + self.channels * 4 + LabelHead::SIZE
    }
}

impl<'a> Control<'a> {
    /// Reads a controller. Everything that is counted has to be there.
    pub fn read(bytes: &'a [u8]) -> Result<Self> {
        let mut cursor = Cursor::new(bytes);
        let counts = Counts::read(&cursor.array("contacts_per_state")?);
        cursor.take(Frame::SIZE - Counts::SIZE, "acceleration")?;
        let places = follow(&mut cursor, &counts)?;
        Ok(Self { bytes, counts, places })
    }

    /// Reads a controller and fails on the first rule of severity *error* it breaks.
    pub fn read_strict(bytes: &'a [u8]) -> Result<Self> {
        let control = Self::read(bytes)?;
        let mut findings = Findings::new(crate::Mode::Strict, false);
        super::check(bytes, &mut findings);
        findings.or_error(control)
    }

    /// How many there are of everything.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// What is said of the whole object.
    pub fn frame(&self) -> Frame {
        Frame::get(self.bytes, 0)
    }

    /// The states in order.
    pub fn states(&self) -> impl Iterator<Item = StateView<'a>> + '_ {
        (0..self.places.states).filter_map(|index| {
            let bytes = self.part(self.places.state(index), self.places.state_size())?;
            let (state, contacts) = bytes.split_first_chunk()?;
            Some(StateView { state: State::read(state), contacts: Stream::new(contacts) })
        })
    }

    /// What it costs to go from one state to another; 1,000,000 and more where there is no way.
    pub fn cost(&self, to: usize, from: usize) -> Option<f32> {
        let states = self.places.states;
        (from < states).then(|| self.costs().get(to.checked_mul(states)? + from))?
    }

    /// All costs: for each state what it costs to come there from each of them.
    pub fn costs(&self) -> Stream<'a, f32> {
        let size = self.places.row_size() * self.places.states;
        Stream::new(self.part(self.places.costs, size).unwrap_or_default())
    }

    /// The channels.
    pub fn channels(&self) -> Stream<'a, Channel> {
        let size = self.places.channel_count() * Channel::SIZE;
        Stream::new(self.part(self.places.channels, size).unwrap_or_default())
    }

    /// The components in order.
    pub fn components(&self) -> impl Iterator<Item = ComponentView<'a>> + '_ {
        self.places.components.iter().filter_map(|place| {
            let label = self.part(place.label_at(), place.label)?;
            let end = self.bytes.get(place.label_at() + place.label).copied();
            let channels = self.part(place.channels_at(), place.channels * 4)?;
            Some(ComponentView {
                component: Component::get(self.bytes, place.offset),
                channels: Stream::new(channels),
                label,
                label_end: end.filter(|_| !label.is_empty()),
            })
        })
    }

    /// Which group runs at which event.
    pub fn events(&self) -> Events {
        Events::get(self.bytes, self.places.events)
    }

    /// How many groups there are.
    pub fn group_count(&self) -> usize {
        self.places.groups.len()
    }

    /// The groups in order.
    pub fn groups(&self) -> impl Iterator<Item = Stream<'a, Action>> + '_ {
        self.places.groups.iter().map(|at| Stream::new(actions_of(self.bytes, *at)))
    }

    /// Bytes behind the last group; none in the game.
    pub fn tail(&self) -> &'a [u8] {
        self.bytes.get(self.places.tail..).unwrap_or_default()
    }

    /// The same as values to change.
    pub fn to_buf(&self) -> ControlBuf {
        let state =
            |view: StateView<'_>| StateBuf { state: view.state, contacts: view.contacts.to_vec() };
        ControlBuf {
            contacts_per_state: self.counts.contacts_per_state,
            frame: self.frame(),
            states: self.states().map(state).collect(),
            costs: self.costs().to_vec(),
            channels: self.channels().to_vec(),
            components: self.components().map(|view| ComponentBuf::of(&view)).collect(),
            events: self.events(),
            groups: self.groups().map(|actions| actions.to_vec()).collect(),
            tail: self.tail().to_vec(),
        }
    }

    fn part(&self, at: usize, size: usize) -> Option<&'a [u8]> {
        self.bytes.get(at..)?.get(..size)
    }
}

/// Goes through everything behind the frame.
fn follow(cursor: &mut Cursor<'_>, counts: &Counts) -> Result<Places> {
    let Counts { states, contacts_per_state, channels, components, groups } = *counts;
    let mut places = Places::default();
    if states > 0 {
        // Contacts times states, and states times states, may be more than any number holds.
        let contacts = u64::from(contacts_per_state) * Contact::SIZE as u64;
        let size = usize::try_from(contacts + State::SIZE as u64).unwrap_or(usize::MAX);
        cursor.rows(states, size, "states")?;
        places.contacts = usize::try_from(contacts_per_state).unwrap_or(usize::MAX);
    }
    places.states = usize::try_from(states).unwrap_or(usize::MAX);
    places.costs = cursor.position();
    let row = usize::try_from(u64::from(states) * 4).unwrap_or(usize::MAX);
    cursor.rows(states, row, "costs")?;
    places.channels = cursor.position();
    cursor.rows(channels, Channel::SIZE, "channels")?;
    // Each has at least its own record and the size of a label.
    cursor.clone().rows(components, Component::SIZE + LabelHead::SIZE, "components")?;
    for index in 0..components {
        let within = |error: Error| error.within(&format!("components[{index}]"), 0);
        places.components.push(component(cursor).map_err(within)?);
    }
    places.events = cursor.position();
    cursor.take(Events::SIZE, "events")?;
    let heads = cursor.clone().rows(groups, GroupHead::SIZE, "groups")?;
    places.groups.reserve_exact(heads.len() / GroupHead::SIZE);
    for index in 0..groups {
        let within = |error: Error| error.within(&format!("groups[{index}]"), 0);
        places.groups.push(cursor.position());
        group(cursor).map_err(within)?;
    }
    places.tail = cursor.position();
    Ok(places)
}

fn component(cursor: &mut Cursor<'_>) -> Result<ComponentPlace> {
    let offset = cursor.position();
    let Component { channel_count, .. } = Component::read(&cursor.array("class")?);
    let channels = cursor.rows(channel_count, 4, "channels")?.len() / 4;
    let LabelHead { size } = LabelHead::read(&cursor.array("label")?);
    let label = cursor.rows(size, 1, "label")?.len();
    if label > 0 {
        cursor.take(1, "label")?;
    }
    Ok(ComponentPlace { offset, channels, label })
}

/// The actions of the group that begins at an offset.
pub(super) fn actions_of(bytes: &[u8], at: usize) -> &[u8] {
    let mut cursor = Cursor::new(bytes.get(at..).unwrap_or_default());
    group(&mut cursor).unwrap_or_default()
}

fn group<'a>(cursor: &mut Cursor<'a>) -> Result<&'a [u8]> {
    let GroupHead { actions } = GroupHead::read(&cursor.array("actions")?);
    cursor.rows(actions, Action::SIZE, "actions")
}
