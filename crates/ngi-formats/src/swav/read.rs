//! Reading without copying.

use super::types::{
    AdpcmHead, ChunkHead, Codec, Coefficients, DATA, FACT, FORM, FORMAT, Fact, MAGIC, RiffHead,
    WaveFormat,
};
use super::{adpcm, check, codes};
use crate::bytes::u32_at;
use crate::schema::Record as _;
use crate::{Code, Error, Findings, Result};

/// Where the first chunk begins.
pub(super) const FIRST_CHUNK: usize = 12;

/// Whether bytes begin like a sound.
pub fn is_sound(bytes: &[u8]) -> bool {
    bytes.starts_with(&MAGIC) && bytes.get(8..FIRST_CHUNK) == Some(&FORM)
}

/// A sound, where its parts are.
#[derive(Debug, Clone)]
pub struct Sound<'a> {
    bytes: &'a [u8],
    /// Where the chunks begin.
    starts: Vec<usize>,
    tail: usize,
}

/// A chunk of a [`Sound`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Chunk<'a> {
    /// Which chunk it is.
    pub id: [u8; 4],
    /// How many bytes it says it has.
    pub size: u32,
    /// Where it begins.
    pub offset: usize,
    /// Its bytes, as many of them as there are.
    pub body: &'a [u8],
    /// The byte that makes them even, or none.
    pub pad: &'a [u8],
}

impl<'a> Chunk<'a> {
    fn at(bytes: &'a [u8], offset: usize) -> Option<Self> {
        let rest = bytes.get(offset..)?;
        let head = ChunkHead::read(rest.first_chunk()?);
        let behind = rest.get(ChunkHead::SIZE..)?;
        let size = usize::try_from(head.size).unwrap_or(usize::MAX).min(behind.len());
        let (body, after) = behind.split_at_checked(size)?;
        let pad = after.get(..usize::from(head.size % 2 == 1)).unwrap_or_default();
        Some(Self { id: head.id.0, size: head.size, offset, body, pad })
    }

    /// Where its bytes begin.
    pub fn body_offset(&self) -> usize {
        self.offset + ChunkHead::SIZE
    }

    /// Where it ends.
    pub fn end(&self) -> usize {
        self.body_offset() + self.body.len() + self.pad.len()
    }

    /// How samples are stored, for a chunk "fmt " that is long enough.
    pub fn format(&self) -> Option<WaveFormat> {
        let body = Some(self.body).filter(|_| self.id == FORMAT)?;
        Some(WaveFormat::read(body.first_chunk()?))
    }

    /// What MS ADPCM has more, and its whole pairs of coefficients.
    pub fn adpcm(&self) -> Option<(AdpcmHead, &'a [[u8; Coefficients::SIZE]])> {
        self.format().filter(|format| format.codec == Codec::MS_ADPCM)?;
        let more = self.body.get(WaveFormat::SIZE..)?;
        let head = AdpcmHead::read(more.first_chunk()?);
        let pairs = more.get(AdpcmHead::SIZE..)?.as_chunks().0;
        let count = usize::from(head.coefficient_count).min(pairs.len());
        Some((head, pairs.get(..count)?))
    }

    /// How many samples there are, for a chunk "fact".
    pub fn fact(&self) -> Option<Fact> {
        let body = Some(self.body).filter(|_| self.id == FACT)?;
        Some(Fact::read(body.first_chunk()?))
    }
}

impl<'a> Sound<'a> {
    /// Reads a sound. Fails where the bytes do not begin like one; none at all are one.
    pub fn read(bytes: &'a [u8]) -> Result<Self> {
        open(bytes).map_err(|(_, error)| error)
    }

    /// Reads a sound and fails on the first rule of severity *error* it breaks.
    pub fn read_strict(bytes: &'a [u8]) -> Result<Self> {
        let sound = Self::read(bytes)?;
        let mut findings = Findings::errors_only();
        check::check_sound(&sound, &mut findings);
        findings.locate(|| super::tree(bytes, super::Samples::LeftOut).ok());
        findings.or_error(sound)
    }

    /// All its bytes.
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// True if there are samples to play. The game has files of 0 bytes that have none.
    pub fn has_samples(&self) -> bool {
        self.data().is_some_and(|data| !data.is_empty())
    }

    /// Whether there is nothing to be heard, and no header either.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// How many bytes the header says there are behind it; `None` for an empty sound.
    pub fn size(&self) -> Option<u32> {
        self.bytes.first_chunk().map(|head| RiffHead::read(head).size)
    }

    /// The chunks in order.
    pub fn chunks(&self) -> impl ExactSizeIterator<Item = Chunk<'a>> + use<'a, '_> {
        let nothing = Chunk { id: [0; 4], size: 0, offset: 0, body: &[], pad: &[] };
        self.starts.iter().map(move |at| Chunk::at(self.bytes, *at).unwrap_or(nothing))
    }

    /// The chunk of a number.
    pub fn chunk(&self, index: usize) -> Option<Chunk<'a>> {
        Chunk::at(self.bytes, *self.starts.get(index)?)
    }

    /// The first chunk of an id.
    pub fn find(&self, id: [u8; 4]) -> Option<Chunk<'a>> {
        self.chunks().find(|chunk| chunk.id == id)
    }

    /// Where what follows the last chunk begins.
    pub fn tail_offset(&self) -> usize {
        self.tail
    }

    /// Bytes behind the last chunk; none in a whole sound.
    pub fn tail(&self) -> &'a [u8] {
        self.bytes.get(self.tail..).unwrap_or_default()
    }

    /// How samples are stored.
    pub fn format(&self) -> Option<WaveFormat> {
        self.find(FORMAT)?.format()
    }

    /// The samples as they are stored.
    pub fn data(&self) -> Option<&'a [u8]> {
        self.find(DATA).map(|chunk| chunk.body)
    }

    /// Samples of a channel; 0 where nobody can say.
    pub fn frames(&self) -> u64 {
        let (Some(format), Some(data)) = (self.format(), self.data()) else { return 0 };
        if format.codec != Codec::MS_ADPCM {
            return (data.len() / usize::from(format.block_size).max(1)) as u64;
        }
        let there = adpcm::frames(&format, data.len());
        let counted = self.find(FACT).and_then(|chunk| chunk.fact());
        counted.map_or(there, |fact| there.min(fact.samples.into()))
    }

    /// How long it is, in seconds.
    pub fn seconds(&self) -> f64 {
        let rate = self.format().map_or(0, |format| format.rate);
        #[expect(clippy::cast_precision_loss, reason = "no sound is that long")]
        let frames = self.frames() as f64;
        if rate == 0 { 0.0 } else { frames / f64::from(rate) }
    }
}

type Broken = (&'static Code, Error);

/// Follows the structure; where that fails, says which rule is broken.
pub(super) fn open(bytes: &[u8]) -> Result<Sound<'_>, Broken> {
    if bytes.is_empty() {
        return Ok(Sound { bytes, starts: Vec::new(), tail: 0 });
    }
    let begins = MAGIC.starts_with(bytes) || bytes.starts_with(&MAGIC);
    let form = bytes.get(8..FIRST_CHUNK);
    if !begins || form.is_some_and(|form| form != FORM) {
        let shown = bytes.get(..bytes.len().min(FIRST_CHUNK)).unwrap_or_default().escape_ascii();
        let why =
            format!("a sound starts with \"RIFF\", a size and \"WAVE\", this with \"{shown}\"");
        return Err((&codes::MAGIC, Error::malformed("", 0, why)));
    }
    if form.is_none() {
        let (needed, there) = (FIRST_CHUNK as u64, bytes.len() as u64);
        return Err((&codes::TRUNCATED, Error::truncated("", 0, needed, there)));
    }
    let size = u32_at(bytes, 4).unwrap_or_default();
    let end = usize::try_from(size).unwrap_or(usize::MAX).saturating_add(8).min(bytes.len());
    let (mut starts, mut at) = (Vec::new(), FIRST_CHUNK);
    while let Some(chunk) = Chunk::at(bytes, at).filter(|_| at + ChunkHead::SIZE <= end) {
        starts.push(at);
        at = chunk.end();
    }
    Ok(Sound { bytes, starts, tail: at })
}
