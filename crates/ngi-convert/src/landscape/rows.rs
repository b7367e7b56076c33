//! Records of a landscape as JSON rows and back.

use ngi_formats::landscape::{Cell, DrawEntry, DrawFlags, Face, FaceFlags, GroundUv, Square};

use crate::model::rows::{objects, open_sets};

open_sets!(FaceFlags(u32), DrawFlags(u8));

objects! {
    Square { head, cells }
    Cell { first, count, unk_0x04, aabb, sphere, unk_0x30 }
    Face { flags, material, second_material, unk_0x06, vertices, neighbours, normal, twins }
    GroundUv { u, v }
    DrawEntry { face, flags, unk_0x03 }
}
