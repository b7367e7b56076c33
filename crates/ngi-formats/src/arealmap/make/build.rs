//! A map from nothing but polygons.

use super::{junctions, links};
use crate::arealmap::edit::ArealMapBuf;
use crate::arealmap::types::{Areal, ArealHead, Class, GAME_CELLS, Link, MOST_AREALS};
use crate::arealmap::{geometry, grid};
use crate::{Error, Result};

/// Polygons that are to be a map.
///
/// Building works out the rest: anchors, areas, normals, which edges are shared and by whom, and
/// the lists of the grid. The same plan gives the same bytes, always.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    across: u32,
    down: u32,
    areals: Vec<PlannedAreal>,
}

/// One polygon of a [`Plan`].
#[derive(Debug, Clone, PartialEq)]
pub struct PlannedAreal {
    /// The corners, in either direction; written anticlockwise.
    pub polygon: Vec<[f32; 3]>,
    /// Whether walkers may be here.
    pub walkable: bool,
    /// What it is.
    pub class: Class,
    /// The centre, where it should not be worked out.
    pub anchor: Option<[f32; 2]>,
}

impl PlannedAreal {
    /// A walkable areal of class 1.
    pub fn new(polygon: &[[f32; 3]]) -> Self {
        Self { polygon: polygon.to_vec(), walkable: true, class: Class(1), anchor: None }
    }

    /// Says whether walkers may be here.
    pub fn walkable(&mut self, walkable: bool) -> &mut Self {
        self.walkable = walkable;
        self
    }

    /// Says what it is.
    pub fn class(&mut self, class: u32) -> &mut Self {
        self.class = Class(class);
        self
    }

    /// Makes it a lake: water or lava, not walkable.
    pub fn lake(&mut self) -> &mut Self {
        self.class = Class::LAKE;
        self.walkable(false)
    }

    /// Says where its centre is.
    pub fn anchor(&mut self, anchor: [f32; 2]) -> &mut Self {
        self.anchor = Some(anchor);
        self
    }
}

impl Default for Plan {
    fn default() -> Self {
        Self::new(GAME_CELLS, GAME_CELLS)
    }
}

impl Plan {
    /// An empty plan with so many cells across and down. The game has 128 × 128.
    pub fn new(across: u32, down: u32) -> Self {
        Self { across, down, areals: Vec::new() }
    }

    /// Adds a walkable areal of class 1; what it returns changes that.
    pub fn add(&mut self, polygon: &[[f32; 3]]) -> &mut PlannedAreal {
        self.areals.push(PlannedAreal::new(polygon));
        let last = self.areals.len() - 1;
        #[allow(clippy::indexing_slicing)] // pushed just now
        &mut self.areals[last]
    }

    /// The areals so far.
    pub fn areals(&self) -> &[PlannedAreal] {
        &self.areals
    }

    /// The same, to change.
    pub fn areals_mut(&mut self) -> &mut Vec<PlannedAreal> {
        &mut self.areals
    }

    /// Makes the map. Fails where a polygon has no area, corners that are no numbers, or fewer
    /// than three of them; where three polygons claim an edge; and where the grid's lists become
    /// too long for the engine.
    ///
    /// Two polygons are neighbours where they share both ends of an edge exactly. Where an edge
    /// without a neighbour runs along another's, each gets the corners of the other that lie in its
    /// middle, so that a long edge beside two short ones has a link to both.
    pub fn build(&self) -> Result<ArealMapBuf> {
        let Self { across, down, areals } = self;
        if areals.is_empty() || *across == 0 || *down == 0 {
            let what = if areals.is_empty() { "areals" } else { "cells" };
            return Err(Error::usage(what, "there are none"));
        }
        if areals.len() > MOST_AREALS {
            let why = format!("{}, but cells can name {MOST_AREALS}", areals.len());
            return Err(Error::usage("areals", why));
        }
        let mut polygons = Vec::with_capacity(areals.len());
        for (index, areal) in areals.iter().enumerate() {
            let polygon = anticlockwise(&areal.polygon);
            polygons.push(polygon.map_err(|error| error.within(&format!("areals[{index}]"), 0))?);
        }
        let pairs = joined(&mut polygons)?;
        let cells = grid::cells_of(polygons.iter().map(Vec::as_slice), *across, *down)?;
        let mut made: Vec<Areal> =
            areals.iter().zip(polygons).map(|(areal, polygon)| make(areal, polygon)).collect();
        links::apply(&mut made, &pairs);
        Ok(ArealMapBuf { areals: made, cells })
    }
}

/// The corners of a polygon that has an area, anticlockwise.
fn anticlockwise(polygon: &[[f32; 3]]) -> Result<Vec<[f32; 3]>> {
    let mut polygon = polygon.to_vec();
    if proper_area(&polygon)? < 0.0 {
        polygon.reverse();
    }
    Ok(polygon)
}

/// Which edges are one, after polygons got the corners they lack.
fn joined(polygons: &mut [Vec<[f32; 3]>]) -> Result<Vec<links::Pair>> {
    let edges = links::Edges::of(polygons.iter().map(Vec::as_slice));
    if let Some((areal, edge)) = edges.crowded {
        let why = "more than two areals have this edge, or two on the same side of it";
        return Err(Error::usage(format!("areals[{areal}].edges[{edge}]"), why));
    }
    if junctions::split(polygons, &edges.alone)? == 0 {
        return Ok(edges.pairs);
    }
    // Areals that lie over each other may crowd pieces of edges: those stay open.
    Ok(links::Edges::of(polygons.iter().map(Vec::as_slice)).pairs)
}

fn make(planned: &PlannedAreal, polygon: Vec<[f32; 3]>) -> Areal {
    let PlannedAreal { polygon: _, walkable, class, anchor } = planned;
    let mut head = ArealHead { walkable: (*walkable).into(), class: *class, ..measured(&polygon) };
    if let Some([x, y]) = *anchor {
        head.anchor = [x, y, 0.0];
    }
    let links = vec![Link::NONE; polygon.len()];
    Areal { head, polygon, links, blocks: Vec::new() }
}

/// The signed area of a polygon that has one.
pub(in crate::arealmap) fn proper_area(polygon: &[[f32; 3]]) -> Result<f64> {
    if polygon.len() < 3 {
        let why = format!("{} corners; three are the least", polygon.len());
        return Err(Error::usage("polygon", why));
    }
    if let Some(index) = polygon.iter().position(|corner| corner.iter().any(|v| !v.is_finite())) {
        return Err(Error::usage(format!("polygon[{index}]"), "not a number"));
    }
    let area = geometry::area(polygon.iter().copied());
    #[allow(clippy::cast_possible_truncation)] // as it will be stored
    let stored = area as f32;
    if stored == 0.0 || !stored.is_finite() {
        return Err(Error::usage("polygon", format!("its area is {stored}")));
    }
    Ok(area)
}

/// Anchor, area and normal of a polygon that goes anticlockwise.
pub(in crate::arealmap) fn measured(polygon: &[[f32; 3]]) -> ArealHead {
    let corners = || polygon.iter().copied();
    #[allow(clippy::cast_possible_truncation)] // to the nearest float
    let area = geometry::area(corners()) as f32;
    #[allow(clippy::cast_possible_truncation)]
    let centre = || geometry::centroid(corners()).map(|value| value as f32);
    let [x, y] = geometry::inner_point(corners()).unwrap_or_else(centre);
    ArealHead {
        anchor: [x, y, 0.0],
        area,
        normal: geometry::normal(corners()),
        ..ArealHead::default()
    }
}
