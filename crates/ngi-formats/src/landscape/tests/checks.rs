//! For every rule a landscape that breaks exactly it.

use super::samples::{bytes, codes_of, doc, edited, findings, payload};
use crate::landscape::*;
use crate::msh::{NONE, Normal};
use crate::nres::{ENTRY_SIZE, Editor, NewEntry, SortMode};
use crate::{Code, Findings, Level, Mode};

fn attribute(change: impl FnOnce(&mut Editor<'_>, &dyn Fn(u32) -> usize)) -> Vec<u8> {
    edited(&bytes(), |editor| {
        let places: Vec<u32> = editor.records().iter().map(|record| record.type_id.0).collect();
        change(editor, &|id| places.iter().position(|&place| place == id).unwrap());
    })
}

/// Changes one face: the first that `wanted` likes.
fn face(wanted: impl Fn(&Face) -> bool, change: impl FnOnce(&mut Face)) -> Vec<u8> {
    doc(|doc| change(doc.faces.iter_mut().find(|face| wanted(face)).unwrap()))
}

fn plain(face: &Face) -> bool {
    face.flags == FaceFlags::GROUND && face.neighbours.iter().all(|&other| other != NONE)
}

fn liquid(face: &Face) -> bool {
    face.is_liquid()
}

fn model() -> Vec<u8> {
    let mut editor = Editor::new();
    for id in [1, 2, 3, 6, 13] {
        editor.add(NewEntry::new(id, "tree").unwrap(), vec![]).unwrap();
    }
    editor.write().unwrap()
}

fn outside() -> Vec<u8> {
    let mut bytes = bytes();
    let land = Landscape::read(&bytes).unwrap();
    let at = land.archive().directory_offset() + land.place(5).unwrap().entry * ENTRY_SIZE + 56;
    bytes[at..at + 4].copy_from_slice(&u32::MAX.to_le_bytes());
    bytes
}

fn add_vertex(doc: &mut LandscapeDoc) -> usize {
    let last = doc.positions.len() - 1;
    let LandscapeDoc { positions, normals, material_uvs, micro_uvs, .. } = doc;
    positions.records.extend_from_within(last..);
    normals.records.extend_from_within(last..);
    material_uvs.records.extend_from_within(last..);
    micro_uvs.records.extend_from_within(last..);
    doc.alphas.as_mut().unwrap().push(1.0);
    last + 1
}

/// A landscape whose squares are counted along x first.
fn sideways() -> Vec<u8> {
    doc(|doc| {
        for level in [0, 4] {
            let (one, two) = (doc.cells.records[level + 1], doc.cells.records[level + 2]);
            (doc.cells.records[level + 1].aabb, doc.cells.records[level + 2].aabb) =
                (two.aabb, one.aabb);
        }
    })
}

/// A landscape where one of two vertices at the same place has sunk a little.
fn torn_seam() -> Vec<u8> {
    doc(|doc| {
        let places = &doc.positions.records;
        let copy = (1..places.len()).find(|&n| places[..n].contains(&places[n])).unwrap();
        doc.positions.records[copy][2] -= 0.001;
    })
}

/// A landscape whose first liquid corner has risen a little.
fn risen_water() -> Vec<u8> {
    doc(|doc| {
        let water = *doc.faces.iter().find(|face| face.is_liquid()).unwrap();
        doc.positions.records[usize::from(water.vertices[0])][2] += 0.001;
    })
}

fn many_faces() -> Vec<u8> {
    let mut doc = GroundPlan::flat([4, 4], [1, 1], 10.0).build().unwrap();
    let more = 0x8000 - doc.faces.len();
    let (face, cell) = (*doc.faces.records.last().unwrap(), doc.cells.records[1]);
    doc.cells.records[1].count += more as u16;
    assert_eq!(cell.first, 32);
    for _ in 0..more {
        let number = doc.faces.len() as u16;
        doc.order.push(DrawEntry::new(number, false));
        doc.faces.push(Face { neighbours: [NONE; 3], twins: 0x3F, ..face });
    }
    doc.write().unwrap()
}

const NAN: f32 = f32::NAN;

/// A rule, a landscape that breaks it, and other rules that then cannot hold either.
type Case = (&'static Code, Vec<u8>, &'static [&'static str]);

fn broken() -> Vec<Case> {
    let remove = |id: u32| attribute(|editor, at| editor.remove(at(id)).unwrap());
    let one = |code, bytes| (code, bytes, &[][..]);
    vec![
        one(&codes::KIND, model()),
        one(&codes::CHUNK_MISSING, remove(4)),
        one(&codes::CHUNK_RANGE, outside()),
        one(&codes::CHUNK_SIZE, payload(&bytes(), 5, |payload| payload.push(1))),
        one(&codes::HEADER_SIZE, payload(&bytes(), 2, |payload| payload.truncate(139))),
        (
            &codes::STREAM_SHORT,
            doc(|doc| doc.material_uvs.records.truncate(doc.positions.len() - 1)),
            &[],
        ),
        (&codes::ORDER_SHORT, doc(|doc| doc.order.records.truncate(doc.faces.len() - 1)), &[]),
        one(&codes::GRID_SIZE, doc(|doc| doc.across = 0)),
        (&codes::GRID_SIZE, doc(|doc| doc.across = 3), &["land.grid.extent"]),
        one(&codes::SQUARE_CELL, doc(|doc| doc.squares.records[1].cells[4] = 8)),
        (&codes::CELL_RANGE, doc(|doc| doc.cells.records[7].count += 1), &[]),
        (
            &codes::FACE_VERTEX,
            face(plain, |face| face.vertices[1] = 60_000),
            &["land.face.edge", "land.level.tiling"],
        ),
        (
            &codes::FACE_NEIGHBOUR,
            face(plain, |face| face.neighbours[2] = 60_000),
            &["land.face.mutual"],
        ),
        one(&codes::ORDER_FACE, doc(|doc| doc.order.records[3].face = 60_000)),
        one(
            &codes::CHUNK_DUPLICATE,
            attribute(|editor, _| {
                editor.add(NewEntry::new(21, "Land").unwrap(), vec![]).unwrap();
            }),
        ),
        one(&codes::CHUNK_ATTR1, attribute(|editor, at| editor.set_attr1(at(2), 9).unwrap())),
        one(&codes::CHUNK_ATTR3, attribute(|editor, at| editor.set_attr3(at(21), 24).unwrap())),
        one(&codes::CHUNK_ATTR2, attribute(|editor, at| editor.set_attr2(at(3), 1).unwrap())),
        one(&codes::CHUNK_ORDER, attribute(|editor, _| editor.sort(SortMode::new(4).unwrap()))),
        one(
            &codes::CHUNK_UNKNOWN,
            attribute(|editor, _| {
                editor.add(NewEntry::new(99, "Land").unwrap(), vec![]).unwrap();
            }),
        ),
        one(&codes::CHUNK_NAME, attribute(|editor, at| editor.rename(at(4), b"Sea").unwrap())),
        one(&codes::CHUNK_ALPHAS, doc(|doc| doc.alphas = None)),
        one(&codes::STREAM_LONG, doc(|doc| doc.normals.push(Normal::default()))),
        one(&codes::POSITION_NUMBER, doc(|doc| doc.positions.records[0][2] = NAN)),
        one(&codes::VERTEX_UNUSED, doc(|doc| assert!(add_vertex(doc) > 0))),
        one(&codes::NORMAL_LENGTH, doc(|doc| doc.normals.records[5].xyz = [0, 0, 100])),
        one(&codes::NORMAL_STALE, doc(|doc| doc.normals.records[5].xyz = [0, 0, -127])),
        one(&codes::ALPHA_RANGE, doc(|doc| doc.alphas.as_mut().unwrap().records[0] = 1.5)),
        one(&codes::ALPHA_RANGE, doc(|doc| doc.alphas.as_mut().unwrap().records[0] = NAN)),
        one(
            &codes::ALPHA_PLAIN,
            doc(|doc| {
                let water = *doc.faces.iter().find(|face| face.is_liquid()).unwrap();
                doc.alphas.as_mut().unwrap().records[usize::from(water.vertices[0])] = 0.5;
            }),
        ),
        one(&codes::UV_STRADDLE, doc(|doc| doc.material_uvs.records[0].u = 50_000)),
        one(
            &codes::MICRO_SCALE,
            doc(|doc| {
                let ground = *doc.faces.iter().find(|face| plain(face)).unwrap();
                doc.micro_uvs.records[usize::from(ground.vertices[0])].u ^= 64;
            }),
        ),
        one(&codes::SQUARE_PAIR, doc(|doc| doc.squares.records[2].cells[2] = 1)),
        one(&codes::SQUARE_HEAD, doc(|doc| doc.squares.records[2].head[3] = 1)),
        one(
            &codes::CELL_COUNT,
            doc(|doc| {
                let first = doc.faces.len() as u16;
                let cell = Cell { first, count: 0, ..doc.cells.records[7] };
                doc.cells.push(cell)
            }),
        ),
        (
            &codes::CELL_CHAIN,
            doc(|doc| {
                doc.cells.records[3].count -= 1;
            }),
            &[],
        ),
        one(&codes::CELL_NUMBER, doc(|doc| doc.cells.records[3].sphere.radius = NAN)),
        one(&codes::CELL_NUMBER, doc(|doc| doc.cells.records[3].aabb.max[2] = NAN)),
        one(
            &codes::CELL_BOX,
            doc(|doc| {
                doc.cells.records[3].aabb.min[2] += 9.0;
                doc.cells.records[7].aabb.min[2] += 9.0;
            }),
        ),
        one(&codes::CELL_PAIR, doc(|doc| doc.cells.records[7].aabb.max[2] += 1.0)),
        (
            &codes::CELL_LEVELS,
            doc(|doc| {
                // The last square of level 0 gives its faces to level 1.
                let moved = doc.cells.records[3].count;
                for cell in &mut doc.cells.records[4..] {
                    cell.first -= moved;
                }
                doc.cells.records[7].count += moved;
                doc.cells.records[3].count = 0;
            }),
            &[
                "land.cell.box",
                "land.level.tiling",
                "land.level.vertex",
                "land.order.batch",
                "land.order.cell",
                "land.order.runs",
            ],
        ),
        one(&codes::CELL_ZERO, doc(|doc| doc.cells.records[3].unk_0x30[4] = 1)),
        one(&codes::CELL_ZERO, doc(|doc| doc.cells.records[3].unk_0x04 = 1)),
        one(&codes::HEADER_NUMBER, doc(|doc| doc.header.corners[3][1] = NAN)),
        (
            &codes::HEADER_BOX,
            doc(|doc| {
                doc.header.corners.iter_mut().for_each(|corner| corner[2] = corner[2].min(9.0))
            }),
            &[],
        ),
        one(&codes::HEADER_CORNERS, doc(|doc| doc.header.corners.swap(1, 2))),
        one(&codes::HEADER_ZERO, doc(|doc| doc.header.cylinder.radius = 1.0)),
        (
            &codes::GRID_EXTENT,
            doc(|doc| {
                doc.cells.records[0].aabb.max[0] += 9.0;
                doc.cells.records[4].aabb.max[0] += 9.0;
            }),
            &[],
        ),
        (&codes::GRID_PLACE, sideways(), &["land.cell.box"]),
        (
            &codes::LEVEL_TILING,
            // A dry map loses the last face of level 1 to the sea.
            {
                let mut doc = GroundPlan::flat([8, 8], [2, 2], 10.0).build().unwrap();
                let last = doc.faces.records.last_mut().unwrap();
                last.flags = last.flags | FaceFlags::LIQUID;
                doc.write().unwrap()
            },
            &[],
        ),
        (
            &codes::LEVEL_VERTEX,
            doc(|doc| {
                let vertex = add_vertex(doc);
                let last = doc.faces.len() - 1;
                let place = doc.faces.records[last].vertices[0];
                doc.positions.records[vertex] = doc.positions.records[usize::from(place)];
                doc.micro_uvs.records[vertex] = doc.micro_uvs.records[usize::from(place)];
                doc.faces.records[last].vertices[0] = vertex as u16;
            }),
            &[],
        ),
        (
            &codes::FACE_LIMIT,
            many_faces(),
            &["land.face.twin-bits", "land.level.tiling", "land.cell.levels"],
        ),
        (
            &codes::FACE_DEGENERATE,
            doc(|doc| {
                let face = doc.faces.iter_mut().find(|face| face.neighbours[0] == NONE).unwrap();
                face.vertices[1] = face.vertices[0];
            }),
            &["land.face.edge"],
        ),
        one(&codes::FACE_MUTUAL, face(plain, |face| face.unlink(0))),
        one(&codes::FACE_TWIN, face(plain, |face| face.twins ^= 3)),
        one(
            &codes::FACE_TWIN,
            doc(|doc| {
                let face = doc.faces.iter_mut().find(|face| face.neighbours[0] == NONE).unwrap();
                face.twins &= !3;
            }),
        ),
        (&codes::FACE_EDGE, torn_seam(), &[]),
        one(&codes::FACE_SECOND, face(plain, |face| face.flags.0 |= 4)),
        one(&codes::FACE_LIQUID, face(liquid, |face| face.flags.0 &= !8)),
        (&codes::LIQUID_LEVEL, risen_water(), &[]),
        one(&codes::FACE_FLAGS, face(plain, |face| face.flags.0 |= 0x8000)),
        one(&codes::FACE_SURFACE, face(plain, |face| face.flags.0 |= 0x80_0000)),
        one(&codes::FACE_WORD, face(plain, |face| face.unk_0x06 = 0)),
        one(&codes::FACE_TWIN_BITS, face(plain, |face| face.twins |= 0x40)),
        (
            &codes::FACE_FOOTING,
            {
                let mut plan = GroundPlan::flat([4, 4], [1, 1], 10.0);
                plan.surfaces.fill(Surface { material: 0, second: None });
                plan.build().unwrap().write().unwrap()
            },
            &[],
        ),
        one(&codes::FACE_LENGTH, face(plain, |face| face.normal = [0, 0, 30_000])),
        one(&codes::FACE_WINDING, face(plain, |face| face.normal = face.normal.map(|part| -part))),
        one(&codes::ORDER_LONG, doc(|doc| doc.order.push(DrawEntry::new(0, true)))),
        (
            &codes::ORDER_PERMUTATION,
            doc(|doc| {
                // Of two faces of one batch the first comes twice.
                let at = doc.order.iter().skip(1).position(|entry| !entry.starts_batch()).unwrap();
                doc.order.records[at + 1].face = doc.order.records[at].face;
            }),
            &["land.order.head"],
        ),
        (
            &codes::ORDER_CELL,
            doc(|doc| {
                let (one, two) =
                    (doc.cells.records[0].run().start, doc.cells.records[1].run().start);
                let face = doc.order.records[one].face;
                doc.order.records[one].face = doc.order.records[two].face;
                doc.order.records[two].face = face;
            }),
            &["land.order.batch", "land.order.head"],
        ),
        one(
            &codes::ORDER_BATCH,
            doc(|doc| {
                let at =
                    doc.order.iter().skip(2).position(|entry| !entry.starts_batch()).unwrap() + 2;
                doc.order.records[at].flags.0 |= 0x10;
            }),
        ),
        one(
            &codes::ORDER_BATCH,
            doc(|doc| {
                let at =
                    doc.order.iter().skip(2).position(|entry| entry.starts_batch()).unwrap() + 2;
                doc.order.records[at].flags.0 &= !0x10;
            }),
        ),
        (
            &codes::ORDER_RUNS,
            doc(|doc| {
                // A face of the first batch goes behind the second one, as a batch of its own.
                let second =
                    doc.order.iter().skip(1).position(|entry| entry.starts_batch()).unwrap() + 1;
                let moved = doc.order.records.remove(second - 1);
                let run = doc.cells.records[0].run();
                doc.order.records.insert(run.end - 1, DrawEntry::new(moved.face, true));
            }),
            &[],
        ),
        one(&codes::ORDER_FLAGS, doc(|doc| doc.order.records[9].flags.0 |= 0x80)),
        one(&codes::ORDER_HEAD, doc(|doc| doc.order.records[1].unk_0x03 = 1)),
    ]
}

#[test]
fn each_rule_is_broken_alone() {
    assert_eq!(codes_of(&bytes()), [""; 0]);
    let mut wrong = Vec::new();
    for (code, bytes, others) in broken() {
        let mut found = codes_of(&bytes);
        // The container has rules of its own.
        found.retain(|id| !id.starts_with("nres."));
        let mut wanted = [&[code.id], others].concat();
        wanted.sort_unstable();
        if found != wanted {
            wrong.push(format!("{found:?} where {wanted:?} belong"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn each_rule_has_a_case() {
    let cases = broken();
    for code in CODES {
        assert!(cases.iter().any(|(case, _, _)| case.id == code.id), "{}", code.id);
    }
}

#[test]
fn the_engine_copes_where_a_rule_is_not_for_it() {
    for (code, bytes, _) in broken() {
        let mut tolerant = Findings::new(Mode::Tolerant, false);
        check(&bytes, &mut tolerant);
        let found = tolerant.list().iter().any(|finding| finding.code.id == code.id);
        assert_eq!(found, code.level == Level::Always, "{}", code.id);
        let strict = read_strict(&bytes);
        let mut all = Findings::new(Mode::Strict, false);
        check(&bytes, &mut all);
        assert_eq!(strict.is_err(), all.first_error().is_some(), "{}", code.id);
    }
}

#[test]
fn offsets_are_those_of_the_field() {
    for (code, bytes, _) in broken() {
        let all = findings(&bytes);
        for finding in all.list().iter().filter(|finding| finding.code.id == code.id) {
            let inside = finding.offset.is_none_or(|at| at <= bytes.len() as u64);
            assert!(inside, "{finding:?}");
        }
    }
    let broken = face(plain, |face| face.vertices[1] = 0xEA60);
    let all = findings(&broken);
    let finding = all.list().iter().find(|f| f.code.id == "land.face.vertex").unwrap();
    let at = finding.offset.unwrap() as usize;
    assert_eq!(broken[at..at + 2], 0xEA60u16.to_le_bytes());
    assert!(finding.field.ends_with(".vertices[1]"), "{}", finding.field);
}

#[test]
fn only_the_liquid_that_is_off_is_blamed() {
    let bytes = risen_water();
    let land = Landscape::read(&bytes).unwrap();
    let liquid = |face: &Face| face.is_liquid();
    let first = land.faces.iter().find(liquid).unwrap().vertices[0];
    let touching = |face: &Face| face.is_liquid() && face.vertices.contains(&first);
    let wanted = land.faces.iter().filter(touching).count();
    let all = findings(&bytes);
    let found = all.count(&codes::LIQUID_LEVEL);
    assert_eq!(usize::try_from(found).unwrap(), wanted);
    assert!(wanted < land.faces.iter().filter(liquid).count());
}

#[test]
fn only_what_is_broken_is_left_out() {
    let bytes = doc(|doc| doc.cells.records[7].count += 1);
    assert!(Landscape::read(&bytes).is_err());
    let mut findings = Findings::new(Mode::Tolerant, false);
    let land = Landscape::read_tolerant(&bytes, &mut findings).unwrap();
    assert!(land.cell_faces(&land.cells.get(7).unwrap()).is_empty());
    assert!(!land.cell_faces(&land.cells.get(6).unwrap()).is_empty());
    assert_eq!(land.batches(&land.cells.get(7).unwrap()).count(), 0);
}

#[test]
fn wrapped_coordinates_are_counted() {
    let mut plan = GroundPlan::flat([8, 8], [2, 2], 200.0);
    plan.texture_turn = 30.0;
    let bytes = plan.build().unwrap().write().unwrap();
    let found = straddling(&Landscape::read(&bytes).unwrap());
    assert_eq!(found.material_uvs, 0);
    // At x = 1280 of 1600 the microtexture's numbers start again, and so they do along y: one
    // column and one row of quads on level 0, of blocks on level 1.
    assert_eq!(found.micro_uvs, 2 * (8 + 8 - 1) + 2 * (4 + 4 - 1));
    assert_eq!(codes_of(&bytes), [""; 0]);
}
