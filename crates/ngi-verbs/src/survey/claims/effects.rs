//! Effects and explosions.

use super::{Claim, claim};

const OPCODES: &str = "page on 3D resources, section 3.6: effects.rlb";
const HEADER: &str = "notes on effects, section 2: header";
const FLAGS: &str = "notes on effects, section 3: flags";
const TIME: &str = "notes on effects, section 4: time";
const SETTINGS: &str = "notes on effects, section 6: switches";
const TYPES: &str = "notes on effects, section 10: commands";
const TESTED: &str = "notes on effects, section 11: overlay";
const EXPLOSIONS: &str = "notes on effects, section 13: explosions";
const TOTALS: &str = "notes on effects, section 14: totals";

macro_rules! opcode {
    ($id:literal, $published:literal, $opcode:literal) => {
        claim($id, OPCODES, $published, |m| m.field("fxid", "commands[].opcode").is($opcode))
    };
}

macro_rules! flag {
    ($id:literal, $published:literal, $bits:literal) => {
        claim($id, FLAGS, $published, |m| m.field("fxid", "header.flags").bits($bits))
    };
}

macro_rules! mode {
    ($id:literal, $published:literal, $mode:literal) => {
        claim($id, TIME, $published, |m| m.field("fxid", "header.time_mode").is($mode))
    };
}

pub static CLAIMS: &[Claim] = &[
    claim("effects", OPCODES, 923.0, |m| m.entries_in("effects.rlb", *b"FXID")),
    opcode!("effects.opcode-1", 618.0, 1),
    opcode!("effects.opcode-2", 517.0, 2),
    opcode!("effects.opcode-3", 1545.0, 3),
    opcode!("effects.opcode-4", 202.0, 4),
    opcode!("effects.opcode-5", 31.0, 5),
    opcode!("effects.opcode-6", 0.0, 6),
    opcode!("effects.opcode-7", 1161.0, 7),
    opcode!("effects.opcode-8", 237.0, 8),
    opcode!("effects.opcode-9", 266.0, 9),
    opcode!("effects.opcode-10", 160.0, 10),
    claim("effects.tails", OPCODES, 0.0, |m| m.broken("fxid.end")),
    claim("effects.commands", TOTALS, 4737.0, |m| m.field("fxid", "commands").sum()),
    claim("effects.commands.most", HEADER, 81.0, |m| m.field("fxid", "commands").most()),
    claim("effects.bytes", TOTALS, 1_012_880.0, |m| {
        m.field_in("effects.rlb", "nres", "entries[].size").sum()
    }),
    claim("effects.duration.least", HEADER, 0.0, |m| m.field("fxid", "header.duration_s").least()),
    claim("effects.duration.most", HEADER, 5.0, |m| m.field("fxid", "header.duration_s").most()),
    claim("effects.jitter-of-place", HEADER, 923.0, |m| {
        m.field("fxid", "header.offset_jitter[0]").is_float(0.0)
    }),
    claim("effects.tested-at-0", HEADER, 462.0, |m| {
        m.field("fxid", "header.tested_point[0]").is_float(0.0)
    }),
    claim("effects.tested-at-1", HEADER, 368.0, |m| {
        m.field("fxid", "header.tested_point[0]").is_float(1.0)
    }),
    claim("effects.tested-at-half", HEADER, 93.0, |m| {
        m.field("fxid", "header.tested_point[0]").is_float(0.5)
    }),
    flag!("effects.flag-0x1", 58.0, 0x1),
    flag!("effects.flag-0x2", 403.0, 0x2),
    flag!("effects.flag-0x4", 409.0, 0x4),
    flag!("effects.flag-0x8", 57.0, 0x8),
    flag!("effects.flag-0x10", 466.0, 0x10),
    flag!("effects.flag-0x20", 50.0, 0x20),
    flag!("effects.flag-0x40", 8.0, 0x40),
    flag!("effects.flag-0x100", 110.0, 0x100),
    flag!("effects.flag-0x400", 114.0, 0x400),
    flag!("effects.flag-0x800", 198.0, 0x800),
    flag!("effects.flag-0x1000", 14.0, 0x1000),
    flag!("effects.flag-0x2000", 1.0, 0x2000),
    flag!("effects.flag-0x8000", 5.0, 0x8000),
    flag!("effects.flag-0x10000", 1.0, 0x1_0000),
    mode!("effects.mode-0", 131.0, 0),
    mode!("effects.mode-1", 540.0, 1),
    mode!("effects.mode-2", 115.0, 2),
    mode!("effects.mode-3", 0.0, 3),
    mode!("effects.mode-4", 47.0, 4),
    mode!("effects.mode-5", 46.0, 5),
    mode!("effects.mode-14", 8.0, 14),
    mode!("effects.mode-15", 31.0, 15),
    mode!("effects.mode-16", 3.0, 16),
    mode!("effects.mode-17", 2.0, 17),
    claim("effects.switches", SETTINGS, 18.0, |m| m.field("fxid", "header.settings").distinct()),
    claim("effects.switch-0x311", SETTINGS, 237.0, |m| {
        m.field("fxid", "header.settings").is(0x311)
    }),
    claim("effects.switch-0x005", SETTINGS, 120.0, |m| {
        m.field("fxid", "header.settings").is(0x005)
    }),
    claim("effects.group-0", SETTINGS, 282.0, |m| {
        m.field("fxid", "header.settings").masked(0xf00, 0)
    }),
    claim("effects.group-1", SETTINGS, 146.0, |m| {
        m.field("fxid", "header.settings").masked(0xf00, 0x100)
    }),
    claim("effects.group-2", SETTINGS, 144.0, |m| {
        m.field("fxid", "header.settings").masked(0xf00, 0x200)
    }),
    claim("effects.group-3", SETTINGS, 351.0, |m| {
        m.field("fxid", "header.settings").masked(0xf00, 0x300)
    }),
    claim("effects.overlays", TESTED, 1811.0, |m| m.field("fxid", "commands[].overlay").is(1)),
    claim("effects.lights.5", TYPES, 416.0, |m| m.field("fxid", "commands[].Light.kind").is(5)),
    claim("effects.lights.6", TYPES, 175.0, |m| m.field("fxid", "commands[].Light.kind").is(6)),
    claim("effects.lights.7", TYPES, 14.0, |m| m.field("fxid", "commands[].Light.kind").is(7)),
    claim("effects.lights.1", TYPES, 12.0, |m| m.field("fxid", "commands[].Light.kind").is(1)),
    claim("effects.lights.2", TYPES, 1.0, |m| m.field("fxid", "commands[].Light.kind").is(2)),
    claim("effects.sounds.once", TYPES, 411.0, |m| m.field("fxid", "commands[].Sound.mode").is(0)),
    claim("effects.sounds.loops", TYPES, 106.0, |m| m.field("fxid", "commands[].Sound.mode").is(2)),
    claim("explosions", EXPLOSIONS, 144.0, |m| m.entries(*b"EXPL")),
    claim("explosions.weapon", EXPLOSIONS, 119.0, |m| m.entries_in("weapon.rlb", *b"EXPL")),
    claim("explosions.animals", EXPLOSIONS, 12.0, |m| m.entries_in("animals.rlb", *b"EXPL")),
    claim("explosions.system", EXPLOSIONS, 8.0, |m| m.entries_in("system.rlb", *b"EXPL")),
    claim("explosions.static", EXPLOSIONS, 4.0, |m| m.entries_in("static.rlb", *b"EXPL")),
    claim("explosions.turrets", EXPLOSIONS, 1.0, |m| m.entries_in("turrets.rlb", *b"EXPL")),
    claim("explosions.placement-0", EXPLOSIONS, 81.0, |m| m.field("exp", "placement").is(0)),
    claim("explosions.placement-7", EXPLOSIONS, 63.0, |m| m.field("exp", "placement").is(7)),
    claim("explosions.damage.least", EXPLOSIONS, 0.0, |m| m.field("exp", "damage").least()),
    claim("explosions.damage.most", EXPLOSIONS, 800_000.0, |m| m.field("exp", "damage").most()),
    claim("explosions.kind-1", "notes on missions, section 7.5", 26.0, |m| {
        m.field("exp", "kind").is(1)
    }),
    claim("explosions.kind-2", "notes on missions, section 7.5", 54.0, |m| {
        m.field("exp", "kind").is(2)
    }),
    claim("explosions.kind-3", "notes on missions, section 7.5", 64.0, |m| {
        m.field("exp", "kind").is(3)
    }),
];
