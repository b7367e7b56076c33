//! Runs of faces that were looked at.

use std::collections::BTreeMap;
use std::ops::Range;

/// Which faces were looked at. Squares of a broken file may all name the same faces, and nobody
/// looks at those a thousand times.
#[derive(Debug, Default)]
pub(super) struct Seen {
    /// By their starts the ends of runs that lie apart from each other.
    runs: BTreeMap<u32, u32>,
}

impl Seen {
    /// What of a run was not seen before, in ascending order. From now on it is.
    pub fn rest(&mut self, run: &Range<u32>) -> Vec<Range<u32>> {
        let mut rest = Vec::new();
        if run.is_empty() {
            return rest;
        }
        let (mut from, mut whole) = (run.start, run.clone());
        let before = self.runs.range(..=run.end).rev();
        let touching = before.take_while(|(_, end)| **end >= run.start);
        let touching: Vec<Range<u32>> = touching.map(|(start, end)| *start..*end).collect();
        for seen in touching.into_iter().rev() {
            if from < seen.start {
                rest.push(from..seen.start);
            }
            from = from.max(seen.end);
            whole = whole.start.min(seen.start)..whole.end.max(seen.end);
            self.runs.remove(&seen.start);
        }
        if from < run.end {
            rest.push(from..run.end);
        }
        self.runs.insert(whole.start, whole.end);
        rest
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Against a list that says of each number whether it was seen.
        #[test]
        fn each_number_comes_once(runs in prop::collection::vec((0u32..40, 0u32..12), 0..30)) {
            let (mut seen, mut list) = (Seen::default(), [false; 64]);
            for (start, count) in runs {
                let run = start..start + count;
                let is_new = |number: &u32| !list[*number as usize];
                let expected: Vec<u32> = run.clone().filter(is_new).collect();
                let found: Vec<u32> = seen.rest(&run).into_iter().flatten().collect();
                prop_assert_eq!(found, expected);
                list[run.start as usize..run.end as usize].fill(true);
            }
        }
    }
}
