//! One field behind the other, and what is said where one is not there.

use super::codes::{COUNT, TRUNCATED};
use crate::schema::Record;
use crate::{Code, Error};

/// A rule that is broken where the structure cannot be followed, and how. In a box, so that what
/// does follow, thousands of small fields, is not handed on in the size of an error.
pub(super) type Broken = Box<(&'static Code, Error)>;

/// A place in the bytes that moves on.
#[derive(Debug, Clone, Copy)]
pub(super) struct Walk<'a> {
    bytes: &'a [u8],
    pub at: usize,
}

impl<'a> Walk<'a> {
    pub fn new(bytes: &'a [u8], at: usize) -> Self {
        Self { bytes, at }
    }

    /// The bytes that are left.
    pub fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }

    /// The next so many bytes.
    #[inline]
    pub fn take(&mut self, count: usize, field: &'static str) -> Result<&'a [u8], Broken> {
        match self.rest().get(..count) {
            Some(taken) => {
                self.at += count;
                Ok(taken)
            }
            None => Err(self.short(count, field)),
        }
    }

    /// The next record.
    #[inline]
    pub fn record<T: Record>(&mut self, field: &'static str) -> Result<T, Broken> {
        let size = T::SHAPE.size;
        let raw = T::split(self.rest()).0.first().map(T::read);
        let record = raw.ok_or_else(|| self.short(size, field))?;
        self.at += size;
        Ok(record)
    }

    /// The next whole number.
    #[inline]
    pub fn number(&mut self, field: &'static str) -> Result<u32, Broken> {
        let Some(chunk) = self.rest().first_chunk() else { return Err(self.short(4, field)) };
        self.at += 4;
        Ok(u32::from_le_bytes(*chunk))
    }

    /// A text: its length, and so many bytes.
    #[inline]
    pub fn text(&mut self, field: &'static str) -> Result<&'a [u8], Broken> {
        let length = self.number(field)?;
        self.take(usize::try_from(length).unwrap_or(usize::MAX), field)
    }

    /// A count that stands right before this place: so many things of at least so many bytes each
    /// have to fit into what is left.
    #[inline]
    pub fn counted(&self, count: u32, least: usize, field: &'static str) -> Result<usize, Broken> {
        let left = self.bytes.len().saturating_sub(self.at);
        let fits = usize::try_from(count).ok().filter(|count| *count <= left / least);
        fits.ok_or_else(|| {
            let at = self.at.saturating_sub(4) as u64;
            let why = format!("{count} of at least {least} bytes, but only {left} bytes are left");
            Box::new((&COUNT, Error::malformed(field, at, why)))
        })
    }

    #[cold]
    fn short(&self, needed: usize, field: &'static str) -> Broken {
        let left = self.bytes.len().saturating_sub(self.at);
        Box::new((&TRUNCATED, Error::truncated(field, self.at as u64, needed as u64, left as u64)))
    }
}

/// The same fault inside a numbered part.
pub(super) fn within(list: &'static str, index: usize) -> impl Fn(Broken) -> Broken {
    move |broken| {
        let (code, error) = *broken;
        Box::new((code, error.within(&format!("{list}[{index}]"), 0)))
    }
}
