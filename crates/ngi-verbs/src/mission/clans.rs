//! Changes of clans as fields that `ngi set` takes: what they are called, how they see each other,
//! one more, one less.
//!
//! Clans know each other by name and objects know theirs by number, so that one change may be
//! several fields.

use ngi_formats::text;
use ngi_formats::tma::{Clan, ClanKind, Mission, MissionBuf, Relation, Stance};

use super::edit::{Fields, added};
use crate::{Error, Result};

/// How a clan sees another; `None` where it does not say.
pub fn stance(mission: &Mission<'_>, clan: usize, other: usize) -> Option<Stance> {
    let all = MissionBuf::of(mission);
    let name = &all.clans.get(other)?.name;
    let own = all.clans.get(clan)?;
    own.relations.iter().find(|it| it.name == *name).map(|it| it.stance)
}

/// A clan that sees another so.
pub fn related(mission: &Mission<'_>, clan: usize, other: usize, stance: Stance) -> Fields {
    let all = MissionBuf::of(mission);
    let (Some(own), Some(other)) = (all.clans.get(clan), all.clans.get(other)) else {
        return Fields::new();
    };
    match own.relations.iter().position(|it| it.name == other.name) {
        Some(at) => {
            let field = format!("clans[{clan}].relations[{at}].stance");
            vec![(field, stance.0.to_string())]
        }
        None => vec![(format!("clans[{clan}].relations[+]"), relation(&other.name, stance))],
    }
}

/// A clan of another name: the others call it so, too.
pub fn renamed(mission: &Mission<'_>, clan: usize, name: &str) -> Result<Fields> {
    let all = MissionBuf::of(mission);
    let encoded = text::encode(name);
    let encoded = encoded
        .ok_or_else(|| Error::Usage(format!("{name}: has letters that the game does not know")))?;
    let is_taken = |(at, own): (usize, &Clan)| at != clan && own.name == encoded;
    if encoded.is_empty() || all.clans.iter().enumerate().any(is_taken) {
        return Err(Error::Usage(format!("\"{name}\": a clan needs a name of its own")));
    }
    let Some(own) = all.clans.get(clan) else { return Ok(Fields::new()) };
    let mut fields = vec![(format!("clans[{clan}].name"), name.to_owned())];
    for (at, other) in all.clans.iter().enumerate() {
        for (place, _) in other.relations.iter().enumerate().filter(|(_, it)| it.name == own.name) {
            fields.push((format!("clans[{at}].relations[{place}].name"), name.to_owned()));
        }
    }
    Ok(fields)
}

/// A clan that somebody else plays.
pub fn played(clan: usize, kind: ClanKind) -> Fields {
    vec![(format!("clans[{clan}].kind"), kind.0.to_string())]
}

/// A mission with one more clan, the last: neutral, based where the first is, everybody's ally.
pub fn with_clan(mission: &Mission<'_>) -> Result<Fields> {
    let all = MissionBuf::of(mission);
    let is_free = |name: &String| all.clans.iter().all(|clan| clan.name != name.as_bytes());
    let name = (1..).map(|number| format!("Clan {number}")).find(is_free).unwrap_or_default();
    let mut clan = Clan::new(name.as_bytes(), ClanKind::NEUTRAL);
    clan.head.base = all.clans.first().map_or([0.0; 2], |first| first.head.base);
    let others = all.clans.iter().map(|other| other.name.clone()).chain([clan.name.clone()]);
    let ally = |name| Relation { name, stance: Stance::ALLY };
    clan.relations = others.map(ally).collect();
    let alone = MissionBuf {
        clan_version: mission.clan_version(),
        clans: vec![clan],
        ..MissionBuf::new(b"")
    };
    let mut fields = added(&alone, "clans")?;
    let said = relation(name.as_bytes(), Stance::ALLY);
    let has_relations = mission.clan_version().has_relations();
    let old = (0..all.clans.len()).filter(|_| has_relations);
    fields.extend(old.map(|at| (format!("clans[{at}].relations[+]"), said.clone())));
    Ok(fields)
}

/// A mission without a clan: the others forget it, and owners behind it count one less. What still
/// belongs to it has to be given away first.
pub fn without_clan(mission: &Mission<'_>, clan: usize) -> Result<Fields> {
    let all = MissionBuf::of(mission);
    let Some(own) = all.clans.get(clan) else { return Ok(Fields::new()) };
    let number = i32::try_from(clan).unwrap_or(i32::MAX);
    let belongs = all.objects.iter().filter(|it| it.kind.is_owned() && it.owner == number).count();
    if belongs > 0 {
        let name = text::decode(&own.name);
        return Err(Error::Usage(format!("{name} still owns {belongs} objects")));
    }
    let mut fields = Fields::new();
    for (at, other) in all.clans.iter().enumerate().filter(|(at, _)| *at != clan) {
        let known = other.relations.iter().enumerate().filter(|(_, it)| it.name == own.name);
        // From the back, so that places in front stay what they are.
        let known: Vec<usize> = known.map(|(place, _)| place).collect();
        let gone = known.into_iter().rev();
        fields
            .extend(gone.map(|place| (format!("clans[{at}].relations[{place}]"), "-".to_owned())));
    }
    fields.push((format!("clans[{clan}]"), "-".to_owned()));
    let later = all.objects.iter().enumerate().filter(|(_, it)| it.owner > number);
    fields.extend(
        later
            .filter(|(_, it)| it.kind.is_owned())
            .map(|(at, it)| (format!("objects[{at}].owner"), (it.owner - 1).to_string())),
    );
    Ok(fields)
}

fn relation(name: &[u8], stance: Stance) -> String {
    let name = serde_json::Value::from(text::decode(name));
    format!(r#"{{"name":{name},"stance":{}}}"#, stance.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::{Subject, recognise};
    use ngi_formats::tma::{Object, PlacedKind};

    fn sample() -> Vec<u8> {
        let mut mission = MissionBuf::new(b"land");
        let clan = |name: &[u8]| Clan::new(name, ClanKind::NEUTRAL);
        mission.clans = vec![clan(b"Player"), clan(b"Herd"), clan(b"Clan 1")];
        mission.relate(&[[0, 1]]);
        let mut guard = Object::new(PlacedKind::UNIT, b"UNITS\\a.dat");
        guard.owner = 2;
        mission.objects = vec![guard];
        mission.write().unwrap()
    }

    fn changed(bytes: &[u8], fields: &[(String, String)]) -> MissionBuf {
        let subject = Subject::file("data.tma", bytes);
        let format = recognise(&subject).unwrap();
        let made = crate::set::change(format.document, &subject, fields).unwrap();
        Mission::read(&made.bytes).unwrap().to_buf()
    }

    #[test]
    fn clans_are_named_related_added_and_taken_out() {
        let bytes = sample();
        let mission = Mission::read(&bytes).unwrap();
        assert_eq!(stance(&mission, 0, 1), Some(Stance::ALLY));
        let now = changed(&bytes, &related(&mission, 0, 2, Stance::ALLY));
        assert_eq!(now.clans[0].relations[2].stance, Stance::ALLY);
        assert_ne!(now.clans[2].relations[0].stance, Stance::ALLY, "it is one way");

        let now = changed(&bytes, &renamed(&mission, 1, "Herd of deer").unwrap());
        assert!(now.clans.iter().all(|clan| clan.relations[1].name == b"Herd of deer"));
        assert_eq!(now.clans[1].name, b"Herd of deer");
        assert!(renamed(&mission, 1, "Player").is_err() && renamed(&mission, 1, "").is_err());

        let more = changed(&bytes, &with_clan(&mission).unwrap());
        assert_eq!(more.clans[3].name, b"Clan 2", "the first name that is free");
        assert!(more.clans.iter().all(|clan| clan.relations.len() == 4));

        assert!(without_clan(&mission, 2).is_err(), "it owns a guard");
        let less = changed(&bytes, &without_clan(&mission, 1).unwrap());
        assert_eq!(less.clans.len(), 2);
        assert_eq!(less.objects[0].owner, 1);
        assert!(less.clans.iter().all(|clan| clan.relations.iter().all(|it| it.name != b"Herd")));
    }

    #[test]
    fn numbers_lead_to_what_they_count() {
        use crate::pointers::{Pointed, pointed};
        let mut mission = Mission::read(&sample()).unwrap().to_buf();
        let mut bunker = Object::new(PlacedKind::BUILDING, b"UNITS\\b.dat");
        bunker.logical_id = 7;
        (mission.objects[0].host, mission.objects[0].host_vertex) = (7, 0);
        mission.objects.push(bunker);
        let bytes = mission.write().unwrap();
        let tree = ngi_formats::tma::tree(&Mission::read(&bytes).unwrap());
        let told = |path: &str, name: &str| Pointed { path: path.into(), name: name.into() };
        assert_eq!(pointed(&tree, "objects[0].owner"), [told("clans[2]", "Clan 1")]);
        assert_eq!(pointed(&tree, "objects[0].host"), [told("objects[1]", "UNITS\\b.dat")]);
        assert!(pointed(&tree, "objects[1].host").is_empty(), "-1 is none");
        assert!(pointed(&tree, "objects[0].host_vertex").is_empty());
    }
}
