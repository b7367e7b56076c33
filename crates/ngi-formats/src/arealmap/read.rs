//! Reading without copying: where each areal and each cell starts.

use super::check::{self, codes};
use super::edit::ArealMapBuf;
use super::message::INCORRECT;
use super::types::{Areal, ArealHead, Counts, GridHead, Link, point};
use super::{Cells, GridFrame};
use crate::bytes::{Cursor, u32_at};
use crate::schema::{Record as _, Stored as _};
use crate::{Code, Error, Findings, Result};

/// Bytes of an areal without corners and blocks.
pub(super) const SMALLEST_AREAL: usize = ArealHead::SIZE + Counts::SIZE;

/// An areal map seen through its payload. Every areal and every cell is known to be there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArealMap<'a> {
    bytes: &'a [u8],
    /// Offset of each areal.
    areals: Vec<u32>,
    across: u32,
    down: u32,
    /// Offset of the numbers of cells.
    cells_at: usize,
    /// Offset of each cell, column by column.
    cells: Vec<u32>,
}

/// One areal of an [`ArealMap`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ArealRef<'a> {
    /// Everything but the lists.
    pub head: ArealHead,
    offset: usize,
    polygon: &'a [[u8; 12]],
    links: &'a [[u8; Link::SIZE]],
    blocks: &'a [u8],
    block_count: u32,
}

pub(super) type Broken = (&'static Code, Error);

impl<'a> ArealMap<'a> {
    /// Reads a payload of so many areals (attr1 of its entry). The cells must end where the
    /// payload does: the engine refuses anything else.
    pub fn read(bytes: &'a [u8], areal_count: u32) -> Result<Self> {
        Self::open(bytes, areal_count).map_err(|(_, error)| error)
    }

    /// Reads a payload and fails on the first rule of severity *error* it breaks.
    pub fn read_strict(bytes: &'a [u8], areal_count: u32) -> Result<Self> {
        let map = Self::read(bytes, areal_count)?;
        let mut findings = Findings::errors_only();
        check::check_map(&map, &mut findings);
        findings.or_error(map)
    }

    pub(super) fn open(bytes: &'a [u8], areal_count: u32) -> Result<Self, Broken> {
        if u32::try_from(bytes.len()).is_err() {
            return Err((&codes::END, Error::limit("", "more than 4 GB")));
        }
        let (areals, cells_at) = find_areals(bytes, areal_count)?;
        let (across, down, cells) = find_cells(bytes, cells_at)?;
        Ok(Self { bytes, areals, across, down, cells_at, cells })
    }

    /// The whole payload.
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// How many areals there are.
    pub fn len(&self) -> usize {
        self.areals.len()
    }

    /// Whether there are no areals.
    pub fn is_empty(&self) -> bool {
        self.areals.is_empty()
    }

    /// An areal.
    pub fn areal(&self, index: usize) -> Option<ArealRef<'a>> {
        ArealRef::at(self.bytes, usize::try_from(*self.areals.get(index)?).ok()?)
    }

    /// All bytes of an areal of this map.
    pub fn areal_bytes(&self, areal: &ArealRef<'a>) -> &'a [u8] {
        let blocks = areal.block_places().last().map(|(at, points)| at + points * 12);
        let [.., end] = areal.list_offsets();
        self.bytes.get(areal.offset..blocks.unwrap_or(end)).unwrap_or_default()
    }

    /// All areals in order.
    pub fn areals(&self) -> impl ExactSizeIterator<Item = ArealRef<'a>> + use<'a, '_> {
        self.areals.iter().map(|&at| {
            let at = usize::try_from(at).unwrap_or(usize::MAX);
            ArealRef::at(self.bytes, at).unwrap_or(ArealRef::EMPTY)
        })
    }

    /// Where the anchors of all areals are, seen from above.
    pub(super) fn anchors(&self) -> impl Iterator<Item = [f32; 2]> + use<'a, '_> {
        self.areals.iter().map(|&at| {
            let at = usize::try_from(at).unwrap_or(usize::MAX);
            let [x, y] = [at, at.saturating_add(4)].map(|at| u32_at(self.bytes, at).unwrap_or(0));
            [f32::from_bits(x), f32::from_bits(y)]
        })
    }

    /// The link of an edge; `None` where there is no such areal or edge.
    #[inline]
    pub fn edge_link(&self, areal: usize, edge: usize) -> Option<Link> {
        let (corners, start) = self.corners(areal)?;
        let at = start.checked_add(corners.checked_mul(12)?)?.checked_add(edge.checked_mul(8)?)?;
        let (link, _) = self.bytes.get(at..)?.split_first_chunk()?;
        (edge < corners).then(|| Link::read(link))
    }

    /// The two ends of an edge; `None` where there is no such areal or edge.
    #[inline]
    pub fn edge_ends(&self, areal: usize, edge: usize) -> Option<[[f32; 3]; 2]> {
        let (corners, start) = self.corners(areal)?;
        let next = if edge + 1 < corners { edge + 1 } else { 0 };
        let corner = |index: usize| {
            let (corner, _) = self.bytes.get(start + index * 12..)?.split_first_chunk()?;
            Some(point(corner))
        };
        if edge < corners { Some([corner(edge)?, corner(next)?]) } else { None }
    }

    /// How many corners an areal has, and where they start.
    #[inline]
    fn corners(&self, areal: usize) -> Option<(usize, usize)> {
        let at = usize::try_from(*self.areals.get(areal)?).ok()?;
        let corners = usize::try_from(u32_at(self.bytes, at + ArealHead::SIZE)?).ok()?;
        Some((corners, at + SMALLEST_AREAL))
    }

    /// Cells across (`cellsX`).
    pub fn across(&self) -> u32 {
        self.across
    }

    /// Cells down (`cellsY`).
    pub fn down(&self) -> u32 {
        self.down
    }

    /// How many cells there are.
    pub fn cell_count(&self) -> usize {
        self.cells.len()
    }

    /// The areals a cell names; `None` outside the grid.
    pub fn cell(
        &self,
        x: u32,
        y: u32,
    ) -> Option<impl ExactSizeIterator<Item = u16> + Clone + use<'a>> {
        let inside = x < self.across && y < self.down;
        let index = u64::from(x) * u64::from(self.down) + u64::from(y);
        inside.then(|| self.cell_list(usize::try_from(index).ok()?))?
    }

    /// The areals a cell names, by its number: column by column.
    pub fn cell_list(
        &self,
        index: usize,
    ) -> Option<impl ExactSizeIterator<Item = u16> + Clone + use<'a>> {
        let list = self.cell_bytes(index)?;
        Some(list.iter().map(|id| u16::from_le_bytes(*id)))
    }

    /// The stored numbers of a cell.
    #[inline]
    pub(super) fn cell_bytes(&self, index: usize) -> Option<&'a [[u8; 2]]> {
        let at = usize::try_from(*self.cells.get(index)?).ok()?;
        let (count, rest) = self.bytes.get(at..)?.split_first_chunk::<2>()?;
        rest.as_chunks::<2>().0.get(..usize::from(u16::from_le_bytes(*count)))
    }

    /// Where each cell starts.
    pub(super) fn cell_starts(&self) -> impl Iterator<Item = usize> + '_ {
        self.cells.iter().map(|at| usize::try_from(*at).unwrap_or(usize::MAX))
    }

    /// Offset of the numbers of cells from the start of the payload.
    pub fn cells_offset(&self) -> usize {
        self.cells_at
    }

    /// Where the numbers of a cell begin, from the start of the payload, and how many they are.
    pub(super) fn cell_place(&self, index: usize) -> Option<(usize, usize)> {
        let at = usize::try_from(*self.cells.get(index)?).ok()?;
        Some((at + 2, self.cell_bytes(index)?.len()))
    }

    /// Where points fall on the grid.
    pub fn frame(&self) -> Option<GridFrame> {
        let corners = self.areals().flat_map(|areal| areal.polygon());
        GridFrame::around(corners, self.across, self.down)
    }

    /// The same as values to change.
    pub fn to_buf(&self) -> ArealMapBuf {
        let areals = self.areals().map(|areal| areal.to_areal()).collect();
        let mut starts = Vec::with_capacity(self.cells.len() + 1);
        // Behind the head there are a length for each cell, and what it names.
        let words = (self.bytes.len() - self.cells_at).saturating_sub(GridHead::SIZE) / 2;
        let mut ids = Vec::with_capacity(words.saturating_sub(self.cells.len()));
        starts.push(0);
        for index in 0..self.cells.len() {
            let list = self.cell_bytes(index).unwrap_or_default();
            ids.extend(list.iter().map(|id| u16::from_le_bytes(*id)));
            // Fewer numbers than bytes, and of those there are less than 4 billion.
            starts.push(u32::try_from(ids.len()).unwrap_or(u32::MAX));
        }
        ArealMapBuf { areals, cells: Cells::from_parts(self.across, self.down, starts, ids) }
    }
}

impl<'a> ArealRef<'a> {
    const EMPTY: Self = Self {
        head: ArealHead::ZERO,
        offset: 0,
        polygon: &[],
        links: &[],
        blocks: &[],
        block_count: 0,
    };

    /// The areal that starts at `offset`; `None` where not all of it is there.
    #[inline]
    fn at(bytes: &'a [u8], offset: usize) -> Option<Self> {
        let (head, rest) = bytes.get(offset..)?.split_first_chunk()?;
        let (counts, rest) = rest.split_first_chunk()?;
        let Counts { corners, blocks: block_count } = Counts::read(counts);
        let links = u64::from(corners) + 3 * u64::from(block_count);
        let size = |count: u64, each: u64| usize::try_from(count * each).ok();
        let (polygon, rest) = rest.split_at_checked(size(corners.into(), 12)?)?;
        let (links, blocks) = rest.split_at_checked(size(links, 8)?)?;
        let (polygon, links) = (polygon.as_chunks().0, links.as_chunks().0);
        Some(Self { head: ArealHead::read(head), offset, polygon, links, blocks, block_count })
    }

    /// Why there is no areal at `offset`: the same steps, each with its name.
    #[cold]
    fn missing(bytes: &[u8], offset: usize) -> Error {
        let steps = || {
            let mut cursor = Cursor::new(bytes.get(offset..).unwrap_or_default());
            cursor.take(ArealHead::SIZE, "head")?;
            let (corners, blocks) = (cursor.u32("vertex_count")?, cursor.u32("block_count")?);
            let size = |count: u64, each: u64| usize::try_from(count * each).unwrap_or(usize::MAX);
            cursor.take(size(corners.into(), 12), "polygon")?;
            cursor.take(size(u64::from(corners) + 3 * u64::from(blocks), 8), "links")
        };
        steps().err().unwrap_or_else(|| Error::malformed("areal", 0, "not all of it is there"))
    }

    /// Offset from the start of the payload.
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// How many corners the polygon has.
    pub fn corner_count(&self) -> usize {
        self.polygon.len()
    }

    /// The corners, anticlockwise.
    #[inline]
    pub fn polygon(
        &self,
    ) -> impl ExactSizeIterator<Item = [f32; 3]> + DoubleEndedIterator + Clone + use<'a> {
        self.polygon.iter().map(point)
    }

    /// A corner.
    #[inline]
    pub fn corner(&self, index: usize) -> Option<[f32; 3]> {
        self.polygon.get(index).map(point)
    }

    /// The links of the polygon's edges, then three for each block.
    #[inline]
    pub fn links(&self) -> impl ExactSizeIterator<Item = Link> + Clone + use<'a> {
        self.links.iter().map(Link::read)
    }

    /// The link of an edge of the polygon.
    #[inline]
    pub fn edge_link(&self, edge: usize) -> Option<Link> {
        self.links.get(..self.polygon.len())?.get(edge).map(Link::read)
    }

    /// How many further polygons there are.
    pub fn block_count(&self) -> usize {
        usize::try_from(self.block_count).unwrap_or(usize::MAX)
    }

    /// The further polygons.
    pub fn blocks(&self) -> impl Iterator<Item = Vec<[f32; 3]>> + use<'a> {
        let mut cursor = Cursor::new(self.blocks);
        (0..self.block_count).map_while(move |_| {
            let points = block(&mut cursor).ok()?;
            Some(points.iter().map(point).collect())
        })
    }

    /// Where its polygon, its links and its blocks begin, from the start of the payload.
    pub(super) fn list_offsets(&self) -> [usize; 3] {
        let polygon = self.offset + SMALLEST_AREAL;
        let links = polygon + self.polygon.len() * 12;
        [polygon, links, links + self.links.len() * Link::SIZE]
    }

    /// Where the points of each block begin, from the start of the payload, and how many they are.
    pub(super) fn block_places(&self) -> Vec<(usize, usize)> {
        let [.., start] = self.list_offsets();
        let mut cursor = Cursor::new(self.blocks);
        let places = (0..self.block_count).map_while(|_| {
            let points = block(&mut cursor).ok()?.len();
            Some((start + self.blocks.len() - cursor.remaining() - points * 12, points))
        });
        places.collect()
    }

    /// The same as values to change.
    pub fn to_areal(&self) -> Areal {
        Areal {
            head: self.head,
            polygon: self.polygon().collect(),
            links: self.links().collect(),
            blocks: self.blocks().collect(),
        }
    }
}

/// The points of a block: `4·(3n + 1)` bytes with its count.
fn block<'a>(cursor: &mut Cursor<'a>) -> Result<&'a [[u8; 12]]> {
    let count = u64::from(cursor.u32("block.count")?);
    let size = usize::try_from(count * 12).unwrap_or(usize::MAX);
    Ok(cursor.take(size, "block.points")?.as_chunks().0)
}

/// Where each areal starts, and where the last one ends.
fn find_areals(bytes: &[u8], count: u32) -> Result<(Vec<u32>, usize), Broken> {
    let most = bytes.len() / SMALLEST_AREAL;
    let mut areals = Vec::with_capacity(usize::try_from(count).unwrap_or(most).min(most));
    let mut at = 0;
    for index in 0..count {
        areals.push(u32::try_from(at).unwrap_or(u32::MAX));
        at = areal_end(bytes, at).map_err(|error| broken_areal(error, index, count, at))?;
    }
    Ok((areals, at))
}

/// Where the areal that starts at `at` ends. The same steps as in [`ArealRef::at`], for all areals
/// in a row.
fn areal_end(bytes: &[u8], at: usize) -> Result<usize> {
    let counts = bytes.get(at..).and_then(|rest| rest.get(ArealHead::SIZE..SMALLEST_AREAL));
    let plain = counts.and_then(|counts| {
        let Counts { corners, blocks } = Counts::read(counts.first_chunk()?);
        let size = u64::from(corners) * 20 + SMALLEST_AREAL as u64;
        let end = at.checked_add(usize::try_from(size).ok()?)?;
        (blocks == 0 && end <= bytes.len()).then_some(end)
    });
    if let Some(end) = plain {
        return Ok(end);
    }
    let areal = ArealRef::at(bytes, at).ok_or_else(|| ArealRef::missing(bytes, at))?;
    let mut cursor = Cursor::new(areal.blocks);
    for _ in 0..areal.block_count {
        let start = bytes.len() - areal.blocks.len();
        block(&mut cursor).map_err(|error| Error {
            offset: error.offset.map(|offset| offset + (start - at) as u64),
            ..error
        })?;
    }
    Ok(bytes.len() - cursor.remaining())
}

fn broken_areal(error: Error, index: u32, count: u32, at: usize) -> Broken {
    let field = format!("areals[{index}]");
    let why = format!("{} of {count} areals: {} ({INCORRECT})", index + 1, error.kind);
    let offset = at as u64 + error.offset.unwrap_or(0);
    (&codes::AREAL_RANGE, Error::malformed(format!("{field}.{}", error.field), offset, why))
}

/// The numbers of cells, and where each cell starts.
fn find_cells(bytes: &[u8], cells_at: usize) -> Result<(u32, u32, Vec<u32>), Broken> {
    let incorrect = |code, field: String, at: usize, why: String| -> Broken {
        (code, Error::malformed(field, at as u64, format!("{why} ({INCORRECT})")))
    };
    let sizes = bytes.get(cells_at..).and_then(<[u8]>::first_chunk).map(GridHead::read);
    let Some(GridHead { cells_across: across, cells_down: down }) = sizes else {
        let why = "the numbers of cells should be here".to_owned();
        return Err(incorrect(&codes::CELLS_HEADER, "cells".into(), cells_at, why));
    };
    let mut at = cells_at + GridHead::SIZE;
    let count = u64::from(across) * u64::from(down);
    let left = bytes.len() - at;
    let room = usize::try_from(count).ok().filter(|count| *count <= left / 2);
    let Some(count) = room else {
        let why = format!("{across} × {down} cells, but only {left} bytes are left");
        return Err(incorrect(&codes::CELLS_RANGE, "cells".into(), at, why));
    };
    let words = bytes.get(at..).unwrap_or_default().as_chunks::<2>().0;
    let mut cells = vec![0; count];
    // In words: where a list ends is known one addition after its count.
    let mut next = 0;
    for (index, cell) in cells.iter_mut().enumerate() {
        *cell = u32::try_from(at + 2 * next).unwrap_or(u32::MAX);
        let end = words.get(next).map(|areals| next + 1 + usize::from(u16::from_le_bytes(*areals)));
        next = match end.filter(|end| *end <= words.len()) {
            Some(end) => end,
            None => {
                let at = at + 2 * next;
                let why = format!("the list of cell {} of {count} ends too late", index + 1);
                return Err(incorrect(&codes::CELLS_RANGE, format!("cells[{index}]"), at, why));
            }
        };
    }
    at += 2 * next;
    if at != bytes.len() {
        let why = format!("{} bytes behind the last cell", bytes.len() - at);
        return Err(incorrect(&codes::END, "cells".into(), at, why));
    }
    Ok((across, down, cells))
}
