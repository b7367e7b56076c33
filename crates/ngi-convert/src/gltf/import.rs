//! glTF documents into models.

use ngi_formats::mat0::{BlendMode, MaterialBuf};
use ngi_formats::msh::{Blueprint, Change, ModelDoc, Track};

use super::draft::{Draft, draft};
use super::merge::{Merged, Reference, Report, merge};
use super::names::base_name;
use super::open::Opened;
use super::rows::Rows;
use super::scene::{Scene, SceneMaterial};
use super::textures::{Named, NewTextures};
use crate::Result;
use crate::exporter::OutFile;
use crate::importer::{ImportOptions, Imported, LibraryEntry, Source};
use crate::texture;
use ngi_verbs::format::{EntryMeta, Subject};
use ngi_verbs::surroundings::{MATERIALS, TEXTURES};

/// How a model is imported.
pub(crate) struct Wanted<'a> {
    /// What has everything that the file leaves out.
    pub like: Option<&'a Subject<'a>>,
    /// Which of several clips.
    pub clip: Option<&'a str>,
    /// Frames per second; what the file says, or the usual rate, if `None`.
    pub fps: Option<f32>,
    /// The wear table.
    pub rows: Rows,
    /// Whether new materials are made into entries for the game's libraries.
    pub new_textures: bool,
}

/// A model made of a glTF file.
pub(crate) fn import_model(source: &Source<'_>, wanted: Wanted<'_>) -> Result<Imported> {
    let opened = Opened::new(source)?;
    let mut scene = Scene::read(&opened, wanted.clip)?;
    let materials = std::mem::take(&mut scene.materials);
    let draft = draft(scene, wanted.fps)?;
    let reference = wanted.like.map(|like| Reference::read(like.bytes)).transpose()?;
    let picture = |image: usize| opened.image(image, source);
    let found = Found { draft, materials, stem: source.stem(), picture: &picture };
    found.finish(reference.as_ref(), wanted.rows, wanted.new_textures)
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
}

impl Found<'_> {
    /// Makes the model, with everything the file leaves out from the reference.
    pub fn finish(
        self,
        reference: Option<&Reference>,
        mut rows: Rows,
        new_textures: bool,
    ) -> Result<Imported> {
        let Self { draft, materials, stem, picture } = self;
        let encoded = ngi_formats::text::encode(stem).unwrap_or_else(|| b"model".to_vec());
        let merged = merge(&draft, reference, &materials, &mut rows, &encoded)?;
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
        lost.extend(draft.lost);
        told.extend(draft.told);
        let mut beside = Vec::new();
        if let Some(bytes) = rows.written()? {
            let names = rows.added.join(", ");
            computed.push(format!("wear table: new rows {names}"));
            beside.push(OutFile { name: format!("{stem}.wea"), bytes });
        }
        let entries = match new_textures {
            true => new_entries(picture, &materials, &rows.added, &mut computed)?,
            false => Vec::new(),
        };
        let bytes = doc.write()?;
        Ok(Imported { bytes, beside, entries, carried, computed, lost, told })
    }
}

/// Materials and textures for the rows that were added: a material of one phase, its picture as a
/// texture.
fn new_entries(
    picture: &dyn Fn(usize) -> Result<Vec<u8>>,
    materials: &[SceneMaterial],
    added: &[String],
    computed: &mut Vec<String>,
) -> Result<Vec<LibraryEntry>> {
    let (mut entries, mut textures) = (Vec::new(), NewTextures::default());
    for name in added {
        let named = |material: &&SceneMaterial| {
            material.name.as_deref().map(base_name).is_some_and(|n| n.eq_ignore_ascii_case(name))
        };
        let Some(material) = materials.iter().find(named) else { continue };
        let mut texture = Vec::new();
        if let Some(image) = material.image {
            let png = picture(image)?;
            let source = Source { name, suffix: "png", bytes: &png, beside: &|_| None };
            let bytes = texture::import(&source, &ImportOptions::default())?.bytes;
            let called = match textures.name(name, &bytes) {
                Named::Known(called) => called,
                Named::New(called) => {
                    computed.push(format!("texture {called}: {} bytes", bytes.len()));
                    let entry = EntryMeta { type_id: (*b"Texm").into(), attributes: [0, 0, 1] };
                    let made =
                        LibraryEntry { library: TEXTURES, name: called.clone(), entry, bytes };
                    entries.push(made);
                    called
                }
            };
            texture = called.into_bytes();
        }
        let blend = if material.see_through { BlendMode::ALPHA } else { BlendMode::OPAQUE };
        let made = MaterialBuf::of_texture(&texture, blend)?;
        computed.push(format!("material {name}: one phase"));
        entries.push(LibraryEntry {
            library: MATERIALS,
            name: name.clone(),
            entry: EntryMeta { type_id: (*b"MAT0").into(), attributes: made.attributes.numbers() },
            bytes: made.write()?,
        });
    }
    Ok(entries)
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

#[cfg(test)]
mod tests {
    use ngi_formats::mat0::{Attributes, Material};
    use ngi_formats::texm::Texm;

    use super::*;

    /// A PNG of one grey pixel.
    fn grey(value: u8) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, 1, 1);
        encoder.set_color(png::ColorType::Rgb);
        encoder.write_header().unwrap().write_image_data(&[value; 3]).unwrap();
        bytes
    }

    /// Materials whose names agree in their first 13 characters keep their own pictures; equal
    /// pictures are one texture.
    #[test]
    fn each_new_material_shows_its_own_picture() {
        let names = ["barracks_wall_left", "barracks_wall_right", "barracks_wall_far"];
        let material = |(image, name): (usize, &&str)| SceneMaterial {
            name: Some((*name).to_owned()),
            extras: None,
            image: Some(image),
            see_through: false,
        };
        let materials: Vec<SceneMaterial> = names.iter().enumerate().map(material).collect();
        let added = names.map(str::to_owned);
        let greys = [10, 200, 10];
        let picture = |image: usize| Ok(grey(greys[image]));
        let made = new_entries(&picture, &materials, &added, &mut Vec::new()).unwrap();
        let in_library = |library: &str, name: &str| {
            let found = made.iter().filter(|entry| entry.library == library && entry.name == name);
            let [found] = found.collect::<Vec<_>>()[..] else { panic!("{library}/{name}") };
            (found.bytes.clone(), found.entry.attributes)
        };
        for (name, expected) in names.iter().zip(greys) {
            let (bytes, [attr1, attr2, attr3]) = in_library(MATERIALS, name);
            let material = Material::read(&bytes, Attributes::new(attr1, attr2, attr3)).unwrap();
            let texture = material.phase(0).unwrap().texture.to_string();
            let (bytes, _) = in_library(TEXTURES, &texture);
            let image = Texm::read(&bytes).unwrap().decode_level(0, None).unwrap();
            let [red, ..] = image.pixels()[0];
            assert!(red.abs_diff(expected) < 8, "{name}: {red}, not {expected}");
        }
        assert_eq!(made.iter().filter(|entry| entry.library == TEXTURES).count(), 2);
    }
}
