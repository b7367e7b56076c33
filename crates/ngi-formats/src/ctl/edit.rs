//! A controller that owns its parts: changed, and written.

use super::action::{Action, Events, GroupHead};
use super::component::{Component, LabelHead};
use super::read::ComponentView;
use super::state::{Contact, State};
use super::types::{Channel, Counts, Frame, NO_WAY};
use crate::bytes::Put as _;
use crate::schema::{Record as _, Stored as _};
use crate::{Error, Result};

/// A controller that can be changed. What was read is written back to the same bytes.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ControlBuf {
    /// How many contacts each state has.
    pub contacts_per_state: u32,
    /// What is said of the whole object.
    pub frame: Frame,
    /// The states.
    pub states: Vec<StateBuf>,
    /// For each state what it costs to come there from each of them.
    pub costs: Vec<f32>,
    /// The channels.
    pub channels: Vec<Channel>,
    /// The components.
    pub components: Vec<ComponentBuf>,
    /// Which group runs at which event.
    pub events: Events,
    /// The groups of actions.
    pub groups: Vec<Vec<Action>>,
    /// Bytes behind the last group.
    pub tail: Vec<u8>,
}

/// A state of a [`ControlBuf`].
#[derive(Debug, Clone, PartialEq, Default)]
pub struct StateBuf {
    /// The state.
    pub state: State,
    /// Its contacts.
    pub contacts: Vec<Contact>,
}

/// A component of a [`ControlBuf`].
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ComponentBuf {
    /// The component. Its channels are counted when it is written.
    pub component: Component,
    /// The channels it moves.
    pub channels: Vec<i32>,
    /// What the parts are called that fit here; empty for none.
    pub label: Vec<u8>,
    /// What is behind the label; 0 in the game.
    pub label_end: u8,
}

impl ComponentBuf {
    pub(super) fn of(view: &ComponentView<'_>) -> Self {
        let ComponentView { component, channels, label, label_end } = view;
        Self {
            component: *component,
            channels: channels.to_vec(),
            label: label.to_vec(),
            label_end: label_end.unwrap_or_default(),
        }
    }
}

impl ControlBuf {
    /// Adds a state. There is no way from it or to it as yet but to itself.
    pub fn add_state(&mut self, state: StateBuf) -> Result<()> {
        let own = count(state.contacts.len(), "contacts")?;
        if self.states.is_empty() {
            self.contacts_per_state = own;
        } else if own != self.contacts_per_state {
            return Err(other_contacts(self.states.len(), own, self.contacts_per_state));
        }
        let old = self.states.len();
        self.costs = resized(&self.costs, old, old + 1, &|index| (index < old).then_some(index));
        self.states.push(state);
        Ok(())
    }

    /// Takes a state out, with its row and its column of costs.
    pub fn remove_state(&mut self, index: usize) -> Result<()> {
        let old = self.states.len();
        if index >= old {
            return Err(Error::usage(format!("states[{index}]"), format!("there are only {old}")));
        }
        self.states.remove(index);
        let from = |new: usize| Some(if new < index { new } else { new + 1 });
        self.costs = resized(&self.costs, old, old - 1, &from);
        Ok(())
    }

    /// The payload. Fails where a state has another number of contacts than the others, and where
    /// the table of costs is of another size.
    pub fn write(&self) -> Result<Vec<u8>> {
        // The counts know the rest.
        let Self {
            contacts_per_state: _,
            frame,
            states: _,
            costs: _,
            channels,
            components: _,
            events,
            groups,
            tail,
        } = self;
        let mut out = self.counts()?.write().to_vec();
        out.resize(Frame::SIZE, 0);
        frame.put(&mut out, 0);
        self.write_states(&mut out)?;
        channels.iter().for_each(|channel| out.put(&channel.write()));
        self.write_components(&mut out)?;
        out.put(&events.write());
        for actions in groups {
            out.put(&GroupHead { actions: count(actions.len(), "actions")? }.write());
            actions.iter().for_each(|action| out.put(&action.write()));
        }
        out.put(tail);
        Ok(out)
    }

    fn counts(&self) -> Result<Counts> {
        Ok(Counts {
            states: count(self.states.len(), "states")?,
            contacts_per_state: self.contacts_per_state,
            channels: count(self.channels.len(), "channels")?,
            components: count(self.components.len(), "components")?,
            groups: count(self.groups.len(), "groups")?,
        })
    }

    fn write_states(&self, out: &mut Vec<u8>) -> Result<()> {
        let states = self.states.len();
        for (index, StateBuf { state, contacts }) in self.states.iter().enumerate() {
            let own = count(contacts.len(), "contacts")?;
            if own != self.contacts_per_state {
                return Err(other_contacts(index, own, self.contacts_per_state));
            }
            out.put(&state.write());
            contacts.iter().for_each(|contact| out.put(&contact.write()));
        }
        if Some(self.costs.len()) != states.checked_mul(states) {
            let why = format!("{} costs, but {states} states", self.costs.len());
            return Err(Error::usage("costs", why));
        }
        self.costs.iter().for_each(|cost| out.put_f32(*cost));
        Ok(())
    }

    fn write_components(&self, out: &mut Vec<u8>) -> Result<()> {
        for ComponentBuf { component, channels, label, label_end } in &self.components {
            let channel_count = count(channels.len(), "channels")?;
            out.put(&Component { channel_count, ..*component }.write());
            channels.iter().for_each(|channel| out.put_i32(*channel));
            out.put(&LabelHead { size: count(label.len(), "label")? }.write());
            out.put(label);
            if !label.is_empty() {
                out.put_u8(*label_end);
            }
        }
        Ok(())
    }
}

fn count(count: usize, field: &'static str) -> Result<u32> {
    u32::try_from(count).map_err(|_| Error::usage(field, format!("{count} do not fit")))
}

fn other_contacts(index: usize, own: u32, all: u32) -> Error {
    let why = format!("{own}, but every state has {all}: contacts_per_state is one number");
    Error::usage(format!("states[{index}].contacts"), why)
}

/// A table of costs for another number of states: `from` gives for each of the new ones which of
/// the old ones it was. To a state that is new there is no way but from itself.
pub(super) fn resized(
    costs: &[f32],
    old: usize,
    new: usize,
    from: &dyn Fn(usize) -> Option<usize>,
) -> Vec<f32> {
    let mut table = Vec::new();
    for to in 0..new {
        for start in 0..new {
            let kept = from(to).zip(from(start));
            let kept = kept.and_then(|(to, start)| costs.get(to * old + start).copied());
            table.push(kept.unwrap_or(if to == start { 0.0 } else { NO_WAY }));
        }
    }
    table
}
