//! A draft and a reference into the model that is wanted.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, HashSet};

use ngi_formats::msh::{Blueprint, LEVELS, Mesh, NodeFlags, PlainNode, STAGES, Track};
use ngi_formats::text;

use super::batches::Batches;
use super::carry::{Fate, carry_mesh, fresh_mesh};
use super::clip::Motion;
use super::draft::{Draft, DraftNode};
use super::levels::Levels;
use super::looks::SceneMaterial;
use super::matching::{Placed, match_nodes, order};
use super::motions::{MOST_FRAMES, Rate};
use super::names::without_number;
use super::open::refuse;
use super::portals;
use super::reference::Reference;
use super::rows::Rows;
use super::surfaces::SurfaceKey;
use super::tracks::{Sampled, encode_way};
use crate::Result;

/// Meshes by `stage * 5 + level`.
type Cells = [Option<usize>; STAGES * LEVELS];

/// What is wanted, and how it came about.
#[derive(Default)]
pub(super) struct Report {
    pub carried: Vec<String>,
    pub computed: Vec<String>,
    pub lost: Vec<String>,
    pub told: Vec<String>,
}

/// What is wanted, and how it came about.
pub(super) struct Merged {
    pub plan: Blueprint,
    /// Whether the nodes are those of the reference, one for one.
    pub same_nodes: bool,
    pub report: Report,
}

/// The model a draft describes, with everything it leaves out from the reference. `make_lods` makes
/// coarser levels of what changed.
pub(super) fn merge(
    draft: &Draft,
    reference: Option<&Reference>,
    materials: &[SceneMaterial],
    rows: &mut Rows,
    stem: &[u8],
    make_lods: bool,
) -> Result<Merged> {
    let keys = surface_keys(draft, materials, rows)?;
    let nothing;
    let reference = match reference {
        Some(reference) => reference,
        None => {
            nothing = Reference::nothing(stem)?;
            &nothing
        }
    };
    let merger = Merger {
        draft,
        reference,
        batches: Batches::new(draft, reference, materials, rows, keys),
        plan: reference.plan.clone(),
        taken: HashMap::new(),
        added: HashMap::new(),
        timeline: Timeline::Frames,
        sampled: Sampled::default(),
        report: Report::default(),
        fates: HashMap::new(),
        shown: HashSet::new(),
        make_lods,
    };
    merger.run()
}

/// The surface of every part of every mesh.
fn surface_keys(
    draft: &Draft,
    materials: &[SceneMaterial],
    rows: &mut Rows,
) -> Result<Vec<Vec<SurfaceKey>>> {
    let mut known: HashMap<Option<usize>, SurfaceKey> = HashMap::new();
    let mut all = Vec::with_capacity(draft.meshes.len());
    for mesh in &draft.meshes {
        let mut keys = Vec::with_capacity(mesh.parts.len());
        for part in &mesh.parts {
            let key = match known.get(&part.material) {
                Some(&key) => key,
                None => rows.key(part.material.and_then(|material| materials.get(material)))?,
            };
            known.insert(part.material, key);
            keys.push(key);
        }
        all.push(keys);
    }
    Ok(all)
}

/// What the times of a clip's keys are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Timeline {
    /// Frames of the game.
    Frames,
    /// Moments of the reference's own clip, looked at by a program that works at another rate.
    Reference,
}

struct Merger<'a> {
    draft: &'a Draft,
    reference: &'a Reference,
    batches: Batches<'a>,
    plan: Blueprint,
    /// By slot of the reference: the draft mesh that took its place.
    taken: HashMap<usize, usize>,
    /// By draft mesh: the mesh that was added for it.
    added: HashMap<usize, usize>,
    timeline: Timeline,
    /// Ways that were taken at whole frames.
    sampled: Sampled,
    report: Report,
    fates: HashMap<usize, Fate>,
    /// Stages and levels that the file is about, where nothing says which were exported.
    shown: HashSet<usize>,
    make_lods: bool,
}

impl Merger<'_> {
    fn run(mut self) -> Result<Merged> {
        let matches = match_nodes(self.draft, self.reference);
        self.report_lost_nodes(&matches);
        let order = order(self.draft, self.reference, &matches);
        self.report_new_nodes(&order);
        let cells = self.cells(&matches);
        self.shown = shown_cells(&cells);
        self.learn(&matches, &cells);
        self.timeline = self.find_timeline(&matches);
        // Where the node of a draft went, and the one that had a number in the exported model.
        let mut from_draft = vec![None; self.draft.nodes.len()];
        let mut moved = HashMap::new();
        for (place, &(draft, old)) in order.iter().enumerate() {
            from_draft.get_mut(draft).into_iter().for_each(|slot| *slot = Some(place));
            let exported = || self.draft.nodes.get(draft)?.like;
            let number = if self.reference.names.is_empty() { exported() } else { old };
            moved.extend(number.map(|number| (number, place)));
        }
        let mut nodes = Vec::with_capacity(order.len());
        for &(draft, old) in &order {
            let Some(source) = self.draft.nodes.get(draft) else { continue };
            let parent = source.parent.and_then(|parent| from_draft.get(parent).copied().flatten());
            let meshes = cells.get(draft).copied().unwrap_or_default();
            nodes.push(self.node(source, old, parent, meshes)?);
        }
        let same_nodes = order.len() == self.reference.plan.nodes.len()
            && order.iter().enumerate().all(|(place, &(_, old))| old == Some(place));
        self.plan.nodes = nodes;
        if !same_nodes {
            portals::renumber(&mut self.plan, &moved, &mut self.report.lost)?;
            self.plan.header = None;
        }
        portals::close_new(&mut self.plan, &self.reference.plan, &mut self.report.lost);
        self.report_meshes();
        self.look_after_levels(&order);
        self.choose_streams();
        self.report_clip();
        Ok(Merged { plan: self.plan, same_nodes, report: self.report })
    }

    /// Coarser levels of what changed.
    fn look_after_levels(&mut self, order: &[Placed]) {
        if self.reference.plan.nodes.is_empty() && !self.make_lods {
            return;
        }
        let olds: Vec<Option<usize>> = order.iter().map(|(_, old)| *old).collect();
        let levels = Levels {
            reference: self.reference,
            fates: &self.fates,
            olds: &olds,
            make: self.make_lods,
        };
        levels.run(&mut self.plan, &mut self.report);
    }

    fn report_lost_nodes(&mut self, matches: &[Option<usize>]) {
        let taken: HashSet<usize> = matches.iter().copied().flatten().collect();
        let names = self.reference.names.iter().enumerate();
        for (old, name) in names.filter(|(old, _)| !taken.contains(old)) {
            self.report.lost.push(format!("nodes[{old}] \"{name}\": not in the file any more"));
        }
    }

    fn report_new_nodes(&mut self, order: &[Placed]) {
        if self.reference.names.is_empty() {
            return;
        }
        for &(draft, _) in order.iter().filter(|(_, old)| old.is_none()) {
            let name = self.draft.nodes.get(draft).map_or("", |node| node.name.as_str());
            self.report.computed.push(format!("node \"{name}\": new"));
        }
    }

    /// The meshes of each node by stage and level. Where the file does not say which these are, the
    /// name of the mesh may: the exporter names meshes after their slots.
    fn cells(&mut self, matches: &[Option<usize>]) -> Vec<Cells> {
        let mut cells = Vec::with_capacity(matches.len());
        let mut moved: BTreeMap<usize, usize> = BTreeMap::new();
        for (source, old) in self.draft.nodes.iter().zip(matches) {
            let mut meshes = source.meshes;
            let like = old.and_then(|old| self.reference.plan.nodes.get(old));
            if let (true, Some(like), Some(mesh)) = (source.unsaid_cell, like, meshes[0]) {
                let slot = self.draft.meshes.get(mesh).and_then(|mesh| mesh.slot);
                let cell = slot.and_then(|slot| like.meshes.iter().position(|m| *m == Some(slot)));
                let elsewhere = cell.filter(|_| like.meshes[0] != slot);
                if let Some(place @ None) = elsewhere.and_then(|cell| meshes.get_mut(cell)) {
                    *place = Some(mesh);
                    meshes[0] = None;
                    *moved.entry(elsewhere.unwrap_or_default()).or_default() += 1;
                }
            }
            cells.push(meshes);
        }
        for (cell, nodes) in moved {
            let what = format!("stage {}, level {}", cell / LEVELS, cell % LEVELS);
            let why = "as the names of the meshes say";
            let nodes = counted(nodes, "node", "nodes");
            self.report.told.push(format!("geometry of {nodes}: of {what}, {why}"));
        }
        cells
    }

    /// Finds the faces of the file in the reference.
    fn learn(&mut self, matches: &[Option<usize>], cells: &[Cells]) {
        for (meshes, old) in cells.iter().zip(matches) {
            let like = old.and_then(|old| self.reference.plan.nodes.get(old));
            let slots = like.map(|like| like.meshes).unwrap_or_default();
            for (mesh, slot) in meshes.iter().zip(slots) {
                if let (Some(mesh), Some(slot)) = (mesh, slot) {
                    self.batches.learn(*mesh, slot);
                }
            }
        }
    }

    /// Whether the keys of the file are the reference's clip, seen at another rate.
    fn find_timeline(&self, matches: &[Option<usize>]) -> Timeline {
        let rate = self.draft.rate;
        let (by, step) = (rate.to_said(), rate.to_said());
        if rate.said == rate.keys {
            return Timeline::Frames;
        }
        let same = |(source, old): (&DraftNode, &Option<usize>)| {
            let (Some(way), Some(before)) = (&source.way, self.reference.way(*old)) else {
                return false;
            };
            let end = way.times.last().copied().unwrap_or(0.0) * by;
            end <= MOST_FRAMES && before.moves() && way.scaled(by).samples(before, step)
        };
        let mut nodes = self.draft.nodes.iter().zip(matches);
        if nodes.any(same) { Timeline::Reference } else { Timeline::Frames }
    }

    fn node(
        &mut self,
        source: &DraftNode,
        old: Option<usize>,
        parent: Option<usize>,
        meshes: Cells,
    ) -> Result<PlainNode> {
        let blank = PlainNode::new("");
        let like = old.and_then(|old| self.reference.plan.nodes.get(old)).unwrap_or(&blank);
        let shown = old.and_then(|old| self.reference.names.get(old));
        let name = match shown {
            // Programs that want every name once append a number to those they meet again.
            Some(shown) if without_number(&source.name).unwrap_or(&source.name) == shown => {
                like.name.clone()
            }
            Some(shown) if *shown == source.name => like.name.clone(),
            _ => self.encoded(&source.name, "name")?,
        };
        let label = match &source.label {
            Some(label) if *label != text::decode(&like.label) => self.encoded(label, "label")?,
            _ => like.label.clone(),
        };
        let flags = source.flags.map_or(like.flags, NodeFlags);
        let track = self.track(source, old, like)?;
        let meshes = self.meshes(source, old, like, meshes);
        Ok(PlainNode { name, label, flags, parent, track, meshes })
    }

    fn encoded(&self, value: &str, what: &str) -> Result<Vec<u8>> {
        match text::encode(value) {
            Some(bytes) if what == "label" || bytes.len() <= 31 => Ok(bytes),
            Some(_) => refuse(format!("node \"{value}\""), "its name is longer than 31 characters"),
            None => {
                let why = format!("its {what} has characters that Windows-1251 has not");
                refuse(format!("node \"{value}\""), why)
            }
        }
    }

    /// The keys of a node.
    fn track(&mut self, source: &DraftNode, old: Option<usize>, like: &PlainNode) -> Result<Track> {
        let posed = self.draft.extras.as_ref().is_some_and(|extras| extras.frame.is_some());
        let before = self.reference.way(old);
        let rest = old.and_then(|old| self.reference.rests.get(old));
        let still = Motion::still(&source.rest);
        let (wanted, was) = match (&source.way, before, rest) {
            // A pose was exported, or no clip came along: there is nothing to be learned.
            (None, _, Some(_)) if posed => return Ok(like.track.clone()),
            (None, Some(_), _) if !self.draft.has_clip => return Ok(like.track.clone()),
            (Some(way), Some(before), _) => (way, before.clone()),
            (Some(way), None, Some(rest)) => (way, Motion::still(rest)),
            (None, Some(before), _) => (&still, before.clone()),
            (None, None, Some(rest)) => (&still, Motion::still(rest)),
            (way, None, None) => return Ok(encode_way(way.as_ref().unwrap_or(&still), None)),
        };
        let mut wanted = Cow::Borrowed(wanted);
        if self.timeline == Timeline::Reference {
            let by = self.draft.rate.to_said();
            let scaled = wanted.scaled(by);
            if scaled.samples(&was, by) {
                return Ok(like.track.clone());
            }
            let (whole, off) = scaled.at_whole_frames();
            self.sampled.add(off);
            wanted = Cow::Owned(whole);
        } else if wanted.same_as(&was) || wanted.is_straight_copy_of(&was) {
            return Ok(like.track.clone());
        }
        self.report.computed.push(format!("node \"{}\": its keys", source.name));
        Ok(encode_way(&wanted, Some(&like.track)))
    }

    /// What is to be said of the rate of the clip.
    fn report_clip(&mut self) {
        let Rate { said, keys } = self.draft.rate;
        if said == keys || !self.draft.has_clip {
            return;
        }
        self.report.told.push(match self.timeline {
            Timeline::Frames => format!(
                "animation: its keys lie at {keys} frames per second: each of these is a frame of \
                 the game, nothing is resampled; --fps {said} keeps the seconds instead"
            ),
            Timeline::Reference => format!(
                "animation: the reference's clip of {said} frames per second, seen at {keys}: what \
                 did not change keeps its keys"
            ),
        });
        self.report.told.extend(self.sampled.line(said));
    }

    /// The meshes of a node by stage and level.
    fn meshes(
        &mut self,
        source: &DraftNode,
        old: Option<usize>,
        like: &PlainNode,
        meshes: Cells,
    ) -> Cells {
        let mut cells = like.meshes;
        for (cell, place) in cells.iter_mut().enumerate() {
            let found = meshes.get(cell).copied().flatten();
            match (found, *place) {
                (Some(mesh), slot) => *place = self.mesh(mesh, slot),
                (None, Some(_)) if old.is_some_and(|_| self.was_exported(cell, like)) => {
                    self.report.lost.push(geometry_of(source, cell));
                    *place = None;
                }
                (None, Some(_)) if old.is_some_and(|_| self.seems_deleted(cell, like)) => {
                    let stays = "is not in the file and stays as it was; where it was deleted, \
                                 export with custom properties, or empty it";
                    let line = format!("{} {stays}", geometry_of(source, cell));
                    self.report.told.push(line);
                }
                (None, _) => {}
            }
        }
        cells
    }

    /// Whether a cell of a node of the reference has no faces: such are not exported.
    fn is_empty(&self, cell: usize, like: &PlainNode) -> bool {
        let slot = like.meshes.get(cell).copied().flatten();
        let mesh = slot.and_then(|slot| self.reference.plan.meshes.get(slot));
        mesh.is_none_or(|mesh| mesh.parts.is_empty())
    }

    /// Whether a cell that is missing was probably exported: the file has such of other nodes, and
    /// nobody kept what would say it.
    fn seems_deleted(&self, cell: usize, like: &PlainNode) -> bool {
        self.draft.extras.is_none() && self.shown.contains(&cell) && !self.is_empty(cell, like)
    }

    /// Whether the exporter put a cell of a node into the file.
    fn was_exported(&self, cell: usize, like: &PlainNode) -> bool {
        let Some(extras) = &self.draft.extras else { return false };
        let (stage, level) = (cell / LEVELS, cell % LEVELS);
        if self.is_empty(cell, like) || (extras.stage != "all" && extras.stage != stage.to_string())
        {
            return false;
        }
        if extras.lod == "all" {
            return true;
        }
        let Ok(asked) = extras.lod.parse::<usize>() else { return false };
        // The one that stood in for the level that was asked for.
        let finer = (level + 1..=asked).all(|level| {
            let slot = like.meshes.get(stage * LEVELS + level).copied().flatten();
            slot.is_none()
        });
        level == asked || (level < asked && asked < LEVELS - 1 && finer)
    }

    /// The mesh of the plan that a draft mesh becomes, in the place of a slot or as a new one.
    fn mesh(&mut self, mesh: usize, slot: Option<usize>) -> Option<usize> {
        if self.draft.meshes.get(mesh)?.parts.is_empty() {
            return None;
        }
        let slot = slot.filter(|slot| self.taken.get(slot).is_none_or(|&taken| taken == mesh));
        let old = slot.and_then(|slot| Some((slot, self.reference.plan.meshes.get(slot)?)));
        if let Some((slot, old)) = old {
            if self.taken.insert(slot, mesh).is_none() {
                let (draft, keys) = self.batches.resolve(mesh, Some(slot));
                let (made, fate) = carry_mesh(old, &draft, &keys);
                self.fates.insert(slot, fate);
                self.plan.meshes.get_mut(slot).into_iter().for_each(|place| *place = made.clone());
            }
            return Some(slot);
        }
        let (batches, plan) = (&mut self.batches, &mut self.plan);
        Some(*self.added.entry(mesh).or_insert_with(|| {
            let (draft, keys) = batches.resolve(mesh, None);
            plan.meshes.push(fresh_mesh(&draft, &keys));
            plan.meshes.len() - 1
        }))
    }

    /// Streams a new model needs.
    fn choose_streams(&mut self) {
        let lit = |mesh: &Mesh| mesh.parts.iter().any(|part| part.lightmap != 0xFF);
        self.plan.streams.lightmap_uvs |= self.plan.meshes.iter().any(lit);
    }

    fn report_meshes(&mut self) {
        let mut slots: Vec<_> = self.fates.iter().map(|(&slot, &fate)| (slot, fate)).collect();
        slots.sort_unstable_by_key(|&(slot, _)| slot);
        let count = |wanted: Fate| slots.iter().filter(|(_, fate)| *fate == wanted).count();
        let kept = count(Fate::Same) + count(Fate::Reordered);
        if self.batches.carried > 0 {
            let batches = counted(self.batches.carried, "batch", "batches");
            let line = format!("lightmaps, portals and flags of {batches}: by their faces");
            self.report.carried.push(line);
        }
        self.report.lost.append(&mut self.batches.lost);
        if kept > 0 {
            let slots = counted(kept, "slot", "slots");
            self.report.carried.push(format!("geometry of {slots}: as it was"));
        }
        for &(slot, fate) in &slots {
            let what = match fate {
                Fate::Same | Fate::Reordered => continue,
                Fate::Painted => "normals, texture coordinates or materials",
                Fate::Changed => "vertices or materials; bounds, normals of faces follow",
                Fate::Regrouped => "the same faces in other batches; neighbours follow",
                Fate::Rebuilt => "other faces; neighbours, bounds, normals of faces follow",
            };
            self.report.computed.push(format!("slots[{slot}]: {what}"));
        }
        let untouched = self.reference.plan.meshes.len() - slots.len();
        if untouched > 0 {
            let slots = counted(untouched, "slot", "slots");
            let line = format!("geometry of {slots}: not in the file");
            self.report.carried.push(line);
        }
        if !self.added.is_empty() {
            let slots = counted(self.added.len(), "new slot", "new slots");
            let line = format!("geometry of {slots}");
            self.report.computed.push(line);
        }
    }
}

/// Geometry of a node by stage and level, in words.
fn geometry_of(source: &DraftNode, cell: usize) -> String {
    let (stage, level) = (cell / LEVELS, cell % LEVELS);
    format!("node \"{}\": its geometry of stage {stage}, level {level}", source.name)
}

/// The stages and levels that a file is about: all that come up where nodes have several, or the
/// only one. Of a file of one level some nodes may have another, which stands in for it.
fn shown_cells(cells: &[Cells]) -> HashSet<usize> {
    let of = |meshes: &Cells| {
        let found = meshes.iter().enumerate().filter(|(_, mesh)| mesh.is_some());
        found.map(|(cell, _)| cell).collect::<Vec<_>>()
    };
    let all: Vec<Vec<usize>> = cells.iter().map(of).collect();
    let several = all.iter().any(|own| own.len() > 1);
    let shown: HashSet<usize> = all.into_iter().flatten().collect();
    if several || shown.len() == 1 { shown } else { HashSet::new() }
}

/// `1 slot`, `2 slots`.
fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}
