//! A text of objects and properties, seen through its lines.

use std::collections::HashMap;

use super::line::{PropertyAt, Quotes, What, parse};
use crate::lines::{check_size, line_at, lines, small};
use crate::{Result, text};

/// No such line or object.
const NONE: u32 = u32::MAX;

/// A text of objects and properties. Places are kept for lines that say something; what a line says
/// is looked at when somebody asks, so that a text of any size costs little more than itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cfg<'a> {
    bytes: &'a [u8],
    pub(super) objects: Vec<ObjectAt>,
    /// The lines of properties: those outside of objects, then those of each object.
    properties: Vec<u32>,
    /// How many are outside of objects.
    outside: u32,
}

/// Where an object is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ObjectAt {
    /// Where the line of its head starts.
    pub line: u32,
    /// Where the line of its `end` starts.
    end: u32,
    /// The object it is in.
    parent: u32,
    /// Its properties.
    first: u32,
    count: u32,
}

/// One block of an object, from its head to its `end`.
#[derive(Debug, Clone, Copy)]
pub struct Object<'s> {
    cfg: &'s Cfg<'s>,
    at: ObjectAt,
}

/// One property.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Property<'s> {
    /// Its key, as written.
    pub key: &'s [u8],
    /// Where that starts in the text.
    pub key_offset: usize,
    /// Its value, without quotes.
    pub value: &'s [u8],
    /// Where that starts in the text.
    pub value_offset: usize,
    /// Whether the value stands in quotes.
    pub quotes: Quotes,
    /// What stands behind a value in quotes and is no comment.
    pub rest: &'s [u8],
}

/// Whether bytes begin like a text of objects: the first line that says something is `object NAME`.
pub fn is_cfg(bytes: &[u8]) -> bool {
    // Comments at the top are short in every text; what is no text at all has no lines.
    let head = bytes.get(..0x1_0000).unwrap_or(bytes);
    let said = lines(head).map(|line| parse(head, line)).find(|what| *what != What::Empty);
    matches!(said, Some(What::Open(name)) if !name.is_empty()) && !head.contains(&0)
}

impl<'a> Cfg<'a> {
    /// Reads a text. Lines that are none of the grammar are passed over; only a text of four
    /// gigabytes cannot be read.
    pub fn read(bytes: &'a [u8]) -> Result<Self> {
        check_size(bytes)?;
        let opens = lines(bytes).filter(|line| matches!(parse(bytes, *line), What::Open(_)));
        let mut objects: Vec<ObjectAt> = Vec::with_capacity(opens.count());
        let (mut open, mut outside) = (Vec::new(), 0u32);
        for line in lines(bytes) {
            match parse(bytes, line) {
                What::Open(_) => {
                    let parent = open.last().copied().unwrap_or(NONE);
                    open.push(small(objects.len()));
                    let line = small(line.start);
                    objects.push(ObjectAt { line, end: NONE, parent, first: 0, count: 0 });
                }
                What::End => {
                    let closed = open.pop().and_then(|at| objects.get_mut(at as usize));
                    closed.into_iter().for_each(|object| object.end = small(line.start));
                }
                What::Property(_) => {
                    let owner = open.last().and_then(|at| objects.get_mut(*at as usize));
                    match owner {
                        Some(owner) => owner.count += 1,
                        None => outside += 1,
                    }
                }
                What::Empty | What::Other(_) => {}
            }
        }
        let mut next = outside;
        for object in &mut objects {
            object.first = next;
            next += object.count;
        }
        let properties = place(bytes, &objects, next);
        Ok(Self { bytes, objects, properties, outside })
    }

    /// The whole text, byte for byte.
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// How many blocks there are.
    pub fn len(&self) -> usize {
        self.objects.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.objects.is_empty()
    }

    /// A block by its place.
    pub fn get(&self, index: usize) -> Option<Object<'_>> {
        self.objects.get(index).map(|at| Object { cfg: self, at: *at })
    }

    /// All blocks in the order of their heads.
    pub fn objects(&self) -> impl ExactSizeIterator<Item = Object<'_>> {
        self.objects.iter().map(|at| Object { cfg: self, at: *at })
    }

    /// The properties outside of all objects.
    pub fn outside(&self) -> impl ExactSizeIterator<Item = Property<'a>> + use<'a, '_> {
        self.run(0, self.outside)
    }

    fn run(
        &self,
        first: u32,
        count: u32,
    ) -> impl ExactSizeIterator<Item = Property<'a>> + use<'a, '_> {
        let run = self.properties.get(first as usize..).unwrap_or_default();
        let run = run.get(..count as usize).unwrap_or(run);
        let bytes = self.bytes;
        run.iter().map(move |line| property_at(bytes, *line as usize))
    }

    /// A property outside of all objects, by its place.
    pub fn outside_at(&self, place: usize) -> Option<Property<'a>> {
        self.nth(0, self.outside, place)
    }

    /// A property of a block, both by their places.
    pub fn property_at(&self, index: usize, place: usize) -> Option<Property<'a>> {
        let at = self.objects.get(index)?;
        self.nth(at.first, at.count, place)
    }

    fn nth(&self, first: u32, count: u32, place: usize) -> Option<Property<'a>> {
        let place = u32::try_from(place).ok().filter(|place| *place < count)?;
        let line = self.properties.get(first.checked_add(place)? as usize)?;
        Some(property_at(self.bytes, *line as usize))
    }

    /// The last value of a key in all blocks of a name: a block that is repeated adds to the first,
    /// and a key that is repeated keeps the later value.
    pub fn value(&self, object: impl AsRef<[u8]>, key: impl AsRef<[u8]>) -> Option<&[u8]> {
        let blocks = self.objects().filter(|block| text::same(block.name(), object.as_ref()));
        let found = blocks.filter_map(|block| block.value(key.as_ref()));
        found.last()
    }

    /// What all blocks of a name say together, each key once, in the order of their first lines.
    pub fn merged(&self, object: impl AsRef<[u8]>) -> Vec<Property<'a>> {
        let mut places: HashMap<Vec<u8>, usize> = HashMap::new();
        let mut all: Vec<Property<'a>> = Vec::new();
        for block in self.objects.iter().filter(|at| {
            let block = Object { cfg: self, at: **at };
            text::same(block.name(), object.as_ref())
        }) {
            for property in self.run(block.first, block.count) {
                let place = *places.entry(property.key.to_ascii_lowercase()).or_insert(all.len());
                match all.get_mut(place) {
                    Some(slot) => *slot = property,
                    None => all.push(property),
                }
            }
        }
        all
    }
}

/// The lines of all properties, each at the place of its object.
fn place(bytes: &[u8], objects: &[ObjectAt], count: u32) -> Vec<u32> {
    let mut properties = vec![0; count as usize];
    let mut next: Vec<u32> = objects.iter().map(|object| object.first).collect();
    let (mut open, mut opened, mut outside) = (Vec::new(), 0usize, 0u32);
    for line in lines(bytes) {
        match parse(bytes, line) {
            What::Open(_) => {
                open.push(opened);
                opened += 1;
            }
            What::End => {
                open.pop();
            }
            What::Property(_) => {
                let slot = open.last().and_then(|owner| next.get_mut(*owner));
                let slot = slot.unwrap_or(&mut outside);
                if let Some(place) = properties.get_mut(*slot as usize) {
                    *place = small(line.start);
                }
                *slot += 1;
            }
            What::Empty | What::Other(_) => {}
        }
    }
    properties
}

/// The property on the line that starts at a place.
fn property_at(bytes: &[u8], start: usize) -> Property<'_> {
    let parsed = line_at(bytes, start).map(|line| parse(bytes, line));
    let Some(What::Property(PropertyAt { key, value, quotes, rest })) = parsed else {
        return Property {
            key: b"",
            key_offset: start,
            value: b"",
            value_offset: start,
            quotes: Quotes::None,
            rest: b"",
        };
    };
    let (key_offset, value_offset) = (key.start, value.start);
    let [key, value, rest] = [key, value, rest].map(|range| bytes.get(range).unwrap_or_default());
    Property { key, key_offset, value, value_offset, quotes, rest }
}

impl<'s> Object<'s> {
    /// Its name, as written.
    pub fn name(&self) -> &'s [u8] {
        let (start, end) = self.name_at();
        self.cfg.bytes.get(start..end).unwrap_or_default()
    }

    /// Where its name starts and ends.
    pub(super) fn name_at(&self) -> (usize, usize) {
        let line = line_at(self.cfg.bytes, self.at.line as usize);
        match line.map(|line| parse(self.cfg.bytes, line)) {
            Some(What::Open(name)) => (name.start, name.end),
            _ => (self.at.line as usize, self.at.line as usize),
        }
    }

    /// Where its name starts in the text.
    pub fn offset(&self) -> usize {
        self.name_at().0
    }

    /// Where the line of its head starts in the text.
    pub fn line(&self) -> usize {
        self.at.line as usize
    }

    /// Where the line of its `end` starts; `None` where nothing closes it.
    pub fn end(&self) -> Option<usize> {
        (self.at.end != NONE).then_some(self.at.end as usize)
    }

    /// The number of the object it is in.
    pub fn parent(&self) -> Option<usize> {
        (self.at.parent != NONE).then_some(self.at.parent as usize)
    }

    /// Its properties, in the order of their lines.
    pub fn properties(&self) -> impl ExactSizeIterator<Item = Property<'s>> + use<'s> {
        self.cfg.run(self.at.first, self.at.count)
    }

    /// The last value of a key, ignoring case.
    pub fn value(&self, key: impl AsRef<[u8]>) -> Option<&'s [u8]> {
        let found = self.properties().filter(|own| text::same(own.key, key.as_ref()));
        found.last().map(|own| own.value)
    }

    /// Whether it binds names to the entries of a library: `desc = "resource"`.
    pub fn is_descriptor(&self) -> bool {
        self.value("desc").is_some_and(|desc| text::same(desc, b"resource"))
    }
}

impl<'a> Cfg<'a> {
    /// The properties of a block by its place, in the order of their lines.
    pub fn properties_of(
        &self,
        index: usize,
    ) -> impl ExactSizeIterator<Item = Property<'a>> + use<'a, '_> {
        let run = self.objects.get(index).map_or((0, 0), |at| (at.first, at.count));
        self.run(run.0, run.1)
    }
}
