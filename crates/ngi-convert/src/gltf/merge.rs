//! A draft and a reference into the model that is wanted.

use std::collections::{HashMap, HashSet, VecDeque};

use ngi_engine::model::{Skeleton, slerp};
use ngi_formats::msh::{
    BatchWord, Blueprint, Key, LEVELS, Mesh, Model, ModelDoc, NONE, NodeFlags, PlainNode,
    QuaternionOrder, Track, encode_quaternion,
};
use ngi_formats::text;

use super::carry::{Fate, carry_mesh, fresh_mesh};
use super::clip::{self, Motion, Pose};
use super::draft::{Draft, DraftNode};
use super::looks::SceneMaterial;
use super::open::refuse;
use super::rows::Rows;
use super::surfaces::SurfaceKey;
use crate::Result;

/// The model an import goes by.
pub(crate) struct Reference {
    pub doc: ModelDoc,
    pub plan: Blueprint,
    /// Names of its nodes.
    pub names: Vec<String>,
    ways: Vec<Option<Motion>>,
    /// Where its nodes rest.
    pub rests: Vec<Pose>,
}

impl Reference {
    /// Reads a model.
    pub fn read(bytes: &[u8]) -> Result<Self> {
        let mut findings = ngi_formats::Findings::new(ngi_formats::Mode::Tolerant, false);
        let model = Model::read_tolerant(bytes, &mut findings)?;
        let doc = ModelDoc::from_model(&model);
        let plan = Blueprint::of(&doc)?;
        let skeleton = Skeleton::new(&model);
        let nodes = 0..plan.nodes.len();
        Ok(Self {
            names: nodes.clone().map(|node| model.node_name(node)).collect(),
            ways: clip::ways(&doc, &plan, &skeleton),
            rests: nodes.map(|node| clip::rest(&skeleton, node, None)).collect(),
            doc,
            plan,
        })
    }
}

/// What is wanted, and how it came about.
pub(super) struct Merged {
    pub plan: Blueprint,
    /// Whether the nodes are those of the reference, one for one.
    pub same_nodes: bool,
    pub carried: Vec<String>,
    pub computed: Vec<String>,
    pub lost: Vec<String>,
}

/// The model a draft describes, with everything it leaves out from the reference.
pub(super) fn merge(
    draft: &Draft,
    reference: Option<&Reference>,
    materials: &[SceneMaterial],
    rows: &mut Rows,
    stem: &[u8],
) -> Result<Merged> {
    let keys = surface_keys(draft, materials, rows)?;
    let nothing;
    let reference = match reference {
        Some(reference) => reference,
        None => {
            nothing = Reference {
                doc: Blueprint::new(stem).build()?,
                plan: Blueprint::new(stem),
                names: Vec::new(),
                ways: Vec::new(),
                rests: Vec::new(),
            };
            &nothing
        }
    };
    let merger = Merger {
        draft,
        reference,
        keys,
        plan: reference.plan.clone(),
        taken: HashMap::new(),
        added: HashMap::new(),
        merged: Merged {
            plan: Blueprint::new(stem),
            same_nodes: true,
            carried: Vec::new(),
            computed: Vec::new(),
            lost: Vec::new(),
        },
        fates: HashMap::new(),
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

struct Merger<'a> {
    draft: &'a Draft,
    reference: &'a Reference,
    keys: Vec<Vec<SurfaceKey>>,
    plan: Blueprint,
    /// By slot of the reference: the draft mesh that took its place.
    taken: HashMap<usize, usize>,
    /// By draft mesh: the mesh that was added for it.
    added: HashMap<usize, usize>,
    merged: Merged,
    fates: HashMap<usize, Fate>,
}

impl Merger<'_> {
    fn run(mut self) -> Result<Merged> {
        let matches = self.match_nodes();
        let order = self.order(&matches);
        let mut nodes = Vec::with_capacity(order.len());
        // Where the node of a draft went, and the one that had a number in the exported model.
        let mut from_draft = vec![None; self.draft.nodes.len()];
        let mut moved = HashMap::new();
        for (place, &(draft, old)) in order.iter().enumerate() {
            from_draft.get_mut(draft).into_iter().for_each(|slot| *slot = Some(place));
            let exported = || self.draft.nodes.get(draft)?.like;
            let number = if self.reference.names.is_empty() { exported() } else { old };
            moved.extend(number.map(|number| (number, place)));
        }
        for &(draft, old) in &order {
            let Some(source) = self.draft.nodes.get(draft) else { continue };
            let parent = source.parent.and_then(|parent| from_draft.get(parent).copied().flatten());
            nodes.push(self.node(source, old, parent)?);
        }
        self.merged.same_nodes = order.len() == self.reference.plan.nodes.len()
            && order.iter().enumerate().all(|(place, &(_, old))| old == Some(place));
        self.plan.nodes = nodes;
        if !self.merged.same_nodes {
            self.renumber(&moved)?;
            self.plan.header = None;
        }
        self.close_new_portals();
        self.choose_streams();
        self.report_meshes();
        Ok(Merged { plan: self.plan, ..self.merged })
    }

    /// The node of the reference that each node of the draft is.
    fn match_nodes(&mut self) -> Vec<Option<usize>> {
        let mut taken = vec![false; self.reference.names.len()];
        let mut matches = vec![None; self.draft.nodes.len()];
        let mut take = |place: &mut Option<usize>, old: usize| {
            if let Some(taken @ false) = taken.get_mut(old) {
                (*taken, *place) = (true, Some(old));
            }
        };
        for (node, place) in self.draft.nodes.iter().zip(&mut matches) {
            node.like.into_iter().for_each(|old| take(place, old));
        }
        // Several nodes may have one name; they are taken in their order.
        let mut named: HashMap<&str, VecDeque<usize>> = HashMap::new();
        for (old, name) in self.reference.names.iter().enumerate() {
            named.entry(name).or_default().push_back(old);
        }
        for (node, place) in self.draft.nodes.iter().zip(&mut matches) {
            let Some(olds) = named.get_mut(node.name.as_str()) else { continue };
            while place.is_none()
                && let Some(old) = olds.pop_front()
            {
                take(place, old);
            }
        }
        for (old, _) in taken.iter().enumerate().filter(|(_, taken)| !**taken) {
            let name = self.reference.names.get(old).map_or("", String::as_str);
            self.merged.lost.push(format!("nodes[{old}] \"{name}\": not in the file any more"));
        }
        matches
    }

    /// Nodes in the order they will have: the reference's, then new ones, parents first.
    fn order(&mut self, matches: &[Option<usize>]) -> Vec<(usize, Option<usize>)> {
        let mut order: Vec<(usize, Option<usize>)> = matches.iter().copied().enumerate().collect();
        order.sort_by_key(|&(draft, old)| (old.unwrap_or(usize::MAX), draft));
        let order = self.parents_first(&order, matches);
        let new = order.iter().filter(|(_, old)| old.is_none());
        for &(draft, _) in new {
            let name = self.draft.nodes.get(draft).map_or("", |node| node.name.as_str());
            if !self.reference.names.is_empty() {
                self.merged.computed.push(format!("node \"{name}\": new"));
            }
        }
        order
    }

    /// The same order, but for parents that would come after their children. Where the reference
    /// itself has it so, it stays.
    fn parents_first(
        &self,
        order: &[(usize, Option<usize>)],
        matches: &[Option<usize>],
    ) -> Vec<(usize, Option<usize>)> {
        let old_of = |draft: usize| matches.get(draft).copied().flatten();
        let parent_of = |draft: usize| {
            let parent = self.draft.nodes.get(draft)?.parent?;
            let before = old_of(draft).and_then(|old| self.reference.plan.nodes.get(old));
            let above = before.and_then(|before| before.parent);
            let stays = above.is_some() && above == old_of(parent) && above > old_of(draft);
            (!stays).then_some(parent)
        };
        let mut placed = vec![false; matches.len()];
        let mut sorted = Vec::with_capacity(order.len());
        for &(draft, _) in order {
            let open = |draft: &usize| placed.get(*draft).is_some_and(|placed| !placed);
            let line: Vec<usize> =
                std::iter::successors(Some(draft).filter(open), |&at| parent_of(at).filter(open))
                    .collect();
            for at in line.into_iter().rev() {
                placed.get_mut(at).into_iter().for_each(|placed| *placed = true);
                sorted.push((at, old_of(at)));
            }
        }
        sorted
    }

    fn node(
        &mut self,
        source: &DraftNode,
        old: Option<usize>,
        parent: Option<usize>,
    ) -> Result<PlainNode> {
        let blank = PlainNode::new("");
        let like = old.and_then(|old| self.reference.plan.nodes.get(old)).unwrap_or(&blank);
        let shown = old.and_then(|old| self.reference.names.get(old));
        let name = match shown {
            Some(shown) if *shown == source.name => like.name.clone(),
            _ => self.encoded(&source.name, "name")?,
        };
        let label = match &source.label {
            Some(label) if *label != text::decode(&like.label) => self.encoded(label, "label")?,
            _ => like.label.clone(),
        };
        let flags = source.flags.map_or(like.flags, NodeFlags);
        let track = self.track(source, old, like)?;
        let meshes = self.meshes(source, old, like);
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
        let before = old.and_then(|old| self.reference.ways.get(old)).and_then(Option::as_ref);
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
        if wanted.same_as(&was) || wanted.is_straight_copy_of(&was) {
            return Ok(like.track.clone());
        }
        self.merged.computed.push(format!("node \"{}\": its keys", source.name));
        Ok(encode_way(wanted, Some(&like.track)))
    }

    /// The meshes of a node by stage and level.
    fn meshes(
        &mut self,
        source: &DraftNode,
        old: Option<usize>,
        like: &PlainNode,
    ) -> [Option<usize>; 15] {
        let mut cells = like.meshes;
        for (cell, place) in cells.iter_mut().enumerate() {
            let found = source.meshes.get(cell).copied().flatten();
            match (found, *place) {
                (Some(mesh), slot) => *place = self.mesh(mesh, slot),
                (None, Some(_)) if old.is_some_and(|_| self.was_exported(cell, like)) => {
                    let (stage, level) = (cell / LEVELS, cell % LEVELS);
                    let what = format!("stage {stage}, level {level}");
                    let line = format!("node \"{}\": its geometry of {what}", source.name);
                    self.merged.lost.push(line);
                    *place = None;
                }
                (None, _) => {}
            }
        }
        cells
    }

    /// Whether the exporter put a cell of a node into the file.
    fn was_exported(&self, cell: usize, like: &PlainNode) -> bool {
        let Some(extras) = &self.draft.extras else { return false };
        let (stage, level) = (cell / LEVELS, cell % LEVELS);
        let empty = |cell: usize| {
            let slot = like.meshes.get(cell).copied().flatten();
            let mesh = slot.and_then(|slot| self.reference.plan.meshes.get(slot));
            mesh.is_none_or(|mesh| mesh.parts.is_empty())
        };
        if empty(cell) || (extras.stage != "all" && extras.stage != stage.to_string()) {
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
        let draft = self.draft.meshes.get(mesh)?;
        if draft.parts.is_empty() {
            return None;
        }
        let keys = self.keys.get(mesh).map_or(&[][..], Vec::as_slice);
        let slot = slot.filter(|slot| self.taken.get(slot).is_none_or(|&taken| taken == mesh));
        let old = slot.and_then(|slot| Some((slot, self.reference.plan.meshes.get(slot)?)));
        if let Some((slot, old)) = old {
            if self.taken.insert(slot, mesh).is_none() {
                let (made, fate) = carry_mesh(old, draft, keys);
                self.fates.insert(slot, fate);
                self.plan.meshes.get_mut(slot).into_iter().for_each(|place| *place = made.clone());
            }
            return Some(slot);
        }
        Some(*self.added.entry(mesh).or_insert_with(|| {
            self.plan.meshes.push(fresh_mesh(draft, keys));
            self.plan.meshes.len() - 1
        }))
    }

    /// Nodes have other numbers now: portals and hallways follow.
    fn renumber(&mut self, moved: &HashMap<usize, usize>) -> Result<()> {
        let to = |old: usize| moved.get(&old).copied();
        self.lead_portals(|old| u16::try_from(to(usize::from(old))?).ok());
        for place in &mut self.plan.paths.nodes {
            let old = usize::try_from(place.node).unwrap_or(usize::MAX);
            match to(old).and_then(|new| u32::try_from(new).ok()) {
                Some(new) => place.node = new,
                None => return refuse("paths", format!("a hallway hangs on node {old}, now gone")),
            }
        }
        Ok(())
    }

    /// Portals that lead nowhere, unless the reference has them too: what is broken there stays.
    fn close_new_portals(&mut self) {
        let nodes = self.plan.nodes.len();
        let old = self.reference.plan.meshes.iter().flat_map(|mesh| &mesh.parts);
        let old: HashSet<u16> = old.map(|part| part.portal).collect();
        let stays = |portal: u16| usize::from(portal) < nodes || old.contains(&portal);
        self.lead_portals(|portal| stays(portal).then_some(portal));
    }

    /// Lets each portal lead into the node that `to` gives for it. One without any is lost.
    fn lead_portals(&mut self, to: impl Fn(u16) -> Option<u16>) {
        let parts = self.plan.meshes.iter_mut().flat_map(|mesh| &mut mesh.parts);
        for part in parts.filter(|part| part.portal != NONE) {
            let new = to(part.portal);
            if new.is_none() {
                self.merged.lost.push(format!("the portal into node {}", part.portal));
                part.word.0 &= !BatchWord::PORTAL.0;
            }
            part.portal = new.unwrap_or(NONE);
        }
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
        if kept > 0 {
            self.merged.carried.push(format!("geometry of {kept} slots: as it was"));
        }
        for &(slot, fate) in &slots {
            let what = match fate {
                Fate::Same | Fate::Reordered => continue,
                Fate::Changed => "vertices or materials; bounds, normals of faces follow",
                Fate::Rebuilt => "other faces; neighbours, bounds, normals of faces follow",
            };
            self.merged.computed.push(format!("slots[{slot}]: {what}"));
        }
        let untouched = self.reference.plan.meshes.len() - slots.len();
        if untouched > 0 {
            let line = format!("geometry of {untouched} slots: not in the file");
            self.merged.carried.push(line);
        }
        if !self.added.is_empty() {
            let line = format!("geometry of {} new slots", self.added.len());
            self.merged.computed.push(line);
        }
    }
}

/// A rotation between two, by a share.
type Turning = fn([f32; 4], [f32; 4], f32) -> [f32; 4];

/// Straight from one rotation to the other, at length 1: how Blender goes from key to key. A clip
/// it wrote, a key per frame, is then the clip it read.
fn straight(from: [f32; 4], to: [f32; 4], share: f32) -> [f32; 4] {
    let dot: f32 = from.iter().zip(to).map(|(a, b)| a * b).sum();
    let to = if dot < 0.0 { to.map(|value| -value) } else { to };
    let mut turned = from;
    turned.iter_mut().zip(to).for_each(|(from, to)| *from += (to - *from) * share);
    clip::unit_rotation(turned)
}

impl Motion {
    /// A node that does not move.
    pub(super) fn still(pose: &Pose) -> Self {
        Self { times: vec![0.0], positions: vec![pose.position], rotations: vec![pose.rotation] }
    }

    /// Where it is at a time, in frames, with a way to turn between keys.
    fn at(&self, time: f32, turn: Turning) -> ([f32; 3], [f32; 4]) {
        let next = self.times.partition_point(|&key| key <= time);
        let start = next.saturating_sub(1);
        let key = |at: usize| Some((*self.positions.get(at)?, *self.rotations.get(at)?));
        let times = (self.times.get(start), self.times.get(start + 1));
        let (Some(from), Some(to), (Some(&t0), Some(&t1))) = (key(start), key(start + 1), times)
        else {
            return key(start).unwrap_or(([0.0; 3], [1.0, 0.0, 0.0, 0.0]));
        };
        let share = ((time - t0) / (t1 - t0)).clamp(0.0, 1.0);
        let position = glam::Vec3::from_array(from.0).lerp(glam::Vec3::from_array(to.0), share);
        let rotation = turn(from.1, to.1, share);
        (position.to_array(), rotation)
    }

    /// Whether both lead through the same places, to less than the format can tell apart.
    fn same_as(&self, other: &Self) -> bool {
        let times = self.times_with(other);
        // Between keys too, where one has more of them than the other.
        let between: Vec<f32> =
            times.windows(2).map(|pair| pair.iter().sum::<f32>() / 2.0).collect();
        let same = |time: &f32| same_pose(self.at(*time, slerp), other.at(*time, slerp));
        times.iter().chain(&between).all(same)
    }

    /// Whether it is the other with more keys, as a program makes them that turns straight from
    /// key to key.
    fn is_straight_copy_of(&self, other: &Self) -> bool {
        let times = self.times_with(other);
        times.iter().all(|&time| same_pose(self.at(time, slerp), other.at(time, straight)))
    }

    /// The times of both, each once.
    fn times_with(&self, other: &Self) -> Vec<f32> {
        let mut times: Vec<f32> = self.times.iter().chain(&other.times).copied().collect();
        times.sort_by(f32::total_cmp);
        // Seconds round: what is nearer than this is the same moment.
        times.dedup_by(|a, b| (*a - *b).abs() < 1e-4);
        times
    }
}

fn same_pose(a: ([f32; 3], [f32; 4]), b: ([f32; 3], [f32; 4])) -> bool {
    let size = a.0.iter().fold(1.0f32, |most, value| most.max(value.abs()));
    let near =
        |a: &[f32], b: &[f32], slack: f32| a.iter().zip(b).all(|(a, b)| (a - b).abs() <= slack);
    let turned = b.1.map(|value| -value);
    // A step of a stored rotation is 3e-5.
    near(&a.0, &b.0, 1e-5 * size) && (near(&a.1, &b.1, 2e-5) || near(&a.1, &turned, 2e-5))
}

/// A way as keys. Keys that were there before keep their bytes.
fn encode_way(way: &Motion, like: Option<&Track>) -> Track {
    let mut keys = Vec::with_capacity(way.times.len());
    let parts = way.times.iter().zip(way.positions.iter().zip(&way.rotations));
    for (&time, (&position, &rotation)) in parts {
        let old = like.and_then(|like| like.keys.iter().find(|key| key.time == time));
        let fits = |old: &&Key| {
            let was = (old.position, clip::unit_rotation(old.rotation_right_handed()));
            same_pose(was, (position, rotation))
        };
        keys.push(match old.filter(fits) {
            Some(old) => *old,
            None => {
                // The game keeps the conjugate.
                let [w, x, y, z] = rotation;
                let order = QuaternionOrder::default();
                Key { position, time, rotation: encode_quaternion([w, -x, -y, -z], order) }
            }
        });
    }
    if keys.iter().skip(1).all(|key| keys.first().is_some_and(|first| same_key(first, key))) {
        keys.truncate(1);
    }
    Track { keys }
}

fn same_key(a: &Key, b: &Key) -> bool {
    a.position == b.position && a.rotation == b.rotation
}
