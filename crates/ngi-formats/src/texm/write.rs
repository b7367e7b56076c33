//! Writing: the bytes that were read, unless something was changed.

use super::read::Texm;
use crate::bytes::Put;

impl Texm<'_> {
    /// The texture's bytes.
    pub fn write(&self) -> Vec<u8> {
        let page = self.page.as_ref().map_or(0, super::page::Page::stored_size);
        let mut out = Vec::with_capacity(self.page_offset() + page + self.tail.len());
        let Self { header, palette, pixels, page, tail } = self;
        out.put(&header.stored());
        if let Some(palette) = palette {
            out.put(palette.bytes());
        }
        out.put(pixels);
        if let Some(page) = page {
            page.write(&mut out);
        }
        out.put(tail);
        out
    }
}
