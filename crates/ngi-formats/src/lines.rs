//! What rooms of texts share: lines, lists that are brought in line with others, and texts of which
//! only a few places change.

use std::ops::Range;

use crate::{Error, Result};

/// One line of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Line {
    /// Where it starts.
    pub start: usize,
    /// Where its text ends: before the line end.
    pub end: usize,
    /// Where the next one starts.
    pub next: usize,
}

/// The line that starts at a place; `None` at the end of the text.
pub(crate) fn line_at(text: &[u8], start: usize) -> Option<Line> {
    let rest = text.get(start..).filter(|rest| !rest.is_empty())?;
    let feed = rest.iter().position(|byte| *byte == b'\n');
    let (end, next) = match feed {
        Some(feed) => (start + feed, start + feed + 1),
        None => (text.len(), text.len()),
    };
    let line = text.get(start..end).unwrap_or_default();
    let end = if line.ends_with(b"\r") { end - 1 } else { end };
    Some(Line { start, end, next })
}

/// All lines of a text, from a place on.
pub(crate) fn lines(text: &[u8]) -> impl Iterator<Item = Line> + '_ {
    std::iter::successors(line_at(text, 0), |line| line_at(text, line.next))
}

/// The start of the line that a place is on.
pub(crate) fn line_start(text: &[u8], at: usize) -> usize {
    let before = text.get(..at).unwrap_or_default();
    before.iter().rposition(|byte| *byte == b'\n').map_or(0, |feed| feed + 1)
}

/// What the C library takes for a space.
pub(crate) fn is_space(byte: u8) -> bool {
    matches!(byte, b'\t'..=b'\r' | b' ')
}

/// A range of a text without the spaces at its ends.
pub(crate) fn trimmed(text: &[u8], range: Range<usize>) -> Range<usize> {
    let inside = text.get(range.clone()).unwrap_or_default();
    let before = inside.iter().take_while(|byte| is_space(**byte)).count();
    let behind = inside.iter().rev().take_while(|byte| is_space(**byte)).count();
    let start = range.start + before;
    start..(range.end.saturating_sub(behind)).max(start)
}

/// The spaces at the start of a line.
pub(crate) fn indent(text: &[u8], line_start: usize) -> &[u8] {
    let rest = text.get(line_start..).unwrap_or_default();
    let length = rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    rest.get(..length).unwrap_or_default()
}

/// The line end that a text uses first; that of Windows where it has none.
pub(crate) fn line_end(text: &[u8]) -> &'static [u8] {
    let feed = text.iter().position(|byte| *byte == b'\n');
    let plain = feed.is_some_and(|at| at == 0 || text.get(at - 1) != Some(&b'\r'));
    if plain { b"\n" } else { b"\r\n" }
}

/// Texts of more bytes are not taken apart: places in them are counted in 32 bits.
pub(crate) fn check_size(text: &[u8]) -> Result<()> {
    if u32::try_from(text.len()).is_ok_and(|size| size < u32::MAX) {
        return Ok(());
    }
    Err(Error::malformed("text", 0, format!("{} bytes are too many for a text", text.len())))
}

/// A place in a text whose size was checked.
pub(crate) fn small(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

/// Changes of a text, made in one go.
#[derive(Debug, Default)]
pub(crate) struct Patch(Vec<(Range<usize>, Vec<u8>)>);

impl Patch {
    /// Other bytes in the place of a range.
    pub fn put(&mut self, range: Range<usize>, bytes: impl Into<Vec<u8>>) {
        self.0.push((range, bytes.into()));
    }

    /// Nothing in the place of a range.
    pub fn remove(&mut self, range: Range<usize>) {
        self.put(range, Vec::new());
    }

    /// The text with the changes. Of those that overlap, what was removed stays removed.
    pub fn apply(mut self, text: &[u8]) -> Vec<u8> {
        self.0.sort_by_key(|(range, _)| range.start);
        let more: usize = self.0.iter().map(|(_, bytes)| bytes.len()).sum();
        let (mut out, mut at) = (Vec::with_capacity(text.len() + more), 0);
        for (range, bytes) in self.0 {
            out.extend_from_slice(text.get(at..range.start).unwrap_or_default());
            out.extend_from_slice(&bytes);
            at = at.max(range.end);
        }
        out.extend_from_slice(text.get(at..).unwrap_or_default());
        out
    }
}

/// One step of making a list say what another says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Step {
    /// This one becomes that one.
    Pair(usize, usize),
    /// This one goes.
    Drop(usize),
    /// That one is new, behind all that were named so far.
    Add(usize),
}

/// Largest number of differences between two lists that is looked for.
const MOST_DIFFERENCES: usize = 1024;

/// Largest number of comparisons between two lists.
const MOST_COMPARISONS: usize = 1 << 27;

/// Turns a list of `old` elements into one of `new` elements. As many elements as possible that are
/// the `same` stay. Between those, elements that are `alike` (their keys are equal) are paired, and
/// the others in order.
pub(crate) fn align(
    old: usize,
    new: usize,
    same: impl Fn(usize, usize) -> bool,
    alike: impl Fn(usize, usize) -> bool,
    mut step: impl FnMut(Step) -> Result<()>,
) -> Result<()> {
    between_anchors(0..old, 0..new, &same, &mut |old, new| {
        between_anchors(old, new, &alike, &mut |old, new| {
            let pairs = old.len().min(new.len());
            for (a, b) in old.clone().zip(new.clone()) {
                step(Step::Pair(a, b))?;
            }
            old.skip(pairs)
                .map(Step::Drop)
                .chain(new.skip(pairs).map(Step::Add))
                .try_for_each(&mut step)
        })
    })
}

/// Calls `part` for the parts of two lists: for every pair of equal elements, and for what is
/// between such pairs.
fn between_anchors(
    old: Range<usize>,
    new: Range<usize>,
    equal: &dyn Fn(usize, usize) -> bool,
    part: &mut dyn FnMut(Range<usize>, Range<usize>) -> Result<()>,
) -> Result<()> {
    let (mut a, mut b) = (old.start, new.start);
    for (next_a, next_b) in common(&old, &new, equal) {
        part(a..next_a, b..next_b)?;
        part(next_a..next_a + 1, next_b..next_b + 1)?;
        (a, b) = (next_a + 1, next_b + 1);
    }
    part(a..old.end, b..new.end)
}

/// Returns a longest common subsequence of two lists as pairs of numbers. If the lists are too
/// different for that, only their common beginning and end.
fn common(
    old: &Range<usize>,
    new: &Range<usize>,
    equal: &dyn Fn(usize, usize) -> bool,
) -> Vec<(usize, usize)> {
    let both = old.clone().zip(new.clone());
    let mut pairs: Vec<_> = both.take_while(|&(a, b)| equal(a, b)).collect();
    let (from_a, from_b) = (old.start + pairs.len(), new.start + pairs.len());
    let behind = (from_a..old.end).rev().zip((from_b..new.end).rev());
    let behind = behind.take_while(|&(a, b)| equal(a, b)).count();
    let (to_a, to_b) = (old.end - behind, new.end - behind);
    let middle = shortest_edit(to_a - from_a, to_b - from_b, &|a, b| equal(from_a + a, from_b + b));
    pairs.extend(middle.into_iter().map(|(a, b)| (from_a + a, from_b + b)));
    pairs.extend((to_a..old.end).zip(to_b..new.end));
    pairs
}

/// Finds the equal elements of a shortest edit from one list to another, by the greedy algorithm
/// of Myers (1986). Returns none if it would take too long.
fn shortest_edit(
    old: usize,
    new: usize,
    equal: &dyn Fn(usize, usize) -> bool,
) -> Vec<(usize, usize)> {
    if old == 0 || new == 0 {
        return Vec::new();
    }
    let most = (old + new).min(MOST_DIFFERENCES).min(MOST_COMPARISONS / (old + new));
    // Diagonal x - y is at `middle + x - y`; the ends are never reached.
    let middle = most + 1;
    let mut reached = vec![0usize; 2 * middle + 1];
    let at = |reached: &[usize], diagonal: usize| reached.get(diagonal).copied().unwrap_or(0);
    // Goes down (an element of `new`) or right (an element of `old`) onto a diagonal.
    let goes_down = |reached: &[usize], diagonal: usize, edits: usize| {
        diagonal + edits == middle
            || diagonal != middle + edits && at(reached, diagonal - 1) < at(reached, diagonal + 1)
    };
    let mut history: Vec<Vec<usize>> = Vec::new();
    for edits in 0..=most {
        history.push(reached.clone());
        for diagonal in (middle - edits..=middle + edits).step_by(2) {
            let mut x = match goes_down(&reached, diagonal, edits) {
                true => at(&reached, diagonal + 1),
                false => at(&reached, diagonal - 1) + 1,
            };
            let y_of = |x: usize| x + middle - diagonal;
            while x < old && y_of(x) < new && equal(x, y_of(x)) {
                x += 1;
            }
            reached.get_mut(diagonal).into_iter().for_each(|reach| *reach = x);
            if x >= old && y_of(x) >= new {
                return walked_back(old, new, middle, &history, &goes_down);
            }
        }
    }
    Vec::new()
}

/// Follows a shortest edit from its end to its beginning.
fn walked_back(
    old: usize,
    new: usize,
    middle: usize,
    history: &[Vec<usize>],
    goes_down: &dyn Fn(&[usize], usize, usize) -> bool,
) -> Vec<(usize, usize)> {
    let (mut x, mut y, mut pairs) = (old, new, Vec::new());
    for (edits, reached) in history.iter().enumerate().rev() {
        let diagonal = middle + x - y;
        let is_down = goes_down(reached, diagonal, edits);
        let before = if is_down { diagonal + 1 } else { diagonal - 1 };
        let from = reached.get(before).copied().unwrap_or(0);
        // Where the run of equal elements began: behind the one edit, or at the very beginning.
        let start = if edits == 0 {
            0
        } else if is_down {
            from
        } else {
            from + 1
        };
        while x > start {
            (x, y) = (x - 1, y - 1);
            pairs.push((x, y));
        }
        if edits > 0 {
            (x, y) = if is_down { (x, y - 1) } else { (x - 1, y) };
        }
    }
    pairs.reverse();
    pairs
}

/// The error of an edit after which a text would read otherwise than asked.
pub(crate) fn unreadable() -> Error {
    let why = "the text would not read back as asked; line ends, quotes and what begins a comment \
               cannot be part of it";
    Error::usage("text", why)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_their_ends() {
        let text = b"a\r\nb\n\r\nc";
        let found: Vec<_> = lines(text).map(|line| (line.start, line.end, line.next)).collect();
        assert_eq!(found, [(0, 1, 3), (3, 4, 5), (5, 5, 7), (7, 8, 8)]);
        assert_eq!(lines(b"").count(), 0);
        assert_eq!(
            (line_end(text), line_end(b"a\n"), line_end(b"a")),
            (&b"\r\n"[..], &b"\n"[..], &b"\r\n"[..])
        );
        assert_eq!((line_start(text, 4), line_start(text, 0), line_start(text, 8)), (3, 0, 7));
        assert_eq!(trimmed(b"  a b ", 0..6), 2..5);
        assert_eq!(trimmed(b"   ", 0..3), 3..3);
    }

    #[test]
    fn patches_in_any_order() {
        let mut patch = Patch::default();
        patch.put(4..5, b"E".to_vec());
        patch.put(1..1, b"-".to_vec());
        patch.remove(2..3);
        assert_eq!(patch.apply(b"abcdef"), b"a-bdEf");
    }

    /// Steps between lists of key and value.
    fn steps(old: &[[u8; 2]], new: &[[u8; 2]]) -> Vec<Step> {
        let mut steps = Vec::new();
        let same = |a: usize, b: usize| old[a] == new[b];
        let alike = |a: usize, b: usize| old[a][0] == new[b][0];
        align(old.len(), new.len(), same, alike, |step| {
            steps.push(step);
            Ok(())
        })
        .unwrap();
        steps
    }

    /// Steps between lists of letters, no two of which are alike.
    fn letters(old: &[u8], new: &[u8]) -> Vec<Step> {
        let both = |letters: &[u8]| letters.iter().map(|&letter| [letter; 2]).collect::<Vec<_>>();
        steps(&both(old), &both(new))
    }

    #[test]
    fn lists_are_brought_in_line() {
        use Step::{Add, Drop, Pair};
        assert_eq!(letters(b"abc", b"axc"), [Pair(0, 0), Pair(1, 1), Pair(2, 2)]);
        assert_eq!(letters(b"abc", b"ac"), [Pair(0, 0), Drop(1), Pair(2, 1)]);
        assert_eq!(letters(b"ac", b"abc"), [Pair(0, 0), Add(1), Pair(1, 2)]);
        assert_eq!(letters(b"", b"ab"), [Add(0), Add(1)]);
        assert_eq!(letters(b"ab", b""), [Drop(0), Drop(1)]);
    }

    #[test]
    fn untouched_elements_stay_when_the_first_changes_and_one_is_appended() {
        use Step::{Add, Drop, Pair};
        let pairs = [Pair(0, 0), Pair(1, 1), Pair(2, 2), Add(3)];
        assert_eq!(letters(b"abc", b"xbcd"), pairs);
        let pairs = [Drop(0), Pair(1, 0), Pair(2, 1), Add(2)];
        assert_eq!(letters(b"abc", b"bcd"), pairs);
        // A new element before one with a new value: the key tells which is which.
        assert_eq!(
            steps(&[*b"a1", *b"b1"], &[*b"n1", *b"a2", *b"b1"]),
            [Add(0), Pair(0, 1), Pair(1, 2)]
        );
        assert_eq!(
            steps(&[*b"a1", *b"b1", *b"c1"], &[*b"b2", *b"c1"]),
            [Drop(0), Pair(1, 0), Pair(2, 1)]
        );
    }

    /// Length of the longest common subsequence, the slow way.
    fn longest(a: &[u8], b: &[u8]) -> usize {
        let mut row = vec![0; b.len() + 1];
        for &x in a {
            let mut corner = 0;
            for (at, &y) in b.iter().enumerate() {
                let best = if x == y { corner + 1 } else { row[at + 1].max(row[at]) };
                corner = std::mem::replace(&mut row[at + 1], best);
            }
        }
        row[b.len()]
    }

    proptest::proptest! {
        #[test]
        fn as_many_elements_as_possible_stay(
            old in proptest::collection::vec(0..4u8, 0..24),
            new in proptest::collection::vec(0..4u8, 0..24),
        ) {
            let steps = letters(&old, &new);
            let kept = steps.iter().filter(
                |step| matches!(step, Step::Pair(a, b) if old[*a] == new[*b])
            );
            assert_eq!(kept.count(), longest(&old, &new), "{steps:?}");
            // Every element of both lists has its turn, in order.
            let (mut olds, mut news) = (Vec::new(), Vec::new());
            for step in &steps {
                match *step {
                    Step::Pair(a, b) => {
                        olds.push(a);
                        news.push(b);
                    }
                    Step::Drop(a) => olds.push(a),
                    Step::Add(b) => news.push(b),
                }
            }
            assert_eq!(olds, (0..old.len()).collect::<Vec<_>>());
            assert_eq!(news, (0..new.len()).collect::<Vec<_>>());
        }
    }

    #[test]
    fn huge_lists_with_nothing_in_common_take_no_time() {
        let (mut pairs, mut others) = (0, 0);
        align(
            1_000_000,
            900_000,
            |_, _| false,
            |_, _| false,
            |step| {
                *if matches!(step, Step::Pair(..)) { &mut pairs } else { &mut others } += 1;
                Ok(())
            },
        )
        .unwrap();
        assert_eq!((pairs, others), (900_000, 100_000));
    }
}
