//! Materials of a level's ground taken from a mesh, by their names.

use std::collections::{BTreeSet, HashMap};

use ngi_formats::landscape::{Face, FaceFlags, LandscapeDoc, NO_MATERIAL};

use super::Imported;
use super::dressing::Dressing;
use super::sculpt::Sculpted;
use super::soup::{Index, Soup, SoupFace, place_key};
use crate::Result;

/// A mesh by what its materials are for.
struct Painted<'s> {
    soup: &'s Soup,
    /// What lies below.
    base: Index<'s>,
    /// What lies over it.
    over: Index<'s>,
    /// Whether the file can tell of what lies over.
    knows_seconds: bool,
}

impl<'s> Painted<'s> {
    fn new(soup: &'s Soup, liquid: &[bool]) -> Result<Self> {
        let of = |face: &SoupFace| soup.materials.get(face.material);
        let is_base = |face: &SoupFace| {
            let wet = liquid.get(face.material) == Some(&true);
            !wet && of(face).is_some_and(|(name, over)| !over && !name.is_empty())
        };
        Ok(Self {
            soup,
            base: Index::new(soup, is_base)?,
            over: Index::new(soup, |face| of(face).is_some_and(|(_, over)| *over))?,
            knows_seconds: soup.materials.iter().any(|(_, over)| *over),
        })
    }

    fn name(&self, face: &SoupFace) -> &'s str {
        self.soup.materials.get(face.material).map_or("", |(name, _)| name)
    }
}

/// The row of a name: the one that a face has if that is called so, else the first, else a new one.
fn row_for(
    name: &str,
    current: Option<u8>,
    dressing: &mut Dressing,
    new: &mut Vec<String>,
) -> Result<u8> {
    let same = |row: &u8| dressing.name(*row).is_some_and(|own| own.eq_ignore_ascii_case(name));
    if let Some(row) = current.filter(same) {
        return Ok(row);
    }
    let (row, is_new) = dressing.row(name)?;
    new.extend(is_new.then(|| name.to_owned()));
    Ok(row)
}

impl Sculpted<'_> {
    /// By material of a mesh whether it is that of a liquid.
    pub(super) fn liquid_materials(&self, soup: &Soup, dressing: &Dressing) -> Vec<bool> {
        let mut rows = [false; 256];
        for face in self.before.faces.iter().filter(|face| face.is_liquid()) {
            rows.get_mut(usize::from(face.material)).into_iter().for_each(|wet| *wet = true);
        }
        let wet = |row: u8| rows.get(usize::from(row)) == Some(&true);
        let materials = soup.materials.iter();
        materials.map(|(name, _)| dressing.rows_named(name).any(wet)).collect()
    }

    /// Takes materials from a mesh, by their names.
    pub fn paint_by_mesh(
        &mut self,
        soup: &Soup,
        dressing: &mut Dressing,
        imported: &mut Imported,
    ) -> Result<()> {
        let mesh = Painted::new(soup, &self.liquid_materials(soup, dressing))?;
        let (mut count, mut new) = (0usize, Vec::new());
        for index in 0..self.before.split() {
            let Some((face, middle)) = self.dry_face(index) else { continue };
            let pair = pair_for(&mesh, &face, middle, dressing, &mut new)?;
            if let Some(pair) = pair.filter(|pair| *pair != face.pair()) {
                count += 1;
                self.paint(index, pair);
            }
        }
        if count > 0 {
            let far = self.paint_level_1(&mesh, dressing);
            imported.computed.push(format!(
                "materials of {count} faces of level 0 and {far} of level 1, from the mesh"
            ));
        }
        new.sort_unstable();
        new.dedup();
        let told = |name: String| format!("{name} is a new row of both wears");
        imported.told.extend(new.into_iter().map(told));
        Ok(())
    }

    /// Takes from a mesh how opaque second materials are at vertices: from the corners of what lies
    /// over the ground, at the same place and of the same name.
    pub fn blend_by_mesh(
        &mut self,
        soup: &Soup,
        dressing: &Dressing,
        imported: &mut Imported,
    ) -> Result<()> {
        let said = said_alphas(soup);
        if said.is_empty() {
            return Ok(());
        }
        // What lies over the ground at each vertex; beside it a material is of no use.
        let mut seconds: BTreeSet<(usize, u8)> = BTreeSet::new();
        for face in self.after.faces.iter() {
            let second = face.second().into_iter();
            seconds.extend(second.flat_map(|row| face.vertices.map(|v| (usize::from(v), row))));
        }
        let mut count = 0usize;
        for (vertex, row) in seconds {
            let Some([x, y, _]) = self.after.positions.get(vertex).copied() else { continue };
            let (Some(name), Some(here)) = (dressing.name(row), said.get(&place_key([x, y])))
            else {
                continue;
            };
            let same = |material: usize| {
                let known = soup.materials.get(material).map_or("", |(known, _)| known);
                known.eq_ignore_ascii_case(&name)
            };
            let mut wanted = here.iter().filter(|(material, _)| same(*material)).map(|(_, a)| *a);
            let own = self.after.alphas.as_ref().and_then(|alphas| alphas.get(vertex)).copied();
            let own = own.unwrap_or(1.0);
            // As an export has it.
            let shown = if own.is_finite() { own.clamp(0.0, 1.0) } else { 1.0 };
            let Some(first) = wanted.next() else { continue };
            if (first - shown).abs() <= STEP || wanted.any(|other| (other - shown).abs() <= STEP) {
                continue;
            }
            self.after.set_alpha(vertex, first)?;
            count += 1;
        }
        if count > 0 {
            imported.computed.push(format!("alphas of {count} vertices, from the mesh"));
        }
        Ok(())
    }

    /// A face that is no liquid, and its middle.
    fn dry_face(&self, index: usize) -> Option<(Face, [f64; 2])> {
        let face = self.before.faces.get(index).copied().filter(|face| !face.is_liquid())?;
        Some((face, middle_of(&self.before, index)?))
    }

    fn paint(&mut self, index: usize, [first, second]: [u8; 2]) {
        if let Some(face) = self.after.faces.get_mut(index) {
            // A bed that is painted is none any more.
            let dry = first != face.material;
            face.flags = if dry { face.flags.with(FaceFlags::BED, false) } else { face.flags };
            (face.material, face.second_material) = (first, second);
        }
    }

    /// Level 1 gets the first material that the mesh has at the middle of its faces. A second one
    /// needs vertices of its own and is left out.
    fn paint_level_1(&mut self, mesh: &Painted<'_>, dressing: &Dressing) -> usize {
        let mut count = 0;
        for index in self.before.split()..self.before.faces.len() {
            let Some((face, middle)) = self.dry_face(index) else { continue };
            let Some((found, _)) = mesh.base.top(middle) else { continue };
            let name = mesh.name(found);
            let current = dressing.name(face.material);
            if current.is_some_and(|current| current.eq_ignore_ascii_case(name)) {
                continue;
            }
            if let Some(row) = dressing.rows_named(name).next() {
                self.paint(index, [row, NO_MATERIAL]);
                count += 1;
            }
        }
        count
    }
}

/// How much alphas may differ and still be the same: a step of 8 bits, which is what colours of
/// vertices have in many programs.
const STEP: f32 = 1.0 / 255.0;

/// By place seen from above: materials that lie over others, and how opaque they are there.
fn said_alphas(soup: &Soup) -> HashMap<[i64; 2], Vec<(usize, f32)>> {
    let mut said: HashMap<[i64; 2], Vec<(usize, f32)>> = HashMap::new();
    let faces = soup.faces.iter();
    for face in faces.filter(|face| soup.materials.get(face.material).is_some_and(|m| m.1)) {
        for ([x, y, _], alpha) in face.corners.into_iter().zip(face.alphas) {
            let Some(alpha) = alpha.filter(|alpha| alpha.is_finite()) else { continue };
            let one = (face.material, alpha.clamp(0.0, 1.0));
            let here = said.entry(place_key([x, y])).or_default();
            if here.len() < 16 && !here.contains(&one) {
                here.push(one);
            }
        }
    }
    said
}

/// The pair of materials that a mesh has at the middle of a face; `None` beside it.
fn pair_for(
    mesh: &Painted<'_>,
    face: &Face,
    middle: [f64; 2],
    dressing: &mut Dressing,
    new: &mut Vec<String>,
) -> Result<Option<[u8; 2]>> {
    let Some((found, _)) = mesh.base.top(middle) else { return Ok(None) };
    let first = row_for(mesh.name(found), Some(face.material), dressing, new)?;
    let second = match mesh.over.top(middle) {
        // An OBJ has one material: what it does not know of stays, unless the face is painted.
        None if !mesh.knows_seconds && first == face.material => face.second(),
        None => None,
        Some((found, _)) => Some(row_for(mesh.name(found), face.second(), dressing, new)?),
    };
    Ok(Some([first, second.unwrap_or(NO_MATERIAL)]))
}

/// The middle of a face seen from above.
fn middle_of(land: &LandscapeDoc, face: usize) -> Option<[f64; 2]> {
    let vertices = land.faces.get(face)?.vertices;
    let at = |vertex: u16| land.positions.get(usize::from(vertex)).copied();
    let [a, b, c] = vertices.map(at);
    let corners = [a?, b?, c?];
    let mean = |axis: usize| {
        corners.iter().filter_map(|corner| corner.get(axis)).map(|v| f64::from(*v)).sum::<f64>()
            / 3.0
    };
    Some([mean(0), mean(1)])
}
