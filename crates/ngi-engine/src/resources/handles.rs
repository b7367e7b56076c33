//! Handles: plain numbers that notice when they are used too late or in the wrong place.

use std::sync::atomic::{AtomicU32, Ordering};

use ngi_vfs::{Error, Result};

/// The place of a value, and which of the values that were there it means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Handle {
    /// Which set of slots it is for.
    owner: u32,
    slot: u32,
    generation: u32,
}

/// An open archive. Each opening has its own; it is stale once closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ArchiveHandle(pub(super) Handle);

/// An open library. Stale once closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct LibraryHandle(pub(super) Handle);

/// Values behind handles.
#[derive(Debug)]
pub(super) struct Slots<T> {
    /// What a message calls a handle of these.
    what: &'static str,
    owner: u32,
    slots: Vec<Slot<T>>,
    free: Vec<u32>,
}

#[derive(Debug)]
struct Slot<T> {
    generation: u32,
    value: Option<T>,
}

impl<T> Slots<T> {
    pub fn new(what: &'static str) -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let owner = NEXT.fetch_add(1, Ordering::Relaxed);
        Self { what, owner, slots: Vec::new(), free: Vec::new() }
    }

    /// Keeps a value; gives its handle.
    pub fn insert(&mut self, value: T) -> Result<Handle> {
        let owner = self.owner;
        if let Some(slot) = self.free.pop()
            && let Some(place) = self.slots.get_mut(index(slot))
        {
            place.value = Some(value);
            return Ok(Handle { owner, slot, generation: place.generation });
        }
        let slot = u32::try_from(self.slots.len()).map_err(|_| Error::Limit {
            path: self.what.to_owned(),
            why: "too many handles are open".to_owned(),
        })?;
        self.slots.push(Slot { generation: 0, value: Some(value) });
        Ok(Handle { owner, slot, generation: 0 })
    }

    pub fn get(&self, handle: Handle) -> Result<&T> {
        let slot = self.slots.get(index(handle.slot)).filter(|slot| self.fits(handle, slot));
        slot.and_then(|slot| slot.value.as_ref()).ok_or(Error::StaleHandle { what: self.what })
    }

    pub fn get_mut(&mut self, handle: Handle) -> Result<&mut T> {
        self.get(handle)?;
        let slot = self.slots.get_mut(index(handle.slot));
        slot.and_then(|slot| slot.value.as_mut()).ok_or(Error::StaleHandle { what: self.what })
    }

    /// Takes a value out; its handle is stale from now on.
    pub fn remove(&mut self, handle: Handle) -> Result<T> {
        self.get(handle)?;
        let stale = Error::StaleHandle { what: self.what };
        let slot = self.slots.get_mut(index(handle.slot));
        let Some((slot, value)) =
            slot.and_then(|slot| slot.value.take().map(|value| (slot, value)))
        else {
            return Err(stale);
        };
        // A slot whose generations are used up is never used again.
        if let Some(next) = slot.generation.checked_add(1) {
            slot.generation = next;
            self.free.push(handle.slot);
        }
        Ok(value)
    }

    /// All values with their handles.
    pub fn iter(&self) -> impl Iterator<Item = (Handle, &T)> {
        self.slots.iter().zip(0..).filter_map(|(slot, number)| {
            let handle = Handle { owner: self.owner, slot: number, generation: slot.generation };
            slot.value.as_ref().map(|value| (handle, value))
        })
    }

    fn fits(&self, handle: Handle, slot: &Slot<T>) -> bool {
        handle.owner == self.owner && handle.generation == slot.generation
    }
}

fn index(slot: u32) -> usize {
    usize::try_from(slot).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_handle_is_good_until_its_value_is_taken() {
        let mut slots = Slots::new("test");
        let first = slots.insert('a').unwrap();
        let second = slots.insert('b').unwrap();
        assert_eq!(slots.remove(first).unwrap(), 'a');
        assert!(slots.get(first).is_err());
        assert!(slots.remove(first).is_err());
        let third = slots.insert('c').unwrap();
        assert_eq!(third.slot, first.slot, "the slot is used again");
        assert!(slots.get_mut(first).is_err(), "but not for the old handle");
        assert_eq!((slots.get(second).unwrap(), slots.get(third).unwrap()), (&'b', &'c'));
        assert_eq!(slots.iter().count(), 2);
        let other = Slots::<char>::new("test").insert('x').unwrap();
        assert!(slots.get(other).is_err(), "a handle of another set");
    }

    #[test]
    fn a_worn_out_slot_is_retired() {
        let mut slots = Slots::new("test");
        let handle = slots.insert(1).unwrap();
        slots.slots[0].generation = u32::MAX;
        let last = Handle { generation: u32::MAX, ..handle };
        slots.remove(last).unwrap();
        assert_eq!(slots.insert(2).unwrap().slot, 1);
        assert!(slots.get(last).is_err());
    }
}
