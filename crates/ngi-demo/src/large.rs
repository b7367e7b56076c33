//! What only a game as large as the real one has: as many records, controllers, explosions, sounds
//! and texts of parts as were counted there.

use ngi_formats::Result;
use ngi_formats::exp::{Explosion, Kind, Placement};
use ngi_formats::fxid::Reference;
use ngi_formats::nres::{Editor, NewEntry};
use ngi_formats::objects::ObjectKind;

use crate::models::Dressed;
use crate::paint::maths::number as whole;
use crate::scale::Scale;
use crate::sidecars;

/// A record like another: it has the model of that one and what the model wears, and what it does
/// is told by a controller of its own.
pub struct Variant {
    pub kind: ObjectKind,
    pub archive: &'static str,
    /// What its model is called, and its number.
    pub base: String,
    pub number: u32,
    /// What it is called itself.
    pub stem: String,
    pub has_control: bool,
    /// Whether its nodes bear as much as it says itself.
    pub has_nodes: bool,
}

/// Guns that differ only in how they fire.
const GUNS: usize = 16;
/// Internal parts that share their models with others.
const INTERNALS: usize = 102;
/// Models of internal parts.
const INTERNAL_MODELS: usize = 40;
/// Of these parts, those with a controller of their own, and with nodes of their own.
const CONTROLLED: usize = 80;
const BORNE: usize = 43;

/// Records that share their models with others.
pub fn variants(scale: Scale) -> Vec<Variant> {
    if scale != Scale::Real {
        return Vec::new();
    }
    let guns = (0..GUNS).map(|place| {
        let (kind, archive) = (ObjectKind::EXTERNAL, "guns.rlb");
        Variant::new(kind, archive, "g_gun", [place, 0], [true, true])
    });
    let internals = (0..INTERNALS).map(|place| {
        let (kind, archive) = (ObjectKind::INTERNAL, "intsys.rlb");
        let own = [place < CONTROLLED, place < BORNE];
        let at = [place % INTERNAL_MODELS, place / INTERNAL_MODELS];
        Variant::new(kind, archive, "i_sys", at, own)
    });
    guns.chain(internals).collect()
}

impl Variant {
    fn new(
        kind: ObjectKind,
        archive: &'static str,
        family: &str,
        [place, letter]: [usize; 2],
        [has_control, has_nodes]: [bool; 2],
    ) -> Self {
        let base = format!("{family}_{:02}", place + 1);
        let letter = ["b", "c", "d"].get(letter).unwrap_or(&"e");
        let (stem, number) = (format!("{base}{letter}"), u32::try_from(place + 1).unwrap_or(1));
        Self { kind, archive, base, number, stem, has_control, has_nodes }
    }

    /// How many entries of its archive are its own.
    fn entry_count(&self) -> usize {
        usize::from(self.has_control) + usize::from(self.has_nodes)
    }

    /// The entries that are its own, with the model that it shares.
    fn entries(&self, base: &Dressed) -> Result<Vec<(NewEntry, Vec<u8>)>> {
        let (stem, kind) = (self.stem.as_str(), self.kind);
        let mut own = Vec::new();
        if self.has_nodes {
            own.push(sidecars::nodes_entry(stem, &base.plan, kind)?);
        }
        if self.has_control {
            own.push(sidecars::control_entry(stem, &base.plan, kind, self.number)?);
        }
        Ok(own)
    }
}

/// Explosions by archive, three that every game has not counted.
const EXPLOSIONS: [(&str, usize); 5] = [
    ("weapon.rlb", 116),
    ("animals.rlb", 12),
    ("system.rlb", 8),
    ("static.rlb", 4),
    ("turrets.rlb", 1),
];
/// Of all of them: those that only show something, those of one who is hit, and those that follow
/// an axis of what they strike.
const SHOWN: usize = 26;
const DIRECT: usize = 51;
const ON_AXIS: usize = 81;
/// The worst of them.
const WORST: f32 = 800_000.0;

fn explosion(place: usize, is_last: bool) -> Result<Vec<u8>> {
    let kind = match place {
        0..SHOWN => Kind::EFFECT_ONLY,
        _ if place < SHOWN + DIRECT => Kind::DIRECT,
        _ => Kind::AREA,
    };
    let placement = if place < ON_AXIS { Placement::NODE_Y } else { Placement::FACE };
    let damage = if is_last { WORST } else { whole(place) * 25.0 };
    let mut made = Explosion { kind, placement, damage, radius: 5.0, ..Explosion::default() };
    if let Some(first) = made.effects.first_mut() {
        *first = Reference::new(b"effects.rlb", b"exp_small")?;
    }
    Ok(made.write().to_vec())
}

/// Suns, of which nobody published how they are stored: these are so many zeros.
const SUNS: [&str; 2] = ["sun_01", "sun_02"];
const SUN_BYTES: [u8; 64] = [0; 64];
const SYSTEM: &str = "system.rlb";

/// Names of the suns: the record, and the entry it names.
pub fn suns(scale: Scale) -> impl Iterator<Item = (String, String)> {
    let count = scale.count(0, SUNS.len());
    SUNS.iter().take(count).map(|name| ((*name).to_owned(), format!("{name}.sun")))
}

/// How many entries an archive of models has of all this.
pub fn entry_count(archive: &str, scale: Scale) -> usize {
    let own = |variant: &Variant| variant.archive == archive;
    let variants: usize =
        variants(scale).iter().filter(|it| own(it)).map(Variant::entry_count).sum();
    let explosions = EXPLOSIONS.iter().find(|(known, _)| *known == archive).map_or(0, |it| it.1);
    let suns = if archive == SYSTEM { suns(scale).count() } else { 0 };
    variants + scale.count(0, explosions) + suns
}

/// The entries of all this in an archive of models.
pub fn entries(
    archive: &str,
    scale: Scale,
    models: &[Dressed],
) -> Result<Vec<(NewEntry, Vec<u8>)>> {
    let mut all = Vec::new();
    for variant in variants(scale).iter().filter(|variant| variant.archive == archive) {
        if let Some(base) = models.iter().find(|model| model.stem == variant.base) {
            all.extend(variant.entries(base)?);
        }
    }
    let mut place = 0;
    let total: usize = EXPLOSIONS.iter().map(|(_, count)| count).sum();
    for (owner, count) in EXPLOSIONS {
        for _ in 0..scale.count(0, count) {
            if owner == archive {
                let entry = NewEntry::new(*b"EXPL", format!("blast_{place:03}.exp"))?;
                all.push((entry.attributes(0, 0, 1), explosion(place, place + 1 == total)?));
            }
            place += 1;
        }
    }
    if archive == SYSTEM {
        for (_, member) in suns(scale) {
            let entry = NewEntry::new(*b"SUND", member)?.attributes(0, 0, 1);
            all.push((entry, SUN_BYTES.to_vec()));
        }
    }
    Ok(all)
}

/// Texts about parts, so many that all archives together have as many entries as were counted.
pub const CARDS: usize = 471;

/// `objects.dlb`: a text about each of many parts. Which type the game's own have is not known.
pub fn cards() -> Result<Vec<u8>> {
    let mut editor = Editor::new();
    for number in 0..CARDS {
        let entry = NewEntry::new(*b"TEXT", format!("part_{number:03}"))?.attributes(0, 0, 1);
        let text = format!("Name = \"Part {number}\"\r\nUpgradeLevel = {}\r\n", number % 5);
        editor.add(entry, text.into_bytes())?;
    }
    editor.write()
}
