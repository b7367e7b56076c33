//! The thing under the pointer: a card with its name and buttons after a click, and the menu of a
//! right click.
//!
//! [`Thing`] collects what is known from the scene, the index and the mission. [`card`] and [`menu`]
//! draw it and return an [`Ask`], which `App::ask_picked` carries out.

use egui::{Color32, Frame, Margin, Rect, RichText, Ui, UiBuilder, vec2};
use ngi_engine::world::{Placed, World};
use ngi_formats::tma::PlacedKind;
use ngi_formats::{text, wear};
use ngi_render::scene::Picked;

use crate::editing::Parts;
use crate::library::{Index, ItemKind};
use crate::panels::tools::{Tip as _, with_key};
use crate::shortcuts::{Command, Words};
use crate::texts::Texts;
use crate::{Action, App};

/// Width of the card.
const WIDTH: f32 = 270.0;
/// Distance of the card from the edges of the viewport.
const INSET: f32 = 12.0;
/// A viewport narrower than this has no room for the card's buttons.
const LEAST: f32 = 200.0;

/// State of the card.
#[derive(Debug, Default)]
pub struct State {
    /// Whether numbers of node, batch and triangle are shown.
    pub details: bool,
}

/// Request of the user from the card or the menu.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ask {
    /// Open a file or entry.
    Open(String),
    /// Open the texture of a material.
    Texture(String),
    /// Hide a part of the scene.
    Hide(usize),
    /// Hide all parts but one.
    Isolate(usize),
    /// Show all parts again.
    ShowAll,
    /// Walk as a unit of the mission.
    Walk(usize),
    /// Select nothing.
    Forget,
    /// Run a command of the viewport.
    Run(Command),
}

/// The thing under the pointer.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Thing {
    /// Name, owner and kind, such as "Hero (Player), scout".
    pub title: String,
    /// Its unit's file.
    pub unit: Option<String>,
    /// Its model.
    pub model: Option<String>,
    /// Its material.
    pub material: Option<String>,
    /// Its number among the parts of the scene that can be hidden.
    pub part: Option<usize>,
    /// Its number among the objects, if it can walk.
    pub walker: Option<usize>,
}

/// Sources of the data about a clicked thing.
pub struct Source<'a> {
    /// Kind of the open file.
    pub kind: ItemKind,
    /// Items of the game.
    pub index: &'a Index,
    /// The mission, if one is open.
    pub world: Option<&'a World>,
    /// Texts in the user's language.
    pub texts: &'static Texts,
}

impl Source<'_> {
    /// Collects what is known of a thing.
    pub fn thing(&self, picked: &Picked) -> Thing {
        let placed = picked.object.and_then(|it| self.world?.objects.get(it));
        let mut thing = match placed {
            Some(placed) => self.object(placed, picked),
            None => self.part(picked),
        };
        if thing.title.is_empty() {
            thing.title = match (picked.areal, picked.pixel) {
                (Some(areal), _) => format!("{} {areal}", self.texts.picked_areal),
                (None, Some([x, y])) => format!("{} {x}, {y}", self.texts.picked_pixel),
                _ => self.texts.picked_point.to_owned(),
            };
        }
        thing
    }

    /// An object of a mission.
    fn object(&self, placed: &Placed, picked: &Picked) -> Thing {
        let path = placed.path.replace('\\', "/");
        let model = picked.part.and_then(|part| placed.assembly.parts.get(part)?.model.as_ref());
        let material = model.zip(picked.material).and_then(|(model, row)| {
            let wear = model.object.wear.as_ref()?;
            let wear = wear::Wear::read(&wear.bytes, wear::Parser::default()).ok()?;
            let row = wear.row(row)?;
            self.material(&text::decode(row.name))
        });
        let clan = self.world.and_then(|world| world.clan_of(placed.index));
        let is_unit = matches!(placed.kind, PlacedKind::UNIT | PlacedKind::BUILDING);
        Thing {
            title: title(placed, clan.map(|clan| clan.name.as_str())),
            unit: self.path(&path).filter(|_| is_unit),
            model: model.and_then(|model| self.path(&model.file.node.path())),
            material,
            part: Some(placed.index),
            walker: (placed.kind == PlacedKind::UNIT && placed.is_there).then_some(placed.index),
        }
    }

    /// A part of anything else: a node of a model, a part of a unit, a square of a landscape.
    fn part(&self, picked: &Picked) -> Thing {
        let name = picked.material_name.as_deref().unwrap_or_default();
        let node = picked.node_name.as_deref().filter(|name| !name.is_empty());
        let numbered = |what: &str, number: usize| format!("{what} {number}");
        let title = match (node, picked.node) {
            (Some(node), _) => node.to_owned(),
            (None, Some(node)) => numbered(self.texts.picked_node, node),
            (None, None) => name.to_owned(),
        };
        let part = match self.kind {
            ItemKind::Model => picked.node,
            ItemKind::Unit => picked.part,
            ItemKind::Landscape => picked.slot,
            _ => None,
        };
        Thing { title, part, material: self.material(name), ..Thing::default() }
    }

    /// Returns the path of a material.
    fn material(&self, name: &str) -> Option<String> {
        let found = self.index.named(name).find(|item| item.kind == ItemKind::Material);
        found.map(|item| item.path.clone())
    }

    /// Returns a path as the index spells it.
    fn path(&self, path: &str) -> Option<String> {
        let id = self.index.find(path)?;
        self.index.get(id).map(|item| item.path.clone())
    }
}

/// Names an object of a mission: "Hero (Player), scout".
fn title(placed: &Placed, clan: Option<&str>) -> String {
    let name = placed.label();
    let file = placed.path.rsplit(['\\', '/']).next().unwrap_or_default();
    let kind = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
    let clan = clan.filter(|clan| !clan.is_empty());
    let mut title = name.to_owned();
    if let Some(clan) = clan {
        title = format!("{title} ({clan})");
    }
    let is_other = !kind.is_empty() && !name.eq_ignore_ascii_case(kind) && name != placed.path;
    if is_other { format!("{title}, {kind}") } else { title }
}

/// A button: its label, its tooltip, and what it does.
type Button = (Words, Words, Ask);

impl Thing {
    /// Returns the buttons that make sense, in their order.
    fn buttons(&self) -> Vec<Button> {
        let open = |path: &Option<String>| path.clone().map(Ask::Open);
        let all: [(Words, Words, Option<Ask>); 7] = [
            (|t| t.open_unit, |t| t.tips().open_unit, open(&self.unit)),
            (|t| t.open_model, |t| t.tips().open_model, open(&self.model)),
            (|t| t.open_material, |t| t.tips().open_material, open(&self.material)),
            (
                |t| t.open_texture,
                |t| t.tips().open_texture,
                self.material.clone().map(Ask::Texture),
            ),
            (|t| t.hide, |t| t.tips().hide, self.part.map(Ask::Hide)),
            (|t| t.isolate, |t| t.tips().isolate, self.part.map(Ask::Isolate)),
            (|t| t.walk_as, |t| t.tips().walk_as, self.walker.map(Ask::Walk)),
        ];
        all.into_iter().filter_map(|(name, tip, ask)| Some((name, tip, ask?))).collect()
    }
}

/// Draws the card into the upper left corner of a viewport. `details` are lines about node, batch
/// and triangle.
pub fn card(
    ui: &mut Ui,
    viewport: Rect,
    state: &mut State,
    thing: &Thing,
    (details, texts): (&[String], &Texts),
) -> Option<Ask> {
    if viewport.width() < LEAST {
        return None;
    }
    let width = WIDTH.min(viewport.width() - 2.0 * INSET - 16.0);
    let room = Rect::from_min_size(viewport.min + vec2(INSET, INSET), vec2(width + 16.0, 10.0));
    let mut ui = ui.new_child(UiBuilder::new().max_rect(room));
    ui.set_clip_rect(viewport.shrink(2.0));
    let frame = Frame::new()
        .fill(Color32::from_black_alpha(190))
        .corner_radius(6.0)
        .inner_margin(Margin::same(8));
    let mut ask = None;
    frame.show(&mut ui, |ui| {
        *ui.visuals_mut() = egui::Visuals::dark();
        ui.set_width(width);
        ui.horizontal(|ui| {
            let title = RichText::new(&thing.title).strong().size(14.5).color(Color32::WHITE);
            let label = egui::Label::new(title).truncate();
            let size = vec2(width - 30.0, 20.0);
            let layout = egui::Layout::left_to_right(egui::Align::Center);
            ui.allocate_ui_with_layout(size, layout, |ui| {
                ui.set_min_width(size.x);
                ui.add(label).on_hover_text(&thing.title);
            });
            let cross = ui.add(egui::Button::new("×").frame(false));
            cross.widget_info(|| {
                egui::WidgetInfo::labeled(egui::Role::Button, true, texts.deselect)
            });
            if cross.tip(texts.tips().deselect).clicked() {
                ask = Some(Ask::Forget);
            }
        });
        ui.horizontal_wrapped(|ui| {
            for (name, tip, own) in thing.buttons() {
                if ui.button(name(texts)).tip(tip(texts)).clicked() {
                    ask = Some(own);
                }
            }
            let details = ui.selectable_label(state.details, texts.details);
            if details.tip(texts.tips().details).clicked() {
                state.details = !state.details;
            }
        });
        if state.details {
            for line in details {
                let line = RichText::new(line).monospace().size(11.5);
                ui.add(egui::Label::new(line).wrap());
            }
        }
    });
    ask
}

/// Draws the menu of a right click. `hides`: parts of the scene are hidden.
pub fn menu(ui: &mut Ui, thing: Option<&Thing>, hides: bool, texts: &Texts) -> Option<Ask> {
    let mut ask = None;
    if let Some(thing) = thing {
        ui.strong(&thing.title);
        ui.separator();
        for (name, tip, own) in thing.buttons() {
            if ui.button(name(texts)).tip(tip(texts)).clicked() {
                ask = Some(own);
            }
        }
        ui.separator();
    }
    if hides && ui.button(texts.show_all).tip(texts.tips().show_all).clicked() {
        ask = Some(Ask::ShowAll);
    }
    let commands: [(&str, Command); 3] = [
        (texts.key_frame, Command::Frame),
        (texts.key_reset, Command::Reset),
        (texts.key_screenshot, Command::Screenshot),
    ];
    for (name, command) in commands {
        if ui.button(name).tip(with_key(name, command)).clicked() {
            ask = Some(Ask::Run(command));
        }
    }
    ask
}

impl App {
    /// Returns the thing that was clicked, if something was.
    pub(crate) fn picked_thing(&self) -> Option<Thing> {
        let picked = self.viewport.picked.as_ref()?;
        let kind = self.current.as_ref()?.kind;
        let world = self.viewport.world();
        let source = Source { kind, index: &self.index, world, texts: self.texts() };
        Some(source.thing(picked))
    }

    /// Returns the name of the thing that was clicked.
    pub fn picked_title(&self) -> Option<String> {
        self.picked_thing().map(|thing| thing.title)
    }

    /// Carries out a button of the card or the menu.
    pub(crate) fn ask_picked(&mut self, ask: Ask) {
        match ask {
            Ask::Open(path) => self.actions.push(Action::Select(path)),
            Ask::Texture(material) => self.open_texture_of(&material),
            Ask::Hide(part) => {
                self.viewport.hide(part, true);
                self.viewport.picked = None;
            }
            Ask::Isolate(part) => self.isolate(part),
            Ask::ShowAll => self.viewport.show_all(),
            Ask::Walk(object) => {
                if let Some(mission) = &mut self.viewport.mission {
                    mission.objects.select(object);
                }
                self.viewport.toggle_walk();
            }
            Ask::Forget => self.viewport.forget_pick(),
            Ask::Run(command) => self.run_command(command),
        }
    }

    /// Hides all parts of the scene but one.
    fn isolate(&mut self, part: usize) {
        let document = self.current.as_ref().and_then(|current| current.document.as_ref());
        let parts = self.current.as_ref().and_then(|current| Parts::of(current.kind));
        let tree = document.and_then(|document| document.tree().ok());
        let count = parts.zip(tree).map_or(0, |(parts, tree)| parts.count(&tree));
        self.viewport.hide_all_but(part, count);
    }

    /// Opens the first texture of a material.
    fn open_texture_of(&mut self, material: &str) {
        let item = self.index.find(material).and_then(|id| self.index.get(id));
        let Some(item) = item else { return };
        let opened = crate::document::open(&item.node, None);
        let texture = opened.references.iter().find_map(|reference| {
            let known = self.known_relations();
            let meant = crate::panels::uses::meant(&self.index, known, material, reference)?;
            let kind = self.index.find(&meant).and_then(|id| self.index.get(id))?.kind;
            (kind == ItemKind::Texture).then_some(meant)
        });
        match texture {
            Some(path) => self.actions.push(Action::Select(path)),
            None => self.complain(self.texts().no_texture),
        }
    }
}
