//! Fields of one thing that several mods set.

use std::cmp::Reverse;
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

    /// When it is set: values first, then what is added, then what is taken out, from the end. So
    /// every path still means what its mod meant, whatever other mods do to the list.
    fn turn(&self) -> Turn<'_> {
        match self.list() {
            None => Turn::Value,
            Some((_, None)) => Turn::Added,
            Some((_, Some(_))) => Turn::Cut(Reverse(steps(self.field))),
        }
    }

    /// The value as `set` takes it.
    pub fn said(&self) -> String {
        said(self.field, self.to)
    }
}

/// When a field is set.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Turn<'f> {
    Value,
    Added,
    Cut(Reverse<Vec<(&'f str, usize)>>),
}

/// A path as names and numbers, in an order that can be compared.
fn steps(path: &str) -> Vec<(&str, usize)> {
    let step = |part: &'_ str| part.strip_suffix(']').and_then(|number| number.parse().ok());
    path.split(['.', '[']).map(|part| step(part).map_or((part, 0), |number| ("", number))).collect()
}

/// A value as `set` takes it: no value in a list takes it out.
pub(crate) fn said(field: &str, to: &Value) -> String {
    match to {
        Value::Null if field.ends_with(']') => "-".to_owned(),
        Value::String(text) => text.clone(),
        value => value.to_string(),
    }
}

/// Whether two values of documents are the same. Numbers with a fraction are floats of 32 bits,
/// whatever became of their last digits on the way through text.
pub(super) fn same(a: &Value, b: &Value) -> bool {
    #[allow(clippy::cast_possible_truncation)] // it is what was stored
    let stored = |value: &Value| value.as_f64().map(|number| (number as f32).to_bits());
    match (a, b) {
        (Value::Number(x), Value::Number(y)) => {
            x == y || ((x.is_f64() || y.is_f64()) && stored(a) == stored(b))
        }
        (Value::Array(x), Value::Array(y)) => {
            x.len() == y.len() && x.iter().zip(y).all(|(x, y)| same(x, y))
        }
        (Value::Object(x), Value::Object(y)) => {
            x.len() == y.len() && x.iter().all(|(key, x)| y.get(key).is_some_and(|y| same(x, y)))
        }
        _ => a == b,
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
        let same = |(a, b): (&Set<'_>, &Set<'_>)| a.field == b.field && same(a.to, b.to);
        self.key == other.key
            && self.sets.len() == other.sets.len()
            && self.sets.iter().zip(&other.sets).all(same)
    }

    fn overlaps(&self, other: &Self) -> bool {
        match (&self.cuts, &other.cuts) {
            (Some(mine), Some(theirs)) => {
                self.key == other.key
                    || is_cut(&self.key, mine, &other.key)
                    || is_cut(&other.key, theirs, &self.key)
            }
            (None, None) => is_below(&self.key, &other.key) || is_below(&other.key, &self.key),
            (Some(cuts), None) => list_meets(&self.key, cuts, &other.key),
            (None, Some(cuts)) => list_meets(&other.key, cuts, &self.key),
        }
    }

    /// Whether both only add to one list, and nothing that goes by the same name.
    fn adds_beside(&self, other: &Self) -> bool {
        let only_adds = |group: &Self| group.cuts.as_ref().is_some_and(BTreeSet::is_empty);
        let met = self.sets.iter().any(|mine| {
            other.sets.iter().any(|theirs| {
                !same(mine.to, theirs.to)
                    && name_of(mine.to).is_some_and(|n| Some(n) == name_of(theirs.to))
            })
        });
        self.key == other.key && only_adds(self) && only_adds(other) && !met
    }

    /// Takes a lower mod's value as what it was made of, if it was made of that: then it was made
    /// over that mod, and there is nothing to decide.
    fn goes_on_from(&mut self, lower: &Self) -> bool {
        let (Some(set), [below]) = (self.sets.first_mut(), lower.sets.as_slice()) else {
            return false;
        };
        let alone = self.cuts.is_none() && lower.cuts.is_none() && self.key == lower.key;
        let is_made_of = set.from.is_some_and(|from| same(from, below.to));
        let goes_on = alone && lower.by < self.by && is_made_of;
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

/// What a part of a text goes by.
fn name_of(value: &Value) -> Option<String> {
    let name = value.get("key").or_else(|| value.get("name")).unwrap_or(value);
    name.as_str().map(str::to_lowercase)
}

/// Whether one of what goes from a list is a path, or is what it leads through.
fn is_cut(list: &str, cuts: &BTreeSet<usize>, path: &str) -> bool {
    cuts.iter().any(|index| is_below(path, &format!("{list}[{index}]")))
}

/// Whether a list that gets longer or shorter has to do with a field: one of what goes, the list
/// itself, or what it is a part of.
fn list_meets(list: &str, cuts: &BTreeSet<usize>, field: &str) -> bool {
    is_below(list, field) || is_cut(list, cuts, field)
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

/// The sets that are left once mods that want different things have been heard, in the order in
/// which they can be made. `joins` says that lists may get longer by several mods: nobody counts
/// what is in them.
pub(super) fn settled<'m>(
    place: &str,
    sets: &[Set<'m>],
    joins: bool,
    referee: &mut Referee<'_>,
) -> Vec<Set<'m>> {
    let mut left: Vec<Group<'m>> = Vec::new();
    for group in groups(sets) {
        let beside = |known: &Group<'m>| joins && known.adds_beside(&group);
        let others =
            |known: &&Group<'m>| known.by != group.by && known.overlaps(&group) && !beside(known);
        if left.iter().any(|known| known.is_same(&group)) {
            continue;
        }
        let rivals: Vec<Group<'m>> = left.iter().filter(others).cloned().collect();
        let beside: Vec<Group<'m>> = left.iter().filter(|known| beside(known)).cloned().collect();
        let mut wins = true;
        let mut group = group.clone();
        // What another mod adds already is there once.
        group.sets.retain(|set| {
            !beside.iter().any(|known| known.sets.iter().any(|other| same(other.to, set.to)))
        });
        for rival in &rivals {
            if group.goes_on_from(rival) {
                continue;
            }
            let place = format!("{place} {}", group.key);
            let wanted = [rival.wanted(), group.wanted()];
            wins &= referee.decide(&place, [rival.by, group.by], wanted) == group.by;
        }
        if wins {
            left.retain(|known| {
                known.by == group.by
                    || !known.overlaps(&group)
                    || (joins && known.adds_beside(&group))
            });
            left.push(group);
        }
    }
    left.sort_by_key(|group| group.by);
    let several = left.windows(2).any(|pair| matches!(pair, [a, b] if a.by != b.by));
    let mut sets: Vec<Set<'m>> = left.into_iter().flat_map(|group| group.sets).collect();
    // One mod alone knows its own order.
    if several {
        sets.sort_by(|a, b| a.turn().cmp(&b.turn()));
    }
    sets
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
        heard_in(sets, preferred, false)
    }

    fn heard_in(
        sets: &[(usize, &str, Value)],
        preferred: Option<usize>,
        joins: bool,
    ) -> (Vec<String>, Vec<String>) {
        let mods = [named("a"), named("b")];
        let layers = mods
            .iter()
            .enumerate()
            .map(|(place, package)| Layer { package, preferred: preferred == Some(place) });
        let mut referee = Referee::new(layers.collect());
        let all: Vec<Set<'_>> =
            sets.iter().map(|(by, field, to)| Set { by: *by, field, from: None, to }).collect();
        let left = settled("x", &all, joins, &mut referee);
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
        let left = settled("place", &sets, false, &mut referee);
        assert_eq!((left.len(), left[0].from, left[0].to), (1, Some(&first), &third));
        assert!(referee.conflicts.is_empty());
    }

    #[test]
    fn floats_are_what_is_stored() {
        let (short, long) = (json!(-1.9428903e-16), json!(-1.942_890_300_000_000_2e-16));
        assert!(same(&short, &long) && same(&json!([{"a": short}]), &json!([{"a": long}])));
        assert!(same(&json!(1), &json!(1.0)) && same(&json!(0.1), &json!(0.1f32)));
        for (a, b) in [(json!(0.1), json!(0.100_000_1)), (json!(16_777_217), json!(16_777_216))] {
            assert!(!same(&a, &b), "{a} {b}");
        }
        assert!(!same(&json!([1]), &json!([1, 2])) && !same(&json!({"a": 1}), &json!({"b": 1})));
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
        assert_eq!(left, ["1 l[+]=3", "1 l[0]=9"], "one mod alone knows its own order");
        assert_eq!(conflicts.len(), 1);
        let (left, conflicts) = heard(&[(0, "l[2]", Value::Null), (1, "l[2].x", json!(1))], None);
        assert_eq!((left, conflicts.len()), (vec!["1 l[2].x=1".to_owned()], 1));
        let (left, conflicts) = heard(&[(0, "l[2]", Value::Null), (1, "l[1].x", json!(1))], None);
        assert_eq!((left, conflicts.len()), (vec!["1 l[1].x=1".to_owned(), "0 l[2]=-".into()], 0));
    }

    #[test]
    fn what_goes_from_a_list_moves_nothing_that_others_change() {
        let (left, conflicts) = heard(
            &[
                (0, "l[0]", Value::Null),
                (0, "m[+]", json!(1)),
                (1, "l[10].x", json!(1)),
                (1, "l[9].n[2]", Value::Null),
                (1, "l[9].n[0]", Value::Null),
            ],
            None,
        );
        let order = ["1 l[10].x=1", "0 m[+]=1", "1 l[9].n[2]=-", "1 l[9].n[0]=-", "0 l[0]=-"];
        assert_eq!((left, conflicts.len()), (order.map(str::to_owned).to_vec(), 0));
        let (left, conflicts) =
            heard(&[(0, "l[0]", Value::Null), (1, "l[0].n[+]", json!(1))], None);
        assert_eq!((left, conflicts.len()), (vec!["1 l[0].n[+]=1".to_owned()], 1));
    }

    #[test]
    fn lists_of_lines_get_what_both_add() {
        let line = |key: &str, value: &str| json!({"key": key, "value": value});
        let sets = [
            (0, "l[+]", line("a", "1")),
            (0, "l[+]", line("b", "1")),
            (1, "l[+]", line("b", "1")),
            (1, "l[+]", line("c", "1")),
        ];
        let (left, conflicts) = heard_in(&sets, None, true);
        let kept: Vec<String> = ["a", "b", "c"].map(|key| line(key, "1").to_string()).to_vec();
        let told: Vec<&str> =
            left.iter().filter_map(|set| set.split_once('=')).map(|(_, said)| said).collect();
        assert_eq!((told, conflicts.len()), (kept.iter().map(String::as_str).collect(), 0));
        let (left, conflicts) =
            heard_in(&[(0, "l[+]", line("k", "1")), (1, "l[+]", line("K", "2"))], None, true);
        assert_eq!((left.len(), conflicts.len()), (1, 1), "one key, two values");
        let (left, conflicts) =
            heard_in(&[(0, "l[+]", json!("x")), (1, "l[1]", Value::Null)], None, true);
        assert_eq!((left.len(), conflicts.len()), (1, 1), "one adds, one takes out");
    }
}
