//! The tab About: the facts about the open file that people want to know first, with links.
//!
//! | file | contents |
//! |---|---|
//! | `rows` | facts as labelled rows of text |
//! | `sections` | materials, skins, clans, aims, colours: everything that is more than a row |
//! | `links` | files that the open file uses, and files that use it |
//!
//! Facts come from [`ngi_verbs::facts`]. They are read in the background whenever the open file or
//! its changes are other ones.

mod links;
mod rows;
mod sections;
mod skins;

use egui::{RichText, ScrollArea, Ui};
use ngi_verbs::facts::{self, Dress, Facts, SkyColours};
use ngi_verbs::references::{Reference, References};
use ngi_verbs::surroundings::Game;

use crate::app::Current;
use crate::library::{Index, ItemKind, title};
use crate::panels::{uses, widgets};
use crate::platform::{Job, News, Wake, spawn};
use crate::texts::{Language, Texts};
use crate::thumbnails::Thumbnails;
use crate::{Action, style};

pub use links::Users;
pub use rows::{clock, ground_name};
pub use sections::{colour_text, swatch_at, swatches};

/// Colours of a day of a sky.
const STEPS: u32 = 288;
/// Most days of a sky that are shown.
const MOST_DAYS: usize = 16;

/// State of the tab.
#[derive(Default)]
pub struct About {
    sheet: Option<Sheet>,
    job: Option<Job<Sheet>>,
    is_stale: bool,
    /// Users of the open file: its path, and those that were found.
    users: Option<(String, Users)>,
    /// True once the window has looked for users in this place by itself.
    has_searched: bool,
    /// Wear table that the open model is shown with: the path of the model and that of the table.
    worn: Option<(String, String)>,
}

/// Facts about one file.
pub struct Sheet {
    /// Path of the file.
    pub path: String,
    /// Facts by kind.
    pub facts: Option<Facts>,
    /// Materials that it uses, and other wear tables.
    pub dress: Dress,
    /// Colours of a sky, day by day.
    pub strips: Vec<Vec<SkyColours>>,
}

/// State of the search for users of files.
pub enum Relations<'a> {
    /// No search has run.
    Unknown,
    /// The search is running.
    Searching,
    /// All references of the game.
    Known(&'a References),
}

/// Data that the tab is drawn from.
pub struct Scene<'a> {
    /// The open file.
    pub current: &'a Current,
    /// All files.
    pub index: &'a Index,
    /// References between files.
    pub relations: Relations<'a>,
    /// True if a mission with a list of objects is drawn.
    pub has_objects: bool,
    /// Width and height of the drawn texture or image, in pixels.
    pub pixels: Option<[u32; 2]>,
    /// Texts in the language of the window.
    pub texts: &'static Texts,
    /// Language of the window.
    pub language: Language,
}

impl Scene<'_> {
    /// Returns the path of what a reference of the open file means.
    fn meant_by(&self, reference: &Reference) -> Option<String> {
        let known = match self.relations {
            Relations::Known(known) => Some(known),
            _ => None,
        };
        uses::meant(self.index, known, &self.current.path, reference)
    }
}

impl About {
    /// Returns the facts that are shown, once they are read.
    pub fn sheet(&self) -> Option<&Sheet> {
        self.sheet.as_ref()
    }

    /// Returns true while facts are being read.
    pub fn is_busy(&self) -> bool {
        self.job.is_some()
    }

    /// Reads the facts again: the open file or its changes are other ones.
    pub fn renew(&mut self) {
        self.is_stale = true;
    }

    /// Takes notice of a file that was opened: its facts are read, and it wears its own table.
    pub fn open(&mut self) {
        (self.worn, self.is_stale) = (None, true);
    }

    /// Forgets what is known about users: the files are other ones.
    pub fn forget_users(&mut self) {
        (self.users, self.has_searched) = (None, false);
    }

    /// Returns true the first time, in a place, that users should be searched for.
    pub fn wants_search(&mut self) -> bool {
        !std::mem::replace(&mut self.has_searched, true)
    }

    /// Returns the wear table that a model is shown with, if it is not its own.
    pub fn worn_by(&self, model: &str) -> Option<&str> {
        let (of, wear) = self.worn.as_ref()?;
        (of == model).then_some(wear.as_str())
    }

    /// Remembers the wear table that a model is shown with.
    pub fn wear(&mut self, model: &str, wear: &str) {
        self.worn = Some((model.to_owned(), wear.to_owned()));
    }

    /// Takes facts that were read, and starts reading those of the open file if they are missing.
    pub fn follow(&mut self, current: Option<&Current>, game: Option<&Game>, wake: &Wake) {
        while let Some(news) = self.job.as_mut().and_then(Job::news) {
            match news {
                News::Part(sheet) => self.sheet = Some(sheet),
                News::Done | News::Failed(_) => self.job = None,
            }
        }
        let Some(current) = current else {
            (self.sheet, self.job) = (None, None);
            return;
        };
        if !std::mem::take(&mut self.is_stale) {
            return;
        }
        if self.sheet.as_ref().is_some_and(|sheet| sheet.path != current.path) {
            self.sheet = None;
        }
        let Some(document) = current.document.clone() else {
            (self.sheet, self.job) = (None, None);
            return;
        };
        let (path, kind, game) = (current.path.clone(), current.kind, game.cloned());
        self.job = Some(spawn("about", wake, move |worker| {
            let (node, game) = (&document.node, game.as_ref());
            let facts = facts::of_bytes(node, document.bytes(), game);
            let dress = match kind {
                ItemKind::Model => Dress::of_model(node, game),
                _ if *document.format.kind == ngi_formats::kinds::WEAR => {
                    Dress::of_wear(node, game)
                }
                _ => Dress::default(),
            };
            let strips = match &facts {
                Some(Facts::Sky(sky)) => {
                    let days = 0..sky.days.len().min(MOST_DAYS);
                    days.map(|day| facts::strip(document.bytes(), day, STEPS)).collect()
                }
                _ => Vec::new(),
            };
            worker.send(Sheet { path, facts, dress, strips });
            Ok(())
        }));
    }

    /// Draws the tab, and returns what the user asked for.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        scene: &Scene<'_>,
        thumbnails: &mut Thumbnails,
    ) -> Vec<Action> {
        let mut actions = Vec::new();
        let path = &scene.current.path;
        if let Relations::Known(all) = &scene.relations
            && self.users.as_ref().is_none_or(|(of, _)| of != path)
        {
            self.users = Some((path.clone(), Users::find(all, scene.index, path)));
        }
        let sheet = self.sheet.as_ref().filter(|sheet| sheet.path == *path);
        let area = ScrollArea::vertical().auto_shrink([false, false]).id_salt("about");
        area.show(ui, |ui| {
            heading(ui, scene, sheet);
            if let Some(why) = &scene.current.error {
                ui.colored_label(style::error(ui), scene.texts.error(why));
            }
            match (sheet, &self.job) {
                (Some(sheet), _) => {
                    let worn = self.worn_by(path);
                    facts_of(ui, scene, sheet, worn, thumbnails, &mut actions);
                }
                (None, Some(_)) => drop(ui.spinner()),
                (None, None) if scene.pixels.is_some() => rows::show(ui, &rows::of_image(scene)),
                (None, None) => sections::contents(ui, scene, &mut actions),
            }
            if is_container(scene) && sheet.is_some() {
                sections::contents(ui, scene, &mut actions);
            }
            links::uses(ui, scene, sheet, &mut actions);
            let users = self.users.as_ref().filter(|(of, _)| of == path).map(|(_, users)| users);
            links::used_by(ui, scene, users, thumbnails, &mut actions);
            ui.add_space(12.0);
        });
        actions
    }
}

fn is_container(scene: &Scene<'_>) -> bool {
    matches!(scene.current.kind, ItemKind::Folder | ItemKind::Archive)
}

/// Draws the title or name, and below it what the file is and how large.
fn heading(ui: &mut Ui, scene: &Scene<'_>, sheet: Option<&Sheet>) {
    let current = scene.current;
    let name = current.path.rsplit('/').next().unwrap_or(&current.path);
    let titled = sheet.and_then(|sheet| sheet.facts.as_ref()?.title());
    ui.add_space(4.0);
    let heading = RichText::new(titled.unwrap_or(name)).strong().size(18.0);
    ui.add(egui::Label::new(heading).wrap()).on_hover_text(&current.path);
    let kind = match current.document.as_ref() {
        Some(document) => title(document.format.kind, scene.language).to_owned(),
        None => current.kind.name(scene.texts).to_owned(),
    };
    let mut line = widgets::sentence(&kind);
    if current.kind != ItemKind::Folder {
        line = format!("{line}, {}", widgets::size_text(current.bytes.len() as u64, scene.texts));
    }
    if titled.is_some() {
        line = format!("{line} · {name}");
    }
    ui.weak(line);
    ui.add_space(6.0);
}

fn facts_of(
    ui: &mut Ui,
    scene: &Scene<'_>,
    sheet: &Sheet,
    worn: Option<&str>,
    thumbnails: &mut Thumbnails,
    actions: &mut Vec<Action>,
) {
    let rows = sheet.facts.as_ref().map(|facts| rows::of(facts, scene.texts, scene.language));
    rows::show(ui, &rows.unwrap_or_default());
    match &sheet.facts {
        Some(Facts::Mission(mission)) => sections::mission(ui, scene, mission, actions),
        Some(Facts::Unit(unit)) => sections::unit(ui, scene, unit, actions),
        Some(Facts::Palette(palette)) => sections::palette(ui, &palette.colours),
        Some(Facts::Material(material)) => {
            sections::textures(ui, scene, &material.textures, thumbnails, actions);
        }
        Some(Facts::Areals(_)) => sections::areals(ui, scene, actions),
        _ => {}
    }
    sections::dress(ui, scene, &sheet.dress, worn, thumbnails, actions);
}

/// Draws the title of a section.
fn section(ui: &mut Ui, name: &str) {
    ui.add_space(10.0);
    ui.label(RichText::new(name).strong());
}
