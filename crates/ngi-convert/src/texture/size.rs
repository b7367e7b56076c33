//! Pictures of another size, and the cells of a page that go with them.

use image::imageops::{self, FilterType};
use image::{ImageBuffer, Rgba};
use ngi_formats::texm::{Image, Page, Rect};

use super::picture::{MOST_PIXELS, MOST_SIDE, Picture};
use crate::importer::{Imported, Resize};
use crate::{Error, Result};

/// Polynomials alone, so that every machine gives the same bytes; sharper than a mean.
const FILTER: FilterType = FilterType::CatmullRom;

/// Width and height.
pub type Size = (u32, u32);

/// The size of an image.
pub fn of(image: &Image) -> Size {
    (image.width(), image.height())
}

/// Gives a picture the size that was asked for. Indices and smaller copies do not survive that.
pub fn resize(picture: &mut Picture, asked: Resize, report: &mut Imported) -> Result<()> {
    let old = of(&picture.image);
    let new = match asked {
        Resize::To(width, height) => (width, height),
        Resize::PowersOfTwo => (nearest_power(old.0), nearest_power(old.1)),
    };
    let pixels = u64::from(new.0) * u64::from(new.1);
    if pixels == 0 || pixels > MOST_PIXELS || new.0.max(new.1) > MOST_SIDE {
        return Err(Error::Usage(format!(
            "--resize: {} x {} is no size of a picture",
            new.0, new.1
        )));
    }
    if new == old {
        return Ok(());
    }
    picture.image = scaled(&picture.image, new)?;
    (picture.indexed, picture.levels) = (None, Vec::new());
    let line = format!("picture scaled from {} x {} to {} x {}", old.0, old.1, new.0, new.1);
    report.computed.push(line);
    Ok(())
}

/// The power of two that is nearest; of two as near, the greater.
fn nearest_power(side: u32) -> u32 {
    let above = side.max(1).checked_next_power_of_two().unwrap_or(1 << 31);
    let below = above / 2;
    if below > 0 && side - below < above - side { below } else { above }
}

/// An image of another size. Every channel by itself: alpha is gloss in most of the game's
/// textures, and must not darken colours.
pub fn scaled(image: &Image, (width, height): Size) -> Result<Image> {
    let raw = image.bytes().to_vec();
    let buffer: Option<ImageBuffer<Rgba<u8>, _>> =
        ImageBuffer::from_raw(image.width(), image.height(), raw);
    let buffer = buffer.ok_or_else(|| Error::Usage("the picture has no pixels".into()))?;
    let other = imageops::resize(&buffer, width, height, FILTER).into_raw();
    Ok(Image::from_bytes(width, height, &other)?)
}

/// The cells of a page for a picture of another size: scaled where that is asked for, or where
/// both sides grow or shrink by one factor and every edge falls on a pixel again.
pub fn fit_page(
    page: Page,
    old: Size,
    new: Size,
    asked: Option<bool>,
    report: &mut Imported,
) -> Result<Page> {
    if old == new {
        return Ok(page);
    }
    let across = Scale { old: old.0, new: new.0 };
    let down = Scale { old: old.1, new: new.1 };
    let exact = across.is_whole()
        && across.is_same(down)
        && page.rects.iter().all(|rect| across.keeps(rect.x, rect.w) && down.keeps(rect.y, rect.h));
    let cells = page.rects.len();
    if !asked.unwrap_or(exact) {
        let why = match asked {
            Some(_) => "was not to be scaled",
            None => "the picture has another size than its cells are for; --scale-page scales them",
        };
        report.lost.push(format!("fit of the page: {why}"));
        return Ok(page);
    }
    let mut rects = Vec::with_capacity(cells);
    for (cell, rect) in page.rects.iter().enumerate() {
        let (x, w) = across.span(rect.x, rect.w, cell)?;
        let (y, h) = down.span(rect.y, rect.h, cell)?;
        rects.push(Rect { x, w, y, h });
    }
    let by = format!("from {} x {} to {} x {}", old.0, old.1, new.0, new.1);
    report.computed.push(format!("page: {cells} cells scaled {by}"));
    if !exact {
        report.told.push("edges of the page's cells were rounded to whole pixels".into());
    }
    Ok(Page { rects })
}

/// How a side changes.
#[derive(Debug, Clone, Copy)]
struct Scale {
    old: u32,
    new: u32,
}

impl Scale {
    /// Whether one side is the other so many times.
    fn is_whole(self) -> bool {
        let (least, most) = (self.old.min(self.new), self.old.max(self.new));
        least > 0 && most % least == 0
    }

    fn is_same(self, other: Self) -> bool {
        u64::from(self.new) * u64::from(other.old) == u64::from(other.new) * u64::from(self.old)
    }

    /// Whether both ends of a span fall on whole pixels again.
    fn keeps(self, start: i16, length: i16) -> bool {
        let whole = |at: i64| at * i64::from(self.new) % i64::from(self.old.max(1)) == 0;
        whole(start.into()) && whole(i64::from(start) + i64::from(length))
    }

    /// A span with both of its ends moved to the nearest pixel.
    fn span(self, start: i16, length: i16, cell: usize) -> Result<(i16, i16)> {
        let (old, new) = (i64::from(self.old.max(1)), i64::from(self.new));
        let moved = |at: i64| (at * new * 2 + old).div_euclid(old * 2);
        let from = moved(start.into());
        let mut to = moved(i64::from(start) + i64::from(length));
        if length > 0 {
            to = to.max(from + 1);
        }
        let outside = |_| {
            let why = format!("cell {cell} would reach from {from} to {to}");
            Error::Usage(format!("the page: {why}; its numbers end at {}", i16::MAX))
        };
        Ok((i16::try_from(from).map_err(outside)?, i16::try_from(to - from).map_err(outside)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_power_of_two_is_found() {
        let near = [1, 2, 3, 5, 6, 7, 100, 191, 192, 250, 256, 384, 16_384].map(nearest_power);
        assert_eq!(near, [1, 2, 4, 4, 8, 8, 128, 128, 256, 256, 256, 512, 16_384]);
    }

    #[test]
    fn an_even_picture_stays_even_and_channels_stay_apart() {
        let even = Image::new(3, 5, vec![[10, 200, 30, 0]; 15]).unwrap();
        let larger = scaled(&even, (7, 4)).unwrap();
        assert_eq!(of(&larger), (7, 4));
        assert!(larger.pixels().iter().all(|pixel| *pixel == [10, 200, 30, 0]));
    }

    fn fitted(new: Size, asked: Option<bool>) -> (Vec<[i16; 4]>, Imported) {
        let rects = vec![Rect { x: 0, w: 8, y: 4, h: 12 }, Rect { x: 8, w: 2, y: 0, h: 1 }];
        let mut report = Imported::default();
        let page = fit_page(Page { rects }, (16, 16), new, asked, &mut report).unwrap();
        (page.rects.iter().map(|rect| [rect.x, rect.w, rect.y, rect.h]).collect(), report)
    }

    #[test]
    fn cells_are_scaled_where_the_factor_is_whole() {
        let (cells, report) = fitted((64, 64), None);
        assert_eq!(cells, [[0, 32, 16, 48], [32, 8, 0, 4]]);
        assert_eq!(report.computed, ["page: 2 cells scaled from 16 x 16 to 64 x 64"]);
        assert!(report.lost.is_empty() && report.told.is_empty());
        // Half as large: the last cell would be half a pixel high.
        let (cells, report) = fitted((8, 8), None);
        assert_eq!(cells[1], [8, 2, 0, 1]);
        assert!(report.lost[0].contains("--scale-page"), "{:?}", report.lost);
    }

    #[test]
    fn cells_are_scaled_by_anything_where_it_is_asked_for() {
        let (cells, report) = fitted((24, 8), Some(true));
        assert_eq!(cells, [[0, 12, 2, 6], [12, 3, 0, 1]]);
        assert_eq!(report.told.len(), 1);
        let (cells, report) = fitted((32, 32), Some(false));
        assert_eq!(cells[0], [0, 8, 4, 12]);
        assert_eq!(report.lost, ["fit of the page: was not to be scaled"]);
        // A part is added below: one side alone grows, so nothing is guessed.
        assert_eq!(fitted((16, 32), None).0[0], [0, 8, 4, 12]);
    }

    #[test]
    fn a_cell_past_what_a_page_can_count_is_refused() {
        let rects = vec![Rect { x: 0, w: 32_000, y: 0, h: 1 }];
        let mut report = Imported::default();
        let page = fit_page(Page { rects }, (1, 1), (2, 2), None, &mut report);
        let told = page.unwrap_err().to_string();
        assert!(told.contains("cell 0 would reach from 0 to 64000"), "{told}");
    }
}
