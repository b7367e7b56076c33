//! Missions, and the units that stand in them.

use super::{Claim, claim, demo, second};

const FILE: &str = "notes on missions, section 2.1: data.tma";
const CLANS: &str = "notes on missions, section 2.2: clans";
const OBJECTS: &str = "notes on missions, section 2.3: objects";
const LODES: &str = "notes on missions, section 2.4: lodes";
const TOTALS: &str = "notes on missions, section 2.5: totals";
const UNITS: &str = "notes on missions, section 5.2: units";

pub static CLAIMS: &[Claim] = &[
    claim("missions.version", FILE, 29.0, |m| m.field("tma", "version").is(1)),
    claim("missions.clan-version", FILE, 29.0, |m| m.field("tma", "clan_version").is(6)),
    claim("missions.object-version", FILE, 29.0, |m| m.field("tma", "object_version").is(10)),
    claim("missions.map-word", FILE, 7.0, |m| m.field("tma", "map_word").is(1)),
    claim("missions.routes", TOTALS, 34.0, |m| m.field("tma", "routes").sum()),
    claim("missions.clans", TOTALS, 101.0, |m| m.field("tma", "clans").sum()),
    claim("missions.objects", TOTALS, 864.0, |m| m.field("tma", "objects").sum()),
    claim("missions.lodes", TOTALS, 28.0, |m| m.field("tma", "lodes").sum()),
    claim("missions.clans.word", CLANS, 101.0, |m| m.field("tma", "clans[].unk_0x00").is(-1)),
    claim("missions.clans.nature", CLANS, 15.0, |m| m.field("tma", "clans[].kind").is(0)),
    claim("missions.clans.player", CLANS, 37.0, |m| m.field("tma", "clans[].kind").is(1)),
    claim("missions.clans.enemy", CLANS, 30.0, |m| m.field("tma", "clans[].kind").is(2)),
    claim("missions.clans.neutral", CLANS, 19.0, |m| m.field("tma", "clans[].kind").is(3)),
    claim("missions.clans.five-minds", CLANS, 53.0, |m| m.field("tma", "clans[].minds").is(5)),
    claim("missions.clans.minds.least", CLANS, 2.0, |m| m.field("tma", "clans[].minds").least()),
    claim("missions.clans.minds.most", CLANS, 17.0, |m| m.field("tma", "clans[].minds").most()),
    claim("missions.objects.buildings", OBJECTS, 167.0, |m| m.field("tma", "objects[].kind").is(0)),
    claim("missions.objects.units", OBJECTS, 296.0, |m| m.field("tma", "objects[].kind").is(1)),
    claim("missions.objects.plants", OBJECTS, 303.0, |m| m.field("tma", "objects[].kind").is(2)),
    claim("missions.objects.rocks", OBJECTS, 98.0, |m| m.field("tma", "objects[].kind").is(3)),
    claim("missions.objects.word", OBJECTS, 864.0, |m| {
        m.field("tma", "objects[].unk_0x04").is(0x8000_0002)
    }),
    claim("missions.objects.upright-x", OBJECTS, 864.0, |m| {
        m.field("tma", "objects[].turn[0]").is_float(0.0)
    }),
    claim("missions.objects.upright-y", OBJECTS, 864.0, |m| {
        m.field("tma", "objects[].turn[1]").is_float(0.0)
    }),
    claim("missions.objects.outside", OBJECTS, 851.0, |m| m.field("tma", "objects[].host").is(-1)),
    claim("missions.lodes.found", LODES, 17.0, |m| m.field("tma", "lodes[].found").is(1)),
    claim("missions.lodes.ore", LODES, 25.0, |m| m.field("tma", "lodes[].kind").is(0x1000_1000)),
    claim("missions.lodes.unsaid", LODES, 3.0, |m| m.field("tma", "lodes[].kind").is(0)),
    claim("units.parts", UNITS, 5219.0, |m| m.field("unit", "parts").sum()),
    claim("units.parts.word", UNITS, 5219.0, |m| m.field("unit", "parts[].unk_0x40").is(1)),
    second("missions.routes", TOTALS, 61.0, |m| m.field("tma", "routes").sum()),
    second("missions.clans", TOTALS, 91.0, |m| m.field("tma", "clans").sum()),
    second("missions.objects", TOTALS, 885.0, |m| m.field("tma", "objects").sum()),
    second("missions.lodes", TOTALS, 41.0, |m| m.field("tma", "lodes").sum()),
    second("units.parts", UNITS, 8145.0, |m| m.field("unit", "parts").sum()),
    demo("missions.routes", TOTALS, 20.0, |m| m.field("tma", "routes").sum()),
    demo("missions.clans", TOTALS, 15.0, |m| m.field("tma", "clans").sum()),
    demo("missions.objects", TOTALS, 201.0, |m| m.field("tma", "objects").sum()),
    demo("missions.lodes", TOTALS, 1.0, |m| m.field("tma", "lodes").sum()),
];
