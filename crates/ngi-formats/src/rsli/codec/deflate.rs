//! Raw Deflate (RFC 1951), through zlib-rs: the choice is explained in `docs/adr`.

use zlib_rs::{Deflate, DeflateFlush, Inflate, InflateFlush, Status};

use crate::{Error, Result};

/// Deflate's window, as a power of two: always the full 32 KB.
const WINDOW_BITS: u8 = 15;
/// Best compression. Files are packed once and read often.
const LEVEL: i32 = 9;

/// The most bytes that `packed` bytes can become: 258 for two bits.
pub fn longest_output(packed: usize) -> usize {
    packed.saturating_mul(1032)
}

/// Unpacks a stream that must give exactly `size` bytes. Also says how many packed bytes the
/// stream took: Deflate marks its end, so bytes may be left over.
pub fn decode_prefix(packed: &[u8], size: usize) -> Result<(Vec<u8>, usize)> {
    check_size(packed, size)?;
    if let Some((out, used)) = stored(packed, size) {
        return Ok((out, used));
    }
    let mut out = vec![0; size];
    let mut inflate = Inflate::new(false, WINDOW_BITS);
    let status = inflate.decompress(packed, &mut out, InflateFlush::Finish);
    let ended = matches!(status, Ok(Status::StreamEnd));
    let used = outcome(&inflate, ended, status.is_err(), packed.len(), size)?;
    Ok((out, used))
}

/// Unpacks a stream that must give exactly `size` bytes and end with the last packed byte.
pub fn decode(packed: &[u8], size: usize) -> Result<Vec<u8>> {
    let (out, used) = decode_prefix(packed, size)?;
    if used == packed.len() { Ok(out) } else { Err(left_over(packed.len(), used)) }
}

/// The error for a stream that ends before its packed bytes do.
pub(crate) fn left_over(packed: usize, used: usize) -> Error {
    let why = format!("the stream ends here, {} bytes before its packed size says", packed - used);
    Error::malformed("payload", used as u64, why)
}

/// Checks that a stream gives exactly `size` bytes without storing them; says how many packed
/// bytes it took.
pub fn verify(packed: &[u8], size: u64) -> Result<usize> {
    let size = usize::try_from(size).unwrap_or(usize::MAX);
    check_size(packed, size)?;
    let mut scratch = vec![0; size.clamp(1, 1 << 16)];
    let mut inflate = Inflate::new(false, WINDOW_BITS);
    loop {
        let before = (inflate.total_in(), inflate.total_out());
        let rest = usize::try_from(before.0).ok().and_then(|used| packed.get(used..));
        let status =
            inflate.decompress(rest.unwrap_or_default(), &mut scratch, InflateFlush::NoFlush);
        let ended = matches!(status, Ok(Status::StreamEnd));
        let stuck = before == (inflate.total_in(), inflate.total_out());
        let over = inflate.total_out() > size as u64;
        if ended || stuck || over || status.is_err() {
            return outcome(&inflate, ended, status.is_err() && !stuck, packed.len(), size);
        }
    }
}

fn outcome(
    inflate: &Inflate,
    ended: bool,
    broken: bool,
    packed: usize,
    size: usize,
) -> Result<usize> {
    let used = usize::try_from(inflate.total_in()).unwrap_or(packed);
    let made = inflate.total_out();
    let error = |why: String| Err(Error::malformed("payload", used as u64, why));
    if ended && made == size as u64 {
        return Ok(used);
    }
    if ended {
        return error(format!("the stream gives {made} bytes, not {size}"));
    }
    if broken && let Some(why) = inflate.error_message() {
        return error(format!("broken Deflate stream: {why}"));
    }
    if made >= size as u64 && used < packed {
        return error(format!("the stream gives more than {size} bytes"));
    }
    error(format!("the stream ends unfinished after {made} of {size} bytes"))
}

fn check_size(packed: &[u8], size: usize) -> Result<()> {
    if size <= longest_output(packed.len()) {
        return Ok(());
    }
    let why = format!("{} packed bytes cannot become {size}", packed.len());
    Err(Error::malformed("payload", 0, why))
}

/// A stream of nothing but stored blocks, as noise gives: plain copies, no tables, no window.
/// `None` where it is anything else, or broken.
fn stored(packed: &[u8], size: usize) -> Option<(Vec<u8>, usize)> {
    let mut out = Vec::new();
    let mut rest = packed;
    loop {
        // Stored blocks end on whole bytes, so the next head starts on one too. The five bits
        // after it are padding.
        let (&[head, l0, l1, n0, n1], after) = rest.split_first_chunk::<5>()?;
        let length = u16::from_le_bytes([l0, l1]);
        if head & 0b110 != 0 || length != !u16::from_le_bytes([n0, n1]) {
            return None;
        }
        let (block, after) = after.split_at_checked(length.into())?;
        if block.len() > size - out.len() {
            return None;
        }
        if out.is_empty() {
            out.reserve_exact(size);
        }
        out.extend_from_slice(block);
        rest = after;
        if head & 1 != 0 {
            return (out.len() == size).then_some((out, packed.len() - rest.len()));
        }
    }
}

/// Packs `data`. Always the same stream for the same bytes.
pub fn encode(data: &[u8]) -> Vec<u8> {
    let mut deflate = Deflate::new(LEVEL, false, WINDOW_BITS);
    let mut out = vec![0; data.len() / 2 + 64];
    loop {
        let (taken, made) = (as_len(deflate.total_in()), as_len(deflate.total_out()));
        let (Some(input), Some(room)) = (data.get(taken..), out.get_mut(made..)) else { break };
        let status = deflate.compress(input, room, DeflateFlush::Finish);
        let made = as_len(deflate.total_out());
        if !matches!(status, Ok(Status::Ok | Status::BufError)) {
            out.truncate(made);
            break;
        }
        // Deflate grows data by a few bytes per 16 KB at most, so this ends soon.
        out.resize(out.len() * 2, 0);
    }
    out
}

fn as_len(total: u64) -> usize {
    usize::try_from(total).unwrap_or(usize::MAX)
}
