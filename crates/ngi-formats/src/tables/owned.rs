//! The records of a table, to be changed.

use std::slice::{Iter, IterMut, SliceIndex};

use crate::schema::{Record, decode_all, encode_all};

/// The records of one table, and bytes behind them that are no whole record.
#[derive(Debug, Clone, PartialEq)]
pub struct OwnedTable<T> {
    /// The records.
    pub records: Vec<T>,
    /// What is left over: empty in every sound file.
    pub tail: Vec<u8>,
}

impl<T> OwnedTable<T> {
    /// How many records there are.
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// A record, or a run of them; `None` where they are not all there.
    pub fn get<I: SliceIndex<[T]>>(&self, index: I) -> Option<&I::Output> {
        self.records.get(index)
    }

    /// The same, to be changed.
    pub fn get_mut<I: SliceIndex<[T]>>(&mut self, index: I) -> Option<&mut I::Output> {
        self.records.get_mut(index)
    }

    /// The records, one by one.
    pub fn iter(&self) -> Iter<'_, T> {
        self.records.iter()
    }

    /// The records, to be changed one by one.
    pub fn iter_mut(&mut self) -> IterMut<'_, T> {
        self.records.iter_mut()
    }

    /// Adds a record behind the last.
    pub fn push(&mut self, record: T) {
        self.records.push(record);
    }
}

impl<T: Record> OwnedTable<T> {
    /// Decodes a payload.
    pub fn read(bytes: &[u8]) -> Self {
        let (records, tail) = T::split(bytes);
        Self { records: decode_all(records), tail: tail.to_vec() }
    }

    /// Encodes the payload.
    pub fn write(&self) -> Vec<u8> {
        let Self { records, tail } = self;
        encode_all(records, tail)
    }
}

impl<T> Default for OwnedTable<T> {
    fn default() -> Self {
        Self { records: Vec::new(), tail: Vec::new() }
    }
}

impl<T> From<Vec<T>> for OwnedTable<T> {
    fn from(records: Vec<T>) -> Self {
        Self { records, tail: Vec::new() }
    }
}

impl<'t, T> IntoIterator for &'t OwnedTable<T> {
    type Item = &'t T;
    type IntoIter = Iter<'t, T>;

    fn into_iter(self) -> Iter<'t, T> {
        self.iter()
    }
}

impl<'t, T> IntoIterator for &'t mut OwnedTable<T> {
    type Item = &'t mut T;
    type IntoIter = IterMut<'t, T>;

    fn into_iter(self) -> IterMut<'t, T> {
        self.iter_mut()
    }
}
