//! Changing a map and keeping what belongs together together.

use super::cells::Cells;
use super::make::{PlannedAreal, links, measured, proper_area};
use super::types::{Areal, ArealHead, Link, MOST_AREALS};
use super::{GridFrame, geometry, grid};
use crate::{Error, Result};

/// An areal map as values to change.
///
/// Fields are free: what is set there is written as it is. The methods also keep up what depends
/// on the change: links and their twins, the lists of the grid, areas, normals, anchors. A method
/// that fails changes nothing.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ArealMapBuf {
    /// The areals.
    pub areals: Vec<Areal>,
    /// The grid.
    pub cells: Cells,
}

impl ArealMapBuf {
    /// Where points fall on the grid; `None` without areals or cells.
    pub fn frame(&self) -> Option<GridFrame> {
        let corners = self.areals.iter().flat_map(|areal| areal.polygon.iter().copied());
        GridFrame::around(corners, self.cells.across(), self.cells.down())
    }

    /// Makes all lists of the grid anew.
    pub fn refresh_cells(&mut self) -> Result<()> {
        let polygons = self.areals.iter().map(|areal| areal.polygon.as_slice());
        self.cells = grid::cells_of(polygons, self.cells.across(), self.cells.down())?;
        Ok(())
    }

    /// Gives the grid other numbers of cells, and its lists with them.
    pub fn set_cells(&mut self, across: u32, down: u32) -> Result<()> {
        let polygons = self.areals.iter().map(|areal| areal.polygon.as_slice());
        self.cells = grid::cells_of(polygons, across, down)?;
        Ok(())
    }

    /// Makes the links of all polygon edges anew, from where the corners are. The links of blocks
    /// stay.
    pub fn refresh_links(&mut self) {
        let polygons = self.areals.iter().map(|areal| areal.polygon.as_slice());
        let pairs = links::Edges::of(polygons).pairs;
        for areal in &mut self.areals {
            areal.edge_links_mut().fill(Link::NONE);
        }
        links::apply(&mut self.areals, &pairs);
    }

    /// Gives an areal another polygon, in either direction. Area, normal, links on both sides and
    /// the grid follow; the anchor does where it would be outside.
    pub fn set_polygon(&mut self, index: usize, polygon: &[[f32; 3]]) -> Result<()> {
        self.change(|map| {
            map.replace_polygon(index, polygon)?;
            map.relink(&[index]);
            Ok(vec![index])
        })
    }

    /// Moves a corner of every areal that has one at `from`; how many have. Their neighbours stay
    /// neighbours.
    pub fn move_corner(&mut self, from: [f32; 2], to: [f32; 3]) -> Result<usize> {
        let is_there = |[x, y, _]: &[f32; 3]| [*x, *y] == from;
        let mut count = 0;
        self.change(|map| {
            let areals = map.areals.iter().enumerate();
            let moved: Vec<usize> = areals
                .filter(|(_, areal)| areal.polygon.iter().any(is_there))
                .map(|(index, _)| index)
                .collect();
            for &index in &moved {
                let mut polygon = map.polygon(index)?.to_vec();
                polygon.iter_mut().filter(|corner| is_there(corner)).for_each(|c| *c = to);
                map.replace_polygon(index, &polygon)?;
            }
            count = moved.len();
            if count == 0 {
                let why = format!("no areal has one at {}, {}", from[0], from[1]);
                return Err(Error::usage("corner", why));
            }
            map.relink(&moved);
            Ok(moved)
        })?;
        Ok(count)
    }

    /// Adds an areal behind the last; its number.
    pub fn add(&mut self, planned: &PlannedAreal) -> Result<usize> {
        let index = self.areals.len();
        if index >= MOST_AREALS {
            return Err(Error::usage("areals", format!("cells can name {MOST_AREALS}")));
        }
        self.change(|map| {
            let PlannedAreal { polygon, walkable, class, anchor } = planned;
            map.areals.push(Areal::default());
            // No place yet: one is worked out.
            map.areals.iter_mut().skip(index).for_each(|areal| areal.head.anchor = [f32::NAN; 3]);
            map.replace_polygon(index, polygon)?;
            if let Some(areal) = map.areals.last_mut() {
                areal.head.walkable = (*walkable).into();
                areal.head.class = *class;
                if let Some([x, y]) = *anchor {
                    areal.head.anchor = [x, y, 0.0];
                }
            }
            map.relink(&[index]);
            Ok(vec![index])
        })?;
        Ok(index)
    }

    /// Takes an areal away. Those behind it move up by one, in links and in the grid too; edges
    /// towards it are open.
    pub fn remove(&mut self, index: usize) -> Result<()> {
        let gone = i32::try_from(index).ok().filter(|_| index < self.areals.len());
        let gone = gone.ok_or_else(|| self.no_areal(index))?;
        self.change(|map| {
            map.areals.remove(index);
            for link in map.areals.iter_mut().flat_map(|areal| &mut areal.links) {
                if link.areal == gone {
                    *link = Link::NONE;
                } else if link.areal > gone {
                    link.areal -= 1;
                }
            }
            let lists = map.cells.lists().map(|list| {
                let kept = list.iter().filter(|id| usize::from(**id) != index);
                kept.map(|id| id - u16::from(usize::from(*id) > index)).collect::<Vec<u16>>()
            });
            let mut cells = map.cells.clone();
            cells.fill(lists)?;
            map.cells = cells;
            Ok(Vec::new())
        })
    }

    /// Runs an edit on a copy, brings the grid up to date for the areals it names, and keeps the
    /// copy if all went well.
    pub(super) fn change(
        &mut self,
        edit: impl FnOnce(&mut Self) -> Result<Vec<usize>>,
    ) -> Result<()> {
        let before = self.frame();
        let mut next = self.clone();
        let changed = edit(&mut next)?;
        // The grid spans the map: where that changes, all lists do.
        let frame = next.frame();
        match frame {
            Some(frame) if before == Some(frame) => next.recell(&frame, &changed)?,
            _ => next.refresh_cells()?,
        }
        *self = next;
        Ok(())
    }

    /// The lists of the grid for a few areals; the others keep their places in them.
    pub(super) fn recell(&mut self, frame: &GridFrame, changed: &[usize]) -> Result<()> {
        let mut scratch = grid::Scratch::default();
        let mut news: Vec<(u64, u16)> = Vec::new();
        let mut ids = Vec::with_capacity(changed.len());
        for &index in changed {
            let id = u16::try_from(index)
                .map_err(|_| Error::usage("areals", format!("cells can name {MOST_AREALS}")))?;
            ids.push(id);
            frame.touched(self.polygon(index)?, &mut scratch)?;
            news.extend(scratch.cells.iter().map(|cell| (*cell, id)));
        }
        news.sort_unstable();
        ids.sort_unstable();
        let mut news = news.into_iter().peekable();
        let mut lists = Vec::with_capacity(self.cells.len());
        for (cell, list) in (0u64..).zip(self.cells.lists()) {
            let mut list: Vec<u16> =
                list.iter().copied().filter(|id| ids.binary_search(id).is_err()).collect();
            while let Some((_, id)) = news.next_if(|(at, _)| *at == cell) {
                let place = list.iter().position(|other| *other > id).unwrap_or(list.len());
                list.insert(place, id);
            }
            lists.push(list);
        }
        let mut cells = self.cells.clone();
        cells.fill(lists)?;
        self.cells = cells;
        Ok(())
    }

    /// The links of a few areals, and of whoever borders on them, from where their corners are. The
    /// areals are in order.
    pub(super) fn relink(&mut self, changed: &[usize]) {
        let changes = |areal: &usize| changed.binary_search(areal).is_ok();
        let is_changed =
            |link: &Link| usize::try_from(link.areal).is_ok_and(|areal| changes(&areal));
        for (index, areal) in self.areals.iter_mut().enumerate() {
            let all = changes(&index);
            let links = areal.edge_links_mut().iter_mut();
            links.filter(|link| all || is_changed(link)).for_each(|link| *link = Link::NONE);
        }
        let polygons = self.areals.iter().map(|areal| areal.polygon.as_slice());
        let mut pairs = links::Edges::of(polygons).pairs;
        pairs.retain(|((a, _), (b, _))| changes(a) || changes(b));
        // An edge that is linked elsewhere, rightly or not, was not asked to change.
        pairs.retain(|(a, b)| [a, b].iter().all(|(areal, edge)| self.is_open(*areal, *edge)));
        links::apply(&mut self.areals, &pairs);
    }

    fn is_open(&self, areal: usize, edge: usize) -> bool {
        let link = self.areals.get(areal).and_then(|areal| areal.links.get(edge));
        link.is_some_and(|link| link.is_none())
    }

    fn polygon(&self, index: usize) -> Result<&[[f32; 3]]> {
        let areal = self.areals.get(index).ok_or_else(|| self.no_areal(index))?;
        Ok(&areal.polygon)
    }

    pub(super) fn replace_polygon(&mut self, index: usize, polygon: &[[f32; 3]]) -> Result<()> {
        let missing = self.no_areal(index);
        let areal = self.areals.get_mut(index).ok_or(missing)?;
        let mut polygon = polygon.to_vec();
        if proper_area(&polygon)? < 0.0 {
            polygon.reverse();
        }
        let ArealHead { anchor, area, normal, .. } = measured(&polygon);
        let [x, y, _] = areal.head.anchor.map(f64::from);
        if !geometry::contains(polygon.iter().copied(), [x, y]) {
            areal.head.anchor = anchor;
        }
        areal.head.area = area;
        areal.head.normal = normal;
        let behind = areal.links.split_off(areal.polygon.len().min(areal.links.len()));
        areal.links = vec![Link::NONE; polygon.len()];
        areal.links.extend(behind);
        areal.polygon = polygon;
        Ok(())
    }

    pub(super) fn no_areal(&self, index: usize) -> Error {
        Error::usage(format!("areals[{index}]"), format!("there are {}", self.areals.len()))
    }
}
