//! Materials, wears, textures.

use super::{Claim, claim};

const LIBRARY: &str = "page on materials, section 13.1: Material.lib";
const TEXTURES: &str = "page on materials, section 13.2: Textures.lib";
const LIGHTMAPS: &str = "page on materials, section 13.3: lightmap.lib";
const WEARS: &str = "page on materials, section 13.4: wears";
const NOTES: &str = "notes on meshes, section 6: materials";
const NOTES_TEXM: &str = "notes on meshes, section 9: textures";

/// The version of each material: attr2 of its entry.
const MATERIALS: &str = "material.lib";
const PICTURES: &str = "textures.lib";
const LIGHTS: &str = "lightmap.lib";

pub static CLAIMS: &[Claim] = &[
    claim("materials", LIBRARY, 905.0, |m| m.entries_in(MATERIALS, *b"MAT0")),
    claim("materials.version", LIBRARY, 905.0, |m| m.field_in(MATERIALS, "mat0", "version").is(6)),
    claim("materials.attr3", LIBRARY, 905.0, |m| m.field_in(MATERIALS, "mat0", "attr3").is(0)),
    claim("materials.phases.most", LIBRARY, 29.0, |m| m.field("mat0", "phases").most()),
    claim("materials.tracks.most", LIBRARY, 8.0, |m| m.field("mat0", "tracks").most()),
    claim("materials.phases", NOTES, 3143.0, |m| m.field("mat0", "phases").sum()),
    claim("materials.tracks", NOTES, 962.0, |m| m.field("mat0", "tracks").sum()),
    claim("materials.keys", NOTES, 3147.0, |m| m.field("mat0", "tracks[].keys").sum()),
    claim("materials.keys.third-word", NOTES, 3147.0, |m| {
        m.field("mat0", "tracks[].keys[].unk_0x04").is(0)
    }),
    claim("materials.one-track", NOTES, 860.0, |m| m.field("mat0", "tracks").is(1)),
    claim("materials.two-tracks", NOTES, 43.0, |m| m.field("mat0", "tracks").is(2)),
    claim("materials.eight-tracks", NOTES, 2.0, |m| m.field("mat0", "tracks").is(8)),
    claim("materials.mode-0", NOTES, 821.0, |m| m.field("mat0", "tracks[].mode").is(0)),
    claim("materials.mode-1", NOTES, 96.0, |m| m.field("mat0", "tracks[].mode").is(1)),
    claim("materials.mode-2", NOTES, 44.0, |m| m.field("mat0", "tracks[].mode").is(2)),
    claim("materials.mode-3", NOTES, 1.0, |m| m.field("mat0", "tracks[].mode").is(3)),
    claim("materials.mask-0", NOTES, 848.0, |m| m.field("mat0", "tracks[].mask").is(0)),
    claim("materials.mask-1", NOTES, 106.0, |m| m.field("mat0", "tracks[].mask").is(1)),
    claim("materials.mask-2", NOTES, 1.0, |m| m.field("mat0", "tracks[].mask").is(2)),
    claim("materials.mask-3", NOTES, 3.0, |m| m.field("mat0", "tracks[].mask").is(3)),
    claim("materials.mask-7", NOTES, 3.0, |m| m.field("mat0", "tracks[].mask").is(7)),
    claim("materials.mask-17", NOTES, 1.0, |m| m.field("mat0", "tracks[].mask").is(17)),
    claim("materials.flags-0", NOTES, 54.0, |m| m.field("mat0", "flags").is(0)),
    claim("materials.flags-2", NOTES, 417.0, |m| m.field("mat0", "flags").is(2)),
    claim("materials.flags-4", NOTES, 219.0, |m| m.field("mat0", "flags").is(4)),
    claim("materials.flags-5", NOTES, 1.0, |m| m.field("mat0", "flags").is(5)),
    claim("materials.flags-8", NOTES, 214.0, |m| m.field("mat0", "flags").is(8)),
    claim("materials.class-unset", NOTES, 376.0, |m| m.field("mat0", "class").is(255)),
    claim("materials.opaque-phases", NOTES, 3138.0, |m| {
        m.field("mat0", "phases[].opacity").is(100)
    }),
    claim("materials.opacity.most", NOTES, 100.0, |m| m.field("mat0", "phases[].opacity").most()),
    claim("textures", TEXTURES, 393.0, |m| m.entries_in(PICTURES, *b"Texm")),
    claim("textures.8888", TEXTURES, 237.0, |m| m.field_in(PICTURES, "texm", "format").is(8888)),
    claim("textures.888", TEXTURES, 52.0, |m| m.field_in(PICTURES, "texm", "format").is(888)),
    claim("textures.565", TEXTURES, 47.0, |m| m.field_in(PICTURES, "texm", "format").is(565)),
    claim("textures.4444", TEXTURES, 42.0, |m| m.field_in(PICTURES, "texm", "format").is(4444)),
    claim("textures.paletted", TEXTURES, 15.0, |m| m.field_in(PICTURES, "texm", "format").is(0)),
    claim("textures.flags4-32", TEXTURES, 361.0, |m| m.field_in(PICTURES, "texm", "flags4").is(32)),
    claim("textures.flags4-0", TEXTURES, 32.0, |m| m.field_in(PICTURES, "texm", "flags4").is(0)),
    claim("textures.flags5-0", TEXTURES, 312.0, |m| m.field_in(PICTURES, "texm", "flags5").is(0)),
    claim("textures.flags5-exported", TEXTURES, 81.0, |m| {
        m.field_in(PICTURES, "texm", "flags5").is(0x0400_0000)
    }),
    claim("textures.pages", TEXTURES, 65.0, |m| m.field_in(PICTURES, "texm", "page").count()),
    claim("textures.unread-colours", NOTES_TEXM, 346.0, |m| {
        m.field_in(PICTURES, "texm", "unk_0x18").is(0)
    }),
    claim("lightmaps", LIGHTMAPS, 25.0, |m| m.entries_in(LIGHTS, *b"Texm")),
    claim("lightmaps.565", LIGHTMAPS, 25.0, |m| m.field_in(LIGHTS, "texm", "format").is(565)),
    claim("lightmaps.one-level", LIGHTMAPS, 25.0, |m| m.field_in(LIGHTS, "texm", "levels").is(1)),
    claim("wears", WEARS, 439.0, |m| m.entries(*b"WEAR")),
    claim("wears.lit", WEARS, 21.0, |m| m.field("wear", "lightmaps").count()),
    claim("wears.lightmaps.most", WEARS, 1.0, |m| m.field("wear", "lightmaps").most()),
];
