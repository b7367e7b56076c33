//! Reads the PNG files that `ngi render` writes, and those with a palette: eight bits per channel, not
//! interlaced.

use anyhow::{Context as _, Result, bail, ensure};

/// A decoded image: red, green and blue of every pixel, row by row.
#[derive(Debug)]
pub struct Pixels {
    /// Pixels in a row.
    pub width: usize,
    /// Number of rows.
    pub height: usize,
    /// Three bytes per pixel.
    pub rgb: Vec<[u8; 3]>,
}

const SIGNATURE: [u8; 8] = *b"\x89PNG\r\n\x1a\n";

/// Parses a PNG file of the colour types RGB, RGBA and palette; alpha is dropped.
pub fn read(bytes: &[u8]) -> Result<Pixels> {
    let mut rest = bytes.strip_prefix(&SIGNATURE).context("not a PNG file")?;
    let (mut head, mut packed, mut palette) = (None, Vec::new(), Vec::new());
    while let Some((length, after)) = rest.split_first_chunk::<4>() {
        let (kind, after) = after.split_first_chunk::<4>().context("a chunk has no type")?;
        let length = usize::try_from(u32::from_be_bytes(*length))?;
        let data = after.get(..length).context("a chunk is cut short")?;
        match kind {
            b"IHDR" => head = Some(header(data)?),
            b"PLTE" => palette = data.as_chunks::<3>().0.to_vec(),
            b"IDAT" => packed.extend_from_slice(data),
            _ => {}
        }
        // The checksum follows the data.
        rest = after.get(length + 4..).unwrap_or_default();
    }
    let (width, height, channels) = head.context("there is no header")?;
    let unpacked = miniz_oxide::inflate::decompress_to_vec_zlib(&packed)
        .map_err(|error| anyhow::anyhow!("the pixels cannot be decompressed: {error}"))?;
    ensure!(unpacked.len() == height * (width * channels + 1), "the pixels are incomplete");
    let mut rgb = Vec::with_capacity(width * height);
    let mut above = vec![0; width * channels];
    for row in unpacked.chunks_exact(width * channels + 1) {
        let (filter, stored) = row.split_first().context("a row is empty")?;
        above = unfiltered(*filter, stored, &above, channels)?;
        if channels == 1 {
            let colour = |index: &u8| palette.get(usize::from(*index)).copied();
            rgb.extend(above.iter().map(|index| colour(index).unwrap_or_default()));
        } else {
            let pixels = above.chunks_exact(channels);
            rgb.extend(pixels.filter_map(|pixel| pixel.first_chunk().copied()));
        }
    }
    Ok(Pixels { width, height, rgb })
}

/// Width, height and channels.
fn header(data: &[u8]) -> Result<(usize, usize, usize)> {
    let &[w0, w1, w2, w3, h0, h1, h2, h3, depth, colour, _, _, interlace] = data else {
        bail!("the header has {} bytes instead of 13", data.len());
    };
    ensure!(depth == 8 && interlace == 0, "only plain images of 8 bits per channel are read");
    let channels = match colour {
        2 => 3,
        3 => 1,
        6 => 4,
        _ => bail!("colour type {colour} is neither RGB, RGBA nor palette"),
    };
    let side = |bytes: [u8; 4]| usize::try_from(u32::from_be_bytes(bytes));
    Ok((side([w0, w1, w2, w3])?, side([h0, h1, h2, h3])?, channels))
}

/// Undoes the filter of a row.
fn unfiltered(filter: u8, stored: &[u8], above: &[u8], channels: usize) -> Result<Vec<u8>> {
    let mut row: Vec<u8> = Vec::with_capacity(stored.len());
    for (place, &byte) in stored.iter().enumerate() {
        let before = |line: &[u8]| {
            place.checked_sub(channels).and_then(|at| line.get(at)).copied().unwrap_or(0)
        };
        let up = above.get(place).copied().unwrap_or(0);
        let (left, corner) = (before(&row), before(above));
        let predicted = match filter {
            0 => 0,
            1 => left,
            2 => up,
            3 => left.midpoint(up),
            4 => paeth(left, up, corner),
            _ => bail!("unknown row filter {filter}"),
        };
        row.push(byte.wrapping_add(predicted));
    }
    Ok(row)
}

/// The neighbour that is nearest to left + up − corner.
fn paeth(left: u8, up: u8, corner: u8) -> u8 {
    let [a, b, c] = [left, up, corner].map(i16::from);
    let guess = a + b - c;
    let (to_left, to_up, to_corner) = ((guess - a).abs(), (guess - b).abs(), (guess - c).abs());
    if to_left <= to_up && to_left <= to_corner {
        left
    } else if to_up <= to_corner {
        up
    } else {
        corner
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_of_a_palette_are_looked_up() {
        let mut file = SIGNATURE.to_vec();
        let mut chunk = |kind: &[u8; 4], data: &[u8]| {
            file.extend(u32::try_from(data.len()).unwrap_or(0).to_be_bytes());
            file.extend(kind);
            file.extend(data);
            file.extend([0; 4]);
        };
        chunk(b"IHDR", &[0, 0, 0, 2, 0, 0, 0, 1, 8, 3, 0, 0, 0]);
        chunk(b"PLTE", &[1, 2, 3, 40, 50, 60]);
        chunk(b"IDAT", &miniz_oxide::deflate::compress_to_vec_zlib(&[0, 1, 0], 6));
        assert_eq!(read(&file).expect("a valid file").rgb, [[40, 50, 60], [1, 2, 3]]);
    }

    #[test]
    fn rows_of_every_filter_are_read() {
        // Two pixels per row; each row adds 1 to what its filter predicts.
        let rows = [[0, 10, 20, 30, 40, 50, 60], [1, 1, 1, 1, 1, 1, 1], [2, 1, 1, 1, 1, 1, 1]];
        let mut file = SIGNATURE.to_vec();
        let mut chunk = |kind: &[u8; 4], data: &[u8]| {
            file.extend(u32::try_from(data.len()).unwrap_or(0).to_be_bytes());
            file.extend(kind);
            file.extend(data);
            file.extend([0; 4]);
        };
        chunk(b"IHDR", &[0, 0, 0, 2, 0, 0, 0, 3, 8, 2, 0, 0, 0]);
        chunk(b"IDAT", &miniz_oxide::deflate::compress_to_vec_zlib(rows.as_flattened(), 6));
        let pixels = read(&file).expect("a valid file");
        assert_eq!((pixels.width, pixels.height), (2, 3));
        let expected = [[10, 20, 30], [40, 50, 60], [1, 1, 1], [2, 2, 2], [2, 2, 2], [3, 3, 3]];
        assert_eq!(pixels.rgb, expected);
        assert!(read(file.get(..40).unwrap_or_default()).is_err());
    }
}
