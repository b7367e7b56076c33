//! Changes that can be taken back and made again.

use ngi_verbs::format::EntryMeta;

/// One change: the bytes that were replaced, and what was said of the entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// The field it was about.
    pub field: String,
    at: usize,
    old: Vec<u8>,
    new: Vec<u8>,
    old_entry: Option<EntryMeta>,
    new_entry: Option<EntryMeta>,
}

impl Step {
    /// The change from one state to another.
    pub fn new(
        field: &str,
        (old, old_entry): (&[u8], Option<EntryMeta>),
        (new, new_entry): (&[u8], Option<EntryMeta>),
    ) -> Self {
        let same = |(old, new): &(&u8, &u8)| old == new;
        let at = old.iter().zip(new).take_while(same).count();
        let (old, new) = (old.get(at..).unwrap_or_default(), new.get(at..).unwrap_or_default());
        let tail = old.iter().rev().zip(new.iter().rev()).take_while(same).count();
        let cut = |bytes: &[u8]| bytes.get(..bytes.len() - tail).unwrap_or_default().to_vec();
        let (old, new) = (cut(old), cut(new));
        Self { field: field.to_owned(), at, old, new, old_entry, new_entry }
    }

    /// Where it is, how many bytes it replaces, and with what.
    pub(super) fn parts(&self) -> (usize, usize, &[u8]) {
        (self.at, self.old.len(), &self.new)
    }

    /// Whether both states are the same.
    pub fn changes_nothing(&self) -> bool {
        self.old.is_empty() && self.new.is_empty() && self.old_entry == self.new_entry
    }

    /// From the new state to the old one.
    pub fn take_back(&self, bytes: &mut Vec<u8>, entry: &mut Option<EntryMeta>) {
        replace(bytes, self.at, self.new.len(), &self.old);
        *entry = self.old_entry;
    }

    /// From the old state to the new one.
    pub fn make_again(&self, bytes: &mut Vec<u8>, entry: &mut Option<EntryMeta>) {
        replace(bytes, self.at, self.old.len(), &self.new);
        *entry = self.new_entry;
    }
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
            assert!(step.old.len() + step.new.len() <= old.len() + new.len());
            assert_eq!(step.changes_nothing(), old == new);
            let (mut bytes, mut entry) = (new.as_bytes().to_vec(), None);
            step.take_back(&mut bytes, &mut entry);
            assert_eq!(bytes, old.as_bytes(), "{old} {new}");
            step.make_again(&mut bytes, &mut entry);
            assert_eq!(bytes, new.as_bytes(), "{old} {new}");
        }
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
