//! Geometry that comes back, held against what went out: what did not change keeps its bytes.

use std::collections::HashMap;
use std::hash::Hash;

use ngi_formats::msh::{
    BatchWord, Face, LightmapUv, Mesh, Part, TriangleFlags, Vertex, encode_normal, encode_uv,
};

use super::draft::{DraftMesh, DraftVertex};
use super::export::unit_normal;
use super::surfaces::SurfaceKey;

/// How a mesh came back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fate {
    /// As it went out.
    Same,
    /// The same faces in another order.
    Reordered,
    /// The same faces in the same places; normals, texture coordinates or materials are others.
    Painted,
    /// The same faces; some vertices are elsewhere.
    Changed,
    /// The same faces in the same places, in other batches.
    Regrouped,
    /// Other faces.
    Rebuilt,
}

impl Fate {
    /// Of a mesh with the faces of the old one.
    fn of(mesh: &Mesh, old: &Mesh, moved: bool) -> Self {
        match mesh == old {
            true => Self::Same,
            false if moved => Self::Changed,
            false => Self::Painted,
        }
    }
}

/// Steps that the packed forms have room for: less is no change.
const NORMAL_STEP: f32 = 0.4 / 127.0;
const UV_STEP: f32 = 0.4 / 1024.0;

fn near(a: &[f32], b: &[f32], slack: f32) -> bool {
    a.iter().zip(b).all(|(a, b)| (a - b).abs() <= slack)
}

/// Whether two places are the same; rounding on the way through another program is no move.
fn same_place(a: [f32; 3], b: [f32; 3]) -> bool {
    let size = a.iter().chain(&b).fold(1.0f32, |most, value| most.max(value.abs()));
    near(&a, &b, 5e-7 * size)
}

/// A vertex that came back in the place of one that went out.
fn carry_vertex(old: &Vertex, new: &DraftVertex) -> Vertex {
    let fresh = encode_vertex(new, old);
    let keep_normal = new.normal.is_none_or(|normal| near(&normal, &unit_normal(old), NORMAL_STEP));
    let keep = |kept: Option<[f32; 2]>, value: [f32; 2]| {
        kept.is_none_or(|kept| near(&kept, &value, UV_STEP))
    };
    Vertex {
        position: if same_place(old.position, new.position) { old.position } else { new.position },
        normal: if keep_normal { old.normal } else { fresh.normal },
        uv: if keep(new.uv, old.uv.decode()) { old.uv } else { fresh.uv },
        lightmap_uv: match keep(new.lightmap_uv, old.lightmap_uv.decode()) {
            true => old.lightmap_uv,
            false => fresh.lightmap_uv,
        },
        ..*old
    }
}

/// A vertex packed; what the file does not say comes from `like`.
fn encode_vertex(new: &DraftVertex, like: &Vertex) -> Vertex {
    let normal = new.normal.map_or(like.normal, encode_normal);
    Vertex {
        position: new.position,
        normal: ngi_formats::msh::Normal { unk_0x03: like.normal.unk_0x03, ..normal },
        uv: new.uv.map_or(like.uv, encode_uv),
        lightmap_uv: new.lightmap_uv.map_or(like.lightmap_uv, encode_lightmap_uv),
        ..*like
    }
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // cut to the range first
fn encode_lightmap_uv([u, v]: [f32; 2]) -> LightmapUv {
    let packed = |value: f32| (value * 1024.0).round().clamp(0.0, 65_535.0) as u16;
    LightmapUv { u: packed(u), v: packed(v) }
}

/// Counts texture coordinates that do not fit their packed forms and are cut to what fits.
pub(super) fn cut_uvs(draft: &DraftMesh) -> usize {
    let is_outside =
        |value: f32, least: f32, most: f32| !(least..=most).contains(&(value * 1024.0).round());
    let is_cut = |vertex: &&DraftVertex| {
        let uv = vertex.uv.into_iter().flatten();
        let lightmap = vertex.lightmap_uv.into_iter().flatten();
        uv.into_iter().any(|value| is_outside(value, -32_768.0, 32_767.0))
            || lightmap.into_iter().any(|value| is_outside(value, 0.0, 65_535.0))
    };
    draft.vertices.iter().filter(is_cut).count()
}

/// A mesh made of nothing but what came.
pub(super) fn fresh_mesh(draft: &DraftMesh, keys: &[SurfaceKey]) -> Mesh {
    let vertices =
        draft.vertices.iter().map(|vertex| encode_vertex(vertex, &Vertex::default())).collect();
    let parts = draft.parts.iter().zip(keys).map(|(part, key)| {
        part_of(key, part.faces.iter().map(|&corners| Face { corners, flags: TriangleFlags(0) }))
    });
    let mut mesh = Mesh { vertices, parts: parts.collect(), ..Mesh::default() };
    fill_normals(&mut mesh, draft);
    mesh
}

/// Computes the normals of vertices that have none in the file; given ones stay.
fn fill_normals(mesh: &mut Mesh, draft: &DraftMesh) {
    if draft.vertices.iter().all(|vertex| vertex.normal.is_some()) {
        return;
    }
    let given: Vec<_> = mesh.vertices.iter().map(|vertex| vertex.normal).collect();
    mesh.smooth_normals();
    let all = mesh.vertices.iter_mut().zip(given).zip(&draft.vertices);
    for ((vertex, given), _) in all.filter(|(_, draft)| draft.normal.is_some()) {
        vertex.normal = given;
    }
}

fn part_of(key: &SurfaceKey, faces: impl Iterator<Item = Face>) -> Part {
    let SurfaceKey { row, lightmap, word, portal } = *key;
    Part { word: BatchWord(word), material: row, lightmap, portal, faces: faces.collect() }
}

/// A mesh that came back, with everything that did not change as it was.
pub(super) fn carry_mesh(old: &Mesh, draft: &DraftMesh, keys: &[SurfaceKey]) -> (Mesh, Fate) {
    let in_order = old.vertices.len() == draft.vertices.len()
        && old.parts.len() == draft.parts.len()
        && old.parts.iter().zip(&draft.parts).all(|(old, new)| {
            let corners = old.faces.iter().map(|face| face.corners);
            corners.eq(new.faces.iter().copied())
        });
    if in_order {
        return carry_in_order(old, draft, keys);
    }
    if same_faces(old, draft, keys) {
        return (old.clone(), Fate::Reordered);
    }
    let together = carry_together(old, draft, keys);
    together.unwrap_or_else(|| {
        let fate = if same_shape(old, draft) { Fate::Regrouped } else { Fate::Rebuilt };
        (rebuild(old, draft, keys), fate)
    })
}

fn carry_in_order(old: &Mesh, draft: &DraftMesh, keys: &[SurfaceKey]) -> (Mesh, Fate) {
    let pairs = old.vertices.iter().zip(&draft.vertices);
    let vertices: Vec<Vertex> = pairs.map(|(old, new)| carry_vertex(old, new)).collect();
    let parts = old.parts.iter().zip(keys);
    let parts = parts.map(|(old, key)| part_of(key, old.faces.iter().copied())).collect();
    let moved = old.vertices.iter().zip(&vertices).any(|(a, b)| a.position != b.position);
    let bounds = old.bounds.filter(|_| !moved);
    let mesh = Mesh { vertices, parts, bounds, unknown: old.unknown };
    let fate = Fate::of(&mesh, old, moved);
    (mesh, fate)
}

/// Parts by what they share, in the order in which that first comes up.
fn grouped<K: Eq + Hash>(keys: impl Iterator<Item = K>) -> Vec<Vec<usize>> {
    let mut known: HashMap<K, usize> = HashMap::new();
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for (part, key) in keys.enumerate() {
        let group = *known.entry(key).or_insert(groups.len());
        match groups.get_mut(group) {
            Some(group) => group.push(part),
            None => groups.push(vec![part]),
        }
    }
    groups
}

/// For each vertex of a draft the one of the old mesh it stands for, where both have the same faces
/// over them: programs put the faces of a material together, and give every material vertices of
/// its own, but keep the order.
fn old_of_new(
    (old, old_groups): (&Mesh, &[Vec<usize>]),
    (draft, new_groups): (&DraftMesh, &[Vec<usize>]),
) -> Option<Vec<Option<u32>>> {
    let mut found = vec![None; draft.vertices.len()];
    if old_groups.len() != new_groups.len() {
        return None;
    }
    for (old_group, new_group) in old_groups.iter().zip(new_groups) {
        let olds = old_group.iter().filter_map(|&part| old.parts.get(part));
        let mut olds = olds.flat_map(|part| &part.faces).map(|face| face.corners);
        let news = new_group.iter().filter_map(|&part| draft.parts.get(part));
        for new_face in news.flat_map(|part| &part.faces) {
            for (new, old) in new_face.iter().zip(olds.next()?) {
                let place = found.get_mut(usize::try_from(*new).ok()?)?;
                if *place.get_or_insert(old) != old {
                    return None;
                }
            }
        }
        if olds.next().is_some() {
            return None;
        }
    }
    Some(found)
}

/// What the batches of an old mesh say, for each part of a draft that has the same faces in the
/// same order.
pub(super) fn keys_in_order(old: &Mesh, draft: &DraftMesh) -> Option<Vec<SurfaceKey>> {
    let old_groups = grouped(old.parts.iter().map(SurfaceKey::of));
    let new_groups = grouped(draft.parts.iter().map(|part| part.material));
    old_of_new((old, &old_groups), (draft, &new_groups))?;
    let mut keys = vec![None; draft.parts.len()];
    for (old_group, new_group) in old_groups.iter().zip(&new_groups) {
        let key = old_group.first().and_then(|&part| old.parts.get(part)).map(SurfaceKey::of);
        for &part in new_group {
            keys.get_mut(part).into_iter().for_each(|place| *place = key);
        }
    }
    keys.into_iter().collect()
}

/// The old mesh with the vertices of a draft that has the same faces in the same order.
fn carry_together(old: &Mesh, draft: &DraftMesh, keys: &[SurfaceKey]) -> Option<(Mesh, Fate)> {
    let old_groups = grouped(old.parts.iter().map(SurfaceKey::of));
    let new_groups = grouped(draft.parts.iter().zip(keys).map(|(part, key)| (part.material, *key)));
    let found = old_of_new((old, &old_groups), (draft, &new_groups))?;
    let mut together: Vec<Option<DraftVertex>> = vec![None; old.vertices.len()];
    for (new, old) in draft.vertices.iter().zip(found) {
        let Some(old) = old else { continue };
        let place = together.get_mut(usize::try_from(old).ok()?)?;
        if !place.get_or_insert(*new).is_like(new) {
            return None;
        }
    }
    let pairs = old.vertices.iter().zip(together);
    let vertices = pairs.map(|(old, new)| new.map_or(*old, |new| carry_vertex(old, &new)));
    let vertices: Vec<Vertex> = vertices.collect();
    let mut parts = old.parts.clone();
    for (old_group, new_group) in old_groups.iter().zip(&new_groups) {
        let key = new_group.first().and_then(|&part| keys.get(part))?;
        for &part in old_group {
            let place = parts.get_mut(part)?;
            *place = part_of(key, place.faces.iter().copied());
        }
    }
    let moved = old.vertices.iter().zip(&vertices).any(|(a, b)| a.position != b.position);
    let bounds = old.bounds.filter(|_| !moved);
    let mesh = Mesh { vertices, parts, bounds, unknown: old.unknown };
    let fate = Fate::of(&mesh, old, moved);
    Some((mesh, fate))
}

impl DraftVertex {
    /// Whether both are one vertex, which another program gave to two materials.
    fn is_like(&self, other: &Self) -> bool {
        let same = |a: Option<[f32; 2]>, b: Option<[f32; 2]>| {
            a.unwrap_or_default() == b.unwrap_or_default()
        };
        let (a, b) = (self.normal.unwrap_or_default(), other.normal.unwrap_or_default());
        same_place(self.position, other.position)
            && near(&a, &b, NORMAL_STEP)
            && same(self.uv, other.uv)
            && same(self.lightmap_uv, other.lightmap_uv)
    }
}

/// A place in whole steps, so that equal places are found.
pub(super) type Spot = [i64; 5];

#[allow(clippy::cast_possible_truncation)] // floats to whole steps; what is too large is cut
fn spot(position: [f32; 3], uv: [f32; 2]) -> Spot {
    let [x, y, z] = position.map(|value| (f64::from(value) * 4096.0).round() as i64);
    let [u, v] = uv.map(|value| (f64::from(value) * 1024.0).round() as i64);
    [x, y, z, u, v]
}

pub(super) fn old_spot(vertex: &Vertex) -> Spot {
    spot(vertex.position, vertex.uv.decode())
}

pub(super) fn new_spot(vertex: &DraftVertex) -> Spot {
    spot(vertex.position, vertex.uv.unwrap_or_default())
}

/// A face by its corners, the smallest first, the way round kept.
pub(super) fn turned<T: Ord + Copy>([a, b, c]: [T; 3]) -> [T; 3] {
    match a.min(b).min(c) {
        least if least == a => [a, b, c],
        least if least == b => [b, c, a],
        _ => [c, a, b],
    }
}

/// Whether both have the same faces with the same surfaces, in whatever order.
fn same_faces(old: &Mesh, draft: &DraftMesh, keys: &[SurfaceKey]) -> bool {
    let mut counts: HashMap<(SurfaceKey, [Spot; 3]), i64> = HashMap::new();
    for part in &old.parts {
        let key = SurfaceKey::of(part);
        for face in &part.faces {
            let Some(spots) = corners(face.corners, &old.vertices, old_spot) else { return false };
            *counts.entry((key, turned(spots))).or_default() += 1;
        }
    }
    for (part, key) in draft.parts.iter().zip(keys) {
        for face in &part.faces {
            let Some(spots) = corners(*face, &draft.vertices, new_spot) else { return false };
            *counts.entry((*key, turned(spots))).or_default() -= 1;
        }
    }
    counts.values().all(|&count| count == 0)
}

/// Whether both have faces in the same places, whatever these look like.
fn same_shape(old: &Mesh, draft: &DraftMesh) -> bool {
    let place = |[x, y, z, ..]: Spot| [x, y, z];
    let mut counts: HashMap<[[i64; 3]; 3], i64> = HashMap::new();
    for face in old.parts.iter().flat_map(|part| &part.faces) {
        let spots = corners(face.corners, &old.vertices, |v| place(old_spot(v)));
        *counts.entry(turned(spots.unwrap_or_default())).or_default() += 1;
    }
    for face in draft.parts.iter().flat_map(|part| &part.faces) {
        let spots = corners(*face, &draft.vertices, |v| place(new_spot(v)));
        *counts.entry(turned(spots.unwrap_or_default())).or_default() -= 1;
    }
    counts.values().all(|&count| count == 0)
}

pub(super) fn corners<V, T>(
    face: [u32; 3],
    vertices: &[V],
    of: impl Fn(&V) -> T,
) -> Option<[T; 3]> {
    let at = |corner: u32| vertices.get(usize::try_from(corner).ok()?).map(&of);
    let [a, b, c] = face.map(at);
    Some([a?, b?, c?])
}

/// Other faces: a new mesh, in which vertices and faces that were there before keep what the file
/// does not say: unknown bytes, flags of faces.
fn rebuild(old: &Mesh, draft: &DraftMesh, keys: &[SurfaceKey]) -> Mesh {
    let place = |spot: Spot| [spot[0], spot[1], spot[2]];
    let known: HashMap<Spot, &Vertex> = old.vertices.iter().map(|v| (old_spot(v), v)).collect();
    let mut flags: HashMap<[[i64; 3]; 3], TriangleFlags> = HashMap::new();
    let mut usual: HashMap<SurfaceKey, TriangleFlags> = HashMap::new();
    for part in &old.parts {
        for face in &part.faces {
            usual.entry(SurfaceKey::of(part)).or_insert(face.flags);
            if let Some(spots) = corners(face.corners, &old.vertices, |v| place(old_spot(v))) {
                flags.insert(turned(spots), face.flags);
            }
        }
    }
    let blank = Vertex::default();
    let vertices = draft.vertices.iter().map(|new| match known.get(&new_spot(new)) {
        Some(old) => carry_vertex(old, new),
        None => encode_vertex(new, &blank),
    });
    let parts = draft.parts.iter().zip(keys).map(|(part, key)| {
        let usual = usual.get(key).copied().unwrap_or(TriangleFlags(0));
        let faces = part.faces.iter().map(|&face| {
            let spots = corners(face, &draft.vertices, |v| place(new_spot(v)));
            let flags = spots.and_then(|spots| flags.get(&turned(spots))).copied();
            Face { corners: face, flags: flags.unwrap_or(usual) }
        });
        part_of(key, faces)
    });
    let mut mesh = Mesh {
        vertices: vertices.collect(),
        parts: parts.collect(),
        bounds: None,
        unknown: old.unknown,
    };
    fill_normals(&mut mesh, draft);
    mesh
}
