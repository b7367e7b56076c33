//! Loading a mission in the engine's order.
//!
//! 1. `data.tma`;
//! 2. its level: managers, wears, areals, ground ([`Level::load_tolerant`] has those steps);
//! 3. the sky, which lies in the mission's folder;
//! 4. clans;
//! 5. buildings, which cut the ground and settle on it;
//! 6. units, some of them in buildings;
//! 7. scenery, whose boxes are cut out of the areals.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, OnceLock};

use glam::Vec3;
use ngi_formats::bas::Base;
use ngi_formats::landscape::{FaceFilter, Landscape};
use ngi_formats::text;
use ngi_formats::tma::{self, ClanRef, Mission, ObjectRef, PlacedKind};
use ngi_formats::{Findings, Mode};
use ngi_vfs::{Bytes, Node, NodeKind};

use super::assembly::Assembly;
use super::place::{Placed, in_host, keeps_height, scale_of, world_from_object};
use super::story::Story;
use super::{Clan, GroundCut, PlacedLode, Stock, World, WorldProblem};
use crate::arealmap::LoadOptions;
use crate::landscape::cut::{Cutter, Footprint, NoCut, turned};
use crate::landscape::{Area, Ground, Level, Managers};
use crate::model::Transform;
use crate::resolve::{Found, Game, Problem, Surroundings};
use crate::sky::{SKY_FILE, Sky};

/// Parts that a world shows, at most: what comes behind is left out.
pub const MOST_PARTS: usize = 1 << 18;

/// Why a mission does not load.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WorldError {
    /// Its file is not there.
    #[error("{path}: is not there")]
    Missing {
        /// The file.
        path: String,
    },
    /// Its file cannot be followed.
    #[error("{path}: {source}")]
    Mission {
        /// The file.
        path: String,
        /// Field, offset and reason.
        source: ngi_formats::Error,
    },
}

/// What the file of a mission is called in its folder.
pub const MISSION_FILE: &str = "data.tma";

/// The path of a mission's file by that of its folder, or by itself.
fn mission_file(mission: &str) -> String {
    let path = mission.replace('\\', "/");
    let path = path.trim_end_matches('/');
    match path.to_ascii_lowercase().ends_with(".tma") {
        true => path.to_owned(),
        false => format!("{path}/{MISSION_FILE}"),
    }
}

/// The file of a mission in its folder, or itself; `None` for a folder that has none.
pub fn file_in(mission: &Node) -> Option<Node> {
    match mission.kind() {
        NodeKind::Folder => {
            mission.child(MISSION_FILE).ok().filter(|file| file.kind() != NodeKind::Folder)
        }
        _ => Some(mission.clone()),
    }
}

impl World {
    /// Loads a mission of a game by its folder (`MISSIONS/Single.01`) or its `data.tma`.
    pub fn load(game: &Game, mission: &str) -> Result<Self, WorldError> {
        let path = mission_file(mission);
        let node = game.file(&path).ok_or(WorldError::Missing { path })?;
        Self::load_with(game, &node, &mut Managers::default())
    }

    /// The same by where its folder or its `data.tma` is, with managers that take part in loading
    /// its level.
    pub fn load_with(
        game: &Game,
        mission: &Node,
        managers: &mut Managers<'_>,
    ) -> Result<Self, WorldError> {
        let file = file_in(mission);
        let path = file.as_ref().unwrap_or(mission).path();
        let found = file.and_then(Found::of);
        let found = found.ok_or_else(|| WorldError::Missing { path: path.clone() })?;
        let around = Surroundings::of(&found.node, Some(game));
        Self::of_bytes(game, &path, &found.bytes, &around, managers)
    }

    /// The same by the bytes of its `data.tma`, and what lies around that.
    pub fn of_bytes(
        game: &Game,
        path: &str,
        bytes: &[u8],
        around: &Surroundings,
        managers: &mut Managers<'_>,
    ) -> Result<Self, WorldError> {
        let path = path.to_owned();
        let mission = Mission::read(bytes)
            .map_err(|source| WorldError::Mission { path: path.clone(), source })?;
        let mut loader = Loader::new(game);
        loader.level(&mission, managers);
        let sky = loader.sky(around);
        let clans: Vec<Clan> = mission.clans().map(|clan| clan_of(&clan)).collect();
        loader.place(&mission, &clans);
        loader.cut_areals();
        let story = Story::read(around, mission.title());
        let lodes = mission.lodes().into_iter().map(|lode| loader.lode(lode)).collect();
        let routes = mission.routes().map(|route| route.points.to_vec()).collect();
        let land_base = text::decode(mission.land()).replace('\\', "/");
        let model_count = loader.stock.model_count();
        let Loader { land, level, objects, order, cuts, problems, .. } = loader;
        Ok(Self {
            path,
            land_base,
            land,
            level,
            sky,
            clans,
            objects,
            order,
            cuts,
            lodes,
            routes,
            story,
            model_count,
            problems,
            scope: OnceLock::new(),
        })
    }
}

fn clan_of(clan: &ClanRef<'_>) -> Clan {
    Clan {
        name: text::decode(clan.name),
        kind: clan.head.kind,
        base: clan.head.base,
        minds: clan.minds,
        zones: clan.zones.map(|zones| zones.to_vec()).unwrap_or_default(),
    }
}

/// A world while it is loaded.
struct Loader {
    game: Game,
    stock: Stock,
    land: Option<Bytes>,
    level: Option<Level>,
    objects: Vec<Placed>,
    order: Vec<usize>,
    cuts: Vec<GroundCut>,
    problems: Vec<WorldProblem>,
    /// Assemblies whose problems were told: a thousand robots of one kind have them once.
    told: HashSet<String>,
    parts: usize,
}

impl Loader {
    fn new(game: &Game) -> Self {
        Self {
            game: game.clone(),
            stock: Stock::new(game),
            land: None,
            level: None,
            objects: Vec::new(),
            order: Vec::new(),
            cuts: Vec::new(),
            problems: Vec::new(),
            told: HashSet::new(),
            parts: 0,
        }
    }

    fn problem(&mut self, object: Option<usize>, why: impl Into<String>) {
        self.problems.push(WorldProblem { object, chain: Vec::new(), why: why.into() });
    }

    fn level(&mut self, mission: &Mission<'_>, managers: &mut Managers<'_>) {
        let base = text::decode(mission.land()).replace('\\', "/");
        let game = self.game.clone();
        let open = |name: &str| game.file(name).and_then(Found::of).map(|found| found.bytes);
        match Level::load_tolerant(&base, open, managers, &LoadOptions::default()) {
            Ok(level) => {
                let faults = level.faults.iter().map(ToString::to_string);
                let lines: Vec<String> = level.broken.iter().cloned().chain(faults).collect();
                lines.into_iter().for_each(|line| self.problem(None, line));
                self.land = open(&level.names.landscape);
                self.level = Some(level);
            }
            Err(error) => self.problem(None, error.to_string()),
        }
    }

    /// The sky; what is wrong with one that is there and cannot be read is told.
    fn sky(&mut self, around: &Surroundings) -> Option<Sky> {
        let file = around.sibling(SKY_FILE)?;
        if let Err(error) = Sky::read(&file.bytes) {
            self.problem(None, format!("{SKY_FILE}: {error}"));
        }
        Sky::beside(around)
    }

    /// Places everything: buildings, units, scenery, and what is of no kind that is known.
    fn place(&mut self, mission: &Mission<'_>, clans: &[Clan]) {
        let objects: Vec<ObjectRef<'_>> = mission.objects().collect();
        self.objects =
            objects.iter().enumerate().map(|it| self.object(mission, it, clans.len())).collect();
        let of = |kinds: &[PlacedKind]| -> Vec<usize> {
            let objects = objects.iter().enumerate();
            objects.filter(|(_, it)| kinds.contains(&it.head.kind)).map(|(at, _)| at).collect()
        };
        let buildings = of(&[PlacedKind::BUILDING]);
        self.cut_ground(&objects, &buildings);
        let units = of(&[PlacedKind::UNIT]);
        self.put_guests(&objects, &buildings, &units);
        self.count_minds(clans, &units);
        let scenery = of(&[PlacedKind::VEGETATION, PlacedKind::ROCK]);
        self.order = buildings.into_iter().chain(units).chain(scenery).collect();
        if self.order.len() < objects.len() {
            let unknown = objects.len() - self.order.len();
            self.problem(None, format!("{unknown} objects are of no kind that is known"));
        }
    }

    fn object(
        &mut self,
        mission: &Mission<'_>,
        (index, object): (usize, &ObjectRef<'_>),
        clans: usize,
    ) -> Placed {
        let (kind, path) = (object.head.kind, text::decode(object.path));
        let assembly = match () {
            () if kind.is_owned() => self.stock.unit(&path),
            () if kind.is_scenery() => self.stock.object(object.path),
            () => Arc::new(Assembly::default()),
        };
        self.tell(index, &assembly);
        let matrix = world_from_object(object);
        if matrix.is_none() {
            self.problem(Some(index), "it is placed nowhere: a number of its place is none");
        }
        self.parts += assembly.drawn().count();
        let fits = self.parts <= MOST_PARTS;
        if !fits {
            self.problem(Some(index), format!("there are more than {MOST_PARTS} parts already"));
        }
        let owner = object.owner.filter(|_| kind.is_owned());
        let clan = owner.and_then(|owner| usize::try_from(owner).ok()).filter(|at| *at < clans);
        Placed {
            index,
            kind,
            path,
            name: text::decode(object.name.unwrap_or_default()),
            clan,
            logical_id: object.logical_id,
            life: life(mission, index),
            position: object.placement.position,
            scale: scale_of(object),
            world_from_object: matrix.unwrap_or(Transform::IDENTITY),
            host: None,
            assembly,
            is_there: matrix.is_some() && fits && kind.is_known(),
        }
    }

    /// Tells what an assembly lacks, at the first object that is made of it.
    fn tell(&mut self, object: usize, assembly: &Assembly) {
        if assembly.problems.is_empty() || !self.told.insert(assembly.path.to_ascii_lowercase()) {
            return;
        }
        self.problems.extend(assembly.problems.iter().map(|Problem { chain, fault }| {
            let (chain, why) = (chain.clone(), fault.to_string());
            WorldProblem { object: Some(object), chain, why }
        }));
    }

    /// Lets each building cut the ground and settle on it. The ground is made anew once.
    fn cut_ground(&mut self, objects: &[ObjectRef<'_>], buildings: &[usize]) {
        let Some(land) = self.land.clone() else { return };
        let mut findings = Findings::new(Mode::Tolerant, false);
        let Ok(read) = Landscape::read_tolerant(&land, &mut findings) else { return };
        let mut cutter = match Cutter::new(&read) {
            Ok(cutter) => cutter,
            Err(why) => return self.problem(None, format!("no building cuts the ground: {why}")),
        };
        for &index in buildings {
            let keeps = objects.get(index).is_some_and(keeps_height);
            if let Err(why) = self.settle(index, keeps, &mut cutter) {
                self.problem(Some(index), format!("it does not cut the ground: {why}"));
            }
        }
        if self.cuts.is_empty() {
            return;
        }
        match cutter.finish().and_then(|doc| doc.write()) {
            Ok(bytes) => self.take_ground(bytes.into()),
            Err(why) => self.problem(None, format!("the ground stays as it was: {why}")),
        }
    }

    fn take_ground(&mut self, land: Bytes) {
        let mut findings = Findings::new(Mode::Tolerant, false);
        if let (Ok(read), Some(level)) =
            (Landscape::read_tolerant(&land, &mut findings), &mut self.level)
        {
            level.ground = Ground::of(&read);
        }
        self.land = Some(land);
    }

    /// One building: its height first, then the cut.
    fn settle(&mut self, index: usize, keeps: bool, cutter: &mut Cutter) -> Result<(), String> {
        let Some(placed) = self.objects.get_mut(index).filter(|placed| placed.is_there) else {
            return Ok(());
        };
        let Some(found) = placed.assembly.object().and_then(|object| object.base.clone()) else {
            return Ok(());
        };
        let base = Base::read(&found.bytes).map_err(|error| error.to_string())?;
        let mut raised = 0.0;
        for (place, (inner, outer)) in rings(&base).enumerate() {
            let told = |why: NoCut| why.to_string();
            let world = |points: &[[f32; 3]], matrix: &Transform| -> Vec<[f32; 3]> {
                let at = |point: &[f32; 3]| matrix.transform_point3(Vec3::from(*point)).to_array();
                points.iter().map(at).collect()
            };
            let outer = world(&outer, &placed.world_from_object);
            if place == 0 && !keeps {
                let turned = || turned(&outer, placed.world_from_object.translation.into(), AGAIN);
                let contour = cutter.contour(&outer);
                let (_, mean) = contour.or_else(|_| cutter.contour(&turned())).map_err(told)?;
                let first = world(&inner, &placed.world_from_object).first().map(|at| at[2]);
                raised = mean - first.unwrap_or(mean);
                placed.world_from_object.translation.z += raised;
            }
            let inner = world(&inner, &placed.world_from_object);
            let footprint = Footprint { outer, inner };
            let about = placed.world_from_object.translation.to_array();
            let cut = cutter.cut(&footprint).or_else(|why| match why {
                // The engine tries again, turned a little.
                NoCut::OffGround | NoCut::Crossing => cutter.cut(&footprint.turned(about, AGAIN)),
                why => Err(why),
            });
            let cut = cut.map_err(told)?;
            self.cuts.push(GroundCut { object: index, cut, raised });
        }
        Ok(())
    }

    /// Puts units into the buildings they start in.
    fn put_guests(&mut self, objects: &[ObjectRef<'_>], buildings: &[usize], units: &[usize]) {
        let hosts: HashMap<i32, usize> = buildings
            .iter()
            .rev()
            .filter_map(|&index| Some((objects.get(index)?.logical_id?, index)))
            .collect();
        for &index in units {
            let Some(host) = objects.get(index).and_then(|object| object.host) else { continue };
            let tma::Host { host: id, host_vertex } = host;
            if id < 0 || host_vertex < 0 {
                continue;
            }
            let found = hosts.get(&id).copied();
            let place = found.and_then(|host| in_host(self.objects.get(host)?, host_vertex));
            match (place, self.objects.get_mut(index)) {
                (Some(matrix), Some(placed)) => {
                    placed.world_from_object = matrix;
                    placed.host = found;
                }
                _ => {
                    let why = match found {
                        Some(host) => format!("its host {host} has no place {host_vertex} inside"),
                        None => format!("there is no building {id} for it to start in"),
                    };
                    self.problem(Some(index), why);
                }
            }
        }
    }

    /// A robot takes one of its clan's minds; where none is free the engine does not create it.
    fn count_minds(&mut self, clans: &[Clan], units: &[usize]) {
        let mut left: Vec<Option<u32>> = clans.iter().map(|clan| clan.minds).collect();
        let mut without = Vec::new();
        for &index in units {
            let Some(placed) = self.objects.get_mut(index) else { continue };
            if !placed.takes_mind() {
                continue;
            }
            let minds = placed.clan.and_then(|clan| left.get_mut(clan));
            match minds {
                Some(Some(0)) => {
                    placed.is_there = false;
                    without.push(index);
                }
                Some(Some(minds)) => *minds -= 1,
                _ => {}
            }
        }
        for index in without {
            self.problem(Some(index), "its clan has no mind left: the engine does not create it");
        }
    }

    /// Trees and stones cut their boxes out of the areals; everything is in the level's lists.
    fn cut_areals(&mut self) {
        let Some(level) = &mut self.level else { return };
        let mut cut = Vec::new();
        for placed in self.objects.iter().filter(|placed| placed.is_there) {
            let Some(footprint) = placed.footprint() else { continue };
            let (mut min, mut max) = ([f32::MAX; 2], [f32::MIN; 2]);
            for [x, y] in footprint {
                min = [min[0].min(x), min[1].min(y)];
                max = [max[0].max(x), max[1].max(y)];
            }
            let number = u32::try_from(placed.index).unwrap_or(u32::MAX);
            level.lists.objects.add(number, Area { min, max });
            if placed.kind.is_scenery() {
                cut.push(footprint);
            }
        }
        if let Some(areals) = &mut level.areals {
            areals.cut_out_all(cut.iter().map(<[[f32; 2]; 4]>::as_slice));
        }
    }

    fn lode(&self, lode: tma::Lode) -> PlacedLode {
        let [x, y, z] = lode.position;
        let ground = self.level.as_ref().map(|level| &level.ground);
        let found = ground.and_then(|ground| ground.height([x, y], &FaceFilter::default()));
        let position = [x, y, found.map_or(z, |footing| footing.z)];
        PlacedLode { lode, position, is_seen: lode.found != 0 }
    }
}

/// Rings by pairs: along the inner one the ground ends, along the outer one it is cut.
fn rings<'b>(base: &'b Base<'b>) -> impl Iterator<Item = (Vec<[f32; 3]>, Vec<[f32; 3]>)> + 'b {
    let pairs = 0..base.inner_count().min(base.outer_count()).min(MOST_RINGS);
    pairs.filter_map(|at| Some((base.inner(at)?.points.to_vec(), base.outer(at)?.points.to_vec())))
}

/// How far the rings of a building are turned where the ground cannot be cut along them, in
/// radians.
const AGAIN: f32 = 0.01;

/// Rings of a footprint, at most; those of the game have one pair.
const MOST_RINGS: usize = 16;

/// How much life an object has left; all where nobody says.
fn life(mission: &Mission<'_>, object: usize) -> f32 {
    match mission.property_named(object, b"Life state").map(|property| property.range()) {
        Some(tma::Range::Float(range)) if range.value.is_finite() => range.value.clamp(0.0, 1.0),
        _ => 1.0,
    }
}
