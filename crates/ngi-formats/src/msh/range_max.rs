//! The largest index of any range, without reading an index over and over.

use super::types::Batch;
use crate::schema::Stream;

/// Indices per block.
const BLOCK: usize = 32;

/// Answers "what is the largest index of this batch" for all batches of a model.
///
/// Batches tile the index buffer, so scanning each range reads every index once. A hostile file
/// can make every batch cover everything; then a table over blocks bounds the work.
pub(super) struct RangeMax<'a> {
    indices: Stream<'a, u16>,
    /// `levels[k][i]` is the largest index in the blocks `i .. i + 2^k`; empty where batches do
    /// not overlap much.
    levels: Vec<Vec<u16>>,
}

impl<'a> RangeMax<'a> {
    pub fn new(indices: Stream<'a, u16>, batches: &Stream<'_, Batch>) -> Self {
        let work: u64 = batches.iter().map(|batch| u64::from(batch.index_count)).sum();
        let mut levels = Vec::new();
        if work > 4 * indices.len() as u64 {
            let mut level: Vec<u16> = indices.raw().chunks(BLOCK).map(scan).collect();
            let mut step = 1;
            while level.len() > 1 {
                let next = level.iter().zip(level.iter().skip(step)).map(|(&a, &b)| a.max(b));
                let next: Vec<u16> = next.collect();
                levels.push(std::mem::replace(&mut level, next));
                step *= 2;
            }
            levels.push(level);
        }
        Self { indices, levels }
    }

    /// The largest index of a batch's range; `None` where it is empty or not inside.
    pub fn largest(&self, batch: &Batch) -> Option<u16> {
        let start = usize::try_from(batch.index_start).ok()?;
        let range = self.indices.slice(start, usize::from(batch.index_count))?;
        if range.is_empty() {
            return None;
        }
        let (first, last) = (start.div_ceil(BLOCK), (start + range.len()) / BLOCK);
        if self.levels.is_empty() || last <= first {
            return Some(scan(range.raw()));
        }
        let head = range.raw().get(..first * BLOCK - start).map_or(0, scan);
        let tail = range.raw().get(last * BLOCK - start..).map_or(0, scan);
        Some(self.blocks(first, last).max(head).max(tail))
    }

    /// The largest index in the blocks `first..last`.
    fn blocks(&self, first: usize, last: usize) -> u16 {
        let power = (last - first).ilog2() as usize;
        let Some(level) = self.levels.get(power) else { return 0 };
        let at = |index: usize| level.get(index).copied().unwrap_or(0);
        at(first).max(at(last - (1 << power)))
    }
}

fn scan(raw: &[[u8; 2]]) -> u16 {
    raw.iter().fold(0, |most, raw| most.max(u16::from_le_bytes(*raw)))
}

#[cfg(test)]
#[allow(clippy::cast_possible_truncation)] // small numbers made right here
mod tests {
    use super::*;
    use crate::msh::types::BatchWord;
    use crate::schema::Record;

    fn batch(index_start: u32, index_count: u16) -> Batch {
        Batch {
            word: BatchWord(0),
            material: 0,
            lightmap: 0xFF,
            portal: 0xFFFF,
            index_count,
            index_start,
            vertex_count: 0,
            base_vertex: 0,
        }
    }

    #[test]
    fn every_range_of_an_overlapping_table_is_answered_like_a_scan() {
        let values: Vec<u16> = (0..500u32).map(|i| (i * 7919 % 1009) as u16).collect();
        let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        let many: Vec<u8> = (0..40).flat_map(|_| batch(0, 500).write()).collect();
        let few = batch(0, 500).write();
        for batches in [many.as_slice(), few.as_slice()] {
            let table = RangeMax::new(Stream::new(&bytes), &Stream::new(batches));
            for start in 0..=500usize {
                for count in [0, 1, 2, 31, 32, 33, 64, 65, 100, 250, 500] {
                    let wanted =
                        values.get(start..start + count).and_then(|range| range.iter().max());
                    let asked = batch(start as u32, count as u16);
                    assert_eq!(table.largest(&asked), wanted.copied(), "{start} {count}");
                }
            }
        }
    }
}
