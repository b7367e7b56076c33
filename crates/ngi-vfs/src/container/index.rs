//! The names of an archive in folded order, made once: look-ups, and who shares a name with whom.

use std::cmp::Ordering;

use ngi_formats::text;

use super::Directory;

/// With whom an entry shares its name, ASCII case ignored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shares {
    /// With nobody.
    Nothing,
    /// With others, but with nobody of its own type.
    Name,
    /// With others of its own type.
    NameAndType,
}

/// Entries in the order of their folded names.
#[derive(Debug)]
pub(super) struct NameIndex {
    order: Vec<u32>,
    shares: Vec<Shares>,
}

impl NameIndex {
    /// Takes the archive's own sort table where it is sound, and sorts where it is not.
    pub fn of(directory: &dyn Directory) -> Self {
        let order = directory.sorted().unwrap_or_else(|| sorted(directory));
        let mut shares = vec![Shares::Nothing; directory.len()];
        let same = |a: &u32, b: &u32| text::same(name(directory, *a), name(directory, *b));
        for run in order.chunk_by(same).filter(|run| run.len() > 1) {
            let mut typed: Vec<_> =
                run.iter().map(|&index| (directory.type_id(place(index)), index)).collect();
            typed.sort_unstable();
            for group in typed.chunk_by(|(a, _), (b, _)| a == b) {
                let shared = if group.len() > 1 { Shares::NameAndType } else { Shares::Name };
                for &(_, index) in group {
                    if let Some(slot) = shares.get_mut(place(index)) {
                        *slot = shared;
                    }
                }
            }
        }
        Self { order, shares }
    }

    /// All entries with that name, ASCII case ignored, in no particular order.
    pub fn find(&self, directory: &dyn Directory, wanted: &[u8]) -> impl Iterator<Item = usize> {
        let before = |&index: &u32| text::compare(name(directory, index), wanted).is_lt();
        let first = self.order.partition_point(before);
        let rest = self.order.get(first..).unwrap_or_default();
        rest.iter()
            .take_while(move |&&index| {
                text::compare(name(directory, index), wanted) == Ordering::Equal
            })
            .map(|&index| place(index))
    }

    /// Whether no other entry has this entry's name.
    pub fn is_unique(&self, index: usize) -> bool {
        self.shares.get(index) == Some(&Shares::Nothing)
    }

    /// Whether no other entry has this entry's name and type.
    pub fn is_unique_typed(&self, index: usize) -> bool {
        self.shares.get(index).is_some_and(|&shares| shares != Shares::NameAndType)
    }
}

fn sorted(directory: &dyn Directory) -> Vec<u32> {
    // No archive has more than 2³¹ entries: both formats count with signed numbers.
    let mut order: Vec<u32> = (0..).take(directory.len()).collect();
    order.sort_by(|&a, &b| text::compare(name(directory, a), name(directory, b)));
    order
}

fn name(directory: &dyn Directory, index: u32) -> &[u8] {
    directory.name(place(index))
}

/// An index of the directory as a place in memory; they come from a `usize` in the first place.
fn place(index: u32) -> usize {
    usize::try_from(index).unwrap_or(usize::MAX)
}
