//! Records against bytes made by hand, both ways.

use crate::landscape::{
    Cell, DrawEntry, DrawFlags, Face, FaceFlags, Grid, GroundUv, LandscapeDoc, Square,
};
use crate::msh::{Aabb, NONE, Record, Sphere};

fn both<T: Record + PartialEq + std::fmt::Debug>(value: T, bytes: &[u8]) {
    assert_eq!(value.write().as_ref(), bytes);
    let (raw, rest) = T::split(bytes);
    assert_eq!((raw.len(), rest.len()), (1, 0));
    assert_eq!(T::read(&raw[0]), value);
    assert_eq!(T::SIZE, bytes.len());
}

#[test]
fn a_face() {
    both(
        Face {
            flags: FaceFlags(0x0012_2608),
            material: 7,
            second_material: 0xFF,
            unk_0x06: 0xFFFF,
            vertices: [1, 2, 0x1234],
            neighbours: [5, NONE, 6],
            normal: [0, -32767, 32767],
            twins: 0b10_11_01,
        },
        &[
            0x08, 0x26, 0x12, 0x00, // flags
            7, 0xFF, // materials
            0xFF, 0xFF, // unknown
            1, 0, 2, 0, 0x34, 0x12, // vertices
            5, 0, 0xFF, 0xFF, 6, 0, // neighbours
            0, 0, 0x01, 0x80, 0xFF, 0x7F, // normal
            0x2D, 0, // twins
        ],
    );
}

#[test]
fn a_draw_entry() {
    both(
        DrawEntry { face: 0x0102, flags: DrawFlags(0x58), unk_0x03: 9 },
        &[0x02, 0x01, 0x58, 0x09],
    );
    assert_eq!(DrawEntry::new(0, true).write(), 0x0058_0000u32.to_le_bytes());
    assert_eq!(DrawEntry::new(1, false).write(), 0x0048_0001u32.to_le_bytes());
    assert_eq!(DrawEntry::new(1, false).words(), [1, 0x48]);
}

#[test]
fn a_square() {
    let mut cells = [NONE; 15];
    (cells[0], cells[1]) = (3, 259);
    let mut bytes = vec![0, 0, 0xFF, 0xFF, 0, 0, 0, 0, 3, 0, 3, 1];
    bytes.extend([0xFF; 26]);
    both(Square { head: [0, 0xFFFF, 0, 0], cells }, &bytes);
    let square = Square { cells, ..Square::default() };
    assert_eq!([0, 1, 2, 15].map(|level| square.cell(level)), [Some(3), Some(259), None, None]);
}

#[test]
fn a_cell() {
    let mut bytes = vec![0x10, 0, 0x20, 0, 1, 2, 3, 4];
    for value in [1.0f32, 2.0, 3.0, 4.0, 5.0, 6.0, 2.5, 3.5, 4.5, 9.0] {
        bytes.extend(value.to_le_bytes());
    }
    bytes.extend([0u32, 0, 0, 0, 7].into_iter().flat_map(u32::to_le_bytes));
    let cell = Cell {
        first: 16,
        count: 32,
        unk_0x04: 0x0403_0201,
        aabb: Aabb { min: [1.0, 2.0, 3.0], max: [4.0, 5.0, 6.0] },
        sphere: Sphere { center: [2.5, 3.5, 4.5], radius: 9.0 },
        unk_0x30: [0, 0, 0, 0, 7],
    };
    both(cell, &bytes);
    assert_eq!(cell.run(), 16..48);
    let last = Cell { first: 0xFFFF, count: 0xFFFF, ..cell };
    assert_eq!(last.run().end, 0x1_FFFE);
}

/// Word, then what each edge has across and its code.
#[test]
fn twin_codes() {
    let table: [(u16, [Option<usize>; 3]); 6] = [
        (0b11_11_11, [None, None, None]),
        (0b00_00_00, [Some(0), Some(0), Some(0)]),
        (0b10_01_00, [Some(0), Some(1), Some(2)]),
        (0b11_00_10, [Some(2), Some(0), None]),
        (0b00_11_01, [Some(1), None, Some(0)]),
        (0xFFC0 | 0b01_10_11, [None, Some(2), Some(1)]),
    ];
    for (word, twins) in table {
        let face = Face { twins: word, ..Face::default() };
        assert_eq!([0, 1, 2].map(|edge| face.twin(edge)), twins, "{word:#b}");
        assert_eq!(face.twin(3), None);
        // And the other way: linked edge by edge, above what was there.
        let mut made = Face { twins: word & 0xFFC0, ..Face::default() };
        for (edge, twin) in twins.into_iter().enumerate() {
            match twin {
                Some(twin) => made.link(edge, 9, twin as u16),
                None => made.unlink(edge),
            }
        }
        assert_eq!(made.twins, word);
        assert_eq!(
            [0, 1, 2].map(|edge| made.neighbour(edge).is_some()),
            twins.map(|t| t.is_some())
        );
    }
}

#[test]
fn texture_coordinates() {
    both(GroundUv { u: 1024, v: 0xFFFF }, &[0, 4, 0xFF, 0xFF]);
    assert_eq!(GroundUv { u: 1536, v: 512 }.decode(), [1.5, 0.5]);
    for (turns, steps) in [
        ([0.0, 1.0], [0, 1024]),
        ([63.999_023, 64.0], [65_535, 0]),
        ([-0.25, 100.5], [65_280, 37_376]),
        ([f32::NAN, f32::INFINITY], [0, 65_535]),
    ] {
        let uv = GroundUv::encode(turns);
        assert_eq!([uv.u, uv.v], steps, "{turns:?}");
    }
}

#[test]
fn a_wrapped_triangle_is_put_right() {
    let at = |u: u16| GroundUv { u, v: 0 };
    let [[a, _], [b, _], [c, _]] = GroundUv::decode_triangle([at(65_024), at(512), at(65_535)]);
    assert_eq!([a, b, c], [63.5, 64.5, 63.999_023]);
    let [[a, _], [b, _], _] = GroundUv::decode_triangle([at(512), at(65_024), at(512)]);
    assert_eq!([a, b], [0.5, -0.5]);
}

#[test]
fn squares_are_counted_along_y_first() {
    let grid = Grid { origin: [-10.0, 5.0], size: [4.0, 2.0], across: 3, down: 2 };
    assert_eq!(grid.len(), 6);
    for (point, square) in [
        ([-10.0, 5.0], Some(0)),
        ([-6.1, 6.9], Some(0)),
        ([-10.0, 7.0], Some(1)),
        ([-6.0, 5.0], Some(2)),
        ([1.9, 8.9], Some(5)),
        ([2.0, 9.0], Some(5)), // the far edge belongs to the last
        ([2.1, 5.0], None),
        ([-10.1, 5.0], None),
        ([f32::NAN, 5.0], None),
        ([f32::INFINITY, 5.0], None),
        ([0.0, f32::NEG_INFINITY], None),
    ] {
        assert_eq!(grid.square_at(point[0], point[1]), square, "{point:?}");
    }
    for square in 0..6 {
        let [x, y] = grid.place(square).unwrap();
        assert_eq!(grid.index(x, y), Some(square));
    }
    assert_eq!((grid.place(6), grid.index(3, 0), grid.index(0, 2)), (None, None, None));
    let nothing = Grid { across: 0, ..grid };
    assert_eq!((nothing.square_at(-9.0, 6.0), nothing.is_empty()), (None, true));
    let flat = Grid { size: [0.0, 0.0], ..grid };
    assert_eq!(flat.square_at(-9.0, 6.0), None);
}

#[test]
fn the_upper_half_of_the_flags_is_the_surface() {
    assert_eq!(FaceFlags(0x0012_0608).surface(), 0x12);
    assert_eq!(FaceFlags::GROUND.surface(), 0x10);
    let flags = FaceFlags(0).with(FaceFlags::LIQUID, true);
    assert_eq!(flags.0, 0x2_0008);
    assert_eq!(flags.with(FaceFlags::LIQUID_SURFACE, false).0, 8);
}

#[test]
fn the_directory_says_how_many_and_how_large() {
    let doc = LandscapeDoc::open(&super::samples::bytes()).unwrap();
    let rows: Vec<_> = doc
        .container()
        .records()
        .iter()
        .map(|r| (r.type_id.0, r.attr1 as usize, r.attr2, r.attr3))
        .collect();
    let (vertices, faces) = (doc.positions.len(), doc.faces.len());
    assert_eq!(
        rows,
        [
            (1, 4, 2, 38),
            (2, 8, 0, 68),
            (3, vertices, 0, 12),
            (4, vertices, 0, 4),
            (5, vertices, 0, 4),
            (18, vertices, 0, 4),
            (14, vertices, 0, 4),
            (11, faces, 0, 4),
            (21, faces, 0, 28),
        ]
    );
    assert!(doc.container().records().iter().all(|record| record.name.is(b"Land")));
}
