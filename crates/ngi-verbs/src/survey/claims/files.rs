//! Archives, entries, files, sounds, objects, skies.

use ngi_formats::cfg::names;

use super::{Claim, claim, demo, second};

const CONTAINERS: &str = "notes on containers, counts of archives";
const TYPES: &str = "notes on missions, section 9: entries of both games";
const MISSIONS: &str = "notes on missions, section 1: files of a mission";
const SCRIPTS: &str = "notes on missions, section 1: scripts";
const OBJECTS: &str = "notes on missions, section 5.1: records by tag";
const UNITS: &str = "notes on missions, section 5.2";
const SKY: &str = "notes on missions, section 6.1: skies";
const SKY_DRAWN: &str = "notes on missions, section 6.4: skies";
const SIDECARS: &str = "notes on missions, section 7: beside models";
const SOUNDS: &str = "notes on missions, section 8: sounds";
const BUILDINGS: &str = "notes on terrain, section 2: list of buildings";
const PACKED: &str = "notes on containers, counts of packed archives";

pub static CLAIMS: &[Claim] = &[
    claim("archives", CONTAINERS, 120.0, |m| m.archives()),
    claim("archives.entries", CONTAINERS, 6804.0, |m| m.all_entries()),
    claim("archives.broken-rules", CONTAINERS, 0.0, |m| m.broken("nres.")),
    claim("packed.fonts", PACKED, 2.0, |m| m.field_in("gamefont.rlb", "rsli", "entries").sum()),
    claim("packed.fonts.lzss", PACKED, 2.0, |m| {
        m.field_in("gamefont.rlb", "rsli", "entries[].flags").masked(0x1e0, 0x40)
    }),
    claim("packed.fonts.unpacked", "notes on terrain, section 3", 87_096.0, |m| {
        m.field_in("gamefont.rlb", "rsli", "header.unpacked_total").sum()
    }),
    claim("packed.sprites", PACKED, 24.0, |m| m.field_in("sprites.lib", "rsli", "entries").sum()),
    claim("packed.sprites.deflate", PACKED, 24.0, |m| {
        m.field_in("sprites.lib", "rsli", "entries[].flags").masked(0x1e0, 0x100)
    }),
    claim("packed.sprites.unpacked", "notes on terrain, section 3", 1_573_632.0, |m| {
        m.field_in("sprites.lib", "rsli", "header.unpacked_total").sum()
    }),
    claim("missions", MISSIONS, 29.0, |m| m.named("data.tma")),
    claim("missions.settings", MISSIONS, 29.0, |m| m.named(names::MISSION)),
    claim("missions.briefings", MISSIONS, 20.0, |m| m.named(names::BRIEFING)),
    claim("missions.messages", MISSIONS, 16.0, |m| m.named("messages.cfg")),
    claim("missions.skies", MISSIONS, 29.0, |m| m.named("sky.ske")),
    claim("missions.sky-wears", MISSIONS, 29.0, |m| m.named("sky.wea")),
    claim("scripts", SCRIPTS, 58.0, |m| m.files("scr")),
    claim("scripts.formulas", SCRIPTS, 58.0, |m| m.files("fml")),
    claim("scripts.trees", SCRIPTS, 29.0, |m| m.files("trf")),
    claim("scripts.variables", SCRIPTS, 1.0, |m| m.named("varset.var")),
    claim("units", UNITS, 425.0, |m| m.files("dat")),
    claim("entries.mesh", TYPES, 435.0, |m| m.entries(*b"MESH")),
    claim("entries.mat0", TYPES, 905.0, |m| m.entries(*b"MAT0")),
    claim("entries.texm", TYPES, 518.0, |m| m.entries(*b"Texm")),
    claim("entries.fxid", TYPES, 923.0, |m| m.entries(*b"FXID")),
    claim("entries.ctld", SIDECARS, 531.0, |m| m.entries(*b"CTLD")),
    claim("entries.ndpr", SIDECARS, 494.0, |m| m.entries(*b"NDPR")),
    claim("entries.ctpt", SIDECARS, 284.0, |m| m.entries(*b"CTPT")),
    claim("entries.base", SIDECARS, 30.0, |m| m.entries(*b"BASE")),
    claim("entries.sund", SIDECARS, 2.0, |m| m.entries(*b"SUND")),
    claim("objects", OBJECTS, 590.0, |m| m.things("objects")),
    claim("objects.stat", OBJECTS, 81.0, |m| m.entries(*b"STAT")),
    claim("objects.into", OBJECTS, 192.0, |m| m.entries(*b"INTO")),
    claim("objects.exto", OBJECTS, 146.0, |m| m.entries(*b"EXTO")),
    claim("objects.bull", OBJECTS, 67.0, |m| m.entries(*b"BULL")),
    claim("objects.btlu", OBJECTS, 63.0, |m| m.entries(*b"BTLU")),
    claim("objects.fort", OBJECTS, 34.0, |m| m.entries(*b"FORT")),
    claim("objects.wpns", OBJECTS, 5.0, |m| m.entries(*b"WPNS")),
    claim("objects.suno", OBJECTS, 2.0, |m| m.entries(*b"SUNO")),
    claim("objects.slots.two", OBJECTS, 36.0, |m| m.field("objects", "slots").is(2)),
    claim("objects.slots.six", OBJECTS, 81.0, |m| m.field("objects", "slots").is(6)),
    claim("sounds", SOUNDS, 167.0, |m| m.entries_in("sounds.lib", *b"SWAV")),
    claim("sounds.voices", SOUNDS, 234.0, |m| m.entries_in("voices.lib", *b"SWAV")),
    claim("sounds.adpcm", SOUNDS, 306.0, |m| m.field("swav", "chunks[].format.codec").is(2)),
    claim("sounds.pcm", SOUNDS, 93.0, |m| m.field("swav", "chunks[].format.codec").is(1)),
    claim("sounds.rate.least", SOUNDS, 22_050.0, |m| {
        m.field("swav", "chunks[].format.rate").least()
    }),
    claim("sounds.rate.most", SOUNDS, 22_050.0, |m| m.field("swav", "chunks[].format.rate").most()),
    claim("buildings.categories", BUILDINGS, 12.0, |m| m.field("builddat", "sections").sum()),
    claim("buildings.paths", BUILDINGS, 32.0, |m| m.field("builddat", "sections[].paths").sum()),
    claim("buildings.paths-missing", BUILDINGS, 0.0, |m| m.broken("builddat.path.missing")),
    claim("sky.sections", SKY, 35.0, |m| m.field("ske", "sections").sum()),
    claim("sky.keyframes", SKY, 656.0, |m| m.field("ske", "sections[].keyframes").sum()),
    claim("sky.keyframes.version", SKY, 656.0, |m| {
        m.field("ske", "sections[].keyframes[].version").is(3)
    }),
    claim("sky.version", SKY, 29.0, |m| m.field("ske", "version").is(5)),
    claim("sky.bodies", SKY, 70.0, |m| m.field("ske", "sections[].keyframes[].event").is(0)),
    claim("sky.rains", SKY, 9.0, |m| m.field("ske", "sections[].keyframes[].event").is(3)),
    claim("sky.snows", SKY, 9.0, |m| m.field("ske", "sections[].keyframes[].event").is(5)),
    claim("sky.lightnings", SKY, 8.0, |m| m.field("ske", "sections[].keyframes[].event").is(8)),
    claim("sky.out-of-order", SKY, 0.0, |m| m.broken("ske.keyframe.order")),
    claim("sky.unstopped", SKY, 0.0, |m| m.broken("ske.event.unstopped")),
    claim("sky.clear-apexes", SKY_DRAWN, 355.0, |m| {
        m.field("ske", "sections[].keyframes[].slots.apex[3]").is(0)
    }),
    second("archives", CONTAINERS, 134.0, |m| m.archives()),
    second("archives.entries", CONTAINERS, 8171.0, |m| m.all_entries()),
    second("missions", TYPES, 31.0, |m| m.named("data.tma")),
    second("entries.mesh", TYPES, 511.0, |m| m.entries(*b"MESH")),
    second("entries.mat0", TYPES, 1127.0, |m| m.entries(*b"MAT0")),
    second("entries.texm", TYPES, 631.0, |m| m.entries(*b"Texm")),
    second("entries.fxid", TYPES, 1065.0, |m| m.entries(*b"FXID")),
    second("entries.ctld", TYPES, 623.0, |m| m.entries(*b"CTLD")),
    second("objects", OBJECTS, 683.0, |m| m.things("objects")),
    second("units", UNITS, 676.0, |m| m.files("dat")),
    second("scripts", SCRIPTS, 59.0, |m| m.files("scr")),
    second("scripts.formulas", SCRIPTS, 59.0, |m| m.files("fml")),
    second("scripts.trees", SCRIPTS, 44.0, |m| m.files("trf")),
    second("sounds.adpcm", SOUNDS, 446.0, |m| m.field("swav", "chunks[].format.codec").is(2)),
    second("sounds.pcm", SOUNDS, 93.0, |m| m.field("swav", "chunks[].format.codec").is(1)),
    demo("missions", TYPES, 6.0, |m| m.named("data.tma")),
    demo("maps", TYPES, 6.0, |m| m.things("land")),
    demo("objects", TYPES, 590.0, |m| m.things("objects")),
];
