//! Finds repeats for the two dictionary coders: hash chains over the last few thousand bytes.

/// What a coder's matches may look like.
#[derive(Debug, Clone, Copy)]
pub struct Shape {
    /// Shortest match worth finding; at least 3.
    pub shortest: usize,
    /// Longest match the code can express.
    pub longest: usize,
    /// Farthest distance back.
    pub farthest: usize,
    /// How many earlier places are tried before the best so far is taken.
    pub tries: usize,
}

/// A repeat: `length` bytes that also stand `distance` bytes earlier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Match {
    /// How many bytes repeat.
    pub length: usize,
    /// How far back they stand; 1 is the byte just before.
    pub distance: usize,
}

const HASH_BITS: u32 = 14;
const RING: usize = 4096;
const NOWHERE: u32 = u32::MAX;

/// The earlier places of every three bytes, newest first.
///
/// Both coders start with a window full of spaces; `longest` of them stand before the data here,
/// so that data which starts with spaces matches them.
pub struct Finder {
    shape: Shape,
    /// The spaces, then the data.
    bytes: Vec<u8>,
    newest: Vec<u32>,
    older: Vec<u32>,
    /// Places before this one are in the chains.
    entered: usize,
}

impl Finder {
    /// Prepares `data`. Distances are limited to less than the ring, whatever `shape` says.
    pub fn new(data: &[u8], shape: Shape) -> Self {
        let mut bytes = vec![b' '; shape.longest];
        bytes.extend_from_slice(data);
        let shape = Shape { farthest: shape.farthest.min(RING - 1), ..shape };
        Self {
            shape,
            bytes,
            newest: vec![NOWHERE; 1 << HASH_BITS],
            older: vec![NOWHERE; RING],
            entered: 0,
        }
    }

    /// The longest match at `at`, the nearest of equally long ones. Must be called with growing
    /// places; places in between may be left out.
    pub fn find(&mut self, at: usize) -> Option<Match> {
        let at = at.checked_add(self.shape.longest)?;
        self.enter_up_to(at);
        let here = self.bytes.get(at..)?;
        let here = here.get(..self.shape.longest).unwrap_or(here);
        let mut place = *self.newest.get(hash(here)?)?;
        let mut best = Match { length: self.shape.shortest.saturating_sub(1), distance: 0 };
        for _ in 0..self.shape.tries {
            let earlier = place as usize;
            if place == NOWHERE || earlier >= at || at - earlier > self.shape.farthest {
                break;
            }
            // A match that is longer than the best so far has the right byte after its end.
            let promising = self.bytes.get(earlier + best.length) == here.get(best.length);
            let length = if promising { common(here, self.bytes.get(earlier..)?) } else { 0 };
            if length > best.length {
                best = Match { length, distance: at - earlier };
                if length == here.len() {
                    break;
                }
            }
            let next = *self.older.get(earlier % RING)?;
            // A ring slot that was taken by a later place ends the chain.
            if next == NOWHERE || next >= place {
                break;
            }
            place = next;
        }
        (best.distance != 0).then_some(best)
    }

    fn enter_up_to(&mut self, end: usize) {
        while self.entered < end {
            let at = self.entered;
            self.entered += 1;
            let Some(slot) =
                self.bytes.get(at..).and_then(hash).and_then(|hash| self.newest.get_mut(hash))
            else {
                continue;
            };
            if let (Some(link), Ok(at)) = (self.older.get_mut(at % RING), u32::try_from(at)) {
                *link = *slot;
                *slot = at;
            }
        }
    }
}

/// Hash of the first three bytes.
fn hash(bytes: &[u8]) -> Option<usize> {
    let [a, b, c] = *bytes.first_chunk::<3>()?;
    let word = u32::from_le_bytes([a, b, c, 0]);
    usize::try_from(word.wrapping_mul(0x9e37_79b1) >> (32 - HASH_BITS)).ok()
}

/// How many bytes are the same; eight at a time.
fn common(here: &[u8], earlier: &[u8]) -> usize {
    let earlier = earlier.get(..here.len()).unwrap_or(earlier);
    let (ours, theirs) = (here.as_chunks::<8>(), earlier.as_chunks::<8>());
    let mut length = 0;
    for (a, b) in ours.0.iter().zip(theirs.0) {
        let differing = u64::from_le_bytes(*a) ^ u64::from_le_bytes(*b);
        if differing != 0 {
            return length + differing.trailing_zeros() as usize / 8;
        }
        length += 8;
    }
    length + ours.1.iter().zip(theirs.1).take_while(|(a, b)| a == b).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const SHAPE: Shape = Shape { shortest: 3, longest: 18, farthest: 4078, tries: usize::MAX };

    /// Tries every distance.
    fn brute(data: &[u8], at: usize) -> Option<Match> {
        let mut all = vec![b' '; SHAPE.longest];
        all.extend_from_slice(data);
        let at = at + SHAPE.longest;
        let mut best: Option<Match> = None;
        for distance in 1..=at.min(SHAPE.farthest) {
            let length = (0..SHAPE.longest.min(all.len() - at))
                .take_while(|&i| all[at + i] == all[at - distance + i])
                .count();
            if length >= SHAPE.shortest && best.is_none_or(|best| best.length < length) {
                best = Some(Match { length, distance });
            }
        }
        best
    }

    proptest! {
        #[test]
        fn finds_what_brute_force_finds(data in prop::collection::vec(0u8..3, 0..300)) {
            let mut finder = Finder::new(&data, SHAPE);
            for at in 0..data.len() {
                prop_assert_eq!(finder.find(at), brute(&data, at), "at {}", at);
            }
        }
    }

    #[test]
    fn finds_across_the_whole_window_and_no_farther() {
        for (gap, expected) in [(4075u32, Some(4078)), (4076, None)] {
            let mut data = b"xyz".to_vec();
            data.extend((0..gap).map(|i| b"0a0b0c0d0e0f0g0h0i0j0k0l"[i as usize % 24]));
            data.extend_from_slice(b"xyz");
            let at = data.len() - 3;
            let found = Finder::new(&data, SHAPE).find(at);
            assert_eq!(found.map(|found| found.distance), expected);
        }
    }
}
