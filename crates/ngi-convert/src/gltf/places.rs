//! Landscapes, areal maps and whole levels as glTF documents.

use gltf_json as gj;
use ngi_formats::arealmap::ArealMap;
use ngi_formats::landscape::Landscape;

use super::areals::{self as polygons, add_areals};
use super::axes::Turn;
use super::buffer::Builder;
use super::export::{Cells, Made, sign};
use super::extras::{self, PlaceExtras, SCHEMA};
use super::ground::{self as faces, GroundChoice, add_ground};
use super::surfaces::Surfaces;
use crate::Result;

/// How opaque areals are that lie on the ground they describe.
const OVER_GROUND: f32 = 0.5;

/// A landscape with what it looks like.
pub(crate) struct Ground<'a> {
    /// The landscape.
    pub land: &'a Landscape<'a>,
    /// Its levels of detail.
    pub levels: Cells,
    /// Looks of the first wear's rows.
    pub surfaces: &'a Surfaces,
    /// Microtextures by row, from the second wear.
    pub microtextures: &'a [Option<String>],
}

/// Adds a landscape to a document that holds other things too; gives its node, and what did not go
/// along.
pub(crate) fn add_land(
    builder: &mut Builder,
    ground: &Ground<'_>,
    turn: Turn,
) -> Result<(gj::Index<gj::Node>, Vec<String>)> {
    let Ground { land, levels, surfaces, microtextures } = ground;
    let choice = GroundChoice { levels: *levels, turn, surfaces, microtextures, name: "land" };
    add_ground(builder, land, &choice)
}

/// A landscape, an areal map, or both in one scene.
pub(crate) fn export_place(
    name: &str,
    ground: Option<&Ground<'_>>,
    areals: Option<&ArealMap<'_>>,
    turn: Turn,
) -> Result<Made> {
    let mut builder = Builder::default();
    let (mut nodes, mut lost, mut told) = (Vec::new(), Vec::new(), Vec::new());
    if let Some(Ground { land, levels, surfaces, microtextures }) = ground {
        let (levels, microtextures) = (*levels, *microtextures);
        let choice = GroundChoice { levels, turn, surfaces, microtextures, name: "land" };
        let (node, mut left_out) = add_ground(&mut builder, land, &choice)?;
        nodes.push(node);
        lost.append(&mut left_out);
        told.extend(faces::LEFT_OUT.map(String::from));
    }
    if let Some(map) = areals {
        let alpha = if ground.is_some() { OVER_GROUND } else { 1.0 };
        let (node, mut left_out) = add_areals(&mut builder, map, turn, alpha)?;
        nodes.push(node);
        lost.append(&mut left_out);
        told.push(polygons::LEFT_OUT.to_owned());
    }
    let kind = match (ground, areals) {
        (Some(_), Some(_)) => "level",
        (Some(_), None) => "land",
        _ => "areals",
    };
    let up = if turn == Turn::YUp { "y" } else { "z" };
    let extras = PlaceExtras { schema: SCHEMA.into(), kind: kind.into(), up: up.into() };
    let scene = builder.root.push(gj::Scene {
        extensions: None,
        extras: extras::put(&extras)?,
        name: Some(name.to_owned()),
        nodes,
    });
    sign(&mut builder, scene);
    Ok(Made { builder, lost, told, broken: Vec::new() })
}
