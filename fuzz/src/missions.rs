//! Missions.

use ngi_formats::tma::{
    self, Clan, ClanKind, ClanVersion, Lode, LodeKind, Mission, MissionBuf, Object, ObjectVersion,
    PlacedKind, Property, PropertyKind, Route, Zone,
};
use ngi_formats::tree::Draft;
use ngi_formats::{Findings, Mode};
use ngi_verbs::format::{Subject, recognise};

use crate::Outcome;
use crate::documents::comes_back;

/// Any mission reads and comes back, as values, as a tree and as a document; what is told of it has
/// a place.
pub fn read(input: &[u8]) -> Outcome {
    let mut findings = Findings::new(Mode::Strict, false);
    tma::check(input, &mut findings);
    assert_eq!(findings.first_error().is_some(), Mission::read_strict(input).is_err());
    let Ok(mission) = Mission::read(input) else {
        assert!(tma::remains(input).is_some(), "something is left of everything");
        return Outcome::Rejected;
    };
    assert!(findings.list().iter().all(|finding| finding.offset.is_some()));
    assert_eq!(mission.to_buf().write().ok().as_deref(), Some(input));
    let tree = tma::tree(&mission);
    let made = tma::make(&Draft::of_document(tma::DOCUMENT, &tree));
    assert_eq!(made.ok().map(|made| made.bytes).as_deref(), Some(input));
    let subject = Subject::file("data.tma", input);
    recognise(&subject).map(|format| comes_back(format, &subject));
    Outcome::Accepted
}

/// The first byte picks other versions: what is written in them reads as the same, or is refused;
/// what is mended once is mended.
pub fn edit(input: &[u8]) -> Outcome {
    let Some((&choice, rest)) = input.split_first() else { return Outcome::Rejected };
    let Ok(mission) = Mission::read(rest) else { return Outcome::Rejected };
    let mut values = mission.to_buf();
    values.clan_version = ClanVersion(u32::from(choice % 8));
    values.object_version = ObjectVersion(u32::from(choice / 8 % 12));
    if let Ok(bytes) = values.write() {
        let again = Mission::read(&bytes).map(|mission| mission.to_buf());
        let again = again.and_then(|again| again.write());
        assert_eq!(again.ok().as_deref(), Some(&bytes[..]));
    }
    let before = mission.to_buf();
    let mut mended = before.clone();
    mended.mend();
    assert!(mended.mend().is_empty(), "once is enough");
    if mended.object_version.has_owner() {
        mended.objects.iter_mut().for_each(|object| object.owner = i32::from(choice));
    }
    mended.follow(&before);
    assert!(mended.write().is_ok(), "the version stays");
    Outcome::Accepted
}

/// Missions of every version, full and empty.
pub fn seeds() -> Vec<Vec<u8>> {
    let mut seeds = vec![MissionBuf::new(b"").write().unwrap_or_default()];
    let full = full();
    seeds.extend(full.write());
    for version in 1..=10 {
        let mut older = full.clone();
        older.object_version = ObjectVersion(version);
        older.clan_version = ClanVersion(version.min(6));
        older.clans.iter_mut().for_each(|clan| strip_clan(clan, older.clan_version));
        older.objects.iter_mut().for_each(|object| strip_object(object, version));
        if version < 5 {
            older.lodes.clear();
        }
        if version < 2 {
            (older.map_word, older.description) = (0, Vec::new());
        }
        seeds.extend(older.write());
    }
    seeds
}

/// The same, each behind a choice.
pub fn edit_seeds() -> Vec<Vec<u8>> {
    (0u8..).zip(seeds()).map(|(at, seed)| [vec![at * 17], seed].concat()).collect()
}

fn strip_clan(clan: &mut Clan, version: ClanVersion) {
    let new = Clan::new(&clan.name, clan.head.kind);
    if !version.has_relations() {
        clan.relations = new.relations;
    }
    if !version.has_minds() {
        clan.minds = new.minds;
    }
    if !version.has_tree() {
        clan.tree = new.tree;
    }
    if !version.has_zones() {
        clan.zones = new.zones;
    }
    if !version.has_script() {
        clan.script = new.script;
    }
}

fn strip_object(object: &mut Object, version: u32) {
    let new = Object::new(object.kind, &object.path);
    if version < 10 {
        object.scale = new.scale;
    }
    if version < 9 {
        (object.host, object.host_vertex) = (new.host, new.host_vertex);
    }
    if version < 8 {
        object.start = new.start;
    }
    if version < 7 {
        object.name = new.name;
    }
    if version < 6 {
        object.properties = new.properties;
    }
    if version < 4 {
        object.logical_id = new.logical_id;
    }
    if version < 3 {
        object.owner = new.owner;
    }
}

fn full() -> MissionBuf {
    let mut mission = MissionBuf::new(b"DATA\\MAPS\\X\\land");
    mission.map_word = 1;
    mission.description = b"Title\xcd\xcd\xcd".to_vec();
    mission.routes = vec![Route { id: 0, points: vec![[1.0, 2.0, 3.0]; 3] }];
    mission.clans = vec![Clan::new(b"A", ClanKind::PLAYER), Clan::new(b"\xc1", ClanKind::NATURE)];
    for clan in &mut mission.clans {
        clan.script = b"S".to_vec();
        clan.tree = b"T".to_vec();
        clan.minds = 3;
        clan.zones = vec![Zone { kind: 1, center: [1.0; 3], inner: 1.0, outer: 2.0 }];
    }
    mission.relate(&[[0, 1]]);
    let mut house = Object::new(PlacedKind::BUILDING, b"UNITS\\a.dat");
    (house.owner, house.logical_id) = (0, 7);
    house.properties = vec![
        Property::float(b"Life state", [0.5, 0.0, 1.0]),
        Property::whole(b"ClanID", [0, 0, -1]),
        Property { kind: PropertyKind(5), ..Property::whole(b"NOT USED", [1, 2, 3]) },
    ];
    let mut guest = Object::new(PlacedKind::UNIT, b"UNITS\\b.dat");
    (guest.owner, guest.logical_id, guest.name) = (0, 8, b"Hero".to_vec());
    (guest.host, guest.host_vertex) = (7, 1);
    let mut tree = Object::new(PlacedKind::VEGETATION, b"s_tree");
    tree.scale = [2.0; 3];
    mission.objects = vec![house, guest, tree];
    let position = [1.0, 2.0, 0.0];
    let kind = LodeKind::ORE;
    mission.lodes = vec![Lode { position, found: 1, kind, amount: 1e4, unk_0x18: 0 }; 2];
    mission
}
