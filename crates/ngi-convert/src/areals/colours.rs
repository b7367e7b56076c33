//! Colours of areals: water blue, what nobody may walk on grey, the rest by class.

use ngi_formats::arealmap::ArealRef;

const LAKE: [u8; 3] = [0x3b, 0x6e, 0xa8];
const BARRED: [u8; 3] = [0x77; 3];
const SATURATION: f64 = 0.45;
const LIGHTNESS: f64 = 0.48;

/// Around the colour wheel in steps of the golden angle: neighbouring numbers get colours far
/// apart. In degrees; `None` for areals whose colour does not depend on their class.
fn hue(areal: &ArealRef<'_>) -> Result<f64, [u8; 3]> {
    let class = areal.head.class;
    if class.is_lake() {
        return Err(LAKE);
    }
    if !areal.head.is_walkable() {
        return Err(BARRED);
    }
    Ok((f64::from(class.0) * 137.508 + 20.0) % 360.0)
}

/// The colour as CSS has it.
pub(super) fn colour(areal: &ArealRef<'_>) -> String {
    match hue(areal) {
        Ok(hue) => {
            let (saturation, lightness) = (SATURATION * 100.0, LIGHTNESS * 100.0);
            format!("hsl({hue:.0} {saturation:.0}% {lightness:.0}%)")
        }
        Err([r, g, b]) => format!("#{r:02x}{g:02x}{b:02x}"),
    }
}

/// The same colour as red, green and blue from 0 to 1.
pub(crate) fn class_colour(areal: &ArealRef<'_>) -> [f32; 3] {
    match hue(areal) {
        Ok(hue) => rgb(hue),
        Err(fixed) => fixed.map(|part| f32::from(part) / 255.0),
    }
}

fn rgb(hue: f64) -> [f32; 3] {
    let spread = SATURATION * LIGHTNESS.min(1.0 - LIGHTNESS);
    [0.0, 8.0, 4.0].map(|turn: f64| {
        let place = (turn + hue / 30.0) % 12.0;
        let part = LIGHTNESS - spread * (place - 3.0).min(9.0 - place).clamp(-1.0, 1.0);
        #[allow(clippy::cast_possible_truncation)] // rounding is what is wanted
        let part = part as f32;
        part
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hues_are_those_of_css() {
        // hsl(0 45% 48%), hsl(120 …), hsl(240 …): 48 % ± 45 % of 48 %
        let (high, low) = (0.48 + 0.45 * 0.48, 0.48 - 0.45 * 0.48);
        for (hue, expected) in
            [(0.0, [high, low, low]), (120.0, [low, high, low]), (240.0, [low, low, high])]
        {
            let found = rgb(hue);
            let near = found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-6);
            assert!(near, "{hue}: {found:?}");
        }
    }
}
