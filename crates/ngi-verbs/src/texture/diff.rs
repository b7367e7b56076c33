//! How two textures differ: header and cells by field, pixels in numbers.

use ngi_formats::texm::{self, Image, Pixels, Texm};
use serde_json::Value;

use crate::diff::Difference;
use crate::document::compare;
use crate::palette::compare_palettes;

/// The differences; `None` where one of them cannot be read.
pub fn diff(a: &[u8], b: &[u8]) -> Option<Vec<Difference>> {
    let [left, right] = [a, b].map(|bytes| texm::tree(bytes, Pixels::LeftOut).ok());
    let mut found = compare::compare(&left?, &right?, &["palette"]);
    let (a, b) = (Texm::read(a).ok()?, Texm::read(b).ok()?);
    if let (Some(left), Some(right)) = (a.palette(), b.palette()) {
        compare_palettes(left, right, "palette", &mut found);
    }
    let same_size = (a.width(), a.height()) == (b.width(), b.height());
    for level in 0..a.level_count().min(b.level_count()) {
        let Some((left, right)) = a.level(level).zip(b.level(level)).filter(|_| same_size) else {
            break;
        };
        if left.format == right.format && left.bytes == right.bytes && a.palette() == b.palette() {
            continue;
        }
        let pictures = a.decode_level(level, None).ok().zip(b.decode_level(level, None).ok());
        match pictures {
            Some((left, right)) => found.extend(compare_pictures(level, &left, &right)),
            None if left.bytes == right.bytes => {}
            None => {
                let text = format!("level {level}: the stored pixels differ");
                found.push(Difference::summary(text, Value::Null, Value::Null));
            }
        }
    }
    Some(found)
}

fn compare_pictures(level: u32, a: &Image, b: &Image) -> Option<Difference> {
    let pairs = a.pixels().iter().zip(b.pixels());
    let far = |(a, b): (&[u8; 4], &[u8; 4])| {
        a.iter().zip(b).map(|(a, b)| a.abs_diff(*b)).max().unwrap_or(0)
    };
    let (mut count, mut most) = (0u64, 0);
    for distance in pairs.map(far).filter(|distance| *distance > 0) {
        count += 1;
        most = most.max(distance);
    }
    let (width, height) = (a.width(), a.height());
    let all = a.pixels().len();
    (count > 0).then(|| {
        let text = format!(
            "level {level} ({width} x {height}): {count} of {all} pixels differ, by up to {most}"
        );
        Difference::summary(text, Value::Null, Value::Null)
    })
}
