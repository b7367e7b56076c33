//! glTF documents into models.

use glam::Affine2;
use ngi_formats::msh::{Blueprint, Change, ModelDoc, Track};
use ngi_formats::text;

use super::axes::Turn;
use super::carry;
use super::draft::{Draft, DraftMesh, draft};
use super::dress::{self, Dress, Dressed};
use super::looks::SceneMaterial;
use super::merge::{Merged, Report, merge};
use super::open::Opened;
use super::reference::Reference;
use super::rows::Rows;
use super::scene::Scene;
use super::standing;
use super::surfaces::{FirstCell, first_cell};
use crate::Result;
use crate::exporter::OutFile;
use crate::importer::{Imported, Source};
use ngi_verbs::format::Subject;
use ngi_verbs::surroundings::Surroundings;

/// How a model is imported.
pub(crate) struct Wanted<'a> {
    /// What has everything that the file leaves out.
    pub like: Option<&'a Subject<'a>>,
    /// Which of several clips.
    pub clip: Option<&'a str>,
    /// Which way is up, where somebody said.
    pub turn: Option<Turn>,
    /// Frames per second; what the file says, or the usual rate, if `None`.
    pub fps: Option<f32>,
    /// The wear table.
    pub rows: Rows,
    /// What becomes of materials.
    pub dress: Dress<'a>,
    /// What lies around the reference.
    pub around: Option<&'a Surroundings>,
    /// Whether coarser levels of what changed are made.
    pub make_lods: bool,
}

/// A model made of a glTF file.
pub(crate) fn import_model(source: &Source<'_>, wanted: Wanted<'_>) -> Result<Imported> {
    let opened = Opened::new(source)?;
    let mut scene = Scene::read(&opened, wanted.clip)?;
    let materials = std::mem::take(&mut scene.materials);
    let mut wanted = wanted;
    let changes = changes(&mut scene, &materials, &mut wanted);
    let reference = wanted.like.map(|like| Reference::read(like.bytes)).transpose()?;
    let (turn, told) = standing::turn(&scene, wanted.turn, reference.as_ref());
    let mut draft = draft(scene, turn, wanted.fps, &changes)?;
    draft.told.extend(told);
    let picture = |image: usize| opened.image(image, source);
    let make_lods = wanted.make_lods;
    let found = Found { draft, materials, stem: source.stem(), picture: &picture, make_lods };
    found.finish(reference.as_ref(), wanted.rows, &wanted.dress)
}

/// What becomes of the texture coordinates of each material.
fn changes(
    scene: &mut Scene,
    materials: &[SceneMaterial],
    wanted: &mut Wanted<'_>,
) -> Vec<Option<Affine2>> {
    let mut changes = Vec::with_capacity(materials.len());
    for (material, mapping) in materials.iter().zip(&scene.mappings) {
        let name = material.name.as_deref().unwrap_or("without a name");
        if mapping.disagrees {
            let what = "its pictures lie differently on it, and the game has one place for all";
            scene.lost.push(format!("material \"{name}\": {what}; that of its colour is taken"));
        }
        let (is_new, row) = match wanted.rows.find(material) {
            Ok(row) => (false, wanted.rows.name(row).unwrap_or_default().to_owned()),
            Err(name) => (true, name),
        };
        // A copy under a new name shows what the old one shows.
        let copied = material.extras.as_ref().and_then(|extras| extras.material.clone());
        let cell_of = |name: &str| match wanted.around {
            Some(around) => first_cell(around, &text::encode(name).unwrap_or_default()),
            None => FirstCell::Missing,
        };
        let cell = match (cell_of(&row), copied.filter(|_| is_new)) {
            (FirstCell::Missing, Some(copied)) => cell_of(&copied),
            (cell, _) => cell,
        };
        let cell = match cell {
            // What nobody has yet shows its whole picture.
            FirstCell::Missing if is_new => FirstCell::Whole,
            cell => cell,
        };
        changes.push(match cell {
            FirstCell::Whole => mapping.change(None),
            FirstCell::Cell(cell) => mapping.change(Some(cell)),
            FirstCell::Missing => {
                if mapping.picture_from_uv.is_some() && material.extras.is_none() {
                    let why = "whether it shows a part of its picture can be seen in the game only";
                    let what = "its texture transform is left out";
                    scene.told.push(format!("material \"{name}\": {what}: {why}"));
                }
                None
            }
        });
    }
    changes
}

/// What another program's file says of a model.
pub(crate) struct Found<'a> {
    /// Nodes and geometry.
    pub draft: Draft,
    /// Materials, by the numbers the draft has.
    pub materials: Vec<SceneMaterial>,
    /// What the model is called.
    pub stem: &'a str,
    /// The PNG of one of its pictures.
    pub picture: &'a dyn Fn(usize) -> Result<Vec<u8>>,
    /// Whether coarser levels of what changed are made.
    pub make_lods: bool,
}

impl Found<'_> {
    /// Makes the model, with everything the file leaves out from the reference.
    pub fn finish(
        self,
        reference: Option<&Reference>,
        mut rows: Rows,
        dress: &Dress<'_>,
    ) -> Result<Imported> {
        let Self { draft, materials, stem, picture, make_lods } = self;
        rows.reserve(&materials);
        let encoded = text::encode(stem).unwrap_or_else(|| b"model".to_vec());
        let merged = merge(&draft, reference, &materials, &mut rows, &encoded, make_lods)?;
        let doc = match reference {
            Some(reference) if merged.same_nodes => apply(reference, &merged.plan)?,
            _ => merged.plan.build()?,
        };
        let Merged { same_nodes, report, .. } = merged;
        let Report { mut carried, mut computed, mut lost, mut told } = report;
        if reference.is_some() && !same_nodes {
            computed
                .push("all tables: the nodes are others, so everything is laid out anew".into());
        }
        if reference.is_none() {
            computed.push("a complete new model: bounds, neighbours, batches, keys".into());
        } else {
            carried.push("unknown fields and other resources: from the reference".into());
        }
        let cut: usize = draft.meshes.iter().map(carry::cut_uvs).sum();
        if cut > 0 {
            let why = "outside what is stored (-32 to 31.999, of lightmaps 0 to 63.999), and cut";
            lost.push(format!("texture coordinates of {cut} vertices: {why}"));
        }
        let bare = |mesh: &DraftMesh| mesh.vertices.iter().filter(|v| v.normal.is_none()).count();
        let bare: usize = draft.meshes.iter().map(bare).sum();
        if bare > 0 {
            let why = "the file has none; they are computed, or stay as in the reference";
            computed.push(format!("normals of {bare} vertices: {why}"));
        }
        lost.extend(draft.lost);
        told.extend(draft.told);
        let mut beside = Vec::new();
        if let Some(bytes) = rows.written()? {
            computed.push(match rows.added().join(", ") {
                names if names.is_empty() => "wear table: new lightmaps".to_owned(),
                names => format!("wear table: new rows {names}"),
            });
            beside.push(OutFile { name: format!("{stem}.wea"), bytes });
        }
        let Dressed { entries, told: looks, .. } = {
            let mut dressed = dress::dress(dress, &mut rows, &materials, picture)?;
            carried.append(&mut dressed.carried);
            computed.append(&mut dressed.computed);
            lost.append(&mut dressed.lost);
            dressed
        };
        lost.append(&mut rows.lost);
        told.extend(rows.told.into_iter().chain(looks));
        let bytes = doc.write()?;
        Ok(Imported { bytes, beside, entries, carried, computed, lost, told })
    }
}

/// Changes a model into what is wanted, and nothing besides.
fn apply(reference: &Reference, wanted: &Blueprint) -> Result<ModelDoc> {
    let mut doc = reference.doc.clone();
    let had = &reference.plan;
    for (slot, mesh) in wanted.meshes.iter().enumerate() {
        match had.meshes.get(slot) {
            Some(before) if before == mesh => {}
            Some(before) if before.has_faces_of(mesh) => doc.update_slot(slot, mesh)?,
            Some(_) => doc.replace_slot(slot, mesh)?,
            None => {
                if mesh.parts.iter().any(|part| part.lightmap != 0xFF) {
                    let count = doc.positions.len();
                    let uvs = doc.lightmap_uvs.get_or_insert_default();
                    uvs.records.resize(count, Default::default());
                }
                doc.append_mesh(mesh)?;
            }
        }
    }
    let pairs = had.nodes.iter().zip(&wanted.nodes);
    for (index, (before, node)) in pairs.clone().enumerate() {
        if before.name != node.name {
            doc.rename_node(index, &node.name)?;
        }
        if before.label != node.label {
            doc.set_label(index, &node.label)?;
        }
        if before.flags != node.flags {
            doc.nodes.get_mut(index).into_iter().for_each(|place| place.flags = node.flags);
        }
        for (cell, (was, is)) in before.meshes.iter().zip(node.meshes).enumerate() {
            if *was != is {
                doc.assign_slot(index, cell / 5, cell % 5, is)?;
            }
        }
    }
    reparent(&mut doc, had, wanted)?;
    if pairs.clone().any(|(before, node)| before.track != node.track) {
        let tracks: Vec<Track> = wanted.nodes.iter().map(|node| node.track.clone()).collect();
        doc.set_tracks(&tracks)?;
        doc.refresh(Change::Animation)?;
    }
    Ok(doc)
}

/// Gives nodes their new parents. Roots first, so that no circle comes up on the way.
fn reparent(doc: &mut ModelDoc, had: &Blueprint, wanted: &Blueprint) -> Result<()> {
    let changed: Vec<usize> = (0..wanted.nodes.len())
        .filter(|&node| {
            let parent = |plan: &Blueprint| plan.nodes.get(node).and_then(|node| node.parent);
            parent(had) != parent(wanted)
        })
        .collect();
    for &node in &changed {
        doc.set_parent(node, None)?;
    }
    for &node in &changed {
        doc.set_parent(node, wanted.nodes.get(node).and_then(|node| node.parent))?;
    }
    Ok(())
}
