//! Resource 10: one label per node, of any length.
//!
//! A record is a `u32` length, and where that is not 0 the text and a NUL. The label says which
//! parts fit on the node ("central…", "e_tur_…"); the older documents take it for the name.

use crate::bytes::{Cursor, Put};
use crate::text;

/// A label as it is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LabelRef<'a> {
    /// The text without its NUL; empty where the record is only a length of 0.
    pub text: &'a [u8],
    /// The byte after the text: NUL in every shipped file.
    pub end: u8,
}

/// A label that owns its text.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Label {
    /// The text without its NUL.
    pub text: Vec<u8>,
    /// The byte after the text; not stored where the text is empty.
    pub end: u8,
}

impl Label {
    /// A label that ends with a NUL.
    pub fn new(text: &[u8]) -> Self {
        Self { text: text.to_vec(), end: 0 }
    }

    /// The text as the engine sees it: up to the first NUL; `None` where there is none.
    pub fn as_text(&self) -> Option<String> {
        LabelRef { text: &self.text, end: self.end }.as_text()
    }

    /// Appends the record.
    pub fn write(&self, out: &mut Vec<u8>) -> crate::Result<()> {
        let Self { text, end } = self;
        let length = u32::try_from(text.len())
            .map_err(|_| crate::Error::limit("label", "longer than the format's 32 bits"))?;
        out.put_u32(length);
        if !text.is_empty() {
            out.put(text);
            out.put_u8(*end);
        }
        Ok(())
    }
}

impl LabelRef<'_> {
    /// The text as the engine sees it: up to the first NUL; `None` where there is none.
    pub fn as_text(&self) -> Option<String> {
        (!self.text.is_empty()).then(|| text::decode(text::until_nul(self.text)))
    }

    /// The same label with a text of its own.
    pub fn to_owned(self) -> Label {
        Label { text: self.text.to_vec(), end: self.end }
    }
}

/// The labels of a model, one after another.
#[derive(Debug, Clone, Copy, Default)]
pub struct Labels<'a> {
    bytes: &'a [u8],
}

impl<'a> Labels<'a> {
    /// Labels in these bytes.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes }
    }

    /// The labels in node order, as far as they can be followed.
    pub fn iter(&self) -> LabelIter<'a> {
        LabelIter { cursor: Cursor::new(self.bytes) }
    }

    /// The label of a node. Walks the records from the first, as the engine does.
    pub fn get(&self, node: usize) -> Option<LabelRef<'a>> {
        self.iter().nth(node)
    }

    /// Labels with texts of their own, and the bytes behind the last that could be followed.
    pub fn to_vec(&self) -> (Vec<Label>, &'a [u8]) {
        let mut iter = self.iter();
        let labels = iter.by_ref().map(LabelRef::to_owned).collect();
        (labels, iter.rest())
    }
}

/// Labels in node order; ends at the first that does not fit.
#[derive(Debug, Clone)]
pub struct LabelIter<'a> {
    cursor: Cursor<'a>,
}

impl<'a> LabelIter<'a> {
    /// Bytes that have not been read yet.
    pub fn rest(&self) -> &'a [u8] {
        self.cursor.rest()
    }

    /// Offset of the next record.
    pub fn position(&self) -> usize {
        self.cursor.position()
    }
}

impl<'a> Iterator for LabelIter<'a> {
    type Item = LabelRef<'a>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut ahead = self.cursor.clone();
        let length = usize::try_from(ahead.u32("length").ok()?).ok()?;
        let (text, end) = match length {
            0 => (&[][..], 0),
            _ => (ahead.take(length, "text").ok()?, ahead.u8("end").ok()?),
        };
        self.cursor = ahead;
        Some(LabelRef { text, end })
    }
}
