//! Signs of buttons, drawn with lines: a font of them would be a third of the page in a browser.

use egui::{Color32, Painter, Rect, Shape, Stroke, pos2};

/// A sign: lines through points of a square of sixteen units a side.
pub type Icon = &'static [&'static [[f32; 2]]];

/// A folder.
pub const OPEN: Icon =
    &[&[[2.0, 13.0], [2.0, 3.0], [6.0, 3.0], [8.0, 5.0], [14.0, 5.0], [14.0, 13.0], [2.0, 13.0]]];
/// An arrow to the left.
pub const BACK: Icon = &[&[[13.0, 8.0], [3.0, 8.0]], &[[7.0, 4.0], [3.0, 8.0], [7.0, 12.0]]];
/// An arrow to the right.
pub const FORWARD: Icon = &[&[[3.0, 8.0], [13.0, 8.0]], &[[9.0, 4.0], [13.0, 8.0], [9.0, 12.0]]];
/// A disk.
pub const SAVE: Icon = &[
    &[[2.0, 2.0], [11.0, 2.0], [14.0, 5.0], [14.0, 14.0], [2.0, 14.0], [2.0, 2.0]],
    &[[5.0, 2.0], [5.0, 6.0], [10.0, 6.0], [10.0, 2.0]],
    &[[4.5, 14.0], [4.5, 9.0], [11.5, 9.0], [11.5, 14.0]],
];
/// An arrow that goes back.
pub const UNDO: Icon = &[
    &[[3.0, 6.0], [10.0, 6.0], [12.5, 7.2], [13.0, 9.5], [12.5, 11.8], [10.0, 13.0], [6.0, 13.0]],
    &[[6.0, 3.0], [3.0, 6.0], [6.0, 9.0]],
];
/// An arrow that goes on again.
pub const REDO: Icon = &[
    &[[13.0, 6.0], [6.0, 6.0], [3.5, 7.2], [3.0, 9.5], [3.5, 11.8], [6.0, 13.0], [10.0, 13.0]],
    &[[10.0, 3.0], [13.0, 6.0], [10.0, 9.0]],
];
/// An arrow out of a box.
pub const EXPORT: Icon = &[
    &[[8.0, 10.0], [8.0, 2.0]],
    &[[5.0, 5.0], [8.0, 2.0], [11.0, 5.0]],
    &[[3.0, 8.0], [3.0, 14.0], [13.0, 14.0], [13.0, 8.0]],
];
/// Four corners.
pub const FRAME: Icon = &[
    &[[2.0, 5.0], [2.0, 2.0], [5.0, 2.0]],
    &[[11.0, 2.0], [14.0, 2.0], [14.0, 5.0]],
    &[[14.0, 11.0], [14.0, 14.0], [11.0, 14.0]],
    &[[5.0, 14.0], [2.0, 14.0], [2.0, 11.0]],
];
/// Edges of triangles.
pub const WIRE: Icon = &[
    &[[8.0, 2.0], [2.0, 13.0], [14.0, 13.0], [8.0, 2.0]],
    &[[5.0, 7.5], [11.0, 7.5], [8.0, 13.0], [5.0, 7.5]],
];
/// A grid.
pub const GRID: Icon = &[
    &[[2.0, 2.0], [14.0, 2.0], [14.0, 14.0], [2.0, 14.0], [2.0, 2.0]],
    &[[6.0, 2.0], [6.0, 14.0]],
    &[[10.0, 2.0], [10.0, 14.0]],
    &[[2.0, 6.0], [14.0, 6.0]],
    &[[2.0, 10.0], [14.0, 10.0]],
];
/// Sheets that lie over each other.
pub const LAYERS: Icon = &[
    &[[8.0, 2.0], [14.0, 5.5], [8.0, 9.0], [2.0, 5.5], [8.0, 2.0]],
    &[[2.0, 9.0], [8.0, 12.5], [14.0, 9.0]],
];
/// A camera.
pub const CAMERA: Icon = &[
    &[
        [2.0, 5.0],
        [5.0, 5.0],
        [6.5, 3.0],
        [9.5, 3.0],
        [11.0, 5.0],
        [14.0, 5.0],
        [14.0, 13.0],
        [2.0, 13.0],
        [2.0, 5.0],
    ],
    &[
        [8.0, 6.5],
        [9.8, 7.2],
        [10.5, 9.0],
        [9.8, 10.8],
        [8.0, 11.5],
        [6.2, 10.8],
        [5.5, 9.0],
        [6.2, 7.2],
        [8.0, 6.5],
    ],
];
/// A question mark.
pub const HELP: Icon = &[
    &[
        [5.4, 5.2],
        [6.0, 3.4],
        [8.0, 2.5],
        [10.0, 3.4],
        [10.4, 5.2],
        [9.4, 7.0],
        [8.0, 8.2],
        [8.0, 10.2],
    ],
    &[[8.0, 12.6], [8.0, 13.6]],
];
/// Lines of a list.
pub const LIST: Icon =
    &[&[[2.0, 4.0], [14.0, 4.0]], &[[2.0, 8.0], [14.0, 8.0]], &[[2.0, 12.0], [14.0, 12.0]]];
/// Sliders.
pub const SETTINGS: Icon = &[
    &[[2.0, 4.0], [14.0, 4.0]],
    &[[2.0, 8.0], [14.0, 8.0]],
    &[[2.0, 12.0], [14.0, 12.0]],
    &[[5.0, 2.2], [5.0, 5.8]],
    &[[10.5, 6.2], [10.5, 9.8]],
    &[[6.5, 10.2], [6.5, 13.8]],
];
/// A star.
pub const STAR: Icon = &[&[
    [8.0, 1.5],
    [9.9, 5.9],
    [14.6, 6.3],
    [11.0, 9.4],
    [12.1, 14.0],
    [8.0, 11.5],
    [3.9, 14.0],
    [5.0, 9.4],
    [1.4, 6.3],
    [6.1, 5.9],
    [8.0, 1.5],
]];
/// Draws a sign into the middle of a rectangle.
pub fn paint(painter: &Painter, icon: Icon, rect: Rect, colour: Color32) {
    let side = rect.width().min(rect.height());
    let corner = rect.center() - egui::Vec2::splat(side / 2.0);
    for line in icon {
        let points =
            line.iter().map(|[x, y]| pos2(corner.x + x / 16.0 * side, corner.y + y / 16.0 * side));
        painter.add(Shape::line(points.collect(), Stroke::new(1.3, colour)));
    }
}
