//! An areal map as a tree of fields, and back.
//!
//! The document of a `Land.map` begins with the members of its archive; that of the entry alone
//! does not have them. How many areals there are is attr1 of the entry and follows by itself.

use std::sync::Arc;

use super::Cells;
use super::edit::ArealMapBuf;
use super::file::ArealMapFile;
use super::read::{ArealMap, ArealRef};
use super::types::{Areal, ArealHead, GridHead};
use crate::schema::{Kind, Record, Stored as _};
use crate::tree::{Draft, Form, Items, Node, Piece, Rows, branches};
use crate::{Error, Result, nres};

/// What the entry of the map is marked with.
pub const TABLE: &str = "areals";

const POINT: Kind = Kind::List(3, &Kind::F32);
const LINK: Kind = Kind::List(2, &Kind::I32);

branches! {
    /// Members of an areal map's document; the document of the entry alone has no archive members.
    pub static DOCUMENT = {
        flat: Form::Object(nres::DOCUMENT), optional;
        /// Areals: polygons that tile the ground.
        areals: Form::List(&Form::Object(AREAL));
        flat: Form::Value(GridHead::KIND), never;
        /// Numbers of the areals in each cell of the grid: a list of columns, each a list of cells.
        cells: Form::List(&Form::List(&Form::Rows(Kind::U16))), => ["areals"];
    }
}

branches! {
    static AREAL = {
        flat: Form::Value(ArealHead::KIND);
        /// Corners, anticlockwise seen from above.
        polygon: Form::Rows(POINT);
        /// Neighbour across each edge: the number of the areal (`area_ref`) and the number of the
        /// same edge in that areal (`edge_ref`); both are −1 at the border of the map. Edge *i*
        /// goes from corner *i* to the next corner. Three more links follow for each block.
        links: Form::Rows(LINK), => ["areals", ""];
        /// Additional polygons of unknown purpose.
        blocks: Form::List(&Form::Rows(POINT)), = M "none";
    }
}

/// The fields of a map alone, with their places in the payload.
pub fn tree<'a>(map: &ArealMap<'a>) -> Node<'a> {
    payload(map, 0, None)
}

/// The fields of a `Land.map`, with their places in the file.
pub fn file_tree<'a>(file: &ArealMapFile<'a>) -> Node<'a> {
    let entry = file.entry();
    let table = move |index: usize| (index == entry).then_some(TABLE);
    let archive = nres::members(file.archive(), nres::Payloads::Inline, table);
    let base = usize::try_from(file.offset()).unwrap_or(usize::MAX);
    let archive = Node::object(nres::DOCUMENT, archive);
    payload(file.map(), base, Some(archive))
}

/// The fields of a map whose payload begins at `base`.
fn payload<'a>(map: &ArealMap<'a>, base: usize, archive: Option<Node<'a>>) -> Node<'a> {
    let grid = Piece::of(GridHead::KIND, map.bytes(), map.cells_offset())
        .map(|piece| Piece { at: piece.at.plus(base), ..piece }.into());
    let map = Arc::new(map.clone());
    let areals = {
        let map = Arc::clone(&map);
        Items::new(map.len(), move |index| {
            map.areal(index).map_or_else(|| Node::Members(Vec::new()), |a| areal(&map, &a, base))
        })
    };
    Node::object(DOCUMENT, [archive, Some(areals.into()), grid, Some(cells(map, base))])
}

/// Values of the payload, with their place in what is around it.
fn rows<'a>(map: &ArealMap<'a>, kind: Kind, at: usize, count: usize, base: usize) -> Node<'a> {
    let rows = Rows::of(kind, map.bytes(), at, count * kind.size());
    Rows { at: rows.at.plus(base), ..rows }.into()
}

fn areal<'a>(map: &ArealMap<'a>, areal: &ArealRef<'a>, base: usize) -> Node<'a> {
    let head = Piece::of(ArealHead::KIND, map.bytes(), areal.offset())
        .map(|piece| Piece { at: piece.at.plus(base), ..piece }.into());
    let [polygon, links, _] = areal.list_offsets();
    let places = areal.block_places();
    let blocks = {
        let map = map.bytes();
        Items::new(places.len(), move |index| {
            let (at, count) = places.get(index).copied().unwrap_or_default();
            let rows = Rows::of(POINT, map, at, count * POINT.size());
            Rows { at: rows.at.plus(base), ..rows }.into()
        })
    };
    Node::object(
        AREAL,
        [
            head,
            Some(rows(map, POINT, polygon, areal.corner_count(), base)),
            Some(rows(map, LINK, links, areal.links().len(), base)),
            Some(blocks.into()),
        ],
    )
}

fn cells<'a>(map: Arc<ArealMap<'a>>, base: usize) -> Node<'a> {
    // A grid of four billion columns without a cell is a grid without columns.
    let across = if map.cell_count() == 0 { 0 } else { map.across() };
    let whole = |count: u32| usize::try_from(count).unwrap_or(0);
    let (across, down) = (whole(across), whole(map.down()));
    let column = move |x: usize| {
        let map = Arc::clone(&map);
        let cell = move |y: usize| {
            let (at, count) = map.cell_place(x * down + y).unwrap_or_default();
            rows(&map, Kind::U16, at, count, base)
        };
        Items::new(down, cell).into()
    };
    Items::new(across, column).into()
}

/// The map that a draft describes.
pub fn make(draft: &Draft) -> Result<ArealMapBuf> {
    let areals = draft.items("areals").iter().enumerate().map(|(index, areal)| {
        areal_of(areal).map_err(|error| error.within(&format!("areals[{index}]"), 0))
    });
    let areals = areals.collect::<Result<Vec<_>>>()?;
    let GridHead { cells_across, cells_down } = GridHead::get(draft.record(GridHead::KIND)?, 0);
    let mut grid = Grid::new(cells_across, cells_down);
    for column in draft.items("cells") {
        let Draft::List(_, list) = column else { return Err(grid.wrong()) };
        for cell in list {
            let Draft::Rows(_, ids) = cell else { return Err(grid.wrong()) };
            grid.push(ids);
        }
        grid.end_column()?;
    }
    Ok(ArealMapBuf { areals, cells: grid.finish()? })
}

/// The areal that a draft describes.
pub fn areal_of(draft: &Draft) -> Result<Areal> {
    let block = |block: &Draft| match block {
        Draft::Rows(_, bytes) => Ok(all::<[f32; 3]>(bytes)),
        _ => Err(Error::usage("blocks", "is no list of points")),
    };
    Ok(Areal {
        head: ArealHead::get(draft.fields()?, 0),
        polygon: all(draft.bytes("polygon")?),
        links: all(draft.bytes("links")?),
        blocks: draft.items("blocks").iter().map(block).collect::<Result<_>>()?,
    })
}

fn all<T: Record>(bytes: &[u8]) -> Vec<T> {
    T::split(bytes).0.iter().map(T::read).collect()
}

/// What an areal of a document looks like.
pub static AREAL_FORM: Form = Form::Object(AREAL);

/// The grid of a document, cell by cell.
#[derive(Debug, Default)]
pub struct Grid {
    across: u32,
    down: u32,
    columns: u32,
    starts: Vec<u32>,
    ids: Vec<u16>,
}

impl Grid {
    /// A grid of so many cells across and down, none of them there yet.
    pub fn new(across: u32, down: u32) -> Self {
        Self { across, down, starts: vec![0], ..Self::default() }
    }

    /// The same cells as a grid of so many.
    #[must_use]
    pub fn sized(self, across: u32, down: u32) -> Self {
        Self { across, down, ..self }
    }

    /// The next cell of the column: areals as they are stored.
    pub fn push(&mut self, ids: &[u8]) {
        self.ids.extend(ids.as_chunks::<2>().0.iter().map(|id| u16::from_le_bytes(*id)));
        self.starts.push(u32::try_from(self.ids.len()).unwrap_or(u32::MAX));
    }

    /// How many cells there are by now.
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Whether there is no cell yet.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The column is complete.
    pub fn end_column(&mut self) -> Result<()> {
        self.columns += 1;
        let cells = u64::from(self.columns) * u64::from(self.down);
        if self.len() as u64 == cells {
            return Ok(());
        }
        let why = format!("is not a list of {} cells", self.down);
        Err(Error::usage(format!("cells[{}]", self.columns - 1), why))
    }

    fn wrong(&self) -> Error {
        let columns = if self.down == 0 { 0 } else { self.across };
        Error::usage("cells", format!("is not a list of {columns} columns"))
    }

    /// The grid, once all cells are there.
    pub fn finish(self) -> Result<Cells> {
        if self.len() as u64 != u64::from(self.across) * u64::from(self.down) {
            return Err(self.wrong());
        }
        Ok(Cells::from_parts(self.across, self.down, self.starts, self.ids))
    }
}
