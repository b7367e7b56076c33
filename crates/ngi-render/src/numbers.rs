//! Between the widths of numbers.

/// A count as 32 bits; what does not fit is the largest there is.
pub(crate) fn to_u32(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// A count as an index.
pub(crate) fn to_usize(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// A count as a float. Pictures and lists are small enough for it to be exact.
#[expect(clippy::cast_precision_loss, reason = "pictures and lists are far below 2^24")]
pub(crate) fn to_f32(number: u32) -> f32 {
    number as f32
}
