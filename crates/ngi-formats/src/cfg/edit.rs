//! Changing a text of objects and leaving every byte nobody asked to change.

use super::document::{Pair, Wanted};
use super::line::Quotes;
use super::read::{Cfg, Property};
use crate::Result;
use crate::lines::{
    Patch, Step, align, indent, is_space, line_at, line_end, line_start, unreadable,
};

/// A text that says what is wanted. Lines that say it already stay; a changed value changes what is
/// between its quotes; a new line looks like the one before it. An edit after which the text would
/// read otherwise than asked is refused.
pub(super) fn rewrite(before: &[u8], wanted: &Wanted) -> Result<Vec<u8>> {
    let cfg = Cfg::read(before)?;
    let there = Wanted::of(&cfg);
    if there == *wanted {
        return Ok(before.to_vec());
    }
    let mut change = Change { cfg: &cfg, patch: Patch::default(), end: line_end(before) };
    change.outside(&there.outside, &wanted.outside)?;
    change.objects(&there.objects, &wanted.objects)?;
    let bytes = change.patch.apply(before);
    if Wanted::of(&Cfg::read(&bytes)?) == *wanted { Ok(bytes) } else { Err(unreadable()) }
}

struct Change<'c> {
    cfg: &'c Cfg<'c>,
    patch: Patch,
    end: &'static [u8],
}

impl Change<'_> {
    fn outside(&mut self, old: &[Pair], new: &[Pair]) -> Result<()> {
        let own: Vec<Property<'_>> = self.cfg.outside().collect();
        // New ones come first: behind an object that is not closed they would be inside.
        self.properties(&own, old, new, Spot { at: 0, indent: Vec::new() })
    }

    fn objects(
        &mut self,
        old: &[(Vec<u8>, Vec<Pair>)],
        new: &[(Vec<u8>, Vec<Pair>)],
    ) -> Result<()> {
        let same = |a: usize, b: usize| old.get(a) == new.get(b);
        let named = |a: usize, b: usize| {
            old.get(a).zip(new.get(b)).is_some_and(|(old, new)| old.0 == new.0)
        };
        let mut steps = Vec::new();
        align(old.len(), new.len(), same, named, |step| {
            steps.push(step);
            Ok(())
        })?;
        let mut behind = None;
        for step in steps {
            match step {
                Step::Pair(a, b) => {
                    let (Some(old), Some(new)) = (old.get(a), new.get(b)) else { continue };
                    self.object(a, old, new)?;
                    behind = Some(a);
                }
                Step::Drop(a) => {
                    let end = self.block_end(a);
                    let start = self.cfg.get(a).map_or(end, |object| object.line());
                    self.patch.remove(start..end);
                    behind = Some(a);
                }
                Step::Add(b) => {
                    // The first of all comes first, all others behind the one before.
                    let at = behind.map_or(0, |behind| self.block_end(behind));
                    let at = if old.is_empty() { self.cfg.bytes().len() } else { at };
                    let Some((name, pairs)) = new.get(b) else { continue };
                    let block = self.block(at, name, pairs);
                    self.patch.put(at..at, block);
                }
            }
        }
        Ok(())
    }

    /// Where the block of an object ends: behind the line of its `end`.
    fn block_end(&self, index: usize) -> usize {
        let text = self.cfg.bytes();
        let end = self.cfg.get(index).and_then(|object| object.end());
        end.and_then(|end| line_at(text, end)).map_or(text.len(), |line| line.next)
    }

    /// The lines of a new object.
    fn block(&self, at: usize, name: &[u8], pairs: &[Pair]) -> Vec<u8> {
        let mut out = self.fresh_line(at).to_vec();
        out.extend([b"object ", name, self.end].concat());
        for (key, value) in pairs {
            out.extend([b"  ".as_slice(), key, b" = \"", value, b"\"", self.end].concat());
        }
        out.extend([b"end", self.end].concat());
        out
    }

    /// A line end, where the text before a place does not end with one.
    fn fresh_line(&self, at: usize) -> &'static [u8] {
        let before = self.cfg.bytes().get(..at).unwrap_or_default();
        if before.is_empty() || before.ends_with(b"\n") { b"" } else { self.end }
    }

    fn object(
        &mut self,
        index: usize,
        old: &(Vec<u8>, Vec<Pair>),
        new: &(Vec<u8>, Vec<Pair>),
    ) -> Result<()> {
        let Some(object) = self.cfg.get(index) else { return Ok(()) };
        let (start, end) = object.name_at();
        if old.0 != new.0 {
            self.patch.put(start..end, new.0.clone());
        }
        let text = self.cfg.bytes();
        let head = line_at(text, object.line()).map_or(text.len(), |line| line.next);
        let deeper = [indent(text, object.line()), b"  "].concat();
        let own: Vec<Property<'_>> = self.cfg.properties_of(index).collect();
        self.properties(&own, &old.1, &new.1, Spot { at: head, indent: deeper })
    }

    /// Properties of one object. The first of new ones comes to `spot`, where none is before it.
    fn properties(
        &mut self,
        own: &[Property<'_>],
        old: &[Pair],
        new: &[Pair],
        mut spot: Spot,
    ) -> Result<()> {
        let text = self.cfg.bytes();
        let same = |a: usize, b: usize| old.get(a) == new.get(b);
        let named = |a: usize, b: usize| {
            old.get(a).zip(new.get(b)).is_some_and(|(old, new)| old.0 == new.0)
        };
        let mut spaces = b" = ".to_vec();
        align(old.len(), new.len(), same, named, |step| {
            if let Step::Pair(a, _) | Step::Drop(a) = step {
                let Some(property) = own.get(a) else { return Ok(()) };
                let start = line_start(text, property.key_offset);
                let line = line_at(text, start);
                let (next, end) = line.map_or((start, start), |line| (line.next, line.end));
                spot = Spot { at: next, indent: indent(text, start).to_vec() };
                spaces = spaces_of(text, property);
                match step {
                    Step::Drop(_) => self.patch.remove(start..next),
                    Step::Pair(_, b) => {
                        let (Some(old), Some(new)) = (old.get(a), new.get(b)) else {
                            return Ok(());
                        };
                        if old.0 != new.0 {
                            let key = property.key_offset..property.key_offset + old.0.len();
                            self.patch.put(key, new.0.clone());
                        }
                        if old.1 != new.1 {
                            self.value(property, end, &new.1);
                        }
                    }
                    Step::Add(_) => {}
                }
            } else if let Step::Add(b) = step
                && let Some((key, value)) = new.get(b)
            {
                let before = self.fresh_line(spot.at);
                let line = [before, &spot.indent, key, &spaces, b"\"", value, b"\"", self.end];
                self.patch.put(spot.at..spot.at, line.concat());
            }
            Ok(())
        })
    }

    /// Another value: between its quotes, or in quotes where it needs them.
    fn value(&mut self, property: &Property<'_>, line_end: usize, new: &[u8]) {
        let start = property.value_offset;
        let range = start..start + property.value.len();
        let plain = !new.is_empty() && !new.iter().any(|byte| is_space(*byte) || *byte == b'#');
        match property.quotes {
            Quotes::Both => self.patch.put(range, new.to_vec()),
            Quotes::Unclosed => self.patch.put(start..line_end, [new, b"\""].concat()),
            Quotes::None if plain && !new.starts_with(b"\"") => {
                self.patch.put(range, new.to_vec());
            }
            Quotes::None => self.patch.put(range, [b"\"", new, b"\""].concat()),
        }
    }
}

/// Where a new line goes, and how it is indented.
struct Spot {
    at: usize,
    indent: Vec<u8>,
}

/// What stands between a key and its value, without quotes.
fn spaces_of(text: &[u8], property: &Property<'_>) -> Vec<u8> {
    let quote = usize::from(property.quotes != Quotes::None);
    let start = property.key_offset + property.key.len();
    let end = property.value_offset.saturating_sub(quote);
    text.get(start..end).unwrap_or(b" = ").to_vec()
}
