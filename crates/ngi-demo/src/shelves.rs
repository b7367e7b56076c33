//! Archives of models, and the records of `objects.rlb` that name what is in them.

use ngi_formats::Result;
use ngi_formats::nres::NewEntry;
use ngi_formats::objects::ObjectKind;
use ngi_formats::wear;

use crate::models::{self, Dressed};
use crate::objects::Object;
use crate::scale::Scale;
use crate::{effects, large, sidecars};

/// An archive of models of one kind.
pub struct Shelf {
    pub archive: &'static str,
    /// How its models are called, and how many there are in the small and in the real game.
    families: &'static [(&'static str, usize, usize)],
    /// Makes a model from its name and number.
    model: fn(&str, u32) -> Result<Dressed>,
    kind: ObjectKind,
}

pub static SHELVES: &[Shelf] = &[
    Shelf {
        archive: "static.rlb",
        families: &[("s_stone_0", 3, 26), ("s_tree_0", 3, 44), ("s_bush_0", 1, 11)],
        model: models::scenery,
        kind: ObjectKind::STATIC,
    },
    Shelf {
        archive: "bases.rlb",
        families: &[("r_scout_0", 1, 20), ("r_hunter_0", 1, 0), ("r_heavy_0", 1, 0)],
        model: models::walker,
        kind: ObjectKind::BATTLE,
    },
    Shelf {
        archive: "fortif.rlb",
        families: &[
            ("f_bunker", 1, 30),
            ("f_tower", 1, 0),
            ("f_generator", 1, 0),
            ("f_mine", 1, 0),
            ("f_plant", 1, 0),
            ("f_storage", 1, 0),
            ("f_hangar", 1, 0),
            ("f_institute", 1, 0),
            ("f_teleport", 1, 0),
        ],
        model: models::building,
        kind: ObjectKind::FORT,
    },
    Shelf {
        archive: "guns.rlb",
        families: &[("g_gun", 2, 70)],
        model: models::gun,
        kind: ObjectKind::EXTERNAL,
    },
    Shelf {
        archive: "turrets.rlb",
        families: &[("t_turret", 1, 60)],
        model: models::turret,
        kind: ObjectKind::EXTERNAL,
    },
    Shelf {
        archive: "parts.rlb",
        families: &[("p_part", 0, 50)],
        model: models::gun,
        kind: ObjectKind::INTERNAL,
    },
    Shelf {
        archive: "intsys.rlb",
        families: &[("i_sys", 0, 40)],
        model: models::turret,
        kind: ObjectKind::INTERNAL,
    },
    Shelf {
        archive: "weapon.rlb",
        families: &[("w_round", 0, 67)],
        model: models::gun,
        kind: ObjectKind::BULLET,
    },
    Shelf {
        archive: "animals.rlb",
        families: &[("a_beast", 0, 12)],
        model: models::walker,
        kind: ObjectKind::BATTLE,
    },
    Shelf {
        archive: "system.rlb",
        families: &[("ws", 0, 5)],
        model: models::gun,
        kind: ObjectKind::WEAPON,
    },
];

/// The record of a turret that stands alone.
pub const SENTRY: &str = "r_sentry";

/// Buildings of a large game that share the footprint and the agent of another.
const TWINS: usize = 4;

impl Shelf {
    /// Whether there is anything on it.
    pub fn is_used(&self, scale: Scale) -> bool {
        self.archive == "weapon.rlb" || self.stems(scale).next().is_some()
    }

    /// Names and numbers of its models.
    pub fn stems(&self, scale: Scale) -> impl Iterator<Item = (String, u32)> {
        self.families.iter().flat_map(move |&(family, base, real)| {
            (1..=scale.count(base, real)).map(move |number| {
                (format!("{family}_{number:02}"), u32::try_from(number).unwrap_or(1))
            })
        })
    }

    /// How many entries it has.
    pub fn entry_count(&self, scale: Scale) -> usize {
        // Each model has its wear beside it, and its sidecars behind all of them.
        let of_model = |(_, number)| 2 + sidecars::count(self.kind, number);
        let models: usize = self.stems(scale).map(of_model).sum();
        let others = self.others().map_or(0, |others| others.len());
        models + others + large::entry_count(self.archive, scale)
    }

    /// The archive.
    pub fn make(&self, scale: Scale) -> Result<Vec<u8>> {
        let models = self.stems(scale).map(|(stem, number)| (self.model)(&stem, number));
        let models = models.collect::<Result<Vec<Dressed>>>()?;
        let mut others = self.others()?;
        for (model, (_, number)) in models.iter().zip(self.stems(scale)) {
            others.extend(sidecars::entries(model, self.kind, number)?);
        }
        others.extend(large::entries(self.archive, scale, &models)?);
        models::library(&models, others)
    }

    /// What it holds besides its models, however large the game is.
    fn others(&self) -> Result<Vec<(NewEntry, Vec<u8>)>> {
        let entry = |type_id: &[u8; 4], name: &str| {
            NewEntry::new(*type_id, name).map(|entry| entry.attributes(0, 0, 1))
        };
        let mut others = Vec::new();
        match self.archive {
            // The wear of an object that has everything else from its parent.
            "bases.rlb" => {
                let rows = models::walker_rows("M_HULL_D");
                let bytes = wear::Editor::of_names(&rows, &[])?.into_bytes();
                others.push((entry(b"WEAR", "r_desert.wea")?, bytes));
            }
            "weapon.rlb" => {
                for (name, damage, radius) in
                    [("small", 50.0, 3.0), ("medium", 400.0, 8.0), ("large", 5000.0, 20.0)]
                {
                    let blast = effects::blast(&format!("exp_{name}"), damage, radius)?;
                    others.push((entry(b"EXPL", &format!("blast_{name}.exp"))?, blast));
                }
            }
            _ => {}
        }
        Ok(others)
    }

    /// The records that name its models.
    fn objects(&self, scale: Scale) -> Vec<Object> {
        let mut all = Vec::new();
        for (stem, number) in self.stems(scale) {
            let has_points = sidecars::has_points(self.kind, number);
            if self.kind != ObjectKind::FORT {
                all.push(Object::of_model(self.kind, &stem, self.archive, &stem, has_points));
                continue;
            }
            // A building is an agent that has the model, and what says where it stands.
            let agent = agent_of(&stem);
            all.push(Object::below(self.kind, &stem, &agent, self.archive, &format!("{stem}.bas")));
            let kind = ObjectKind::BATTLE;
            all.push(Object::of_model(kind, &agent, self.archive, &stem, has_points));
        }
        all
    }
}

fn agent_of(building: &str) -> String {
    building.replacen("f_", "bu_", 1)
}

/// Every record of `objects.rlb`.
pub fn all_objects(scale: Scale) -> Vec<Object> {
    let mut all: Vec<Object> = SHELVES.iter().flat_map(|shelf| shelf.objects(scale)).collect();
    let desert = ("bases.rlb", "r_desert.wea");
    all.push(Object::below(ObjectKind::BATTLE, "r_desert", "r_scout_0_01", desert.0, desert.1));
    if scale != Scale::Real {
        let (archive, stem) = ("turrets.rlb", "t_turret_01");
        all.push(Object::of_model(ObjectKind::BATTLE, SENTRY, archive, stem, true));
    }
    for number in 1..=scale.count(0, TWINS) {
        let stem = format!("f_bunker_{number:02}");
        let (name, member) = (format!("{stem}b"), format!("{stem}.bas"));
        let kind = ObjectKind::FORT;
        all.push(Object::below(kind, &name, &agent_of(&stem), "fortif.rlb", &member));
    }
    all.extend(large::variants(scale).iter().map(Object::of_variant));
    all.extend(large::suns(scale).map(|(name, member)| Object::of_sun(&name, &member)));
    all
}
