//! Changes that can be taken back and made again.

use ngi_verbs::format::EntryMeta;

/// One change: the bytes that were replaced, and what was said of the entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// The field it was about.
    pub field: String,
    /// By place; only where the length stays there are several.
    patches: Vec<Patch>,
    old_entry: Option<EntryMeta>,
    new_entry: Option<EntryMeta>,
}

/// Bytes that were replaced by others.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Patch {
    at: usize,
    old: Vec<u8>,
    new: Vec<u8>,
}

/// Changes with fewer bytes between them are one.
const GAP: usize = 64;
/// Bytes that are compared at once.
const BLOCK: usize = 1024;

impl Step {
    /// The change from one state to another.
    pub fn new(
        field: &str,
        (old, old_entry): (&[u8], Option<EntryMeta>),
        (new, new_entry): (&[u8], Option<EntryMeta>),
    ) -> Self {
        let patches = match old.len() == new.len() {
            true => scattered(old, new),
            false => vec![Patch::between(old, new)],
        };
        Self { field: field.to_owned(), patches, old_entry, new_entry }
    }

    /// Whether both states are the same.
    pub fn changes_nothing(&self) -> bool {
        let same = |patch: &Patch| patch.old.is_empty() && patch.new.is_empty();
        self.patches.iter().all(same) && self.old_entry == self.new_entry
    }

    /// From the new state to the old one.
    pub fn take_back(&self, bytes: &mut Vec<u8>, entry: &mut Option<EntryMeta>) {
        for Patch { at, old, new } in &self.patches {
            replace(bytes, *at, new.len(), old);
        }
        *entry = self.old_entry;
    }

    /// From the old state to the new one.
    pub fn make_again(&self, bytes: &mut Vec<u8>, entry: &mut Option<EntryMeta>) {
        for Patch { at, old, new } in &self.patches {
            replace(bytes, *at, old.len(), new);
        }
        *entry = self.new_entry;
    }
}

impl Patch {
    /// All that differs, as one piece.
    fn between(old: &[u8], new: &[u8]) -> Self {
        let same = |(old, new): &(&u8, &u8)| old == new;
        let at = old.iter().zip(new).take_while(same).count();
        let (old, new) = (old.get(at..).unwrap_or_default(), new.get(at..).unwrap_or_default());
        let tail = old.iter().rev().zip(new.iter().rev()).take_while(same).count();
        let cut = |bytes: &[u8]| bytes.get(..bytes.len() - tail).unwrap_or_default().to_vec();
        Self { at, old: cut(old), new: cut(new) }
    }
}

/// The changes from one state to another: where each begins, how many bytes it replaces, and with
/// what. Only where the length stays there are several.
pub(super) fn spans(old: &[u8], new: &[u8]) -> Vec<(usize, usize, Vec<u8>)> {
    let Step { patches, .. } = Step::new("", (old, None), (new, None));
    patches.into_iter().map(|Patch { at, old, new }| (at, old.len(), new)).collect()
}

/// What differs here and there in states of one length: a stroke of a brush touches a few bytes in
/// each of several tables.
fn scattered(old: &[u8], new: &[u8]) -> Vec<Patch> {
    let mut runs: Vec<std::ops::Range<usize>> = Vec::new();
    for (block, (old, new)) in old.chunks(BLOCK).zip(new.chunks(BLOCK)).enumerate() {
        // Most of a large file is as it was: whole blocks are compared at once.
        if old == new {
            continue;
        }
        for (at, _) in old.iter().zip(new).enumerate().filter(|(_, (old, new))| old != new) {
            let at = block * BLOCK + at;
            match runs.last_mut() {
                Some(run) if at < run.end + GAP => run.end = at + 1,
                _ => runs.push(at..at + 1),
            }
        }
    }
    let cut = |bytes: &[u8], run: &std::ops::Range<usize>| {
        bytes.get(run.clone()).unwrap_or_default().to_vec()
    };
    let patch = |run: std::ops::Range<usize>| Patch {
        at: run.start,
        old: cut(old, &run),
        new: cut(new, &run),
    };
    runs.into_iter().map(patch).collect()
}

fn replace(bytes: &mut Vec<u8>, at: usize, len: usize, with: &[u8]) {
    let end = (at + len).min(bytes.len());
    drop(bytes.splice(at.min(end)..end, with.iter().copied()));
}

/// What was done, and what was taken back.
#[derive(Debug, Clone, Default)]
pub struct History {
    done: Vec<Step>,
    undone: Vec<Step>,
}

impl History {
    /// A change was made: what was taken back before is forgotten.
    pub fn push(&mut self, step: Step) {
        self.done.push(step);
        self.undone.clear();
    }

    /// The step to take back.
    pub fn undo(&mut self) -> Option<Step> {
        let step = self.done.pop()?;
        self.undone.push(step.clone());
        Some(step)
    }

    /// The step to make again.
    pub fn redo(&mut self) -> Option<Step> {
        let step = self.undone.pop()?;
        self.done.push(step.clone());
        Some(step)
    }

    /// How many changes can be taken back.
    pub fn steps(&self) -> usize {
        self.done.len()
    }

    /// The fields that the next undo and the next redo are about.
    pub fn next(&self) -> (Option<&str>, Option<&str>) {
        let done = self.done.last().map(|step| step.field.as_str());
        (done, self.undone.last().map(|step| step.field.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_keeps_only_what_changed_and_goes_both_ways() {
        for (old, new) in [
            ("abcdef", "abXdef"),
            ("aaaa", "aaaaa"),
            ("aaaaa", "aaaa"),
            ("", "abc"),
            ("abc", ""),
            ("abab", "abXYab"),
            ("same", "same"),
        ] {
            let step = Step::new("f", (old.as_bytes(), None), (new.as_bytes(), None));
            let kept: usize = step.patches.iter().map(|it| it.old.len() + it.new.len()).sum();
            assert!(kept <= old.len() + new.len());
            assert_eq!(step.changes_nothing(), old == new);
            let (mut bytes, mut entry) = (new.as_bytes().to_vec(), None);
            step.take_back(&mut bytes, &mut entry);
            assert_eq!(bytes, old.as_bytes(), "{old} {new}");
            step.make_again(&mut bytes, &mut entry);
            assert_eq!(bytes, new.as_bytes(), "{old} {new}");
        }
    }

    #[test]
    fn what_changes_here_and_there_is_kept_in_pieces() {
        let old = vec![0u8; 10_000];
        let mut new = old.clone();
        for at in [3, 5, 4_000, 4_010, 9_999] {
            new[at] = 7;
        }
        let step = Step::new("stroke", (&old, None), (&new, None));
        assert_eq!(step.patches.len(), 3);
        let (mut bytes, mut entry) = (new.clone(), None);
        step.take_back(&mut bytes, &mut entry);
        assert!(bytes == old);
        step.make_again(&mut bytes, &mut entry);
        assert!(bytes == new);
    }

    #[test]
    fn the_attributes_of_an_entry_go_both_ways_too() {
        let meta = |flags| Some(EntryMeta { attributes: [flags, 6, 0], ..EntryMeta::default() });
        let step = Step::new("flags", (b"same", meta(2)), (b"same", meta(4)));
        assert!(!step.changes_nothing());
        let (mut bytes, mut entry) = (b"same".to_vec(), meta(4));
        step.take_back(&mut bytes, &mut entry);
        assert_eq!((bytes.as_slice(), entry), (b"same".as_slice(), meta(2)));
    }

    #[test]
    fn a_new_change_forgets_what_was_undone() {
        let step = |field: &str| Step::new(field, (b"a", None), (b"b", None));
        let mut history = History::default();
        history.push(step("one"));
        history.push(step("two"));
        assert_eq!(history.undo().unwrap().field, "two");
        assert_eq!(history.next(), (Some("one"), Some("two")));
        history.push(step("three"));
        assert_eq!(history.next(), (Some("three"), None));
        assert!(history.redo().is_none());
    }
}
