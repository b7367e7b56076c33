//! Which node of the reference a node of the file is, and the order nodes will have.

use std::collections::{HashMap, VecDeque};

use super::draft::{Draft, DraftNode};
use super::names::without_number;
use super::reference::Reference;

/// A node of the draft, and the node of the reference it is.
pub(super) type Placed = (usize, Option<usize>);

/// The node of the reference that each node of the draft is.
///
/// First those that say so, as long as the node they speak of has the name they remember: a part
/// of another model says numbers, too. Then by name, then by name without the number that some
/// programs append. Where several nodes of the reference have one name, the one below the same
/// parent is taken, then the first.
pub(super) fn match_nodes(draft: &Draft, reference: &Reference) -> Vec<Option<usize>> {
    let mut matcher = Matcher {
        draft,
        reference,
        taken: vec![false; reference.names.len()],
        matches: vec![None; draft.nodes.len()],
    };
    matcher.by_number();
    let names = draft.nodes.iter().map(|node| node.name.as_str());
    matcher.by_name(&names.clone().map(Some).collect::<Vec<_>>());
    matcher.by_name(&names.map(without_number).collect::<Vec<_>>());
    matcher.matches
}

struct Matcher<'a> {
    draft: &'a Draft,
    reference: &'a Reference,
    taken: Vec<bool>,
    matches: Vec<Option<usize>>,
}

impl Matcher<'_> {
    fn take(&mut self, node: usize, old: usize) {
        if let (Some(taken @ false), Some(place)) =
            (self.taken.get_mut(old), self.matches.get_mut(node))
        {
            (*taken, *place) = (true, Some(old));
        }
    }

    fn by_number(&mut self) {
        let name = |old: usize| self.reference.names.get(old).map(String::as_str);
        let says = |(node, source): (usize, &DraftNode)| {
            let old = source.like?;
            let was = source.was.as_deref();
            (was.is_none() || was == name(old)).then_some((node, old))
        };
        let said: Vec<(usize, usize)> =
            self.draft.nodes.iter().enumerate().filter_map(says).collect();
        // A copy says the same as its original; who still has the name is the original.
        let kept = |&(node, old): &(usize, usize)| {
            self.draft.nodes.get(node).map(|node| node.name.as_str()) == name(old)
        };
        let (first, second): (Vec<_>, Vec<_>) = said.into_iter().partition(kept);
        first.into_iter().chain(second).for_each(|(node, old)| self.take(node, old));
    }

    /// First below the parents they had in the reference, then anywhere.
    fn by_name(&mut self, names: &[Option<&str>]) {
        let nodes = &self.reference.plan.nodes;
        let mut anywhere: HashMap<&str, VecDeque<usize>> = HashMap::new();
        let mut below: HashMap<(&str, Option<usize>), VecDeque<usize>> = HashMap::new();
        for (old, (name, node)) in self.reference.names.iter().zip(nodes).enumerate() {
            anywhere.entry(name).or_default().push_back(old);
            below.entry((name, node.parent)).or_default().push_back(old);
        }
        for (node, name) in names.iter().enumerate() {
            let (Some(name), Some(source)) = (name, self.draft.nodes.get(node)) else { continue };
            let above = source.parent.map(|parent| self.matches.get(parent).copied().flatten());
            let parent = match above {
                None => None,
                Some(Some(above)) => Some(above),
                // Below something new.
                Some(None) => continue,
            };
            self.take_first(node, below.get_mut(&(*name, parent)));
        }
        for (node, name) in names.iter().enumerate() {
            let Some(name) = name else { continue };
            self.take_first(node, anywhere.get_mut(*name));
        }
    }

    /// Takes the first that nobody has.
    fn take_first(&mut self, node: usize, olds: Option<&mut VecDeque<usize>>) {
        let Some(olds) = olds else { return };
        while self.matches.get(node) == Some(&None)
            && let Some(old) = olds.pop_front()
        {
            self.take(node, old);
        }
    }
}

/// Nodes in the order they will have: the reference's, then new ones, parents first. Where the
/// reference itself has a child before its parent, it stays.
pub(super) fn order(
    draft: &Draft,
    reference: &Reference,
    matches: &[Option<usize>],
) -> Vec<Placed> {
    let mut order: Vec<Placed> = matches.iter().copied().enumerate().collect();
    order.sort_by_key(|&(draft, old)| (old.unwrap_or(usize::MAX), draft));
    let old_of = |draft: usize| matches.get(draft).copied().flatten();
    let parent_of = |node: usize| {
        let parent = draft.nodes.get(node)?.parent?;
        let before = old_of(node).and_then(|old| reference.plan.nodes.get(old));
        let above = before.and_then(|before| before.parent);
        let stays = above.is_some() && above == old_of(parent) && above > old_of(node);
        (!stays).then_some(parent)
    };
    let mut placed = vec![false; matches.len()];
    let mut sorted = Vec::with_capacity(order.len());
    for (draft, _) in order {
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
