//! What the engine's loader makes of a model (`sub_10015FD0`): the order in which it asks for
//! resources, and the pointers and strides it derives from them.

use ngi_formats::msh::{Model, resource};

/// The loader's questions in order: the resource and the offset of the field in its record of
/// 0xA4 bytes.
pub const LOAD_ORDER: [(u32, u32); 15] = [
    (resource::NODES, 0x00),
    (resource::SLOTS, 0x04),
    (resource::POSITIONS, 0x0C),
    (resource::NORMALS, 0x10),
    (resource::UVS, 0x14),
    (resource::LABELS, 0x20),
    (resource::KEYS, 0x18),
    (resource::MAP, 0x1C),
    (resource::TRIANGLES, 0x24),
    (resource::BATCHES, 0x28),
    (resource::INDICES, 0x2C),
    (resource::EXTRA, 0x34),
    (resource::TANGENTS, 0x38),
    (resource::LIGHTMAP_UVS, 0x64),
    (resource::PROBES, 0x30),
];

/// A vertex stream as the engine sees it: a pointer and a stride, but with an end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Strided<'a> {
    /// From the first element on.
    pub bytes: &'a [u8],
    /// From one element to the next.
    pub stride: usize,
    /// Bytes of an element.
    pub width: usize,
}

impl<'a> Strided<'a> {
    fn new(bytes: &'a [u8], stride: usize) -> Self {
        Self { bytes, stride, width: stride }
    }

    /// An element; `None` where it is not all there.
    pub fn get(&self, index: usize) -> Option<&'a [u8]> {
        let start = index.checked_mul(self.stride)?;
        self.bytes.get(start..start.checked_add(self.width)?)
    }

    /// How many whole elements there are.
    pub fn len(&self) -> usize {
        match self.bytes.len().checked_sub(self.width) {
            Some(rest) => rest.checked_div(self.stride).map_or(0, |steps| steps + 1),
            None => 0,
        }
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The loader's record of a model: pointers are slices, a null pointer is `None`.
///
/// Strides that the loader sets are [`Strided::stride`]. Where there is no resource 16 it leaves
/// its strides unset beside two null pointers; where there is no 18 it sets the stride to 0. Both
/// are `None` here.
#[derive(Debug, Clone, Copy)]
pub struct Contract<'a> {
    /// +0x00: resource 1.
    pub nodes: Option<&'a [u8]>,
    /// +0x04: resource 2.
    pub header: Option<&'a [u8]>,
    /// +0x08: resource 2 from byte 0x8C on.
    pub slots: Option<&'a [u8]>,
    /// +0x18: resource 8.
    pub keys: Option<&'a [u8]>,
    /// +0x1C: resource 19.
    pub map: Option<&'a [u8]>,
    /// +0x20: resource 10.
    pub labels: Option<&'a [u8]>,
    /// +0x24: resource 7.
    pub triangles: Option<&'a [u8]>,
    /// +0x28: resource 13.
    pub batches: Option<&'a [u8]>,
    /// +0x2C: resource 6.
    pub indices: Option<&'a [u8]>,
    /// +0x30: resource 20.
    pub probes: Option<&'a [u8]>,
    /// +0x3C, stride 12 at +0x40: resource 3 (+0x0C).
    pub positions: Option<Strided<'a>>,
    /// +0x44, stride 4 at +0x48: resource 4 (+0x10).
    pub normals: Option<Strided<'a>>,
    /// +0x4C, stride 8 at +0x50: the first halves of resource 16 (+0x38).
    pub tangents: Option<Strided<'a>>,
    /// +0x54, stride 8 at +0x58: the second halves of resource 16.
    pub bitangents: Option<Strided<'a>>,
    /// +0x5C, stride 4 at +0x60: resource 5 (+0x14).
    pub uvs: Option<Strided<'a>>,
    /// +0x64, stride 4 at +0x68: resource 18.
    pub lightmap_uvs: Option<Strided<'a>>,
    /// +0x8C, stride 8 at +0x90: resource 15 (+0x34).
    pub extra: Option<Strided<'a>>,
    /// +0x94: set to 0 by the loader; unknown.
    pub unk_0x94: u32,
    /// +0x9C: attr2 of resource 19, the number of frames; 0 without it.
    pub frame_count: u32,
    /// +0xA0: attr1 of resource 20, 0 without it; unknown.
    pub probes_attr1: u32,
}

impl<'a> Contract<'a> {
    /// Follows the loader through a model.
    pub fn new(model: &Model<'a>) -> Self {
        let bytes = |type_id| model.place(type_id).map(|place| place.payload);
        let stream = |type_id, stride| bytes(type_id).map(|bytes| Strided::new(bytes, stride));
        let half = |start| {
            let bytes = bytes(resource::TANGENTS)?.get(start..).unwrap_or_default();
            Some(Strided { bytes, stride: 8, width: 4 })
        };
        let attributes = |type_id| model.place(type_id).map(|place| place.attributes);
        let header = bytes(resource::SLOTS);
        Self {
            nodes: bytes(resource::NODES),
            header,
            slots: header.and_then(|bytes| bytes.get(0x8C..)),
            keys: bytes(resource::KEYS),
            map: bytes(resource::MAP),
            labels: bytes(resource::LABELS),
            triangles: bytes(resource::TRIANGLES),
            batches: bytes(resource::BATCHES),
            indices: bytes(resource::INDICES),
            probes: bytes(resource::PROBES),
            positions: stream(resource::POSITIONS, 12),
            normals: stream(resource::NORMALS, 4),
            tangents: half(0),
            bitangents: half(4),
            uvs: stream(resource::UVS, 4),
            lightmap_uvs: stream(resource::LIGHTMAP_UVS, 4),
            extra: stream(resource::EXTRA, 8),
            unk_0x94: 0,
            frame_count: attributes(resource::MAP).map_or(0, |attributes| attributes.attr2),
            probes_attr1: attributes(resource::PROBES).map_or(0, |attributes| attributes.attr1),
        }
    }

    /// The loader's steps with what each one found: resource, field offset, directory entry.
    pub fn steps(model: &Model<'_>) -> [(u32, u32, Option<usize>); 15] {
        LOAD_ORDER
            .map(|(type_id, field)| (type_id, field, model.place(type_id).map(|place| place.entry)))
    }
}
