//! Places of a mission that are no objects: bases of clans, zones of animals, lodes, corners of the
//! areas that scripts ask about.

use ngi_engine::world::World;
use ngi_formats::landscape::FaceFilter;
use ngi_formats::tma::{Lode, LodeKind, Mission};
use ngi_verbs::mission::edit;

/// What a place is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MarkKind {
    /// The base of a clan: where its scripts begin.
    Base {
        /// The clan.
        clan: usize,
    },
    /// Where animals graze.
    Zone {
        /// Their clan.
        clan: usize,
        /// Which.
        zone: usize,
    },
    /// A lode of minerals.
    Lode {
        /// Which.
        lode: usize,
    },
    /// A corner of an area.
    Corner {
        /// The area.
        route: usize,
        /// Which corner.
        corner: usize,
    },
}

/// A place of a mission.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mark {
    /// What it is.
    pub kind: MarkKind,
    /// Where.
    pub at: [f32; 3],
}

impl Mark {
    /// Whether it can get one more corner.
    pub fn has_corners(&self) -> bool {
        matches!(self.kind, MarkKind::Corner { .. })
    }

    /// Whether it can be taken out: a clan without a base is none.
    pub fn can_go(&self) -> bool {
        !matches!(self.kind, MarkKind::Base { .. })
    }

    /// The field that says where it is.
    pub fn field(&self) -> String {
        match self.kind {
            MarkKind::Base { clan } => format!("clans[{clan}].base"),
            MarkKind::Zone { clan, zone } => format!("clans[{clan}].zones[{zone}].center"),
            MarkKind::Lode { lode } => format!("lodes[{lode}].position"),
            MarkKind::Corner { route, corner } => format!("routes[{route}].points[{corner}]"),
        }
    }

    /// It somewhere else.
    pub fn moved(&self, [x, y, z]: [f32; 3]) -> Vec<(String, String)> {
        let said = match self.kind {
            MarkKind::Base { .. } => format!("[{x},{y}]"),
            _ => format!("[{x},{y},{z}]"),
        };
        vec![(self.field(), said)]
    }

    /// What there is to select in the list of fields.
    pub fn row(&self) -> String {
        match self.kind {
            MarkKind::Base { clan } => format!("clans[{clan}]"),
            MarkKind::Zone { clan, zone } => format!("clans[{clan}].zones[{zone}]"),
            MarkKind::Lode { lode } => format!("lodes[{lode}]"),
            MarkKind::Corner { route, .. } => format!("routes[{route}]"),
        }
    }

    /// The fields that take it out; of an area with three corners or fewer the whole area. What a
    /// clan always has cannot go.
    pub fn removed(&self, mission: &Mission<'_>) -> Vec<(String, String)> {
        let gone = |field: String| vec![(field, "-".to_owned())];
        match self.kind {
            MarkKind::Base { .. } => Vec::new(),
            MarkKind::Zone { .. } | MarkKind::Lode { .. } => gone(self.row()),
            MarkKind::Corner { route, .. } => {
                let corners = mission.routes().nth(route).map_or(0, |it| it.points.len());
                if corners > 3 {
                    return gone(self.field());
                }
                // Areas are numbered from 0 on.
                let mut fields = gone(self.row());
                let later = route..mission.routes().count().saturating_sub(1);
                fields.extend(later.map(|at| (format!("routes[{at}].id"), at.to_string())));
                fields
            }
        }
    }
}

/// All places of a mission.
pub fn marks(world: &World) -> Vec<Mark> {
    let mut all = Vec::new();
    let ground = world.level.as_ref().map(|level| &level.ground);
    let on_ground = |[x, y]: [f32; 2]| {
        let found = ground.and_then(|ground| ground.height([x, y], &FaceFilter::default()));
        [x, y, found.map_or(0.0, |footing| footing.z)]
    };
    for (clan, own) in world.clans.iter().enumerate() {
        all.push(Mark { kind: MarkKind::Base { clan }, at: on_ground(own.base) });
        for (zone, it) in own.zones.iter().enumerate() {
            all.push(Mark { kind: MarkKind::Zone { clan, zone }, at: it.center });
        }
    }
    for (lode, it) in world.lodes.iter().enumerate() {
        all.push(Mark { kind: MarkKind::Lode { lode }, at: it.position });
    }
    for (route, points) in world.routes.iter().enumerate() {
        for (corner, at) in points.iter().enumerate() {
            all.push(Mark { kind: MarkKind::Corner { route, corner }, at: *at });
        }
    }
    all.retain(|mark| mark.at.iter().all(|n| n.is_finite()));
    all
}

/// The half side of a new area, and the sizes of a new zone, in units.
const AREA: f32 = 10.0;
const ZONE: [f32; 2] = [20.0, 40.0];
/// How much there is in a new lode.
const AMOUNT: f32 = 50_000.0;

/// The fields that add a place of a kind somewhere. A corner goes behind its own, halfway to the
/// next; of an area that is not there, the area comes.
pub fn added(
    kind: MarkKind,
    at: [f32; 3],
    mission: &Mission<'_>,
) -> Result<Vec<(String, String)>, String> {
    let [x, y, z] = at;
    let fields = match kind {
        MarkKind::Base { .. } => Ok(Vec::new()),
        MarkKind::Zone { clan, .. } => {
            let [inner, outer] = ZONE;
            let said =
                format!(r#"{{"kind":1,"center":[{x},{y},{z}],"inner":{inner},"outer":{outer}}}"#);
            return Ok(vec![(format!("clans[{clan}].zones[+]"), said)]);
        }
        MarkKind::Lode { .. } => edit::with_lode(Lode {
            position: at,
            found: 1,
            kind: LodeKind::ORE,
            amount: AMOUNT,
            unk_0x18: 0,
        }),
        MarkKind::Corner { route, corner } => match mission.routes().nth(route) {
            Some(area) => {
                let mut points = area.points.to_vec();
                let place = (corner + 1).min(points.len());
                let from = points.get(corner).copied().unwrap_or(at);
                let to = points.get(place).or_else(|| points.first()).copied().unwrap_or(at);
                let [a, b, c] = from;
                let [d, e, f] = to;
                points.insert(place, [a.midpoint(d), b.midpoint(e), c.midpoint(f)]);
                let corners: Vec<String> =
                    points.iter().map(|[x, y, z]| format!("[{x},{y},{z}]")).collect();
                let said = format!("[{}]", corners.join(","));
                return Ok(vec![(format!("routes[{route}].points"), said)]);
            }
            None => {
                let corner = |dx: f32, dy: f32| [x + dx * AREA, y + dy * AREA, z];
                let corners = vec![
                    corner(-1.0, -1.0),
                    corner(1.0, -1.0),
                    corner(1.0, 1.0),
                    corner(-1.0, 1.0),
                ];
                edit::with_route(mission, corners)
            }
        },
    };
    fields.map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use ngi_formats::tma::{Clan, ClanKind, MissionBuf, Route};
    use ngi_verbs::format::{Subject, recognise};

    use super::*;

    fn sample() -> MissionBuf {
        let mut mission = MissionBuf::new(b"land");
        mission.clans = vec![Clan::new(b"Player", ClanKind::PLAYER)];
        mission.relate(&[]);
        let points = vec![[0.0; 3], [8.0, 0.0, 0.0], [8.0, 8.0, 2.0], [0.0, 8.0, 0.0]];
        let area = |id| Route { id, points: points.clone() };
        mission.routes = vec![area(0), area(1)];
        mission
    }

    fn changed(bytes: &[u8], fields: &[(String, String)]) -> MissionBuf {
        let subject = Subject::file("data.tma", bytes);
        let format = recognise(&subject).unwrap();
        let made = ngi_verbs::set::change(format.document, &subject, fields).unwrap();
        Mission::read(&made.bytes).unwrap().to_buf()
    }

    #[test]
    fn places_come_move_and_go() {
        let bytes = sample().write().unwrap();
        let mission = Mission::read(&bytes).unwrap();
        let add = |kind| changed(&bytes, &added(kind, [3.0, 4.0, 5.0], &mission).unwrap());
        let zoned = add(MarkKind::Zone { clan: 0, zone: 0 });
        assert_eq!(zoned.clans[0].zones[0].center, [3.0, 4.0, 5.0]);
        assert_eq!(add(MarkKind::Lode { lode: 0 }).lodes[0].position, [3.0, 4.0, 5.0]);
        let area = add(MarkKind::Corner { route: 2, corner: 0 });
        assert_eq!((area.routes[2].id, area.routes[2].points.len()), (2, 4));
        let split = add(MarkKind::Corner { route: 0, corner: 1 });
        assert_eq!(split.routes[0].points[2], [8.0, 4.0, 1.0], "between its neighbours");
        let corner = Mark { kind: MarkKind::Corner { route: 1, corner: 2 }, at: [8.0, 8.0, 2.0] };
        let moved = changed(&bytes, &corner.moved([9.5, 7.0, 1.0]));
        assert_eq!(moved.routes[1].points[2], [9.5, 7.0, 1.0]);
        let base = Mark { kind: MarkKind::Base { clan: 0 }, at: [0.0; 3] };
        assert_eq!(changed(&bytes, &base.moved([1.0, 2.0, 3.0])).clans[0].head.base, [1.0, 2.0]);
        assert!(base.removed(&mission).is_empty());
    }

    #[test]
    fn an_area_of_three_corners_goes_whole_and_the_others_are_numbered_anew() {
        let mut mission = sample();
        mission.routes[0].points.truncate(3);
        let bytes = mission.write().unwrap();
        let read = Mission::read(&bytes).unwrap();
        let corner = Mark { kind: MarkKind::Corner { route: 0, corner: 1 }, at: [0.0; 3] };
        let after = changed(&bytes, &corner.removed(&read));
        assert_eq!(after.routes.len(), 1);
        assert_eq!((after.routes[0].id, after.routes[0].points.len()), (0, 4));
    }
}
