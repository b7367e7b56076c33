//! What batches say besides their faces: lightmap, portal, flags. Where the file does not say it,
//! the reference does.
//!
//! Other programs drop what they do not know, but faces are still where they were, and a material
//! that was told apart from another of its row still has a name of its own. So a face that lies on
//! one of the reference has that one's batch; a material whose faces were all of one kind gives
//! that kind to its new and moved faces, too.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, HashSet};

use ngi_formats::msh::{BatchWord, LEVELS, Mesh, NONE};

use super::carry::{Spot, corners, keys_in_order, new_spot, old_spot, turned};
use super::draft::{Draft, DraftMesh, DraftPart};
use super::looks::SceneMaterial;
use super::reference::Reference;
use super::rows::Rows;
use super::surfaces::SurfaceKey;

/// What the batches of an import say.
pub(super) struct Batches<'a> {
    draft: &'a Draft,
    reference: &'a Reference,
    rows: &'a Rows,
    /// By mesh and part, as far as the file says it.
    keys: Vec<Vec<SurfaceKey>>,
    /// By material: whether the file says everything.
    said: Vec<bool>,
    /// By mesh of the draft and slot: what each face of each part is in the reference.
    found: HashMap<(usize, usize), Vec<Vec<Option<SurfaceKey>>>>,
    /// By material: what its faces are; `None` where they are of several kinds.
    learned: HashMap<Option<usize>, Option<SurfaceKey>>,
    /// Batches that were given something from the reference.
    pub carried: usize,
    /// What could not be carried, a line each.
    pub lost: Vec<String>,
}

/// A place in whole steps.
type Place = [i64; 3];

fn place([x, y, z, ..]: Spot) -> Place {
    [x, y, z]
}

/// Faces of the reference by where they are.
struct OldFaces {
    faces: HashMap<[Place; 3], Vec<([Spot; 3], SurfaceKey)>>,
}

impl OldFaces {
    fn of(old: &Mesh) -> Self {
        let mut faces: HashMap<[Place; 3], Vec<_>> = HashMap::new();
        for part in &old.parts {
            for face in &part.faces {
                if let Some(spots) = corners(face.corners, &old.vertices, old_spot) {
                    let spots = turned(spots);
                    faces.entry(spots.map(place)).or_default().push((spots, SurfaceKey::of(part)));
                }
            }
        }
        Self { faces }
    }

    /// Takes the face that lies where another lies; of several, one with the same texture
    /// coordinates.
    fn take(&mut self, spots: [Spot; 3], fits: impl Fn(SurfaceKey) -> bool) -> Option<SurfaceKey> {
        let spots = turned(spots);
        let found = self.faces.get_mut(&spots.map(place))?;
        let best = |(known, key): &([Spot; 3], SurfaceKey)| *known == spots && fits(*key);
        let at = found.iter().position(best);
        let at = at.or_else(|| found.iter().position(|(_, key)| fits(*key)))?;
        Some(found.swap_remove(at).1)
    }
}

impl<'a> Batches<'a> {
    /// What the file says. `keys` by mesh and part.
    pub fn new(
        draft: &'a Draft,
        reference: &'a Reference,
        materials: &[SceneMaterial],
        rows: &'a Rows,
        keys: Vec<Vec<SurfaceKey>>,
    ) -> Self {
        Self {
            draft,
            reference,
            rows,
            keys,
            said: materials.iter().map(|material| material.extras.is_some()).collect(),
            found: HashMap::new(),
            learned: HashMap::new(),
            carried: 0,
            lost: Vec::new(),
        }
    }

    fn is_said(&self, part: &DraftPart) -> bool {
        part.material.and_then(|material| self.said.get(material)) == Some(&true)
    }

    /// Looks for the faces of a mesh in the slot whose place it takes.
    pub fn learn(&mut self, mesh: usize, slot: usize) {
        let (Some(draft), Some(old)) =
            (self.draft.meshes.get(mesh), self.reference.plan.meshes.get(slot))
        else {
            return;
        };
        let said = draft.parts.iter().all(|part| self.is_said(part));
        if said || self.found.contains_key(&(mesh, slot)) {
            return;
        }
        let mut faces = OldFaces::of(old);
        let keys = self.keys.get(mesh).map_or(&[][..], Vec::as_slice);
        let mut found = Vec::with_capacity(draft.parts.len());
        for (part, key) in draft.parts.iter().zip(keys) {
            if self.is_said(part) {
                found.push(Vec::new());
                continue;
            }
            let same_row = |old: SurfaceKey| self.rows.same_name(old.row, key.row);
            let look =
                |face: &[u32; 3]| faces.take(corners(*face, &draft.vertices, new_spot)?, same_row);
            found.push(part.faces.iter().map(look).collect::<Vec<_>>());
        }
        for (part, found) in draft.parts.iter().zip(&found) {
            for key in found.iter().flatten() {
                let learned = self.learned.entry(part.material).or_insert(Some(*key));
                *learned = learned.filter(|learned| learned == key);
            }
        }
        self.found.insert((mesh, slot), found);
    }

    /// A mesh whose parts are batches, and what these say.
    pub fn resolve(
        &mut self,
        mesh: usize,
        slot: Option<usize>,
    ) -> (Cow<'a, DraftMesh>, Vec<SurfaceKey>) {
        let all: &'a [DraftMesh] = &self.draft.meshes;
        let Some(draft) = all.get(mesh) else { return Default::default() };
        let keys = self.keys.get(mesh).cloned().unwrap_or_default();
        let old = slot.and_then(|slot| self.reference.plan.meshes.get(slot));
        let unsaid = draft.parts.iter().any(|part| !self.is_said(part));
        if !unsaid || self.reference.plan.meshes.is_empty() {
            return (Cow::Borrowed(draft), keys);
        }
        let in_order = old.and_then(|old| keys_in_order(old, draft));
        let found = slot.and_then(|slot| self.found.remove(&(mesh, slot))).unwrap_or_default();
        let mut out = DraftMesh { parts: Vec::new(), ..draft.clone() };
        let mut out_keys = Vec::new();
        for (at, (part, key)) in draft.parts.iter().zip(&keys).enumerate() {
            if self.is_said(part) {
                out.parts.push(part.clone());
                out_keys.push(*key);
                continue;
            }
            let faces = found.get(at).map_or(&[][..], Vec::as_slice);
            let ordered = in_order.as_ref().and_then(|keys| keys.get(at)).copied();
            for (key, part) in self.split(draft, part, *key, faces, ordered, old) {
                out.parts.push(part);
                out_keys.push(key);
            }
        }
        if let (Some(slot), Some(old)) = (slot, old) {
            self.report_missing(slot, old, &out_keys);
        }
        (Cow::Owned(out), out_keys)
    }

    /// The faces of a part by the batches they are of.
    fn split(
        &mut self,
        mesh: &DraftMesh,
        part: &DraftPart,
        plain: SurfaceKey,
        found: &[Option<SurfaceKey>],
        ordered: Option<SurfaceKey>,
        old: Option<&Mesh>,
    ) -> Vec<(SurfaceKey, DraftPart)> {
        let of = |face: usize| found.get(face).copied().flatten();
        let whole = (0..part.faces.len()).all(|face| of(face).is_some());
        let guess = if whole { None } else { self.guess(part, plain, ordered, old) };
        let around =
            if whole || guess.is_some() { HashMap::new() } else { around(mesh, part, found) };
        let mut order: Vec<SurfaceKey> = Vec::new();
        let mut faces: HashMap<SurfaceKey, Vec<[u32; 3]>> = HashMap::new();
        let mut unknown = 0;
        for (at, face) in part.faces.iter().enumerate() {
            let near = || {
                let spots = corners(*face, &mesh.vertices, new_spot)?;
                spots.iter().find_map(|spot| around.get(&place(*spot)).copied())
            };
            let key = of(at).or(guess).or_else(near).unwrap_or_else(|| {
                unknown += 1;
                plain
            });
            let batch = faces.entry(key).or_default();
            if batch.is_empty() {
                order.push(key);
            }
            batch.push(*face);
        }
        let several = self.kinds(plain, &self.reference.plan.meshes);
        if unknown > 0 && several.len() > 1 {
            let name = self.name(plain.row);
            self.lost.push(format!(
                "material \"{name}\": {unknown} new faces: the reference has {} kinds of batches \
                 with it, and the file does not say which these are; they are plain",
                several.len()
            ));
        }
        self.carried += order.iter().filter(|key| **key != plain).count();
        let part_of = |key: SurfaceKey| {
            let faces = faces.remove(&key).unwrap_or_default();
            (key, DraftPart { material: part.material, faces })
        };
        order.into_iter().map(part_of).collect()
    }

    /// What faces are that lie nowhere in the reference.
    fn guess(
        &self,
        part: &DraftPart,
        plain: SurfaceKey,
        ordered: Option<SurfaceKey>,
        old: Option<&Mesh>,
    ) -> Option<SurfaceKey> {
        let with_row = |key: SurfaceKey| match self.rows.same_name(key.row, plain.row) {
            true => key,
            // Another material, where it was: what belongs to the place stays.
            false => {
                let of_place = key.word & (BatchWord::LIGHTMAPPED.0 | BatchWord::PORTAL.0);
                SurfaceKey { row: plain.row, word: plain.word | of_place, ..key }
            }
        };
        match self.learned.get(&part.material) {
            Some(Some(key)) => return Some(*key),
            Some(None) => return None,
            None => {}
        }
        let only = |kinds: HashSet<SurfaceKey>| match kinds.len() {
            1 => kinds.into_iter().next(),
            _ => None,
        };
        ordered
            .map(with_row)
            .or_else(|| only(self.kinds(plain, old)))
            .or_else(|| only(self.kinds(plain, &self.reference.plan.meshes)))
    }

    /// The kinds of batches that some meshes have with a row.
    fn kinds<'m>(
        &self,
        plain: SurfaceKey,
        meshes: impl IntoIterator<Item = &'m Mesh>,
    ) -> HashSet<SurfaceKey> {
        let keys = meshes.into_iter().flat_map(|mesh| &mesh.parts).map(SurfaceKey::of);
        keys.filter(|key| self.rows.same_name(key.row, plain.row)).collect()
    }

    /// Says which batches of a slot are not there any more, of those that say more than a row.
    fn report_missing(&mut self, slot: usize, old: &Mesh, keys: &[SurfaceKey]) {
        let bare = |key: &SurfaceKey| (key.lightmap, key.word, key.portal);
        let here: HashSet<_> = keys.iter().map(bare).collect();
        let mut missing: BTreeMap<_, SurfaceKey> = BTreeMap::new();
        for key in old.parts.iter().map(SurfaceKey::of).filter(|key| !here.contains(&bare(key))) {
            missing.entry(bare(&key)).or_insert(key);
        }
        for SurfaceKey { row, lightmap, word, portal } in missing.into_values() {
            let mut says = Vec::new();
            if portal != NONE {
                says.push(format!("the portal into node {portal}"));
            }
            if lightmap != 0xFF {
                says.push(format!("lightmap {lightmap}"));
            }
            if word != 0 {
                says.push(format!("flags 0x{word:x}"));
            }
            if says.is_empty() {
                continue;
            }
            let (place, name) = (self.place(slot), self.name(row));
            let says = says.join(", ");
            self.lost.push(format!("{place}: {says} of material \"{name}\": no face has them"));
        }
    }

    /// The name of a row, as the exporter gives it.
    fn name(&self, row: u8) -> String {
        let name = self.rows.name(usize::from(row)).map(str::to_owned);
        name.unwrap_or_else(|| format!("row_{row}"))
    }

    /// Where a slot is in the model, for a person.
    fn place(&self, slot: usize) -> String {
        let nodes = self.reference.plan.nodes.iter().zip(&self.reference.names);
        let cell = |(node, name): (&ngi_formats::msh::PlainNode, &String)| {
            let cell = node.meshes.iter().position(|mesh| *mesh == Some(slot))?;
            let (stage, level) = (cell / LEVELS, cell % LEVELS);
            Some(format!("node \"{name}\", stage {stage}, level {level}"))
        };
        nodes.into_iter().find_map(cell).unwrap_or_else(|| format!("slots[{slot}]"))
    }
}

/// What the known faces of a part are, by the places of their corners.
fn around(
    mesh: &DraftMesh,
    part: &DraftPart,
    found: &[Option<SurfaceKey>],
) -> HashMap<Place, SurfaceKey> {
    let mut known = HashMap::new();
    for (face, key) in part.faces.iter().zip(found) {
        let spots = corners(*face, &mesh.vertices, new_spot);
        if let (Some(spots), Some(key)) = (spots, key) {
            for spot in spots {
                known.entry(place(spot)).or_insert(*key);
            }
        }
    }
    known
}
