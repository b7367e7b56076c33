//! Coarser levels of what an import changed: told of, or made anew.

use std::collections::{BTreeMap, HashMap};

use ngi_formats::msh::{Blueprint, LEVELS, Mesh, STAGES};

use super::carry::Fate;
use super::merge::Report;
use super::reference::Reference;
use crate::simplify::simplify;

/// Levels of detail that are coarser than the first; the last one is the view from inside.
const COARSER: [usize; 3] = [1, 2, 3];

/// Levels of a new model, and the share of faces each has of the one before.
const NEW_LEVELS: [usize; 2] = [1, 2];

/// Fewer faces than this are not worth a coarser level.
const FEWEST: usize = 32;

/// What became of the finest level of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Finest {
    Same,
    Painted,
    Moved,
    New,
}

/// Looks after coarser levels.
pub(super) struct Levels<'a> {
    pub reference: &'a Reference,
    /// By slot: what became of it; slots that are not in the file are missing.
    pub fates: &'a HashMap<usize, Fate>,
    /// By node of the plan: the node of the reference it was.
    pub olds: &'a [Option<usize>],
    /// Whether they are made.
    pub make: bool,
}

impl Levels<'_> {
    /// Tells of coarser levels that keep an old shape, or makes them.
    pub fn run(&self, plan: &mut Blueprint, report: &mut Report) {
        for node in 0..plan.nodes.len() {
            for stage in 0..STAGES {
                self.stage(plan, node, stage, report);
            }
            self.tell_of_stages(plan, node, report);
        }
    }

    fn slot(plan: &Blueprint, node: usize, stage: usize, level: usize) -> Option<usize> {
        *plan.nodes.get(node)?.meshes.get(stage * LEVELS + level)?
    }

    fn old_slot(&self, node: usize, stage: usize, level: usize) -> Option<usize> {
        let old = self.olds.get(node).copied().flatten()?;
        Self::slot(&self.reference.plan, old, stage, level)
    }

    /// What became of the finest level; `None` where there is none.
    fn finest(&self, plan: &Blueprint, node: usize, stage: usize) -> Option<Finest> {
        let slot = Self::slot(plan, node, stage, 0)?;
        if self.old_slot(node, stage, 0) != Some(slot) {
            return Some(Finest::New);
        }
        Some(match self.fates.get(&slot) {
            None | Some(Fate::Same | Fate::Reordered) => Finest::Same,
            Some(Fate::Painted | Fate::Regrouped) => Finest::Painted,
            Some(Fate::Changed | Fate::Rebuilt) => Finest::Moved,
        })
    }

    /// Whether a cell has what it had before.
    fn is_kept(&self, plan: &Blueprint, node: usize, stage: usize, level: usize) -> bool {
        let slot = Self::slot(plan, node, stage, level);
        let same = |slot: usize| {
            let fate = self.fates.get(&slot);
            matches!(fate, None | Some(Fate::Same | Fate::Reordered))
        };
        slot.is_some_and(|slot| self.old_slot(node, stage, level) == Some(slot) && same(slot))
    }

    fn stage(&self, plan: &mut Blueprint, node: usize, stage: usize, report: &mut Report) {
        let Some(finest) = self.finest(plan, node, stage).filter(|&f| f != Finest::Same) else {
            return;
        };
        let first = Self::slot(plan, node, stage, 0);
        let kept: Vec<usize> = COARSER
            .into_iter()
            .filter(|&level| self.is_kept(plan, node, stage, level))
            .filter(|&level| Self::slot(plan, node, stage, level) != first)
            .collect();
        if self.make {
            let shares = match kept.is_empty() {
                false => {
                    kept.iter().map(|&level| (level, self.share(node, stage, level))).collect()
                }
                true if finest == Finest::New => self.new_levels(plan, node, stage),
                true => Vec::new(),
            };
            return shares.into_iter().for_each(|(level, share)| {
                self.make_level(plan, node, (stage, level), share, report);
            });
        }
        if kept.is_empty() {
            return;
        }
        let name = name_of(plan, node);
        let of_stage = if stage == 0 { String::new() } else { format!(" of stage {stage}") };
        let (changed, keep) = match finest {
            Finest::Painted => ("looks different", "the old look"),
            _ => ("has another shape", "the old one"),
        };
        let levels = listed("level", &kept);
        report.told.push(format!(
            "node \"{name}\": level 0{of_stage} {changed}, {levels} {keep}; --make-lods makes new \
             ones",
            keep = if kept.len() == 1 { format!("keeps {keep}") } else { format!("keep {keep}") },
        ));
    }

    /// Damaged shapes are nothing that can be made.
    fn tell_of_stages(&self, plan: &Blueprint, node: usize, report: &mut Report) {
        if self.finest(plan, node, 0) != Some(Finest::Moved) {
            return;
        }
        let first = Self::slot(plan, node, 0, 0);
        let kept: Vec<usize> = (1..STAGES)
            .filter(|&stage| self.is_kept(plan, node, stage, 0))
            .filter(|&stage| Self::slot(plan, node, stage, 0) != first)
            .collect();
        if !kept.is_empty() {
            let (name, stages) = (name_of(plan, node), listed("damage stage", &kept));
            let keep = if kept.len() == 1 { "keeps" } else { "keep" };
            report.told.push(format!("node \"{name}\": {stages} {keep} the old shape"));
        }
    }

    /// How many of the faces of the finest level a coarser one had.
    fn share(&self, node: usize, stage: usize, level: usize) -> f64 {
        let mesh = |level: usize| {
            let slot = self.old_slot(node, stage, level)?;
            self.reference.plan.meshes.get(slot)
        };
        let (Some(fine), Some(coarse)) = (mesh(0), mesh(level)) else { return halved(level) };
        if faces(fine) == 0 {
            return halved(level);
        }
        (count(faces(coarse)) / count(faces(fine))).min(1.0)
    }

    /// The levels that a new node gets: those its model has, and what they have of the finest
    /// there; half of it each, in a new model.
    fn new_levels(&self, plan: &Blueprint, node: usize, stage: usize) -> Vec<(usize, f64)> {
        let bare = COARSER.iter().all(|&level| Self::slot(plan, node, stage, level).is_none());
        let slot = Self::slot(plan, node, stage, 0);
        let large = slot.and_then(|slot| plan.meshes.get(slot)).is_some_and(|m| faces(m) >= FEWEST);
        if !bare || !large {
            return Vec::new();
        }
        let mut sums: BTreeMap<usize, (usize, usize)> = BTreeMap::new();
        for old in 0..self.reference.plan.nodes.len() {
            let mesh = |level: usize| {
                let slot = Self::slot(&self.reference.plan, old, stage, level)?;
                self.reference.plan.meshes.get(slot)
            };
            let Some(fine) = mesh(0) else { continue };
            for (level, coarse) in
                COARSER.into_iter().filter_map(|level| Some((level, mesh(level)?)))
            {
                let sum = sums.entry(level).or_default();
                *sum = (sum.0 + faces(coarse), sum.1 + faces(fine));
            }
        }
        if self.reference.plan.nodes.is_empty() {
            return NEW_LEVELS.map(|level| (level, halved(level))).to_vec();
        }
        let share = |(coarse, fine): (usize, usize)| count(coarse) / count(fine.max(1));
        sums.into_iter().map(|(level, sum)| (level, share(sum).min(1.0))).collect()
    }

    fn make_level(
        &self,
        plan: &mut Blueprint,
        node: usize,
        (stage, level): (usize, usize),
        share: f64,
        report: &mut Report,
    ) {
        let fine = Self::slot(plan, node, stage, 0).and_then(|slot| plan.meshes.get(slot));
        let Some(fine) = fine else { return };
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // of a share of a count
        let wanted = ((count(faces(fine)) * share).round() as usize).max(1);
        let (had, made) = (faces(fine), simplify(fine, wanted));
        let got = faces(&made);
        let place = format!("node \"{}\", stage {stage}, level {level}", name_of(plan, node));
        report.computed.push(format!("{place}: made of level 0, {got} of {had} faces"));
        if got > wanted + wanted / 10 + 2 {
            let why = "borders, seams and materials are kept";
            report.told.push(format!("{place}: {got} faces, not {wanted}: {why}"));
        }
        let old = Self::slot(plan, node, stage, level);
        // A slot that others show too stays theirs.
        let shown = |slot: usize| {
            let cells = plan.nodes.iter().flat_map(|node| node.meshes);
            cells.filter(|cell| *cell == Some(slot)).count()
        };
        match old.filter(|&slot| shown(slot) == 1) {
            Some(slot) => {
                if let Some(place) = plan.meshes.get_mut(slot) {
                    *place = Mesh { unknown: place.unknown, ..made };
                }
            }
            None => {
                plan.meshes.push(made);
                let slot = plan.meshes.len() - 1;
                let cells = plan.nodes.get_mut(node).map(|node| &mut node.meshes);
                let cell = cells.and_then(|cells| cells.get_mut(stage * LEVELS + level));
                cell.into_iter().for_each(|cell| *cell = Some(slot));
            }
        }
    }
}

fn halved(level: usize) -> f64 {
    (0..level).fold(1.0, |share, _| share / 2.0)
}

fn faces(mesh: &Mesh) -> usize {
    mesh.parts.iter().map(|part| part.faces.len()).sum()
}

#[allow(clippy::cast_precision_loss)] // a model has 65,535 faces at most
fn count(faces: usize) -> f64 {
    faces as f64
}

fn name_of(plan: &Blueprint, node: usize) -> String {
    plan.nodes.get(node).map_or_else(String::new, |node| ngi_formats::text::decode(&node.name))
}

/// `level 1`, or `levels 1, 2`.
fn listed(what: &str, numbers: &[usize]) -> String {
    let list: Vec<String> = numbers.iter().map(usize::to_string).collect();
    let plural = if numbers.len() == 1 { "" } else { "s" };
    format!("{what}{plural} {}", list.join(", "))
}
