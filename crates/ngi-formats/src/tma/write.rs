//! Writing: the mirror of reading.

use super::edit::{Clan, MissionBuf, Object, Property, Relation, Route};
use super::types::{
    ClanTable, FileHead, Host, LodeTable, LogicalId, MapWord, Minds, ObjectHead, ObjectTable,
    Owner, Placement, PropertyHead, PropertyTable, RelationValue, RouteHead, Scale, Start,
};
use super::versions::{ClanVersion, ObjectVersion};
use crate::bytes::Put as _;
use crate::schema::Record;
use crate::{Error, Result};

impl MissionBuf {
    /// The bytes. Fails where a version is unknown, or a part has a value for a field that the
    /// version does not have: it would be lost.
    pub fn write(&self) -> Result<Vec<u8>> {
        let Self {
            version,
            routes,
            clan_version,
            clans,
            object_version,
            objects,
            land,
            map_word,
            description,
            lode_word,
            lodes,
            tail,
        } = self;
        self.check_versions()?;
        let mut out = Vec::new();
        let route_count = count(routes.len(), "routes")?;
        put(&mut out, FileHead { version: *version, route_count });
        for (index, route) in routes.iter().enumerate() {
            put_route(&mut out, route).map_err(within("routes", index))?;
        }
        let clan_count = count(clans.len(), "clans")?;
        put(&mut out, ClanTable { clan_version: clan_version.0, clan_count });
        for (index, clan) in clans.iter().enumerate() {
            put_clan(&mut out, clan, *clan_version).map_err(within("clans", index))?;
        }
        let object_count = count(objects.len(), "objects")?;
        put(&mut out, ObjectTable { object_version: object_version.0, object_count });
        for (index, object) in objects.iter().enumerate() {
            put_object(&mut out, object, *object_version).map_err(within("objects", index))?;
        }
        put_text(&mut out, land, "land")?;
        let new = Self::new(land);
        let gate = Gate { table: "objects", version: object_version.0 };
        if gate.opens(object_version.has_description(), "map_word", *map_word == new.map_word)? {
            put(&mut out, MapWord { map_word: *map_word });
        }
        let plain = description.is_empty();
        if gate.opens(object_version.has_description(), "description", plain)? {
            put_text(&mut out, description, "description")?;
        }
        gate.opens(object_version.has_lodes(), "lode_word", *lode_word == new.lode_word)?;
        if gate.opens(object_version.has_lodes(), "lodes", lodes.is_empty())? {
            let lode_count = count(lodes.len(), "lodes")?;
            put(&mut out, LodeTable { lode_word: *lode_word, lode_count });
            lodes.iter().for_each(|lode| put(&mut out, *lode));
        }
        out.put(tail);
        Ok(out)
    }

    fn check_versions(&self) -> Result<()> {
        if !self.clan_version.is_known() {
            let why = format!("{} is not from 1 to 6", self.clan_version.0);
            return Err(Error::usage("clan_version", why));
        }
        if !self.object_version.is_known() {
            let why = format!("{} is not from 1 to 10", self.object_version.0);
            return Err(Error::usage("object_version", why));
        }
        Ok(())
    }
}

/// What a version lets be written.
#[derive(Clone, Copy)]
struct Gate {
    table: &'static str,
    version: u32,
}

impl Gate {
    /// Whether a field is written. One that is not there has to be as in a new part.
    fn opens(self, has: bool, field: &'static str, is_new: bool) -> Result<bool> {
        if has || is_new {
            return Ok(has);
        }
        let Self { table, version } = self;
        let why =
            format!("version {version} of the {table} has no such field, so it would be lost");
        Err(Error::usage(field, why))
    }
}

fn put(out: &mut Vec<u8>, record: impl Record) {
    out.put(record.write().as_ref());
}

fn count(len: usize, field: &'static str) -> Result<u32> {
    u32::try_from(len).map_err(|_| Error::limit(field, format!("{len} are too many")))
}

fn put_text(out: &mut Vec<u8>, text: &[u8], field: &'static str) -> Result<()> {
    out.put_u32(count(text.len(), field)?);
    out.put(text);
    Ok(())
}

fn within(list: &'static str, index: usize) -> impl Fn(Error) -> Error {
    move |error| error.within(&format!("{list}[{index}]"), 0)
}

fn put_route(out: &mut Vec<u8>, route: &Route) -> Result<()> {
    let Route { id, points } = route;
    put(out, RouteHead { id: *id, point_count: count(points.len(), "points")? });
    points.iter().for_each(|point| put(out, *point));
    Ok(())
}

fn put_clan(out: &mut Vec<u8>, clan: &Clan, version: ClanVersion) -> Result<()> {
    let Clan { name, head, script, zones, tree, minds, relations } = clan;
    let new = Clan::new(name, head.kind);
    let gate = Gate { table: "clans", version: version.0 };
    put_text(out, name, "name")?;
    put(out, *head);
    if gate.opens(version.has_script(), "script", script.is_empty())? {
        put_text(out, script, "script")?;
    }
    if gate.opens(version.has_zones(), "zones", zones.is_empty())? {
        out.put_u32(count(zones.len(), "zones")?);
        zones.iter().for_each(|zone| put(out, *zone));
    }
    if gate.opens(version.has_tree(), "tree", tree.is_empty())? {
        put_text(out, tree, "tree")?;
    }
    if gate.opens(version.has_minds(), "minds", *minds == new.minds)? {
        put(out, Minds { minds: *minds });
    }
    if gate.opens(version.has_relations(), "relations", relations.is_empty())? {
        out.put_u32(count(relations.len(), "relations")?);
        for Relation { name, stance } in relations {
            put_text(out, name, "relations")?;
            put(out, RelationValue { stance: *stance });
        }
    }
    Ok(())
}

fn put_object(out: &mut Vec<u8>, object: &Object, version: ObjectVersion) -> Result<()> {
    let Object {
        kind,
        unk_0x04,
        path,
        owner,
        logical_id,
        position,
        turn,
        scale,
        name,
        start,
        host,
        host_vertex,
        property_word,
        properties,
    } = object;
    let new = Object::new(*kind, b"");
    let gate = Gate { table: "objects", version: version.0 };
    put(out, ObjectHead { kind: *kind, unk_0x04: *unk_0x04 });
    put_text(out, path, "path")?;
    if gate.opens(version.has_owner(), "owner", *owner == new.owner)? {
        put(out, Owner { owner: *owner });
    }
    if gate.opens(version.has_logical_id(), "logical_id", *logical_id == new.logical_id)? {
        put(out, LogicalId { logical_id: *logical_id });
    }
    put(out, Placement { position: *position, turn: *turn });
    let is_usual = scale.map(f32::to_bits) == new.scale.map(f32::to_bits);
    if gate.opens(version.has_scale(), "scale", is_usual)? {
        put(out, Scale { scale: *scale });
    }
    if gate.opens(version.has_name(), "name", name.is_empty())? {
        put_text(out, name, "name")?;
    }
    if gate.opens(version.has_start(), "start", *start == new.start)? {
        put(out, Start { start: *start });
    }
    gate.opens(version.has_host(), "host_vertex", *host_vertex == new.host_vertex)?;
    if gate.opens(version.has_host(), "host", *host == new.host)? {
        put(out, Host { host: *host, host_vertex: *host_vertex });
    }
    let word = *property_word;
    gate.opens(version.has_properties(), "property_word", word == new.property_word)?;
    if gate.opens(version.has_properties(), "properties", properties.is_empty())? {
        let property_count = count(properties.len(), "properties")?;
        put(out, PropertyTable { property_word: word, property_count });
        for Property { kind, words, name } in properties {
            put(out, PropertyHead { kind: *kind });
            put(out, *words);
            put_text(out, name, "properties")?;
        }
    }
    Ok(())
}
