//! Requests carried out on the open document, and what comes back drawn.

use std::path::PathBuf;

use ngi_engine::landscape::{Ground, walker};
use ngi_engine::world::MISSION_FILE;
use ngi_formats::landscape::{Landscape, LandscapeDoc};
use ngi_formats::tma::{ClanKind, Mission};
use ngi_formats::{Findings, Mode};
use ngi_render::Overlays;
use ngi_verbs::delivery::{Delivery, Replace};
use ngi_verbs::edit::NewFields;
use ngi_verbs::mission::{self, Placeable, edit};
use ngi_vfs::transaction::Transaction;

use super::{Again, ArealKind, Lives, NodeKeys, Parts, Request, Spot, Subject, marks};
use crate::library::ItemKind;
use crate::platform::{self, Job, News, spawn};
use crate::shortcuts::Command;
use crate::{Action, App};

/// How far beside an object its copy stands, in units.
const BESIDE: f32 = 6.0;

/// A window of the mission editor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tool {
    /// Clans and how they see each other.
    Clans,
    /// Keyframes of the sky.
    Sky,
    /// Title, aims, messages.
    Stories,
    /// Stops of the briefing's camera.
    Stops,
}

/// What lies beside the picture while something is changed: the palette, other tools, other files.
#[derive(Default)]
pub(crate) struct Desk {
    /// Tools that are open.
    tools: std::collections::BTreeSet<Tool>,
    /// The keyframe of the sky that is selected: its section, and which.
    pub sky_key: Option<[usize; 2]>,
    /// Other files of the mission.
    pub beside: super::beside::Beside,
    /// What is wrong with the mission.
    pub troubles: super::troubles::Troubles,
    /// Whether the palette is open.
    pub palette: bool,
    /// What is searched for in it.
    pub search: String,
    /// What there is.
    pub placeables: Vec<Placeable>,
    job: Option<Job<Vec<Placeable>>>,
    /// Whether the list of the scene shall show what is selected.
    pub scroll_scene: bool,
    /// The title of a new mission, while it is asked for.
    pub title: Option<String>,
    /// A number that the cursor shall go to.
    pub wanted: Option<super::Number>,
    /// The time line with its lanes.
    pub lanes: crate::lanes::Lanes,
    /// What is pulled there, in the picture.
    pub preview: crate::lanes::Preview,
    /// Areals that stay on the ground.
    pub follow: super::follow::Follow,
}

impl Desk {
    /// Whether a tool is open, and there is something to use it on.
    pub fn shows(&self, tool: Tool, viewport: &crate::viewport::Viewport) -> bool {
        let is_edited = viewport.mission.is_some() && viewport.editing.on;
        is_edited && self.tools.contains(&tool)
    }

    /// Opens a tool, or puts it away.
    pub fn toggle(&mut self, tool: Tool) {
        if !self.tools.remove(&tool) {
            self.tools.insert(tool);
        }
    }
}

impl App {
    /// Opens a tool of the mission editor, or puts it away. Whoever opens one wants to change things.
    pub fn toggle_tool(&mut self, tool: Tool) {
        if self.viewport.mission.is_some() && !self.viewport.editing.on {
            self.switch_editing(true);
        }
        self.desk.toggle(tool);
    }

    /// Lets the mouse change things, or only look. Places of a mission that can be taken hold of are
    /// shown meanwhile.
    pub(crate) fn switch_editing(&mut self, on: bool) {
        self.viewport.editing.on = on;
        if self.viewport.mission.is_none() {
            return;
        }
        let view = &mut self.viewport.view;
        for which in [Overlays::AREAS, Overlays::ZONES] {
            view.overlays = view.overlays.with(which, on);
        }
    }

    /// Carries out a change.
    pub(crate) fn change(&mut self, request: Request) {
        match request {
            Request::Ground(bytes) => self.edit(|document| document.stroke("ground", bytes)),
            Request::Water(level) => self.edit(|document| {
                let told = |error: ngi_formats::Error| error.to_string();
                let mut land = LandscapeDoc::open(document.bytes()).map_err(told)?;
                land.set_liquid_level(level).map_err(told)?;
                document.stroke("water", land.write().map_err(told)?)
            }),
            Request::Areals(change) => self.edit(|document| {
                let bytes = change.written(document.bytes())?;
                document.stroke("areals", bytes)
            }),
            Request::Corner { areal, corner, from, to } => {
                let [x, y, z] = self.on_ground_beside(areal, from, to);
                let field =
                    (format!("areals[{areal}].polygon[{corner}]"), format!("[{x},{y},{z}]"));
                self.edit(|document| document.set_all(&[field]));
            }
            Request::Tracks(new) => self.edit(|document| {
                let bytes = new.written(document.bytes())?;
                document.stroke("keys", bytes)
            }),
            Request::NewMission(title) => self.create_mission(&title),
            Request::Beside { name, fields } => self.change_beside(&name, &fields),
            request => {
                let goes_last = matches!(request, Request::New { .. } | Request::Copy(_));
                let deletes = matches!(request, Request::Remove(_) | Request::RemoveMark(_));
                match self.fields_of(&request) {
                    Ok(fields) if fields.is_empty() => {}
                    Ok(fields) => {
                        self.viewport.editing.select_last |= goes_last;
                        self.edit(|document| document.set_all(&fields));
                        // The next object takes the number of a deleted one; it was not selected.
                        if deletes {
                            self.viewport.forget_pick();
                        }
                    }
                    Err(why) => self.complain(why),
                }
            }
        }
    }

    /// A change of a mission as fields.
    fn fields_of(&self, request: &Request) -> Result<Vec<(String, String)>, String> {
        let document = self.current.as_ref().and_then(|current| current.document.as_ref());
        let document = document.ok_or_else(|| self.texts().nothing_open.to_owned())?;
        if let Request::Set(fields) = request {
            return Ok(fields.clone());
        }
        let mission = Mission::read(document.bytes()).map_err(|error| error.to_string())?;
        let told = |error: ngi_verbs::Error| error.to_string();
        match request {
            Request::Place { object, position, turn, scale } => {
                let mut fields = Vec::new();
                fields.extend(position.map(|at| edit::moved(*object, at)).unwrap_or_default());
                let turned = turn.map(|angle| edit::turned(&mission, *object, angle));
                fields.extend(turned.unwrap_or_default());
                fields.extend(scale.map(|scale| edit::scaled(*object, scale)).unwrap_or_default());
                Ok(fields)
            }
            Request::New { what, position } => {
                let path = ngi_formats::text::encode(&what.path).unwrap_or_default();
                let (kind, unit_type) = (what.kind, what.unit_type);
                let owner = self.owner_of_new(&mission);
                let new = edit::New { kind, path: &path, unit_type, owner, position: *position };
                edit::with(&mission, &edit::made(&mission, &new)).map_err(told)
            }
            Request::Copy(object) => {
                let copy = edit::copied(&mission, *object, self.beside(*object));
                copy.map_or(Ok(Vec::new()), |copy| edit::with(&mission, &copy).map_err(told))
            }
            Request::Remove(object) => Ok(edit::without(*object)),
            Request::NewMark(kind, at) => marks::added(*kind, *at, &mission),
            Request::RemoveMark(mark) => Ok(mark.removed(&mission)),
            Request::Clan(change) => change.fields(&mission),
            // These are no fields of a mission.
            _ => Ok(Vec::new()),
        }
    }

    /// Whose a new object is: as the one that is selected, else the first player's.
    fn owner_of_new(&self, mission: &Mission<'_>) -> i32 {
        let selected = self.viewport.mission.as_ref().and_then(|it| it.objects.selected);
        let own = selected.and_then(|it| mission.objects().nth(it));
        let own = own.filter(|it| it.head.kind.is_owned()).and_then(|it| it.owner);
        let player = || mission.clans().position(|clan| clan.head.kind == ClanKind::PLAYER);
        own.or_else(|| i32::try_from(player()?).ok()).unwrap_or(0)
    }

    /// A place beside an object, as high above the ground.
    fn beside(&self, object: usize) -> [f32; 3] {
        let world = self.viewport.world();
        let Some(placed) = world.and_then(|world| world.objects.get(object)) else {
            return [0.0; 3];
        };
        let [x, y, z] = placed.position;
        let ground = world.and_then(|world| world.level.as_ref()).map(|level| &level.ground);
        let height = |at: [f32; 2]| ground?.height(at, &walker()).map(|footing| footing.z);
        let by = height([x + BESIDE, y]).zip(height([x, y])).map_or(0.0, |(to, from)| to - from);
        [x + BESIDE, y, z + by]
    }

    /// What goes on being drawn while a document changes. A brush that did not make the change has
    /// to learn of it.
    pub(crate) fn lives_on(&mut self, document: &crate::document::Document) -> Lives {
        let lives = Lives::of(&mut self.viewport);
        let ground = &mut self.viewport.editing.ground;
        if lives == Lives::Ground && !ground.is_at(document.bytes()) {
            ground.forget();
        }
        if lives == Lives::Ground {
            self.areals_follow(document);
        }
        lives
    }

    /// The part of the scene that is selected.
    pub(crate) fn selected_part(&self) -> Option<usize> {
        let mission = self.viewport.mission.as_ref();
        mission.map_or(self.viewport.outlined_part, |mission| mission.objects.selected)
    }

    /// Selects a part of the scene: in the picture, and among the fields.
    pub(crate) fn select_part(&mut self, parts: &Parts, part: usize) {
        match &mut self.viewport.mission {
            Some(mission) => mission.objects.select(part),
            None => self.viewport.outlined_part = Some(part),
        }
        let tab = self.tab;
        self.show_field(&parts.path(part));
        self.tab = tab;
    }

    /// What was clicked on in the picture is selected in the list of parts.
    pub(crate) fn follow_part(&mut self) {
        let kind = self.current.as_ref().map(|current| current.kind);
        let picked = self.last_picked.as_ref();
        let part = picked.and_then(|picked| match kind {
            Some(ItemKind::Model) => picked.node,
            Some(ItemKind::Landscape) => picked.slot,
            Some(ItemKind::Unit) => picked.part,
            Some(ItemKind::Areals) => picked.areal,
            _ => None,
        });
        self.viewport.outlined_part = part;
        self.desk.scroll_scene = part.is_some() || picked.is_some_and(|it| it.object.is_some());
    }

    /// Keys of changing; says whether it was one.
    pub(crate) fn edit_command(&mut self, command: Command) -> bool {
        if self.lanes_command(command) {
            return true;
        }
        if command == Command::Edit {
            self.switch_editing(!self.viewport.editing.on);
            return true;
        }
        let editing = &mut self.viewport.editing;
        match command {
            Command::Leave if editing.placing.is_some() => {
                editing.placing = None;
                return true;
            }
            _ if !editing.on => return false,
            _ => {}
        }
        let subject = self.viewport.subject().map(|(subject, _)| subject);
        let request = match (command, subject) {
            (Command::Delete, Some(Subject::Object(object))) => Request::Remove(object),
            (Command::Delete, Some(Subject::Mark(mark))) => Request::RemoveMark(mark),
            (Command::Duplicate, Some(Subject::Object(object))) => Request::Copy(object),
            _ => return false,
        };
        self.actions.push(Action::Change(request));
        true
    }

    /// Takes what was worked out after a change.
    pub(crate) fn take_again(&mut self, again: Again) {
        let game = self.game.as_ref().map(|game| game.vfs().clone());
        let is_taken = match (again, game) {
            (Again::World(world), Some(game)) => self.viewport.take_world(*world, &game),
            (Again::World(_), None) => false,
            (Again::Ground(made), _) => {
                let (ground, mesh) = *made;
                self.viewport.take_ground(&ground, mesh)
            }
        };
        if !is_taken {
            self.actions.push(Action::Reload);
        }
    }

    /// Gets ready what changing needs: a ground for the brush, the palette.
    pub(crate) fn prepare_editing(&mut self) {
        let editing = &mut self.viewport.editing;
        let is_land = self.current.as_ref().is_some_and(|it| it.kind == ItemKind::Landscape);
        if editing.on && is_land && !editing.ground.is_ready() && self.viewport.has_scene() {
            let document = self.current.as_ref().and_then(|current| current.document.as_ref());
            if let Some(document) = document {
                self.viewport.editing.ground.take(document.bytes());
            }
            let names = self.viewport.level_mut().map(|level| level.material_names());
            self.viewport.editing.ground.materials = names.unwrap_or_default();
        }
        self.prepare_node();
        self.prepare_spots();
        self.prepare_areals();
        let ended = self.viewport.editing.ground.take_ended();
        self.actions.extend(ended.map(Request::Ground).map(Action::Change));
        self.take_followed();
        self.look_for_troubles();
        if self.desk.palette && self.desk.placeables.is_empty() && self.desk.job.is_none() {
            let game = self.game.clone();
            self.desk.job = Some(spawn("palette", &self.wake, move |worker| {
                worker.send(game.map(|game| mission::palette(&game)).unwrap_or_default());
                Ok(())
            }));
        }
        while let Some(news) = self.desk.job.as_mut().and_then(Job::news) {
            match news {
                News::Part(placeables) => self.desk.placeables = placeables,
                News::Done => self.desk.job = None,
                News::Failed(why) => {
                    self.desk.job = None;
                    self.complain(why);
                }
            }
        }
    }

    /// The keys of the node that is selected, while nodes are changed.
    fn prepare_node(&mut self) {
        let frame = self.viewport.playback.time * self.viewport.view.settings.fps;
        let is_on = self.viewport.editing.on;
        let current = self.current.as_ref().filter(|it| it.kind == ItemKind::Model);
        let document = current.and_then(|current| current.document.as_ref());
        // What is pulled stays what it was when it was taken hold of.
        if self.viewport.editing.held.is_some() {
            return;
        }
        let node = self.viewport.outlined_part.filter(|_| is_on).zip(document);
        let keys = node.and_then(|(node, it)| NodeKeys::of(it.bytes(), node, frame));
        self.viewport.editing.node = keys;
    }

    /// Control points of what is open; sockets of a model while it is changed.
    fn prepare_spots(&mut self) {
        let is_on = self.viewport.editing.on;
        let current = self.current.as_ref().filter(|_| self.viewport.has_scene());
        let document = current.and_then(|current| Some((current.document.as_ref()?, current.kind)));
        self.viewport.editing.spots = match document {
            Some((document, ItemKind::Points)) => Spot::points(document.bytes()),
            Some((document, ItemKind::Model)) if is_on => Spot::sockets(document.bytes()),
            _ => Vec::new(),
        };
        let parts = self.current.as_ref().and_then(|current| Parts::of(current.kind));
        let clicked = self.viewport.editing.clicked_part.take();
        if let (Some(part), Some(parts)) = (clicked, parts) {
            self.select_part(&parts, part);
            self.desk.scroll_scene = true;
        }
    }

    /// Whether the palette is being read.
    pub(crate) fn reads_palette(&self) -> bool {
        let is_ending = self.viewport.editing.ground.has_ended();
        is_ending || self.desk.job.is_some() || self.desk.follow.is_busy()
    }

    /// Areals to be changed.
    fn prepare_areals(&mut self) {
        let current = self.current.as_ref().filter(|it| it.kind == ItemKind::Areals);
        let document = current.and_then(|current| current.document.as_ref());
        if let Some(document) = document.filter(|_| self.viewport.shows_areals()) {
            self.viewport.editing.areals.take(document.bytes());
        }
    }

    /// One more corner for the selected areal; `None` where corners are not what is changed.
    pub(crate) fn corner_of_areal(&self) -> Option<Request> {
        let editing = &self.viewport.editing;
        let is_on = editing.on && self.viewport.shows_areals();
        let areal = self.viewport.outlined_part.filter(|_| is_on)?;
        let more =
            editing.areals.middle(areal).filter(|_| editing.areals.kind == ArealKind::Corners);
        more.map(Request::Areals)
    }

    /// A corner of an areal that was moved sideways, as high above the ground beside it as before.
    /// Those of lakes stay level.
    fn on_ground_beside(&self, areal: usize, from: [f32; 3], to: [f32; 3]) -> [f32; 3] {
        let shape = self.viewport.editing.areals.shape(areal);
        let [[x0, y0, z0], [x, y, z]] = [from, to];
        if shape.is_none_or(|shape| shape.is_lake) || z0 != z {
            return to;
        }
        let path = self.current.as_ref().map_or("", |current| current.path.as_str());
        let name = path.rsplit('/').next().unwrap_or_default();
        let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
        let land = self.node_beside(&format!("{stem}.msh")).and_then(|node| self.bytes_of(&node));
        let ground = land.and_then(|land| {
            let mut findings = Findings::new(Mode::Tolerant, false);
            Some(Ground::of(&Landscape::read_tolerant(&land, &mut findings).ok()?))
        });
        let height = |at: [f32; 2]| ground.as_ref()?.height(at, &walker()).map(|footing| footing.z);
        match (height([x0, y0]), height([x, y])) {
            (Some(was), Some(now)) => [x, y, z + now - was],
            _ => to,
        }
    }

    /// Makes a mission on the level that is open, and opens it.
    fn create_mission(&mut self, title: &str) {
        let made = platform::guarded(|| self.written_mission(title));
        match made {
            Ok(folder) => {
                let texts = self.texts();
                self.say(format!("{} {folder}. {}", texts.saved, texts.mission_hint));
                self.reveal = Some((format!("{folder}/{MISSION_FILE}"), String::new()));
                self.actions.push(Action::Reload);
            }
            Err(why) => self.complain(why),
        }
    }

    fn written_mission(&self, title: &str) -> Result<String, String> {
        let texts = self.texts();
        let current = self.current.as_ref().ok_or_else(|| texts.nothing_open.to_owned())?;
        let game = self.game.as_ref().ok_or_else(|| texts.needs_game.to_owned())?;
        let told = |error: ngi_verbs::Error| error.to_string();
        let base = current.path.rsplit_once('.').map_or(current.path.as_str(), |(base, _)| base);
        let made = mission::create(game, base, title).map_err(told)?;
        let place = game.vfs().locate("MISSIONS").ok().and_then(|it| it.disk_path());
        let place: PathBuf = place.ok_or_else(|| texts.needs_game.to_owned())?;
        let name = made.folder.rsplit('/').next().unwrap_or_default();
        let folder = place.join(name);
        std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
        let mut delivery = Delivery::new();
        for (name, bytes) in made.files {
            let fields = NewFields::default();
            delivery.put(&folder.join(name), bytes, fields, Replace::Never).map_err(told)?;
        }
        let title = format!("new mission {}", made.folder);
        let told = |error: ngi_vfs::Error| error.to_string();
        let mut transaction = Transaction::begin(&folder, title).map_err(told)?;
        delivery.stage(&mut transaction, false).map_err(|error| error.to_string())?;
        transaction.commit().map_err(told)?;
        Ok(made.folder)
    }
}
