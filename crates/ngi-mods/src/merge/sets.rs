//! Fields of one thing that several mods set.

use std::collections::BTreeSet;

use serde_json::Value;

use super::referee::Referee;

/// A field that a mod sets.
#[derive(Debug, Clone, Copy)]
pub(super) struct Set<'m> {
    /// Which mod.
    pub by: usize,
    pub field: &'m str,
    pub from: Option<&'m Value>,
    pub to: &'m Value,
}

impl Set<'_> {
    /// The list that it makes longer or shorter, and which of it goes.
    fn list(&self) -> Option<(&str, Option<usize>)> {
        if let Some(list) = self.field.strip_suffix("[+]") {
            return Some((list, None));
        }
        let (list, index) = self.field.strip_suffix(']')?.rsplit_once('[')?;
        let index = index.parse().ok().filter(|_| self.to.is_null())?;
        Some((list, Some(index)))
    }

    /// The value as `set` takes it.
    pub fn said(&self) -> String {
        said(self.field, self.to)
    }
}

/// A value as `set` takes it: no value in a list takes it out.
pub(crate) fn said(field: &str, to: &Value) -> String {
    match to {
        Value::Null if field.ends_with(']') => "-".to_owned(),
        Value::String(text) => text.clone(),
        value => value.to_string(),
    }
}

/// What one mod does to one field or one list.
#[derive(Debug, Clone)]
struct Group<'m> {
    by: usize,
    key: String,
    /// For a list: which of it go.
    cuts: Option<BTreeSet<usize>>,
    sets: Vec<Set<'m>>,
}

impl Group<'_> {
    fn is_same(&self, other: &Self) -> bool {
        let same = |(a, b): (&Set<'_>, &Set<'_>)| a.field == b.field && a.to == b.to;
        self.key == other.key
            && self.sets.len() == other.sets.len()
            && self.sets.iter().zip(&other.sets).all(same)
    }

    fn overlaps(&self, other: &Self) -> bool {
        match (&self.cuts, &other.cuts) {
            (Some(_), Some(_)) => self.key == other.key,
            (None, None) => is_below(&self.key, &other.key) || is_below(&other.key, &self.key),
            (Some(cuts), None) => list_meets(&self.key, cuts, &other.key),
            (None, Some(cuts)) => list_meets(&other.key, cuts, &self.key),
        }
    }

    /// Takes a lower mod's value as what it was made of, if it was made of that: then it was made
    /// over that mod, and there is nothing to decide.
    fn goes_on_from(&mut self, lower: &Self) -> bool {
        let (Some(set), [below]) = (self.sets.first_mut(), lower.sets.as_slice()) else {
            return false;
        };
        let alone = self.cuts.is_none() && lower.cuts.is_none() && self.key == lower.key;
        let goes_on = alone && lower.by < self.by && set.from == Some(below.to);
        if goes_on {
            set.from = below.from;
        }
        goes_on
    }

    fn wanted(&self) -> String {
        let said: Vec<String> = self.sets.iter().map(|set| short(&set.said())).collect();
        if self.cuts.is_some() { "another list".to_owned() } else { said.join(", ") }
    }
}

/// A value short enough for a message.
pub(super) fn short(text: &str) -> String {
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}

/// Whether a path is another one or leads to a part of it.
fn is_below(path: &str, above: &str) -> bool {
    path.strip_prefix(above).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
}

/// Whether a list that gets longer or shorter has to do with a field: one of what goes, the list
/// itself, or what it is a part of.
fn list_meets(list: &str, cuts: &BTreeSet<usize>, field: &str) -> bool {
    let cut = |index: &usize| is_below(field, &format!("{list}[{index}]"));
    is_below(list, field) || cuts.iter().any(cut)
}

fn groups<'m>(sets: &[Set<'m>]) -> Vec<Group<'m>> {
    let mut groups: Vec<Group<'m>> = Vec::new();
    for set in sets {
        let (key, cuts) = match set.list() {
            Some((list, cut)) => (list, Some(cut.into_iter().collect::<BTreeSet<usize>>())),
            None => (set.field, None),
        };
        let known = |group: &&mut Group<'m>| {
            group.by == set.by && group.key == key && group.cuts.is_some() == cuts.is_some()
        };
        match groups.iter_mut().find(known) {
            Some(group) => {
                group.sets.push(*set);
                group.cuts.iter_mut().for_each(|all| all.extend(cuts.iter().flatten().copied()));
            }
            None => {
                let key = key.to_owned();
                groups.push(Group { by: set.by, key, cuts, sets: vec![*set] });
            }
        }
    }
    groups
}

/// The sets that are left once mods that want different things have been heard. They come in the
/// order of the mods.
pub(super) fn settled<'m>(
    place: &str,
    sets: &[Set<'m>],
    referee: &mut Referee<'_>,
) -> Vec<Set<'m>> {
    let mut left: Vec<Group<'m>> = Vec::new();
    for group in groups(sets) {
        let others = |known: &&Group<'m>| known.by != group.by && known.overlaps(&group);
        if left.iter().any(|known| known.is_same(&group)) {
            continue;
        }
        let rivals: Vec<Group<'m>> = left.iter().filter(others).cloned().collect();
        let mut wins = true;
        let mut group = group.clone();
        for rival in &rivals {
            if group.goes_on_from(rival) {
                continue;
            }
            let place = format!("{place} {}", group.key);
            let wanted = [rival.wanted(), group.wanted()];
            wins &= referee.decide(&place, [rival.by, group.by], wanted) == group.by;
        }
        if wins {
            left.retain(|known| known.by == group.by || !known.overlaps(&group));
            left.push(group);
        }
    }
    left.sort_by_key(|group| group.by);
    left.into_iter().flat_map(|group| group.sets).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::referee::Layer;
    use super::*;
    use crate::manifest::Manifest;
    use crate::{Changes, Mod};

    fn named(name: &str) -> Mod {
        Mod::made(Manifest::new(name).unwrap(), Changes::default(), Default::default())
    }

    /// What is left of (mod, field, value), and the conflicts.
    fn heard(
        sets: &[(usize, &str, Value)],
        preferred: Option<usize>,
    ) -> (Vec<String>, Vec<String>) {
        let mods = [named("a"), named("b")];
        let layers = mods
            .iter()
            .enumerate()
            .map(|(place, package)| Layer { package, preferred: preferred == Some(place) });
        let mut referee = Referee::new(layers.collect());
        let all: Vec<Set<'_>> =
            sets.iter().map(|(by, field, to)| Set { by: *by, field, from: None, to }).collect();
        let left = settled("x", &all, &mut referee);
        let left = left.iter().map(|set| format!("{} {}={}", set.by, set.field, set.said()));
        (left.collect(), referee.conflicts.iter().map(|found| found.to_string()).collect())
    }

    #[test]
    fn different_fields_go_together() {
        let (left, conflicts) = heard(
            &[
                (0, "a.b", json!(1)),
                (0, "c[0]", json!("t")),
                (1, "a.bc", json!(2)),
                (1, "c[1]", json!(3)),
            ],
            None,
        );
        assert_eq!(left, ["0 a.b=1", "0 c[0]=t", "1 a.bc=2", "1 c[1]=3"]);
        assert!(conflicts.is_empty(), "{conflicts:?}");
        let (left, conflicts) = heard(&[(0, "a", json!(1)), (1, "a", json!(1))], None);
        assert_eq!((left.len(), conflicts.len()), (1, 0));
    }

    #[test]
    fn the_later_one_wins_unless_somebody_is_preferred() {
        let sets = [(0, "a", json!(1)), (1, "a", json!(2))];
        let (left, conflicts) = heard(&sets, None);
        assert_eq!(left, ["1 a=2"]);
        assert_eq!(conflicts, ["x a: b wants 2, a wants 1; b comes later"]);
        let (left, conflicts) = heard(&sets, Some(0));
        assert_eq!(left, ["0 a=1"]);
        assert_eq!(conflicts, ["x a: a wants 1, b wants 2; a is preferred"]);
        // A record and a field of it.
        let (left, conflicts) = heard(&[(0, "a[1]", json!([1])), (1, "a[1].b", json!(2))], None);
        assert_eq!((left, conflicts.len()), (vec!["1 a[1].b=2".to_owned()], 1));
    }

    #[test]
    fn a_mod_that_was_made_over_another_goes_on_from_it() {
        let mods = [named("a"), named("b")];
        let layer = |package| Layer { package, preferred: false };
        let mut referee = Referee::new(mods.iter().map(layer).collect());
        let (first, second, third) = (json!(60), json!(50), json!(90));
        let sets = [
            Set { by: 0, field: "x", from: Some(&first), to: &second },
            Set { by: 1, field: "x", from: Some(&second), to: &third },
        ];
        let left = settled("place", &sets, &mut referee);
        assert_eq!((left.len(), left[0].from, left[0].to), (1, Some(&first), &third));
        assert!(referee.conflicts.is_empty());
    }

    #[test]
    fn lists_are_changed_by_one() {
        let (left, conflicts) = heard(
            &[
                (0, "l[+]", json!(1)),
                (0, "l[+]", json!(2)),
                (1, "l[+]", json!(3)),
                (1, "l[0]", json!(9)),
            ],
            None,
        );
        assert_eq!(left, ["1 l[+]=3", "1 l[0]=9"]);
        assert_eq!(conflicts.len(), 1);
        let (left, conflicts) = heard(&[(0, "l[2]", Value::Null), (1, "l[2].x", json!(1))], None);
        assert_eq!((left, conflicts.len()), (vec!["1 l[2].x=1".to_owned()], 1));
        let (left, conflicts) = heard(&[(0, "l[2]", Value::Null), (1, "l[1].x", json!(1))], None);
        assert_eq!((left, conflicts.len()), (vec!["0 l[2]=-".to_owned(), "1 l[1].x=1".into()], 0));
    }
}
