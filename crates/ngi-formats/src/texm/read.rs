//! Reading without copying pixels.

use std::borrow::Cow;
use std::ops::Range;

use super::layout::{chain_pixels, level_size};
use super::page::{Page, UvRect};
use super::types::{Header, MAGIC, PAGE_MAGIC, PixelFormat};
use super::{check, codes};
use crate::bytes::Cursor;
use crate::pal::{PALETTE_SIZE, Palette};
use crate::schema::Record as _;
use crate::{Code, Error, ErrorKind, Findings, Result};

/// A texture. Its pixels are borrowed from what was read until they are changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Texm<'a> {
    pub(super) header: Header,
    pub(super) palette: Option<Box<Palette>>,
    pub(super) pixels: Cow<'a, [u8]>,
    pub(super) page: Option<Page>,
    pub(super) tail: Cow<'a, [u8]>,
}

/// One level of a [`Texm`], as stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Level<'t> {
    /// Which one; 0 is the whole picture.
    pub index: u32,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// How pixels are stored.
    pub format: PixelFormat,
    /// The pixels, top row first.
    pub bytes: &'t [u8],
}

impl<'a> Texm<'a> {
    /// Reads a texture. Fails where the sizes do not say where the pixels or the cells end.
    pub fn read(bytes: &'a [u8]) -> Result<Self> {
        open(bytes).map_err(|(_, error)| error)
    }

    /// Reads a texture and fails on the first rule of severity *error* it breaks.
    pub fn read_strict(bytes: &'a [u8]) -> Result<Self> {
        let texture = Self::read(bytes)?;
        let mut findings = Findings::errors_only();
        check::check_texture(&texture, &mut findings);
        findings.or_error(texture)
    }

    /// Puts a texture together from its parts, as the accessors give them. Pixels and palette
    /// must be what the header says.
    pub fn from_parts(
        header: Header,
        palette: Option<Palette>,
        pixels: impl Into<Cow<'a, [u8]>>,
        page: Option<Page>,
        tail: impl Into<Cow<'a, [u8]>>,
    ) -> Result<Self> {
        let pixels = pixels.into();
        let to_usage = |(_, error): (_, Error)| Error::usage(error.field, error.kind.to_string());
        let size = pixel_bytes(&header).map_err(to_usage)?;
        if size != pixels.len() as u128 {
            let there = pixels.len();
            return Err(Error::usage("pixels", format!("{there} bytes, but {size} are needed")));
        }
        if header.format.has_palette() != palette.is_some() {
            return Err(Error::usage("palette", "format 0 and no other has one"));
        }
        let palette = palette.map(Box::new);
        let mut texture = Self { header, palette, pixels, page: None, tail: tail.into() };
        texture.set_page(page)?;
        // What is written must read back as the same parts.
        if texture.page.is_none() && starts_page(&texture.tail) {
            return Err(Error::usage("tail", "starts like the cells of a page"));
        }
        Ok(texture)
    }

    /// The header.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// How pixels are stored.
    pub fn format(&self) -> PixelFormat {
        self.header.format
    }

    /// Width of level 0.
    pub fn width(&self) -> u32 {
        self.header.width
    }

    /// Height of level 0.
    pub fn height(&self) -> u32 {
        self.header.height
    }

    /// Number of levels.
    pub fn level_count(&self) -> u32 {
        self.header.levels
    }

    /// The texture's own palette; format 0 alone has one.
    pub fn palette(&self) -> Option<&Palette> {
        self.palette.as_deref()
    }

    /// The pixels of all levels, one after another.
    pub fn pixels(&self) -> &[u8] {
        &self.pixels
    }

    /// The cells, where the texture has a page.
    pub fn page(&self) -> Option<&Page> {
        self.page.as_ref()
    }

    /// Bytes behind all that; none in a sound texture.
    pub fn tail(&self) -> &[u8] {
        &self.tail
    }

    /// A level as stored.
    pub fn level(&self, index: u32) -> Option<Level<'_>> {
        let bytes = self.pixels.get(self.level_range(index)?)?;
        let (width, height) = level_size(self.header.width, self.header.height, index);
        Some(Level { index, width, height, format: self.header.format, bytes })
    }

    /// All levels in order, the largest first.
    pub fn levels(&self) -> impl Iterator<Item = Level<'_>> {
        (0..self.header.levels).map_while(|index| self.level(index))
    }

    /// Where a level lies in the pixels.
    pub(super) fn level_range(&self, index: u32) -> Option<Range<usize>> {
        if index >= self.header.levels {
            return None;
        }
        let Header { width, height, format, .. } = self.header;
        let at = |levels| {
            let pixels = usize::try_from(chain_pixels(width, height, levels)).ok()?;
            pixels.checked_mul(format.bytes_per_pixel())
        };
        Some(at(index)?..at(index + 1)?)
    }

    /// A material's cell in texture coordinates, when so many levels are skipped: −1 (and below)
    /// is the whole texture, *c* the page's rect *c*. `None` for a cell the page does not have.
    pub fn cell_uv(&self, cell: i8, skip: u32) -> Option<UvRect> {
        let Ok(cell) = usize::try_from(cell) else { return Some(UvRect::WHOLE) };
        let rect = self.page.as_ref()?.rects.get(cell)?;
        Some(rect.uv(self.header.skipped(skip)))
    }

    /// Offset of the pixels from the start of the texture.
    pub(super) fn pixels_offset(&self) -> usize {
        Header::SIZE + if self.palette.is_some() { PALETTE_SIZE } else { 0 }
    }

    /// Offset of what follows the pixels: the page, or the tail.
    pub(super) fn page_offset(&self) -> usize {
        self.pixels_offset() + self.pixels.len()
    }
}

/// Whether bytes behind the pixels are the start of a page, cut off or not.
pub(super) fn starts_page(bytes: &[u8]) -> bool {
    !bytes.is_empty() && (bytes.starts_with(&PAGE_MAGIC) || PAGE_MAGIC.starts_with(bytes))
}

type Broken = (&'static Code, Error);

/// Bytes of all levels together, if the header's sizes make sense.
fn pixel_bytes(header: &Header) -> Result<u128, Broken> {
    let &Header { width, height, levels, format, .. } = header;
    let broken = |code, field, why: String| {
        let offset = Header::SHAPE.offset_of(field).map(|at| at as u64);
        let kind = ErrorKind::Malformed(why.into());
        (code, Error { offset, field: field.into(), kind })
    };
    if width == 0 || height == 0 {
        let field = if width == 0 { "width" } else { "height" };
        return Err(broken(&codes::SIZE_ZERO, field, format!("{width} x {height} has no pixels")));
    }
    if levels == 0 {
        let why = "there must be at least one level".to_owned();
        return Err(broken(&codes::LEVELS_ZERO, "levels", why));
    }
    Ok(chain_pixels(width, height, levels) * format.bytes_per_pixel() as u128)
}

/// Follows the structure; where that fails, says which rule is broken.
pub(super) fn open(bytes: &[u8]) -> Result<Texm<'_>, Broken> {
    let header = Header::of(bytes).map_err(|error| (&codes::HEADER_TRUNCATED, error))?;
    let magic: [u8; 4] = bytes.first_chunk().copied().unwrap_or_default();
    if magic != MAGIC {
        let shown = magic.escape_ascii();
        let why = format!("a texture starts with \"Texm\", this with \"{shown}\"");
        return Err((&codes::HEADER_MAGIC, Error::malformed("", 0, why)));
    }
    let size = pixel_bytes(&header)?;
    let mut cursor = Cursor::new(bytes);
    cursor.take(Header::SIZE, "").map_err(|error| (&codes::HEADER_TRUNCATED, error))?;
    let palette = if header.format.has_palette() {
        let stored = cursor.take(PALETTE_SIZE, "palette");
        Palette::read(stored.map_err(|error| (&codes::PALETTE_RANGE, error))?).map(Box::new)
    } else {
        None
    };
    let pixels = usize::try_from(size).ok().and_then(|size| cursor.take(size, "pixels").ok());
    let pixels = pixels.ok_or_else(|| {
        let (at, left) = (cursor.position() as u64, cursor.remaining());
        let Header { width, height, levels, format, .. } = header;
        let why = format!(
            "{levels} levels from {width} x {height} in format {format} take {size} bytes, but only {left} are left"
        );
        (&codes::PIXELS_RANGE, Error::malformed("pixels", at, why))
    })?;
    let page = starts_page(cursor.rest()).then(|| Page::read(&mut cursor)).transpose();
    let page = page.map_err(|error| (&codes::PAGE_RANGE, error))?;
    let (pixels, tail) = (Cow::Borrowed(pixels), Cow::Borrowed(cursor.rest()));
    Ok(Texm { header, palette, pixels, page, tail })
}
