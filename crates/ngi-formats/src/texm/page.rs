//! `Page`: the cells of an atlas.

use super::layout::Skipped;
use super::types::PAGE_MAGIC;
use crate::bytes::{Cursor, Put};
use crate::schema::{Record as _, record};
use crate::{Error, Result};

record! {
    /// Head of a page, before its cells.
    pub struct PageHead[8] derive(Eq, Hash) {
        /// The letters `Page`.
        0 => magic: [u8; 4] as hex,
        /// Number of cells that follow.
        4 => count: u32,
    }
}

record! {
    /// Cell as stored: position and size in pixels of level 0.
    pub struct Rect[8] derive(Eq, Hash, Default) {
        /// Left edge of the cell in pixels of level 0.
        0 => x: i16,
        /// Width of the cell in pixels of level 0.
        2 => w: i16,
        /// Top edge of the cell in pixels of level 0.
        4 => y: i16,
        /// Height of the cell in pixels of level 0.
        6 => h: i16,
    }
}

/// Part of a texture in texture coordinates: corner and size, as fractions of the whole.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct UvRect {
    /// Left edge.
    pub u0: f32,
    /// Top edge.
    pub v0: f32,
    /// Width.
    pub du: f32,
    /// Height.
    pub dv: f32,
}

impl UvRect {
    /// The whole texture.
    pub const WHOLE: Self = Self { u0: 0.0, v0: 0.0, du: 1.0, dv: 1.0 };
}

/// Part of a texture in pixels: left, top, right, bottom; right and bottom are outside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PixelRect {
    /// Left edge.
    pub x0: i32,
    /// Top edge.
    pub y0: i32,
    /// The column right of it.
    pub x1: i32,
    /// The row below it.
    pub y1: i32,
}

impl Rect {
    /// The cell in texture coordinates, when so many levels are skipped: `x / (W << s)` with W
    /// the width that is left, as the engine works it out. For sides that are powers of two that
    /// is the fraction of the whole texture, whatever is skipped.
    pub fn uv(&self, skipped: Skipped) -> UvRect {
        let Self { x, w, y, h } = *self;
        // 53 bits hold any side, so only the last step rounds.
        let scale = f64::from(skipped.skip.min(63)).exp2();
        let part = |value: i16, side: u32| {
            #[allow(clippy::cast_possible_truncation)] // rounds to the nearest
            let fraction = (f64::from(value) / (f64::from(side) * scale)) as f32;
            fraction
        };
        UvRect {
            u0: part(x, skipped.width),
            v0: part(y, skipped.height),
            du: part(w, skipped.width),
            dv: part(h, skipped.height),
        }
    }

    /// The cell in pixels of the first level that is kept: every number shifted down.
    ///
    /// The engine shifts up instead, which makes sense for no skipped level alone.
    pub fn pixels(&self, skip: u32) -> PixelRect {
        let Self { x, w, y, h } = *self;
        let [x, w, y, h] = [x, w, y, h].map(|value| i32::from(value) >> skip.min(31));
        PixelRect { x0: x, y0: y, x1: x + w, y1: y + h }
    }

    /// Whether the cell has pixels and all of them are in a texture of this size.
    pub fn is_inside(&self, width: u32, height: u32) -> bool {
        self.outside(width, height).is_none()
    }

    /// The field that leads out of a texture of this size, or leaves no pixels.
    pub(super) fn outside(&self, width: u32, height: u32) -> Option<&'static str> {
        let Self { x, w, y, h } = *self;
        let fits =
            |from: i16, size: i16, side: u32| i64::from(from) + i64::from(size) <= i64::from(side);
        let rules = [
            ("x", x >= 0),
            ("y", y >= 0),
            ("w", w > 0 && fits(x, w, width)),
            ("h", h > 0 && fits(y, h, height)),
        ];
        rules.into_iter().find(|(_, holds)| !holds).map(|(name, _)| name)
    }
}

/// The cells of an atlas. A material's cell *c* is `rects[c]`; its cell −1 is the whole texture.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Page {
    /// The cells in order.
    pub rects: Vec<Rect>,
}

impl Page {
    /// An atlas of equal cells, row after row.
    pub fn grid(width: u32, height: u32, columns: u16, rows: u16) -> Result<Self> {
        let side = |side: u32, parts: u16, field| {
            let parts = u32::from(parts);
            let fits = parts != 0 && side.is_multiple_of(parts);
            i16::try_from(side)
                .ok()
                .filter(|_| fits)
                .and_then(|_| i16::try_from(side / parts).ok())
                .ok_or_else(|| {
                    Error::usage(
                        field,
                        format!(
                            "{side} pixels cannot be cut in {parts} equal parts of at most 32,767"
                        ),
                    )
                })
        };
        let (w, h) = (side(width, columns, "columns")?, side(height, rows, "rows")?);
        let row = |y: i16| {
            (0..columns).map_while(move |column| {
                Some(Rect { x: i16::try_from(column).ok()?.checked_mul(w)?, w, y, h })
            })
        };
        let tops = (0..rows).map_while(|row| i16::try_from(row).ok()?.checked_mul(h));
        Ok(Self { rects: tops.flat_map(row).collect() })
    }

    /// Reads `"Page"`, count and cells from the start of the cursor's rest.
    pub(super) fn read(cursor: &mut Cursor<'_>) -> Result<Self> {
        let at = cursor.position() as u64;
        let PageHead { magic, count } = PageHead::read(&cursor.array("page")?);
        if magic != PAGE_MAGIC {
            return Err(Error::malformed("page", at, "the cells start with \"Page\""));
        }
        let size = usize::try_from(count).ok().and_then(|count| count.checked_mul(Rect::SIZE));
        let bytes = cursor.take(size.unwrap_or(usize::MAX), "page")?;
        Ok(Self { rects: Rect::split(bytes).0.iter().map(Rect::read).collect() })
    }

    /// Appends `"Page"`, count and cells.
    pub(super) fn write(&self, out: &mut Vec<u8>) {
        let Self { rects } = self;
        // More cells than that are refused when they are set.
        let count = u32::try_from(rects.len()).unwrap_or(u32::MAX);
        out.put(&PageHead { magic: PAGE_MAGIC, count }.write());
        for rect in rects {
            out.put(&rect.write());
        }
    }

    /// Bytes of the stored form.
    pub(super) fn stored_size(&self) -> usize {
        PageHead::SIZE + self.rects.len() * Rect::SIZE
    }
}
