//! A sound that owns its chunks: changed, and written.

use super::read::{Chunk, Sound};
use super::types::{ChunkHead, FORM, MAGIC};
use crate::bytes::Put as _;
use crate::schema::Record as _;
use crate::{Error, FixedStr, Result};

/// A sound that can be changed. What was read is written back to the same bytes.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SoundBuf {
    /// The size in the header; `None` for an empty sound.
    pub size: Option<u32>,
    /// The chunks in order.
    pub chunks: Vec<ChunkBuf>,
    /// Bytes behind the last one.
    pub tail: Vec<u8>,
}

/// A chunk of a [`SoundBuf`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChunkBuf {
    /// Which chunk it is.
    pub id: [u8; 4],
    /// How many bytes it says it has: all of them, or more where it is cut off.
    pub size: u32,
    /// Its bytes.
    pub body: Vec<u8>,
    /// The byte that makes them even, or none.
    pub pad: Vec<u8>,
}

impl ChunkBuf {
    /// A chunk of these bytes, padded as it should be.
    pub fn new(id: [u8; 4], body: Vec<u8>) -> Result<Self> {
        let size = count(&body)?;
        let pad = vec![0; body.len() % 2];
        Ok(Self { id, size, body, pad })
    }

    fn of(chunk: &Chunk<'_>) -> Self {
        let Chunk { id, size, offset: _, body, pad } = *chunk;
        Self { id, size, body: body.to_vec(), pad: pad.to_vec() }
    }

    fn is_as_read(&self, chunk: &Chunk<'_>) -> bool {
        let Self { id, size, body, pad } = self;
        (*id, *size, &body[..], &pad[..]) == (chunk.id, chunk.size, chunk.body, chunk.pad)
    }
}

impl SoundBuf {
    /// What a sound has.
    pub fn of(sound: &Sound<'_>) -> Self {
        let chunks = sound.chunks().map(|chunk| ChunkBuf::of(&chunk)).collect();
        Self { size: sound.size(), chunks, tail: sound.tail().to_vec() }
    }

    /// A sound of these chunks, whose header counts them.
    pub fn new(chunks: Vec<ChunkBuf>) -> Result<Self> {
        let mut made = Self { size: Some(0), chunks, tail: Vec::new() };
        made.count_again()?;
        Ok(made)
    }

    /// Counts the bytes again, in the header.
    pub fn count_again(&mut self) -> Result<()> {
        let bytes = self.stored();
        self.size = Some(count(bytes.get(8..).unwrap_or_default())?);
        Ok(())
    }

    /// The first chunk of an id.
    pub fn find(&mut self, id: [u8; 4]) -> Option<&mut ChunkBuf> {
        self.chunks.iter_mut().find(|chunk| chunk.id == id)
    }

    fn stored(&self) -> Vec<u8> {
        let Self { size, chunks, tail } = self;
        let mut out = Vec::new();
        if let Some(size) = size {
            out.put(&MAGIC);
            out.put_u32(*size);
            out.put(&FORM);
        }
        for ChunkBuf { id, size, body, pad } in chunks {
            out.put(&ChunkHead { id: FixedStr(*id), size: *size }.write());
            out.put(body);
            out.put(pad);
        }
        out.put(tail);
        out
    }

    /// The bytes. Fails where they would not read as these chunks again.
    pub fn write(&self) -> Result<Vec<u8>> {
        let bytes = self.stored();
        let wrong = |chunk: usize, why: String| Error::usage(format!("chunks[{chunk}].size"), why);
        let read = Sound::read(&bytes)?;
        for (place, own) in self.chunks.iter().enumerate() {
            if !read.chunk(place).is_some_and(|chunk| own.is_as_read(&chunk)) {
                let why = format!("says {}, but the chunk has {} bytes", own.size, own.body.len());
                return Err(wrong(place, why));
            }
        }
        if read.chunks().len() != self.chunks.len() {
            return Err(Error::usage("tail", "would be read as a chunk"));
        }
        Ok(bytes)
    }
}

fn count(bytes: &[u8]) -> Result<u32> {
    let why = || Error::limit("size", format!("{} bytes are too many for a sound", bytes.len()));
    u32::try_from(bytes.len()).map_err(|_| why())
}
