//! Polygons as pixels.

use super::Shape;

/// How finely each pixel is looked at, along each side.
const FINE: u16 = 8;
/// The side of the drawing.
const WHOLE: f32 = 64.0;

/// Rows of pixels from the top: red, green, blue, alpha.
pub fn draw(shapes: &[Shape], side: u16) -> Vec<Vec<[u8; 4]>> {
    (0..side).map(|y| (0..side).map(|x| pixel(shapes, side, x, y)).collect()).collect()
}

fn pixel(shapes: &[Shape], side: u16, x: u16, y: u16) -> [u8; 4] {
    let step = WHOLE / f32::from(side) / f32::from(FINE);
    let (mut sum, mut seen) = ([0u32; 3], 0u32);
    for row in 0..FINE {
        for column in 0..FINE {
            let at = |pixel: u16, fine: u16| (f32::from(pixel * FINE + fine) + 0.5) * step;
            let point = [at(x, column), at(y, row)];
            // The last shape lies on top.
            if let Some(shape) = shapes.iter().rev().find(|shape| is_inside(shape.corners, point)) {
                seen += 1;
                for (sum, channel) in sum.iter_mut().zip(shape.colour) {
                    *sum += u32::from(channel);
                }
            }
        }
    }
    let all = u32::from(FINE) * u32::from(FINE);
    let byte = |value: u32| u8::try_from(value).unwrap_or(u8::MAX);
    let [red, green, blue] = sum.map(|sum| byte(sum.checked_div(seen).unwrap_or(0)));
    [red, green, blue, byte(seen * 255 / all)]
}

/// Whether a ray to the right crosses the border an odd number of times.
fn is_inside(corners: &[[f32; 2]], [x, y]: [f32; 2]) -> bool {
    let others = corners.iter().cycle().skip(1);
    let crossings = corners.iter().zip(others).filter(|([ax, ay], [bx, by])| {
        (*ay > y) != (*by > y) && x < ax + (y - ay) / (by - ay) * (bx - ax)
    });
    crossings.count() % 2 == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_are_mixed_and_the_last_shape_lies_on_top() {
        let half = [[0.0, 0.0], [32.0, 0.0], [32.0, 64.0], [0.0, 64.0]];
        let shapes = [
            Shape {
                colour: [9, 9, 9],
                corners: &[[0.0, 0.0], [64.0, 0.0], [64.0, 16.0], [0.0, 16.0]],
            },
            Shape { colour: [200, 100, 0], corners: Box::leak(Box::new(half)) },
        ];
        let rows = draw(&shapes, 4);
        assert_eq!(
            rows[0],
            [[200, 100, 0, 255], [200, 100, 0, 255], [9, 9, 9, 255], [9, 9, 9, 255]]
        );
        assert_eq!(rows[1][3], [0, 0, 0, 0]);
        let one = draw(&shapes, 1);
        // Half of it, and an eighth in the corner: five eighths of 255.
        assert_eq!(one[0][0][3], 159);
    }
}
