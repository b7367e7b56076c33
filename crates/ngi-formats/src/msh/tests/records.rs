//! Every record, byte by byte, both ways from one table.

use super::super::*;

fn both_ways<T: Record + PartialEq + std::fmt::Debug>(value: T, bytes: &[u8]) {
    assert_eq!(bytes.len(), T::SIZE);
    assert_eq!(value.write().as_ref(), bytes);
    assert_eq!(Stream::<T>::new(bytes).get(0), Some(value));
}

/// Fields lie one after another and fill the record.
fn fields_fill<T: Record>() {
    let mut end = 0;
    for field in T::SHAPE.fields {
        assert_eq!(field.offset, end, "{}", field.name);
        end += field.size();
    }
    assert_eq!(end, T::SIZE);
}

#[test]
fn fields_follow_each_other_without_gaps() {
    fields_fill::<Node>();
    fields_fill::<Header>();
    fields_fill::<Slot>();
    fields_fill::<Normal>();
    fields_fill::<Uv>();
    fields_fill::<LightmapUv>();
    fields_fill::<Tangents>();
    fields_fill::<Triangle>();
    fields_fill::<Key>();
    fields_fill::<Batch>();
    fields_fill::<PathNode>();
    fields_fill::<PathLink>();
}

#[test]
fn node() {
    let mut slots = [NONE; 15];
    slots[0] = 1;
    slots[9] = 0x0203;
    let node =
        Node { flags: NodeFlags(0x8020), parent: 4, map_start: NONE, fallback_key: 6, slots };
    let mut bytes = vec![0x20, 0x80, 4, 0, 0xFF, 0xFF, 6, 0, 1, 0];
    bytes.extend([0xFF; 16]);
    bytes.extend([3, 2]);
    bytes.extend([0xFF; 10]);
    both_ways(node, &bytes);
    assert_eq!(node.slot(0, 0), Some(1));
    assert_eq!(node.slot(1, 4), Some(0x0203));
    assert_eq!(node.slot(0, 5), None, "level 5 is not stage 1, level 0");
    assert_eq!(node.slot(3, 0), None);
    assert_eq!(node.slot(usize::MAX, 0), None);
    assert_eq!(node.parent(), Some(4));
    assert!(!node.is_animated());
    assert_eq!(node.stage_count(), 1);
    assert!(node.flags.has(NodeFlags::COCKPIT));
}

#[test]
fn stages_count_while_level_0_is_there() {
    let mut node = Node::default();
    assert_eq!(node.stage_count(), 1);
    node.slots[0] = 0;
    node.slots[10] = 2;
    assert_eq!(node.stage_count(), 1);
    node.slots[5] = 1;
    assert_eq!(node.stage_count(), 3);
}

#[test]
fn batch() {
    let batch = Batch {
        word: BatchWord(0x0001_0102),
        material: 5,
        lightmap: 0xFF,
        portal: 0x1234,
        index_count: 9,
        index_start: 0x0001_0000,
        vertex_count: 7,
        base_vertex: 0x0002_0003,
    };
    let bytes = [2, 1, 1, 0, 5, 0xFF, 0x34, 0x12, 9, 0, 0, 0, 1, 0, 7, 0, 3, 0, 2, 0];
    both_ways(batch, &bytes);
    assert_eq!(batch.triangle_count(), 3);
    assert_eq!(Batch { index_count: 8, ..batch }.triangle_count(), 3);
    assert_eq!(batch.lightmap(), None);
    assert_eq!(batch.portal(), Some(0x1234));
}

#[test]
fn triangle() {
    let triangle = Triangle {
        flags: TriangleFlags(0x22),
        neighbours: [1, NONE, 3],
        normal: [0, -32767, 256],
        twins: 0b1110_0001_1110,
    };
    let bytes = [0x22, 0, 1, 0, 0xFF, 0xFF, 3, 0, 0, 0, 0x01, 0x80, 0, 1, 0x1E, 0x0E];
    both_ways(triangle, &bytes);
    assert_eq!([0, 1, 2, 3].map(|edge| triangle.twin(edge)), [Some(2), None, Some(1), None]);
    assert_eq!([0, 1, 2, 3].map(|edge| triangle.neighbour(edge)), [Some(1), None, Some(3), None]);
    let mut linked = triangle;
    linked.link(1, 9, 0);
    assert_eq!(linked.twins, 0b1110_0001_0010, "the bits above stay");
    assert_eq!(linked.neighbour(1), Some(9));
    linked.unlink(1);
    assert_eq!(linked, triangle);
}

#[test]
fn key() {
    let key = Key { position: [1.0, -2.0, 0.5], time: 3.0, rotation: [32767, 0, -1, 2] };
    let bytes = [
        0, 0, 0x80, 0x3F, 0, 0, 0, 0xC0, 0, 0, 0, 0x3F, 0, 0, 0x40, 0x40, //
        0xFF, 0x7F, 0, 0, 0xFF, 0xFF, 2, 0,
    ];
    both_ways(key, &bytes);
    let unit = 1.0 / 32767.0;
    assert_eq!(key.rotation(QuaternionOrder::Wxyz), [1.0, 0.0, -unit, 2.0 * unit]);
    assert_eq!(key.rotation(QuaternionOrder::Xyzw), [2.0 * unit, 1.0, 0.0, -unit]);
    assert_eq!(key.rotation_right_handed(), [1.0, 0.0, unit, -2.0 * unit]);
}

#[test]
fn slot() {
    let mut bytes = vec![1, 0, 2, 0, 3, 0, 4, 0];
    for value in 1u8..=12 {
        bytes.extend(f32::from(value).to_le_bytes());
    }
    bytes.extend([1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0]);
    let slot = Slot {
        triangle_start: 1,
        triangle_count: 2,
        batch_start: 3,
        batch_count: 4,
        aabb: Aabb { min: [1.0, 2.0, 3.0], max: [4.0, 5.0, 6.0] },
        sphere: Sphere { center: [7.0, 8.0, 9.0], radius: 10.0 },
        area: 11.0,
        volume: 12.0,
        unk_0x38: 1,
        unk_0x3c: 2,
        unk_0x40: 3,
    };
    both_ways(slot, &bytes);
    assert_eq!(slot.batches(), 3..7);
    assert_eq!(slot.triangles(), 1..3);
}

#[test]
fn header() {
    let bytes: Vec<u8> = (0u8..35).flat_map(|value| f32::from(value).to_le_bytes()).collect();
    let header = Stream::<Header>::new(&bytes).get(0).unwrap();
    assert_eq!(header.corners[7], [21.0, 22.0, 23.0]);
    assert_eq!(header.sphere, Sphere { center: [24.0, 25.0, 26.0], radius: 27.0 });
    let cylinder = Cylinder { low: [28.0, 29.0, 30.0], high: [31.0, 32.0, 33.0], radius: 34.0 };
    assert_eq!(header.cylinder, cylinder);
    both_ways(header, &bytes);
}

#[test]
fn vertex_streams() {
    both_ways(Normal { xyz: [127, -128, 0], unk_0x03: -1 }, &[127, 128, 0, 255]);
    both_ways(Uv { u: -1, v: 1024 }, &[0xFF, 0xFF, 0, 4]);
    both_ways(LightmapUv { u: 0xFFFF, v: 1022 }, &[0xFF, 0xFF, 0xFE, 3]);
    let tangents = Tangents { tangent: [1, 2, 3, 4], bitangent: [-1, -2, -3, -4] };
    both_ways(tangents, &[1, 2, 3, 4, 255, 254, 253, 252]);
    both_ways([1.0f32, 0.0, -0.0], &[0, 0, 0x80, 0x3F, 0, 0, 0, 0, 0, 0, 0, 0x80]);
    both_ways(0x1234u16, &[0x34, 0x12]);
    assert_eq!(Normal { xyz: [127, -128, 0], unk_0x03: 9 }.decode(), [1.0, -1.0, 0.0]);
    assert_eq!(Uv { u: -1024, v: 512 }.decode(), [-1.0, 0.5]);
    assert_eq!(Uv { u: -1024, v: 512 }.decode_unsigned(), [63.0, 0.5]);
    assert_eq!(LightmapUv { u: 0xFC00, v: 512 }.decode(), [63.0, 0.5]);
}

#[test]
fn a_nan_keeps_its_payload() {
    let bytes = [1, 0, 0xA0, 0x7F, 2, 0, 0xC0, 0xFF, 0, 0, 0, 0];
    let position = Stream::<[f32; 3]>::new(&bytes).get(0).unwrap();
    assert_eq!(position.write(), bytes);
}

#[test]
fn path_records() {
    let node = PathNode { position: [0.0; 3], flags: 7, node: 0x0102_0304 };
    let mut bytes = vec![0; 12];
    bytes.extend([7, 0, 0, 0, 4, 3, 2, 1]);
    both_ways(node, &bytes);
    let link = PathLink { a: 1, b: 2, unk_0x08: [u32::MAX; 8] };
    let mut bytes = vec![1, 0, 0, 0, 2, 0, 0, 0];
    bytes.extend([0xFF; 32]);
    both_ways(link, &bytes);
}

#[test]
fn labels_walk_like_the_engine() {
    let bytes = b"\0\0\0\0\x03\0\0\0gun\0\x02\0\0\0ab!";
    let labels = Labels::new(bytes);
    assert_eq!(labels.get(0), Some(LabelRef { text: b"", end: 0 }));
    assert_eq!(labels.get(0).unwrap().as_text(), None);
    assert_eq!(labels.get(1).unwrap().as_text(), Some("gun".into()));
    assert_eq!(labels.get(2), Some(LabelRef { text: b"ab", end: b'!' }));
    assert_eq!(labels.get(3), None);
    let (owned, rest) = labels.to_vec();
    assert!(rest.is_empty());
    let mut out = Vec::new();
    owned.iter().for_each(|label| label.write(&mut out).unwrap());
    assert_eq!(out, bytes);
    for end in 0..bytes.len() {
        let (owned, rest) = Labels::new(&bytes[..end]).to_vec();
        let mut out = Vec::new();
        owned.iter().for_each(|label| label.write(&mut out).unwrap());
        out.extend(rest);
        assert_eq!(out, bytes[..end], "cut at {end}");
    }
    assert_eq!(Labels::new(&[0xFF; 8]).get(0), None);
}

#[test]
fn paths_need_both_counts() {
    let bytes = [0; 100];
    let graph = PathGraph::new(&bytes, 3, 1).unwrap();
    assert_eq!((graph.nodes.len(), graph.links.len()), (3, 1));
    let graph = PathGraph::new(&bytes, 1, 2).unwrap();
    assert_eq!((graph.nodes.len(), graph.links.len()), (1, 2));
    assert!(PathGraph::new(&bytes, 4, 1).is_none());
    assert!(PathGraph::new(&bytes, u32::MAX, u32::MAX).is_none());
}
