//! A level of detail as a Wavefront OBJ.

use std::fmt::Write;

use ngi_formats::landscape::{GroundUv, LEVELS, Landscape};

use crate::exporter::{Axes, Destination, ExportOptions, Exported, OutFile};
use crate::gltf::{Surface, Surfaces};
use crate::obj::{add_material, word};
use crate::{Error, Result};

/// What an OBJ cannot hold.
const LEFT_OUT: [&str; 3] = [
    "the second material of a face, its alphas and the microtexture: an OBJ has one material",
    "flags, links between faces, the grid and the draw order",
    "the other level of detail (--lod 0 or 1)",
];

/// The faces of one level, a group per square; materials in an MTL beside it where the wear is
/// there.
pub fn export(
    land: &Landscape<'_>,
    surfaces: &Surfaces,
    to: &Destination<'_>,
    options: &ExportOptions,
) -> Result<Exported> {
    let level = options.lod.number().and_then(|lod| usize::try_from(lod).ok());
    let Some(level) = level.filter(|&level| level < LEVELS) else {
        return Err(Error::Usage("a landscape is exported at level 0 or at level 1".into()));
    };
    let name = |row: &Surface| row.name.as_deref().map_or_else(String::new, word);
    let names: Vec<String> = surfaces.rows.iter().map(name).collect();
    let mut out = format!("# landscape, level {level}\n");
    if !names.is_empty() {
        let _ = writeln!(out, "mtllib {}", to.named("mtl"));
    }
    let y_up = options.axes == Some(Axes::YUp);
    let turned = |[x, y, z]: [f32; 3]| if y_up { [x, z, -y] } else { [x, y, z] };
    for position in land.positions.iter() {
        let [x, y, z] = turned(position);
        let _ = writeln!(out, "v {x} {y} {z}");
    }
    for normal in land.normals.iter() {
        let [x, y, z] = turned(normal.decode());
        let _ = writeln!(out, "vn {x} {y} {z}");
    }
    let mut corners = 0u64;
    let mut left = land.faces.len().saturating_mul(2);
    for square in 0..land.squares.len() {
        let Some((_, cell)) = land.cell(square, level) else { continue };
        let Some(rest) = left.checked_sub(usize::from(cell.count)) else {
            return Err(Error::Usage("cells cover the same faces over and over".into()));
        };
        left = rest;
        let _ = writeln!(out, "g square_{square}");
        for batch in land.batches(&cell) {
            let [first, _] = batch.materials;
            let name = names.get(usize::from(first)).cloned();
            let _ = writeln!(out, "usemtl {}", name.unwrap_or_else(|| format!("material_{first}")));
            for entry in batch.entries.iter() {
                let Some(face) = land.faces.get(usize::from(entry.face)) else { continue };
                if land.corners(&face).is_none() {
                    continue;
                }
                add_face(land, face.vertices, &mut corners, &mut out);
            }
        }
    }
    let mut exported = Exported::file(to, out.into_bytes());
    if !names.is_empty() {
        let bytes = write_library(&names, surfaces).into_bytes();
        exported.files.push(OutFile { name: to.named("mtl"), bytes });
        exported.files.extend(surfaces.files());
    }
    exported.lost.clone_from(&surfaces.lost);
    exported.told = LEFT_OUT.map(String::from).to_vec();
    Ok(exported)
}

/// The materials of all rows; one that several rows name is the same each time.
fn write_library(names: &[String], surfaces: &Surfaces) -> String {
    let mut out = String::from("# materials of a landscape\n");
    for (row, (name, surface)) in names.iter().zip(&surfaces.rows).enumerate() {
        let again = names.iter().take(row).any(|before| before == name);
        if !again {
            add_material(&mut out, name, surface, surfaces.file_of(surface));
        }
    }
    out
}

/// Texture coordinates belong to a corner: of a vertex they may wrap differently from face to face.
fn add_face(land: &Landscape<'_>, vertices: [u16; 3], corners: &mut u64, out: &mut String) {
    let uv = |vertex: u16| land.material_uvs.get(usize::from(vertex)).unwrap_or_default();
    for [u, v] in GroundUv::decode_triangle(vertices.map(uv)) {
        // An OBJ counts v from below.
        let _ = writeln!(out, "vt {u} {}", 1.0 - v);
    }
    out.push('f');
    for vertex in vertices {
        *corners += 1;
        let place = u32::from(vertex) + 1;
        // Without a normal for each vertex, `place/corner` alone.
        let normal = usize::from(vertex) < land.normals.len();
        let _ = match normal {
            true => write!(out, " {place}/{corners}/{place}"),
            false => write!(out, " {place}/{corners}"),
        };
    }
    out.push('\n');
}
