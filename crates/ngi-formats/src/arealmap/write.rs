//! Writing: the bytes that were read, unless something was changed.

use super::cells::Cells;
use super::edit::ArealMapBuf;
use super::types::{Areal, Counts, GridHead};
use crate::bytes::Put;
use crate::schema::Record as _;
use crate::{Error, Result};

impl ArealMapBuf {
    /// The payload. The number of areals goes to attr1 of the entry.
    pub fn write(&self) -> Result<Vec<u8>> {
        let Self { areals, cells } = self;
        let size: usize = areals.iter().map(|areal| 56 + areal.polygon.len() * 20).sum();
        let numbers = cells.lists().map(|list| size_of::<u16>() * (1 + list.len())).sum::<usize>();
        let mut out = Vec::with_capacity(size + GridHead::SIZE + numbers);
        for (index, areal) in areals.iter().enumerate() {
            write_areal(areal, &mut out).map_err(|error| error.within(&field(index), 0))?;
        }
        let grid = GridHead { cells_across: cells.across(), cells_down: cells.down() };
        out.put(&grid.write());
        let start = out.len();
        out.resize(start + numbers, 0);
        let places = out.get_mut(start..).unwrap_or_default().as_chunks_mut().0;
        write_cells(cells, places.iter_mut())?;
        Ok(out)
    }
}

/// The cells' lists, each behind its length, in places that are there already.
fn write_cells<'p>(cells: &Cells, mut places: impl Iterator<Item = &'p mut [u8; 2]>) -> Result<()> {
    let mut put = |number: u16| {
        if let Some(place) = places.next() {
            *place = number.to_le_bytes();
        }
    };
    for (index, list) in cells.lists().enumerate() {
        let count = u16::try_from(list.len()).map_err(|_| {
            let why = format!("{} areals, but at most 65,535 fit", list.len());
            Error::usage(format!("cells[{index}]"), why)
        })?;
        put(count);
        list.iter().for_each(|id| put(*id));
    }
    Ok(())
}

fn field(index: usize) -> String {
    format!("areals[{index}]")
}

fn write_areal(areal: &Areal, out: &mut Vec<u8>) -> Result<()> {
    let Areal { head, polygon, links, blocks } = areal;
    if areal.link_count() != Some(links.len()) {
        let why = format!(
            "{} links for {} corners and {} blocks; there is one for each corner and three for each block",
            links.len(),
            polygon.len(),
            blocks.len()
        );
        return Err(Error::usage("links", why));
    }
    out.put(&head.write());
    let (corners, count_of_blocks) =
        (count(polygon.len(), "polygon")?, count(blocks.len(), "blocks")?);
    out.put(&Counts { corners, blocks: count_of_blocks }.write());
    put_points(polygon, out);
    links.iter().for_each(|link| out.put(&link.write()));
    for block in blocks {
        out.put_u32(count(block.len(), "blocks")?);
        put_points(block, out);
    }
    Ok(())
}

fn put_points(points: &[[f32; 3]], out: &mut Vec<u8>) {
    points.iter().for_each(|point| out.put(&point.write()));
}

fn count(count: usize, field: &'static str) -> Result<u32> {
    u32::try_from(count).map_err(|_| Error::usage(field, format!("{count} do not fit")))
}
