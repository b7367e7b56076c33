//! The bytes of a file that mods change, most of which are the game's own.

use std::io::{self, Write};
use std::ops::Range;

use ngi_vfs::Bytes;

use crate::hash::Digest;

/// The bytes of a file, in pieces. An archive of which some entries change shares the others with
/// the game's own file: to write it, to sum it up and to compare it takes no copy of it.
#[derive(Debug, Clone, Default)]
pub struct Content {
    pieces: Vec<Bytes>,
}

impl Content {
    /// What `write` writes. Pieces that lie in `shared` are not copied.
    pub(crate) fn written<E>(
        shared: &Bytes,
        write: impl FnOnce(&mut Collector<'_>) -> Result<(), E>,
    ) -> Result<Self, E> {
        let mut collector = Collector { shared, run: 0..0, own: Vec::new(), pieces: Vec::new() };
        write(&mut collector)?;
        collector.end_run();
        collector.end_own();
        Ok(Self { pieces: collector.pieces })
    }

    /// How many bytes there are.
    pub fn len(&self) -> usize {
        self.pieces.iter().map(Bytes::len).sum()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.pieces.iter().all(Bytes::is_empty)
    }

    /// The bytes in one piece; a copy if there are several.
    pub fn to_bytes(&self) -> Bytes {
        match self.pieces.as_slice() {
            [whole] => whole.clone(),
            pieces => pieces.concat().into(),
        }
    }

    /// Writes the bytes.
    pub fn write_to(&self, out: &mut dyn Write) -> io::Result<()> {
        self.pieces.iter().try_for_each(|piece| out.write_all(piece))
    }

    /// Their SHA-256.
    pub fn digest(&self) -> Digest {
        Digest::of_pieces(self.pieces.iter().map(Bytes::as_ref))
    }
}

impl From<Bytes> for Content {
    fn from(bytes: Bytes) -> Self {
        Self { pieces: vec![bytes] }
    }
}

impl<T: AsRef<[u8]> + ?Sized> PartialEq<T> for Content {
    fn eq(&self, other: &T) -> bool {
        let mut rest = other.as_ref();
        for piece in &self.pieces {
            let Some((here, after)) = rest.split_at_checked(piece.len()) else { return false };
            // What is shared need not be looked at.
            if here.as_ptr() != piece.as_ptr() && here != piece {
                return false;
            }
            rest = after;
        }
        rest.is_empty()
    }
}

/// Collects what is written.
pub(crate) struct Collector<'s> {
    shared: &'s Bytes,
    /// Where in `shared` what was written last lies, as one stretch.
    run: Range<usize>,
    /// What was written last and lies elsewhere. One of the two is empty.
    own: Vec<u8>,
    pieces: Vec<Bytes>,
}

impl Collector<'_> {
    /// Where in the shared bytes a piece lies.
    fn place_of(&self, piece: &[u8]) -> Option<Range<usize>> {
        let start = piece.as_ptr().addr().checked_sub(self.shared.as_ptr().addr())?;
        let end = start.checked_add(piece.len())?;
        (end <= self.shared.len()).then_some(start..end)
    }

    fn end_run(&mut self) {
        let run = std::mem::take(&mut self.run);
        if !run.is_empty() {
            self.pieces.push(self.shared.slice(run));
        }
    }

    fn end_own(&mut self) {
        let own = std::mem::take(&mut self.own);
        if !own.is_empty() {
            self.pieces.push(own.into());
        }
    }
}

impl Write for Collector<'_> {
    fn write(&mut self, piece: &[u8]) -> io::Result<usize> {
        match self.place_of(piece) {
            _ if piece.is_empty() => {}
            Some(place) if place.start == self.run.end && !self.run.is_empty() => {
                self.run.end = place.end;
            }
            Some(place) => {
                self.end_run();
                self.end_own();
                self.run = place;
            }
            None => {
                self.end_run();
                self.own.extend_from_slice(piece);
            }
        }
        Ok(piece.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_lies_in_the_old_file_is_shared_and_the_rest_copied() {
        let old = Bytes::from_static(b"head one two tail");
        let pieces: [&[u8]; 7] = [b"HEAD", &old[4..9], &old[9..12], b"", b" 2", b"!", &old[12..]];
        let write = |out: &mut Collector<'_>| pieces.iter().try_for_each(|it| out.write_all(it));
        let made = Content::written(&old, write).unwrap();
        assert_eq!(made.to_bytes(), "HEAD one two 2! tail");
        let is_shared = |piece: &Bytes| old.as_ptr_range().contains(&piece.as_ptr());
        let shared: Vec<bool> = made.pieces.iter().map(is_shared).collect();
        assert_eq!(shared, [false, true, false, true]);
    }

    proptest! {
        #[test]
        fn is_what_was_written_however_it_was_cut(
            old in prop::collection::vec(0..4u8, 0..40),
            cuts in prop::collection::vec((any::<bool>(), 0..40usize, 0..40usize), 0..8),
            other in prop::collection::vec(0..4u8, 0..20),
        ) {
            let (old, new) = (Bytes::from(old.clone()), old);
            let pieces = cuts.iter().map(|(is_old, from, to)| {
                let whole: &[u8] = if *is_old { &old } else { &new };
                whole.get(*from..*to).unwrap_or_default()
            });
            let whole: Vec<u8> = pieces.clone().flatten().copied().collect();
            let made = Content::written(&old, |out| {
                pieces.clone().try_for_each(|piece| out.write_all(piece))
            }).unwrap();
            prop_assert!(made == whole);
            prop_assert_eq!(made.to_bytes(), &whole);
            prop_assert_eq!((made.len(), made.is_empty()), (whole.len(), whole.is_empty()));
            prop_assert_eq!(made.digest(), Digest::of(&whole));
            prop_assert_eq!(made == other, whole == other);
            let mut out = Vec::new();
            made.write_to(&mut out).unwrap();
            prop_assert_eq!(out, whole);
        }
    }
}
