//! A cache of fixed size with reference counts: textures, lightmaps, materials.

use super::policy::LoadFlags;

/// What a slot is known by: the library it came from and its entry there.
///
/// The engine knows the entry alone, and takes one texture for another when the library is
/// changed while textures are loaded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Key {
    /// Which library, counted from the first one that was opened.
    pub library: u32,
    /// Index of the entry in its directory.
    pub entry: usize,
}

/// A slot in use (`TextureSlot`).
#[derive(Debug, Clone)]
pub struct Slot<T> {
    /// What it was loaded from.
    pub key: Key,
    /// What it holds.
    pub object: T,
    /// How many users it has.
    pub references: u32,
    /// The game's time when its last user left; 0 while it has one.
    pub released: u32,
    /// How it was loaded the first time.
    pub flags: LoadFlags,
}

/// Slots of a fixed number, the lowest free one first.
#[derive(Debug, Clone)]
pub struct Cache<T> {
    slots: Vec<Option<Slot<T>>>,
    capacity: usize,
}

impl<T> Cache<T> {
    pub(super) fn new(capacity: usize) -> Self {
        Self { slots: Vec::new(), capacity }
    }

    /// How many slots there are.
    pub fn capacity(&self) -> usize {
        self.capacity
    }

    /// A slot, if it is in use.
    pub fn get(&self, slot: i32) -> Option<&Slot<T>> {
        self.slots.get(usize::try_from(slot).ok()?)?.as_ref()
    }

    /// All slots in use, with their numbers.
    pub fn iter(&self) -> impl Iterator<Item = (i32, &Slot<T>)> {
        (0..).zip(&self.slots).filter_map(|(number, slot)| Some((number, slot.as_ref()?)))
    }

    /// How many slots are in use, idle ones included.
    pub fn len(&self) -> usize {
        self.iter().count()
    }

    /// Whether no slot is in use.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many slots hold something nobody uses.
    pub fn idle(&self) -> usize {
        self.iter().filter(|(_, slot)| slot.references == 0).count()
    }

    pub(super) fn get_mut(&mut self, slot: i32) -> Option<&mut Slot<T>> {
        self.slots.get_mut(usize::try_from(slot).ok()?)?.as_mut()
    }

    /// All slots in use, to change.
    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Slot<T>> {
        self.slots.iter_mut().flatten()
    }

    /// The slot of what is loaded already, with one user more.
    pub(super) fn reuse(&mut self, key: Key) -> Option<i32> {
        let found = self.slots.iter_mut().zip(0..).find_map(|(slot, number)| {
            slot.as_mut().filter(|slot| slot.key == key).map(|slot| (slot, number))
        });
        let (slot, number) = found?;
        slot.references = slot.references.saturating_add(1);
        slot.released = 0;
        Some(number)
    }

    /// Whether something new fits.
    pub(super) fn has_room(&self) -> bool {
        self.slots.len() < self.capacity || self.slots.iter().any(Option::is_none)
    }

    /// Keeps something new with one user; `None` where no slot is free.
    pub(super) fn insert(&mut self, key: Key, object: T, flags: LoadFlags) -> Option<i32> {
        let slot = Slot { key, object, references: 1, released: 0, flags };
        let place = match self.slots.iter().position(Option::is_none) {
            Some(place) => place,
            None if self.slots.len() < self.capacity => {
                self.slots.push(None);
                self.slots.len() - 1
            }
            None => return None,
        };
        *self.slots.get_mut(place)? = Some(slot);
        i32::try_from(place).ok()
    }

    /// One user less. Gives what is left of the count; `None` for a slot that is not in use.
    pub(super) fn release(&mut self, slot: i32, now: u32) -> Option<u32> {
        let slot = self.get_mut(slot)?;
        // A count never falls below 0: a slot without users is released by nobody.
        slot.references = slot.references.saturating_sub(1);
        if slot.references == 0 {
            slot.released = now;
        }
        Some(slot.references)
    }

    /// Empties a slot.
    pub(super) fn remove(&mut self, slot: i32) -> Option<T> {
        let slot = self.slots.get_mut(usize::try_from(slot).ok()?)?;
        slot.take().map(|slot| slot.object)
    }

    /// Empties the slots that have had no user for longer than `idle`; gives their number.
    pub(super) fn sweep(&mut self, now: u32, idle: u32) -> usize {
        let mut swept = 0;
        for place in &mut self.slots {
            let stale = place
                .as_ref()
                .is_some_and(|slot| slot.references == 0 && now.wrapping_sub(slot.released) > idle);
            if stale {
                *place = None;
                swept += 1;
            }
        }
        swept
    }

    /// Empties every slot; gives how many were in use.
    pub(super) fn clear(&mut self) -> usize {
        let count = self.len();
        self.slots.clear();
        count
    }
}
