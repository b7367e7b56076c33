//! Facts about files that people want to know before any field: sizes, lengths, titles, colours.
//!
//! [`of`] reads them from a file of a game. They are cheap: the file itself is read, and the texts
//! beside a mission; of the files that it names only materials and textures are looked up.
//! [`Dress`] names the materials of a model and its other wear tables.

mod effect;
mod land;
mod media;
mod model;
mod sky;

use ngi_engine::world::Story;
use ngi_formats::kinds::{self, FileKind};
use ngi_formats::mat0::Attributes;
use ngi_formats::tma::{ClanKind, ClanRef, Mission, ObjectRef, PlacedKind};
use ngi_formats::unit::{Part, PartClass, Unit, UnitType};
use ngi_formats::{text, tips};
use ngi_vfs::{Node, NodeKind};

use crate::check::entry_meta;
use crate::format::{Subject, recognise};
use crate::surroundings::{Game, Surroundings};

pub use effect::{EffectFacts, MaterialFacts};
pub use land::{ArealFacts, ArealGround, LandscapeFacts};
pub use media::{PaletteFacts, SoundFacts, TextureFacts};
pub use model::{Animation, Dress, ModelFacts, Named, Skin, WornMaterial};
pub use sky::{DayFacts, SkyColours, SkyFacts, SkySpan, strip};

/// Facts about a file, by its kind.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Facts {
    /// Facts about a mission.
    Mission(MissionFacts),
    /// Facts about a unit.
    Unit(UnitFacts),
    /// Facts about a model.
    Model(ModelFacts),
    /// Facts about a landscape.
    Landscape(LandscapeFacts),
    /// Facts about an areal map.
    Areals(ArealFacts),
    /// Facts about a texture or a lightmap.
    Texture(TextureFacts),
    /// Facts about a material.
    Material(MaterialFacts),
    /// Facts about an effect.
    Effect(EffectFacts),
    /// Facts about a sound.
    Sound(SoundFacts),
    /// Facts about a palette.
    Palette(PaletteFacts),
    /// Facts about a sky.
    Sky(SkyFacts),
}

/// Reads the facts about a file or entry; `None` for kinds without facts, and for files that cannot
/// be read.
pub fn of(node: &Node, game: Option<&Game>) -> Option<Facts> {
    if node.kind() == NodeKind::Folder {
        return None;
    }
    of_bytes(node, &node.bytes().ok()?, game)
}

/// Reads the facts about a file or entry with other bytes than its own, such as unsaved changes.
pub fn of_bytes(node: &Node, bytes: &[u8], game: Option<&Game>) -> Option<Facts> {
    let name = node.name();
    let subject = Subject { name: &name, bytes, entry: entry_meta(node) };
    let kind = recognise(&subject)?.kind;
    if *kind == kinds::MISSION {
        return mission_of(node, bytes).map(Facts::Mission);
    }
    Facts::read(kind, &subject, &Surroundings::of(node, game))
}

/// Reads a kind of facts from bytes.
type Read = fn(&Subject<'_>, &Surroundings) -> Option<Facts>;

/// Kinds that have facts, except missions, which are read with the texts beside them.
static READERS: [(&FileKind, Read); 10] = [
    (&kinds::UNIT, |it, _| UnitFacts::read(it.bytes).map(Facts::Unit)),
    (&kinds::MODEL, |it, _| ModelFacts::read(it.bytes).map(Facts::Model)),
    (&kinds::LANDSCAPE, |it, _| LandscapeFacts::read(it.bytes).map(Facts::Landscape)),
    (&kinds::AREALS, |it, _| ArealFacts::read(it.bytes).map(Facts::Areals)),
    (&kinds::TEXTURE, |it, _| TextureFacts::read(it.bytes).map(Facts::Texture)),
    (&kinds::MATERIAL, |it, around| {
        let [attr1, attr2, attr3] = it.entry.unwrap_or_default().attributes;
        let attributes = Attributes::new(attr1, attr2, attr3);
        MaterialFacts::read(it.bytes, attributes, around).map(Facts::Material)
    }),
    (&kinds::EFFECT, |it, _| EffectFacts::read(it.bytes).map(Facts::Effect)),
    (&kinds::SOUND, |it, _| SoundFacts::read(it.bytes).map(Facts::Sound)),
    (&kinds::PALETTE, |it, _| PaletteFacts::read(it.bytes, it.name).map(Facts::Palette)),
    (&kinds::SKY, |it, _| SkyFacts::read(it.bytes).map(Facts::Sky)),
];

/// Facts about a mission.
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub struct MissionFacts {
    /// Title from the file `descr` beside the mission, else from the mission itself; may be empty.
    pub title: String,
    /// Path of its landscape without a suffix, as stored: `DATA\MAPS\VALLEY\land`.
    pub land: String,
    /// Clans, in the order of the file.
    pub clans: Vec<ClanFacts>,
    /// Number of buildings.
    pub buildings: usize,
    /// Number of robots and animals.
    pub units: usize,
    /// Number of all objects, plants and stones included.
    pub objects: usize,
    /// Aims that have to be reached, from the texts beside the mission.
    pub aims: Vec<String>,
    /// Aims that may be reached besides.
    pub bonus_aims: Vec<String>,
}

/// Facts about a clan of a mission.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct ClanFacts {
    /// Name of the clan; may be empty.
    pub name: String,
    /// Player or role.
    pub kind: ClanKind,
    /// Number of objects that the clan owns.
    pub objects: usize,
}

/// Facts about a unit: a robot, an animal or a building.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct UnitFacts {
    /// Display name of its root part; may be empty.
    pub name: String,
    /// Type of the unit.
    pub unit_type: UnitType,
    /// Number of parts.
    pub parts: usize,
    /// Parts: the root first, each before those attached to it.
    pub members: Vec<UnitMember>,
}

/// Part of a unit.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnitMember {
    /// Display name; may be empty.
    pub name: String,
    /// Name of its object in `objects.rlb`.
    pub object: String,
    /// Class of the part.
    pub class: PartClass,
}

impl Facts {
    /// Reads the facts about a file of a kind. Missions are read without the texts beside them.
    pub fn read(kind: &FileKind, subject: &Subject<'_>, around: &Surroundings) -> Option<Self> {
        if *kind == kinds::MISSION {
            return MissionFacts::read(subject.bytes, None).map(Self::Mission);
        }
        let (_, read) = READERS.iter().find(|(known, _)| *known == kind)?;
        read(subject, around)
    }

    /// Returns the title or display name, unless it is empty.
    pub fn title(&self) -> Option<&str> {
        let title = match self {
            Self::Mission(mission) => mission.title.as_str(),
            Self::Unit(unit) => unit.name.as_str(),
            _ => "",
        };
        Some(title).filter(|title| !title.is_empty())
    }
}

impl MissionFacts {
    /// Reads the facts of a mission from its bytes. `descr` is the content of the title file beside
    /// it, if there is one.
    pub fn read(bytes: &[u8], descr: Option<&[u8]>) -> Option<Self> {
        let mission = Mission::read(bytes).ok()?;
        let own = || text::decode(mission.title()).trim().to_owned();
        let mut facts = Self {
            title: descr.and_then(tips::title).unwrap_or_else(own),
            land: text::decode(mission.land()),
            ..Self::default()
        };
        let clan = |clan: ClanRef<'_>| ClanFacts {
            name: text::decode(clan.name),
            kind: clan.head.kind,
            objects: 0,
        };
        facts.clans = mission.clans().map(clan).collect();
        mission.objects().for_each(|object| facts.count(&object));
        Some(facts)
    }

    fn count(&mut self, object: &ObjectRef<'_>) {
        self.objects += 1;
        match object.head.kind {
            PlacedKind::BUILDING => self.buildings += 1,
            PlacedKind::UNIT => self.units += 1,
            _ => return,
        }
        let owner = object.owner.and_then(|owner| usize::try_from(owner).ok());
        if let Some(clan) = owner.and_then(|owner| self.clans.get_mut(owner)) {
            clan.objects += 1;
        }
    }

    /// Returns the name of the map: the folder of the landscape, `VALLEY`. Empty if no landscape is
    /// named.
    pub fn map(&self) -> &str {
        let mut parts = self.land.rsplit(['\\', '/']);
        let file = parts.next().unwrap_or_default();
        parts.next().unwrap_or(file)
    }
}

impl UnitFacts {
    /// Reads the facts of a unit from its bytes.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let unit = Unit::read(bytes).ok()?;
        let root = unit.parts().next()?;
        let name = text::decode(root.name.name()).trim().to_owned();
        let member = |part: Part| UnitMember {
            name: text::decode(part.name.name()).trim().to_owned(),
            object: text::decode(part.member.name()),
            class: part.class,
        };
        let members = unit.parts().map(member).collect();
        Some(Self { name, unit_type: unit.head().unit_type, parts: unit.len(), members })
    }
}

/// Reads the facts of a mission.
pub fn of_mission(node: &Node) -> Option<MissionFacts> {
    mission_of(node, &node.bytes().ok()?)
}

fn mission_of(node: &Node, bytes: &[u8]) -> Option<MissionFacts> {
    let descr = node.parent().and_then(|folder| folder.child(tips::TITLE_FILE).ok());
    let descr = descr.and_then(|descr| descr.bytes().ok().map(|bytes| bytes.to_vec()));
    let mut facts = MissionFacts::read(bytes, descr.as_deref())?;
    let story = Story::read(&Surroundings::of(node, None), b"");
    (facts.aims, facts.bonus_aims) = (story.primary, story.bonus);
    Some(facts)
}

/// Reads the facts of a unit.
pub fn of_unit(node: &Node) -> Option<UnitFacts> {
    UnitFacts::read(&node.bytes().ok()?)
}

#[cfg(test)]
mod tests {
    use ngi_formats::tma::{Clan, MissionBuf, Object};
    use ngi_formats::unit::{Part, PartClass, UnitBuf};
    use ngi_vfs::{MemoryRoot, Vfs};

    use super::*;

    fn mission() -> Vec<u8> {
        let mut mission = MissionBuf::new(b"DATA\\MAPS\\VALLEY\\land");
        mission.clans.push(Clan::new(b"Player", ClanKind::PLAYER));
        for (kind, owner) in [
            (PlacedKind::BUILDING, 0),
            (PlacedKind::UNIT, 0),
            (PlacedKind::UNIT, 7),
            (PlacedKind::ROCK, -1),
        ] {
            let object = Object { owner, ..Object::new(kind, b"UNITS\\scout.dat") };
            mission.objects.push(object);
        }
        mission.write().unwrap()
    }

    #[test]
    fn a_mission_is_counted_and_called_by_its_title_file() {
        let root = MemoryRoot::new();
        root.insert("MISSIONS/One/data.tma", mission()).unwrap();
        root.insert("MISSIONS/One/descr", b"  The trees \r\nmore".to_vec()).unwrap();
        let aims = b"object primary_objectives\n\ttask = Reach the lake\nend\n";
        root.insert("MISSIONS/One/mission.cfg", aims.to_vec()).unwrap();
        let node = Vfs::in_memory(root).locate("missions/one/data.tma").unwrap();
        let facts = of_mission(&node).unwrap();
        assert_eq!((facts.title.as_str(), facts.map()), ("The trees", "VALLEY"));
        assert_eq!((facts.objects, facts.buildings, facts.units), (4, 1, 2));
        assert_eq!(facts.clans.len(), 1);
        assert_eq!((facts.aims.len(), facts.aims[0].as_str()), (1, "Reach the lake"));
        let clan = &facts.clans[0];
        assert_eq!((clan.name.as_str(), clan.objects), ("Player", 2), "no clan has the number 7");
        assert_eq!(Facts::Mission(facts).title(), Some("The trees"));
    }

    #[test]
    fn missing_and_broken_parts_leave_the_facts_empty() {
        let facts = MissionFacts::read(&mission(), Some(b"  \n")).unwrap();
        assert_eq!(Facts::Mission(facts).title(), None);
        assert_eq!(MissionFacts { land: "land".into(), ..Default::default() }.map(), "land");
        assert_eq!(MissionFacts::default().map(), "");
        assert_eq!(MissionFacts::read(b"nothing", None), None);
        assert_eq!(UnitFacts::read(b"nothing"), None);
    }

    #[test]
    fn a_unit_is_called_as_its_root_part() {
        let root = Part::new(b"r_h_01", PartClass::CHASSIS, -1).unwrap().named(b"Scout").unwrap();
        let unit = UnitBuf::new(UnitType::HERO, root).write();
        let facts = UnitFacts::read(&unit).unwrap();
        assert_eq!((facts.name.as_str(), facts.parts), ("Scout", 1));
        assert_eq!(facts.unit_type, UnitType::HERO);
    }
}
