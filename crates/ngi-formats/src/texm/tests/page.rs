use super::*;
use crate::schema::Record as _;

#[test]
fn cells_go_both_ways() {
    let bytes = [1, 0, 2, 0, 0xfd, 0xff, 0, 0x80];
    let rect = Rect { x: 1, w: 2, y: -3, h: -32768 };
    assert_eq!(Rect::read(&bytes), rect);
    assert_eq!(rect.write(), bytes);
}

#[test]
fn cells_in_texture_coordinates() {
    let bytes = raw(
        [64, 32, 7, 32, 0, 0, 2],
        &[
            &vec![0; usize::try_from(chain_pixels(64, 32, 7)).unwrap()],
            &raw_page(&[[16, 32, 8, 4], [0, 64, 0, 32]]),
        ],
    );
    let texture = Texm::read(&bytes).unwrap();
    // Powers of two: the same fraction whatever is skipped, until a side is down to 1.
    for skip in 0..=5 {
        let uv = texture.cell_uv(0, skip).unwrap();
        assert_eq!(uv, UvRect { u0: 0.25, v0: 0.25, du: 0.5, dv: 0.125 }, "{skip}");
        assert_eq!(texture.cell_uv(1, skip), Some(UvRect::WHOLE));
    }
    // 32 >> 6 is 0, which counts as 1: v runs over 64 rows then.
    assert_eq!(texture.cell_uv(1, 6), Some(UvRect { dv: 0.5, ..UvRect::WHOLE }));
    assert_eq!(texture.cell_uv(-1, 0), Some(UvRect::WHOLE));
    assert_eq!(texture.cell_uv(2, 0), None);
    let without = Texm::encode(&noise(4, 4, 1), &Options::new(PixelFormat::RGB888)).unwrap();
    assert_eq!((without.cell_uv(-1, 0), without.cell_uv(0, 0)), (Some(UvRect::WHOLE), None));
}

#[test]
fn odd_sides_follow_the_engine() {
    // 5 >> 1 = 2, 2 << 1 = 4: the engine divides by 4, not by 5.
    let skipped = Skipped { skip: 1, width: 2, height: 2, levels: 1 };
    let uv = Rect { x: 1, w: 4, y: 2, h: 5 }.uv(skipped);
    assert_eq!(uv, UvRect { u0: 0.25, v0: 0.5, du: 1.0, dv: 1.25 });
}

#[test]
fn cells_in_pixels() {
    let rect = Rect { x: 16, w: 32, y: 8, h: 5 };
    assert_eq!(rect.pixels(0), PixelRect { x0: 16, y0: 8, x1: 48, y1: 13 });
    assert_eq!(rect.pixels(2), PixelRect { x0: 4, y0: 2, x1: 12, y1: 3 });
    assert_eq!(rect.pixels(200), PixelRect { x0: 0, y0: 0, x1: 0, y1: 0 });
}

#[test]
fn cells_inside_and_outside() {
    let inside = |x, w, y, h| Rect { x, w, y, h }.is_inside(64, 32);
    assert!(inside(0, 64, 0, 32));
    assert!(inside(63, 1, 31, 1));
    for (x, w, y, h) in [(1, 64, 0, 32), (0, 64, 1, 32), (-1, 4, 0, 4), (0, 0, 0, 4), (0, 4, 0, -4)]
    {
        assert!(!inside(x, w, y, h), "{x} {w} {y} {h}");
    }
    assert!(!Rect { x: 32767, w: 32767, y: 0, h: 1 }.is_inside(65533, 1));
}

#[test]
fn a_grid_cuts_a_texture_in_equal_cells() {
    let page = Page::grid(64, 32, 2, 2).unwrap();
    let expected = [(0, 0), (32, 0), (0, 16), (32, 16)].map(|(x, y)| Rect { x, w: 32, y, h: 16 });
    assert_eq!(page.rects, expected);
    assert!(Page::grid(64, 32, 3, 1).is_err());
    assert!(Page::grid(64, 32, 0, 1).is_err());
    assert!(Page::grid(65536, 1, 2, 1).is_err());
}
