//! Clans, and how they see each other.

use super::{numbers, text};
use crate::tma::codes::*;
use crate::tma::parts::ClanRef;
use crate::tma::read::Mission;
use crate::tma::types::{ClanKind, Stance};
use crate::{Findings, text as names};

/// Where the engine stops taking a base for one.
const FARTHEST: f32 = 10_000.0;

pub(super) fn check(mission: &Mission<'_>, findings: &mut Findings) {
    let clans: Vec<ClanRef<'_>> = mission.clans().collect();
    for (index, clan) in clans.iter().enumerate() {
        check_clan(index, clan, findings);
    }
    let order = Names::of(&clans);
    order.check_twins(&clans, findings);
    if mission.clan_version().has_relations() {
        check_relations(mission, &order, findings);
    }
}

fn check_clan(index: usize, clan: &ClanRef<'_>, findings: &mut Findings) {
    let path = |field: &str| format!("clans[{index}].{field}");
    let texts = [("name", Some(clan.name)), ("script", clan.script), ("tree", clan.tree)];
    for (field, own) in texts {
        text(own.unwrap_or_default(), format_args!("clans[{index}].{field}"), findings);
    }
    let head = clan.head;
    if head.unk_0x00 != -1 {
        findings.at(&CLAN_WORD, path("unk_0x00"), || format!("it is {}", head.unk_0x00));
    }
    if !head.kind.is_known() {
        findings.at(&CLAN_KIND, path("kind"), || format!("nobody knows kind {}", head.kind.0));
    }
    numbers(&head.base, format_args!("clans[{index}].base"), findings);
    if head.base.iter().any(|at| at.is_finite() && *at > FARTHEST) {
        let [x, y] = head.base;
        findings.at(&CLAN_BASE, path("base"), || format!("it is at {x}, {y}"));
    }
    let zones = clan.zones.unwrap_or_default();
    if !zones.is_empty() && head.kind != ClanKind::NATURE {
        findings.at(&ZONE_CLAN, path("zones"), || format!("it has {}", zones.len()));
    }
    for (zone, values) in zones.iter().enumerate() {
        let [x, y, z] = values.center;
        let floats = [x, y, z, values.inner, values.outer];
        numbers(&floats, format_args!("clans[{index}].zones[{zone}]"), findings);
        if values.kind != 1 {
            let path = format_args!("clans[{index}].zones[{zone}].kind");
            findings.at(&ZONE_KIND, path, || format!("it is {}", values.kind));
        }
        if values.inner > values.outer {
            let path = format_args!("clans[{index}].zones[{zone}].inner");
            findings.at(&ZONE_RADII, path, || format!("{} in {}", values.inner, values.outer));
        }
    }
}

/// The clans in the order of their names: a file may have as many as it has bytes.
struct Names<'a> {
    order: Vec<(&'a [u8], usize)>,
    /// How many different names there are.
    different: usize,
}

impl<'a> Names<'a> {
    fn of(clans: &[ClanRef<'a>]) -> Self {
        let mut order: Vec<_> = clans.iter().map(|clan| clan.name).zip(0..).collect();
        order.sort_unstable();
        let twins = order.windows(2).filter(|pair| matches!(pair, [a, b] if a.0 == b.0)).count();
        Self { different: order.len() - twins, order }
    }

    /// The first clan of a name.
    fn find(&self, name: &[u8]) -> Option<usize> {
        let at = self.order.partition_point(|(known, _)| *known < name);
        self.order.get(at).filter(|(known, _)| *known == name).map(|(_, index)| *index)
    }

    fn check_twins(&self, clans: &[ClanRef<'_>], findings: &mut Findings) {
        if self.different == clans.len() {
            return;
        }
        for (index, clan) in clans.iter().enumerate() {
            if let Some(first) = self.find(clan.name).filter(|first| *first != index) {
                let path = format_args!("clans[{index}].name");
                let message = || format!("clan {first} is \"{}\" too", names::decode(clan.name));
                findings.at(&CLAN_NAME, path, message);
            }
        }
    }
}

/// A relation: who sees whom, where it is listed, how.
type Seen = (usize, usize, usize, Stance);

fn check_relations(mission: &Mission<'_>, order: &Names<'_>, findings: &mut Findings) {
    let mut all: Vec<Seen> = Vec::new();
    for clan in 0..mission.clan_count() {
        let start = all.len();
        for (place, relation) in mission.relations(clan).enumerate() {
            let path = format_args!("clans[{clan}].relations[{place}].name");
            text(relation.name, path, findings);
            if !relation.stance.is_known() {
                let path = format_args!("clans[{clan}].relations[{place}].stance");
                findings.at(&RELATION_STANCE, path, || format!("it is {}", relation.stance.0));
            }
            match order.find(relation.name) {
                Some(other) => all.push((clan, other, place, relation.stance)),
                None => {
                    let message = || format!("no clan is \"{}\"", names::decode(relation.name));
                    let path = format_args!("clans[{clan}].relations[{place}].name");
                    findings.at(&RELATION_NAMES, path, message);
                }
            }
        }
        let own = all.get_mut(start..).unwrap_or_default();
        own.sort_unstable_by_key(|(_, other, place, _)| (*other, *place));
        check_list(clan, own, order, findings);
    }
    check_mutual(&all, findings);
}

/// The list of one clan, in the order of those it names.
fn check_list(clan: usize, own: &[Seen], order: &Names<'_>, findings: &mut Findings) {
    let mut twice = own.windows(2).filter(|pair| matches!(pair, [a, b] if a.1 == b.1));
    if let Some([_, (_, other, place, _)]) = twice.next() {
        let path = format_args!("clans[{clan}].relations[{place}].name");
        findings.at(&RELATION_NAMES, path, || format!("clan {other} is listed before"));
        return;
    }
    let names = order.different;
    if own.len() < names {
        let lacks = names - own.len();
        let path = format_args!("clans[{clan}].relations");
        findings.at(&RELATION_NAMES, path, || format!("{lacks} of {names} clans are not listed"));
    }
}

/// How clans see each other, and themselves.
fn check_mutual(all: &[Seen], findings: &mut Findings) {
    // `all` is in the order of who sees, then of whom.
    let seen = |from: usize, to: usize| {
        let at = all.partition_point(|(clan, other, ..)| (*clan, *other) < (from, to));
        all.get(at).filter(|(clan, other, ..)| (*clan, *other) == (from, to))
    };
    for (clan, other, place, stance) in all {
        let path = format_args!("clans[{clan}].relations[{place}].stance");
        if clan == other {
            if *stance == Stance::ENEMY {
                findings.at(&RELATION_SELF, path, || "it is its own enemy".into());
            }
            continue;
        }
        let back = seen(*other, *clan).map(|(.., back)| *back);
        let known = stance.is_known() && back.is_some_and(Stance::is_known);
        if let Some(back) = back.filter(|back| clan < other && known && back != stance) {
            let name = |stance: Stance| stance.name().unwrap_or("other").to_ascii_lowercase();
            findings.at(&RELATION_MUTUAL, path, || {
                format!("clan {other} is seen as {}, but sees {}", name(*stance), name(back))
            });
        }
    }
}
