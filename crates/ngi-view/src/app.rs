//! The app: what is open, and how the window is laid out around it.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use egui::{CentralPanel, Panel, PointerButton, Ui};
use ngi_convert::OutFile;
use ngi_formats::Finding;
use ngi_render::Overlays;
use ngi_verbs::check::Report;
use ngi_verbs::references::{Reference, References};
use ngi_verbs::surroundings::Game;
use ngi_vfs::Bytes;

use crate::compare::Compare;
use crate::document::{Document, Fields};
use crate::exchange::Exchange;
use crate::gallery::{Gallery, Of};
use crate::library::{Index, Item, ItemKind, TreeView};
use crate::motion::Motion;
use crate::open::Loaded;
use crate::palette::Palette;
use crate::panels::sides::{Side, Unfolded};
use crate::parts::Parts;
use crate::parts::pacing::Pacing;
use crate::parts::picked;
use crate::parts::welcome::Around;
use crate::platform::{self, Chosen, Job, Over, Place, Wake, Watch};
use crate::settings::{Settings, Theme};
use crate::shortcuts::{self, Command};
use crate::sound::Wave;
use crate::tabs::{Ask, Tabs};
use crate::texts::Texts;
use crate::thumbnails::Thumbnails;
use crate::trail::Trail;
use crate::unsaved::Unsaved;
use crate::viewport::{Canvas, Viewport};
use crate::{Action, panels, style};

/// The tabs of the right side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Tab {
    /// The facts that people want to know first.
    #[default]
    About,
    /// Every field.
    Fields,
    /// What a check found.
    Findings,
    /// Who uses what.
    Uses,
    /// The raw bytes.
    Bytes,
    /// The objects of a mission.
    Objects,
    /// What the scene consists of.
    Scene,
}

/// What is open.
pub struct Current {
    /// Its path below the mount.
    pub path: String,
    /// What it is.
    pub kind: ItemKind,
    /// Its bytes as they are on disk.
    pub bytes: Bytes,
    /// Its fields, if its format is known and it can be followed.
    pub document: Option<Document>,
    /// What went wrong while opening it.
    pub error: Option<String>,
    /// What went wrong with the picture of it.
    pub scene_error: Option<String>,
    /// What a check found.
    pub findings: Vec<Finding>,
    /// What it names in other files.
    pub references: Vec<Reference>,
    /// It as readable text, line by line.
    pub lines: Vec<String>,
}

/// The state of the list of fields.
#[derive(Default)]
pub struct Inspector {
    /// Which fields are rows.
    pub fields: Fields,
    /// The field whose details are shown.
    pub selected: Option<String>,
    /// Rows that are marked together: what is changed in one of them is changed in all.
    pub marked: BTreeSet<String>,
    /// The number that is being slid, until the mouse lets it go.
    pub(crate) sliding: Option<(String, f64)>,
    /// The field that is being typed into, and what was typed.
    pub editing: Option<(String, String)>,
    /// What fields are searched for.
    pub filter: String,
    /// The field to be scrolled to.
    pub scroll_to: Option<String>,
    /// The colour that is being chosen for a field, until the mouse lets it go.
    pub(crate) mixing: Option<(String, [u8; 3])>,
    /// The field that the raw bytes were scrolled to.
    pub(crate) bytes_at: Option<String>,
}

/// Something said in the line at the bottom.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// What was said.
    pub text: String,
    /// Whether something went wrong.
    pub is_error: bool,
}

/// What waits until somebody says what becomes of changes that are not saved.
pub(crate) enum Closing {
    /// The window shall close.
    Window,
    /// Something else shall be opened.
    Place(Place),
}

/// The viewer.
pub struct App {
    pub(crate) wake: Wake,
    /// The window that jobs in the background wake.
    woken: Arc<Mutex<egui::Context>>,
    /// What is remembered.
    pub settings: Settings,
    /// What was opened.
    pub place: Option<Place>,
    pub(crate) game: Option<Game>,
    /// Mods that games are seen through.
    pub(crate) over: Option<Over>,
    /// Looks after the files of the place.
    pub(crate) watch: Option<Watch>,
    pub(crate) follows: bool,
    /// Everything below it.
    pub index: Index,
    /// Which of it the tree shows.
    pub tree: TreeView,
    /// What is searched for.
    pub search: String,
    pub(crate) focus_search: bool,
    pub(crate) scroll_tree: Option<usize>,
    pub(crate) index_job: Option<Job<Vec<Item>>>,
    /// The index that is being made anew, while the old one is still shown.
    pub(crate) next_index: Option<Index>,
    /// The path that is selected.
    pub selected: Option<String>,
    /// What is open.
    pub current: Option<Current>,
    pub(crate) open_job: Option<Job<Loaded>>,
    /// Changed documents that are not open now, by path.
    pub changed: HashMap<String, Document>,
    /// The list of fields.
    pub inspector: Inspector,
    /// The tab of the right side.
    pub tab: Tab,
    pub(crate) reveal: Option<(String, String)>,
    /// What a check of everything found.
    pub report: Report,
    pub(crate) findings_of_all: bool,
    pub(crate) check_job: Option<Job<Report>>,
    /// Who refers to whom, once that was asked.
    pub relations: Option<References>,
    pub(crate) uses_job: Option<Job<References>>,
    pub(crate) dialog: Option<Job<Chosen>>,
    pub(crate) demo_job: Option<Job<(String, Vec<u8>)>>,
    pub(crate) demo_files: Vec<(String, Vec<u8>)>,
    /// What is at work outside of the app's own jobs, and how far it has come.
    pub outside: Option<(String, f32)>,
    /// A file on its way out: a picture, an export.
    pub(crate) hand_out_job: Option<Job<OutFile>>,
    /// Where that goes first, if somebody said so.
    pub(crate) hand_out_to: Option<std::path::PathBuf>,
    /// What goes out and comes in.
    pub exchange: Exchange,
    /// Nobody outside of the window is asked for anything: no dialogs of the system, no other
    /// programs.
    pub asks_nobody: bool,
    /// The list of commands.
    pub palette: Palette,
    /// Whether the picture has the whole screen.
    pub full_screen: bool,
    /// The wave of the sound that is open, once somebody looked.
    pub(crate) wave: Option<Option<Wave>>,
    /// Pictures of what is looked at.
    pub shots: crate::shots::Shots,
    /// The middle as a grid of pictures.
    pub gallery: Gallery,
    /// What was looked at before.
    pub trail: Trail,
    /// What moves in the gallery.
    pub motion: Option<Motion>,
    /// What else is open.
    pub tabs: Tabs,
    /// What is open, and what it is compared with.
    pub compare: Option<Compare>,
    /// A mod, or else a game folder, that is being chosen to compare with.
    pub(crate) choosing_compared: Option<(bool, Job<Chosen>)>,
    /// The middle.
    pub viewport: Viewport,
    pub(crate) thumbnails: Thumbnails,
    /// What was said, the newest last.
    pub messages: Vec<Message>,
    /// So many of them were said before what is open was opened.
    pub(crate) said_before: usize,
    /// Files of which was said that they cannot be saved.
    pub(crate) told_read_only: HashSet<String>,
    /// Which side a narrow window shows.
    pub unfolded: Unfolded,
    /// Whether the shortcuts are shown.
    pub help: bool,
    pub(crate) closing: Option<Closing>,
    /// What was changed on disk and here, until somebody says what counts.
    pub(crate) conflict: Option<ngi_vfs::Node>,
    pub(crate) may_close: bool,
    /// What is to be done before the next frame.
    pub actions: Vec<Action>,
    pub(crate) last_picked: Option<ngi_render::scene::Picked>,
    /// What the title bar says.
    titled: String,
    /// When somebody last did something in the window, in its seconds.
    touched: f64,
    pub(crate) unsaved: Unsaved,
    /// What lies beside the picture while something is changed in it.
    pub(crate) desk: crate::editing::Desk,
    /// Parts of the window that own their state.
    pub parts: Parts,
}

impl App {
    /// A viewer that draws with a window's card; without one everything but the pictures works.
    pub fn new(
        ctx: &egui::Context,
        state: Option<egui_wgpu::RenderState>,
        settings: Settings,
    ) -> Self {
        style::apply(ctx);
        ctx.add_plugin(Pacing::default());
        let woken = Arc::new(Mutex::new(ctx.clone()));
        let window = Arc::clone(&woken);
        let wake: Wake = Arc::new(move || {
            window.lock().unwrap_or_else(PoisonError::into_inner).request_repaint();
        });
        let mut viewport = Viewport::new(canvas(state, &settings));
        viewport.playback.speed = settings.speed;
        viewport.playback.looping = settings.looping;
        viewport.sound = settings.sound;
        viewport.view.overlays = viewport.view.overlays.with(Overlays::GRID, settings.grid);
        let gpu = viewport.canvas().map(|canvas| canvas.gpu().clone());
        Self {
            thumbnails: Thumbnails::new(gpu, &wake),
            wake,
            woken,
            settings,
            place: None,
            game: None,
            over: None,
            watch: None,
            follows: false,
            index: Index::default(),
            tree: TreeView::default(),
            search: String::new(),
            focus_search: false,
            scroll_tree: None,
            index_job: None,
            next_index: None,
            selected: None,
            current: None,
            open_job: None,
            changed: HashMap::new(),
            inspector: Inspector::default(),
            tab: Tab::default(),
            reveal: None,
            report: Report::default(),
            findings_of_all: false,
            check_job: None,
            relations: None,
            uses_job: None,
            dialog: None,
            demo_job: None,
            demo_files: Vec::new(),
            outside: None,
            hand_out_job: None,
            hand_out_to: None,
            exchange: Exchange::default(),
            asks_nobody: false,
            palette: Palette::default(),
            full_screen: false,
            wave: None,
            shots: crate::shots::Shots::default(),
            gallery: Gallery::default(),
            trail: Trail::default(),
            motion: None,
            tabs: Tabs::default(),
            compare: None,
            choosing_compared: None,
            viewport,
            messages: Vec::new(),
            said_before: 0,
            told_read_only: HashSet::new(),
            unfolded: Unfolded::default(),
            help: false,
            closing: None,
            conflict: None,
            may_close: false,
            actions: Vec::new(),
            last_picked: None,
            titled: String::new(),
            touched: 0.0,
            unsaved: Unsaved::default(),
            desk: crate::editing::Desk::default(),
            parts: Parts::default(),
        }
    }

    /// Goes on in another window, with another card: the one before is lost, and with it what was
    /// kept on it. Everything else stays, changes that are not saved too.
    pub fn move_to(&mut self, ctx: &egui::Context, state: Option<egui_wgpu::RenderState>) {
        style::apply(ctx);
        ctx.add_plugin(Pacing::default());
        *self.woken.lock().unwrap_or_else(PoisonError::into_inner) = ctx.clone();
        self.forget_aside();
        (self.compare, self.motion) = (None, None);
        self.viewport.set_canvas(canvas(state, &self.settings));
        let gpu = self.viewport.canvas().map(|canvas| canvas.gpu().clone());
        let folder = self.thumbnails.folder();
        self.thumbnails = Thumbnails::new(gpu, &self.wake);
        self.thumbnails.keep_in(folder);
        self.complain(self.texts().card_lost);
    }

    /// Whether the card is gone, so that nothing can be drawn in this window any more.
    pub fn card_is_lost(&mut self) -> bool {
        self.viewport.canvas().is_some_and(|canvas| canvas.gpu().is_lost())
    }

    /// The texts in the user's language.
    pub fn texts(&self) -> &'static Texts {
        Texts::of(self.settings.language)
    }

    /// Whether a path is open with changes that are not saved.
    pub fn is_changed(&self, path: &str) -> bool {
        let current = self.current.as_ref().filter(|current| current.path == path);
        current.and_then(|current| current.document.as_ref()).is_some_and(Document::is_changed)
    }

    /// Whether anything is not saved.
    pub fn has_changes(&self) -> bool {
        let open = self.current.as_ref().is_some_and(|current| self.is_changed(&current.path));
        open || !self.changed.is_empty()
    }

    /// Whether the tree is still being read.
    pub fn is_reading(&self) -> bool {
        self.index_job.is_some()
    }

    /// Whether anything is still to come that a user waits for.
    pub fn is_busy(&self) -> bool {
        self.is_reading()
            || self.open_job.is_some()
            || self.check_job.is_some()
            || self.uses_job.is_some()
            || self.parts.about.is_busy()
            || self.hand_out_job.is_some()
            || self.exchange.job.is_some()
            || self.compare.as_ref().is_some_and(Compare::is_busy)
            || self.demo_job.is_some()
            || self.parts.notice.is_searching()
            || self.desk_is_busy()
            || !self.actions.is_empty()
    }

    /// The small picture of a path, if there is one.
    pub fn thumbnail(&self, path: &str) -> Option<egui::TextureId> {
        self.thumbnails.image(path).map(|(texture, _)| texture)
    }

    /// Keeps small pictures in a folder from now on.
    pub fn keep_pictures(&mut self, folder: Option<std::path::PathBuf>) {
        self.thumbnails.keep_in(folder);
    }

    /// How many small pictures there are.
    pub fn thumbnail_count(&self) -> usize {
        self.thumbnails.count()
    }

    /// Says something in the line at the bottom.
    pub fn tell(&mut self, text: String, is_error: bool) {
        match is_error {
            true => self.complain(text),
            false => self.say(text),
        }
    }

    pub(crate) fn say(&mut self, text: impl Into<String>) {
        self.messages.push(Message { text: text.into(), is_error: false });
    }

    pub(crate) fn complain(&mut self, text: impl Into<String>) {
        let text = self.texts().complaint(text.into());
        self.messages.push(Message { text, is_error: true });
    }

    /// The wave of the sound that is open; `None` where it is none.
    pub fn wave(&mut self) -> Option<&Wave> {
        if self.open_kind() != Some(&ngi_formats::kinds::SOUND) {
            return None;
        }
        let document = self.current.as_ref().and_then(|current| current.document.as_ref());
        let made = || document.and_then(|document| Wave::of(document.bytes()));
        self.wave.get_or_insert_with(made).as_ref()
    }

    /// The last thing that was said of what is open.
    pub fn last_said(&self) -> Option<&Message> {
        self.messages.get(self.said_before..).and_then(<[Message]>::last)
    }

    /// Starts the search for installed games, which the welcome page lists.
    pub fn find_games(&mut self) {
        self.parts.welcome.find_games(&self.wake);
    }

    /// What runs in the background, and how far it has come.
    pub fn running(&self) -> Vec<(String, Option<f32>)> {
        let texts = self.texts();
        let mut jobs = Vec::new();
        if let Some(job) = &self.index_job {
            jobs.push((texts.reading.to_owned(), job.progress()));
        }
        if self.open_job.is_some() {
            jobs.push((texts.opening.to_owned(), None));
        }
        if let Some(job) = &self.check_job {
            jobs.push((texts.checking.to_owned(), job.progress()));
        }
        if let Some(job) = &self.uses_job {
            jobs.push((texts.finding_uses.to_owned(), job.progress()));
        }
        if let Some(job) = &self.demo_job {
            jobs.push((texts.making_demo.to_owned(), job.progress()));
        }
        if let Some(job) = &self.exchange.job {
            jobs.push((texts.exchanging.to_owned(), job.progress()));
        }
        jobs.extend(
            self.shots.film.iter().map(|film| (texts.filming.to_owned(), Some(film.share()))),
        );
        jobs.extend(self.outside.clone().map(|(what, share)| (what, Some(share))));
        jobs
    }

    fn keys(&mut self, ctx: &egui::Context) {
        let mode = shortcuts::Mode {
            typing: ctx.text_edit_focused(),
            flying: self.viewport.flies(),
            walking: self.viewport.is_walking(),
            leaving: self.viewport.can_leave() || self.can_deselect(ctx),
            dialog: self.has_dialog(),
        };
        for command in shortcuts::pressed(ctx, mode) {
            self.run_command(command);
        }
        let extra = [(PointerButton::Extra1, false), (PointerButton::Extra2, true)];
        for (button, forward) in extra {
            if ctx.input(|input| input.pointer.button_pressed(button)) {
                self.actions.push(Action::Trail { forward });
            }
        }
    }

    /// Returns true if Escape leaves presentation mode or selects nothing: no menu is open and nothing
    /// is dragged, which it ends first.
    fn can_deselect(&self, ctx: &egui::Context) -> bool {
        let is_free = !egui::Popup::is_any_open(ctx) && self.viewport.editing.held.is_none();
        is_free && (self.full_screen || self.viewport.picked.is_some())
    }

    /// Returns true if a dialog is open, which has the keyboard.
    pub fn has_dialog(&self) -> bool {
        self.help
            || self.shots.dialog.is_some()
            || self.exchange.export.is_some()
            || self.exchange.replace.is_some()
            || self.exchange.report.is_some()
            || self.closing.is_some()
            || self.conflict.is_some()
            || self.offers_unsaved() > 0
    }

    /// Does what a key asks for.
    pub(crate) fn run_command(&mut self, command: Command) {
        if self.look_command(command) || self.edit_command(command) {
            return;
        }
        if command == Command::Leave && !self.viewport.can_leave() {
            match self.full_screen {
                true => self.actions.push(Action::FullScreen),
                false => self.viewport.forget_pick(),
            }
            return;
        }
        if let Command::TogglePanel { right } = command {
            return self.toggle_panel(if right { Side::Fields } else { Side::Tree });
        }
        if self.viewport.has_scene() && self.viewport.command(command) {
            self.settings.grid = self.viewport.view.overlays.has(Overlays::GRID);
            return;
        }
        let action = match command {
            Command::Play if self.open_kind() == Some(&ngi_formats::kinds::SOUND) => Action::Play,
            Command::Previous => Action::Step(-1),
            Command::Next => Action::Step(1),
            Command::Screenshot => Action::Screenshot,
            Command::ScreenshotAs => Action::AskShot,
            Command::Help => Action::Help,
            Command::Search => Action::Search,
            Command::Undo => Action::Undo,
            Command::Redo => Action::Redo,
            Command::Save => Action::Save,
            Command::Open => Action::ChooseFolder,
            Command::Palette => Action::Palette,
            Command::FullScreen => Action::FullScreen,
            Command::Home if self.place.is_some() => Action::Home,
            Command::Back => Action::Trail { forward: false },
            Command::Forward => Action::Trail { forward: true },
            Command::Fold => Action::Unfold(false),
            Command::Unfold => Action::Unfold(true),
            Command::Export => Action::AskExport(None),
            Command::CloseTab => Action::Tabs(Ask::Close(None)),
            Command::StepTab { back } => Action::Tabs(Ask::Step { back }),
            Command::MoveTab { left } => Action::Tabs(Ask::Shift { left }),
            _ => return,
        };
        self.actions.push(action);
    }

    /// The window, for what only it can do.
    pub(crate) fn window(&self) -> egui::Context {
        self.woken.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// What the title bar says: what is open, whether it is changed, and in what.
    pub fn title(&self) -> String {
        let name = "ngi view";
        let place = self.place.as_ref().map(|place| place.label.as_str());
        match (&self.selected, place) {
            (Some(path), Some(place)) => {
                let changed = if self.is_changed(path) { "• " } else { "" };
                format!("{changed}{path} — {place} — {name}")
            }
            (None, Some(place)) => format!("{place} — {name}"),
            _ => name.to_owned(),
        }
    }

    /// Writes the title bar anew where it says something else.
    fn name_window(&mut self, ctx: &egui::Context) {
        let title = self.title();
        if title != self.titled {
            ctx.send_viewport_cmd(egui::ViewportCommand::Title(title.clone()));
            self.titled = title;
        }
    }

    /// How long nobody pressed, typed or scrolled anything.
    fn untouched(&mut self, ctx: &egui::Context) -> Duration {
        use egui::Event::{Key, MouseWheel, PointerButton, Text, Touch};
        let touches = |event: &egui::Event| {
            matches!(
                event,
                Key { .. } | Text(_) | MouseWheel { .. } | PointerButton { .. } | Touch { .. }
            )
        };
        ctx.input(|input| {
            if input.pointer.any_down() || input.events.iter().any(touches) {
                self.touched = input.time;
            }
            Duration::try_from_secs_f64(input.time - self.touched).unwrap_or_default()
        })
    }

    /// Draws everything and does what was asked for.
    pub fn show(&mut self, ui: &mut Ui) {
        let ctx = ui.ctx().clone();
        ctx.set_theme(match self.settings.theme {
            Theme::Dark => egui::ThemePreference::Dark,
            Theme::Light => egui::ThemePreference::Light,
            Theme::System => egui::ThemePreference::System,
        });
        if (ctx.zoom_factor() - self.settings.zoom).abs() > 0.01 {
            ctx.set_zoom_factor(self.settings.zoom);
        }
        self.thumbnails.set_up(&ctx, self.game.as_ref());
        self.take_dropped(&ctx);
        self.keys(&ctx);
        self.lanes_clipboard(&ctx);
        if let Some(wait) = platform::work_between_frames(self.untouched(&ctx)) {
            ctx.request_repaint_after(wait);
        }
        self.take_news();
        self.parts.welcome.take_news();
        self.parts.notice.take_news();
        self.follow_disk(&ctx);
        self.follow_compare(&ctx);
        let Self { parts, current, game, wake, .. } = self;
        parts.about.follow(current.as_ref(), game.as_ref(), wake);
        self.prepare_editing();
        self.viewport.look(self.settings.looking);
        self.viewport.adapts = self.settings.adapts;
        self.viewport.caption = self.texture_caption();
        self.viewport.shows_counters = self.settings.counters && !self.full_screen;
        self.viewport.presents = self.full_screen;
        if !self.full_screen {
            Panel::top("bar").show(ui, |ui| panels::toolbar::show(self, ui));
            // The welcome page shows errors itself.
            if self.place.is_some() || !self.running().is_empty() {
                Panel::bottom("status").show(ui, |ui| panels::status::show(self, ui));
            }
            // With nothing open, the sides would be empty.
            if self.place.is_some() {
                panels::sides::show(self, ui);
                panels::tabs::show(self, ui);
            }
        }
        let shown_tab = self.tab;
        if self.full_screen {
            // The scene alone.
        } else if self.has_timeline() {
            Panel::bottom("timeline").show(ui, |ui| panels::timeline::show(self, ui));
        } else if self.viewport.mission.is_some() {
            Panel::bottom("day").show(ui, |ui| panels::day::show(self, ui));
        } else if self.viewport.level_mut().is_some() {
            Panel::bottom("ground").show(ui, |ui| panels::editing::ground::show(self, ui));
        } else if self.viewport.shows_areals() {
            Panel::bottom("areals").show(ui, |ui| panels::editing::areals::show(self, ui));
        }
        self.show_pulled(ctx.input(|input| input.pointer.any_down()));
        let mut plain = egui::Frame::central_panel(ui.style()).inner_margin(0.0);
        // On a software driver, pixels below the image cost as much as those of the image.
        if self.viewport.covers() && self.compare.is_none() && self.gallery_of().is_none() {
            plain.fill = egui::Color32::TRANSPARENT;
        }
        CentralPanel::default().frame(plain).show(ui, |ui| self.middle(ui));
        panels::editing::palette::show(self, &ctx);
        panels::editing::clans::show(self, &ctx);
        panels::editing::stories::show(self, &ctx);
        panels::editing::stops::show(self, &ctx);
        self.actions.extend(self.viewport.editing.asked.drain(..).map(Action::Change));
        panels::help::show(self, &ctx);
        panels::exchange::show(self, &ctx);
        panels::shots::show(self, &ctx);
        self.film();
        panels::palette::show(self, &ctx);
        self.ask_before_closing(&ctx);
        self.ask_about_conflict(&ctx);
        self.ask_about_unsaved(&ctx);
        self.follow_pick();
        let actions = std::mem::take(&mut self.actions);
        let any = !actions.is_empty();
        actions.into_iter().for_each(|action| self.act(action));
        self.follow_tab();
        self.rest(&ctx);
        self.thumbnails.ask(self.settings.thumbnails);
        self.name_window(&ctx);
        // A tab that was chosen after the panel was drawn is shown in the next frame.
        if any || self.tab != shown_tab {
            ctx.request_repaint();
        }
    }

    fn middle(&mut self, ui: &mut Ui) {
        let texts = self.texts();
        let typing = ui.ctx().text_edit_focused();
        if let Some(mut compare) = self.compare.take() {
            panels::compare::show(self, ui, &mut compare, typing);
            self.compare = Some(compare);
            return;
        }
        match self.gallery_of() {
            Some(Of::Home) => return self.start_page(ui),
            Some(of) => return panels::gallery::show(self, ui, &of),
            None => {}
        }
        if self.viewport.has_scene() {
            let response = self.viewport.ui(ui, typing, texts);
            self.over_viewport(ui, &response);
            return;
        }
        match &self.current {
            None if self.place.is_none() => self.welcome(ui),
            None => {
                ui.centered_and_justified(|ui| ui.weak(texts.select_something));
            }
            Some(current) => {
                let error = current.error.as_ref().or(current.scene_error.as_ref());
                if let Some(why) = error {
                    panels::text::error(ui, texts, why);
                    ui.add_space(12.0);
                    ui.separator();
                }
                panels::text::show(self, ui);
            }
        }
    }

    /// Draws the card of the thing that was clicked, and the menu of a right click.
    fn over_viewport(&mut self, ui: &mut Ui, response: &egui::Response) {
        let texts = self.texts();
        if self.full_screen {
            self.parts.presentation.hint(ui, response.rect, texts.presentation);
            return;
        }
        self.parts.presentation.end();
        if self.viewport.is_walking() {
            return;
        }
        let thing = self.picked_thing();
        let mut ask = None;
        if let (Some(thing), Some(picked)) = (&thing, &self.viewport.picked) {
            let details = crate::viewport::describe(picked, texts);
            let state = &mut self.parts.picked;
            ask = picked::card(ui, response.rect, state, thing, (details.as_slice(), texts));
        }
        let hides = !self.viewport.editing.hidden.is_empty();
        response.context_menu(|ui| {
            ask = picked::menu(ui, thing.as_ref(), hides, texts).or(ask.take());
        });
        if let Some(ask) = ask {
            self.ask_picked(ask);
            ui.ctx().request_repaint();
        }
    }

    fn welcome(&mut self, ui: &mut Ui) {
        let demo = self.demo_job.as_ref().map(Job::progress);
        let error = self.last_said().filter(|message| message.is_error);
        let error = error.map(|message| message.text.clone());
        let around = Around {
            texts: self.texts(),
            recent: &self.settings.recent,
            work: demo.or(self.outside.as_ref().map(|(_, share)| Some(*share))),
            error: error.as_deref(),
        };
        let asked = self.parts.welcome.show(ui, &around);
        self.actions.extend(asked);
    }

    /// What was clicked on in the viewport is shown in the inspector too.
    fn follow_pick(&mut self) {
        if self.viewport.picked == self.last_picked {
            return;
        }
        self.last_picked = self.viewport.picked.clone();
        self.follow_part();
        let (Some(picked), Some(current)) = (&self.last_picked, &self.current) else { return };
        // A click in the drawing does not take these tabs away.
        let stays = Some(self.tab).filter(|tab| [Tab::About, Tab::Scene].contains(tab));
        if let (Some(object), Some(mission)) = (picked.object, &mut self.viewport.mission) {
            mission.objects.select(object);
            // Whoever looks at the list goes on doing so.
            if self.tab == Tab::Objects {
                return;
            }
        }
        let Some(document) = &current.document else { return };
        let rows = [
            ("objects", picked.object),
            ("areals", picked.areal),
            ("faces", picked.triangle),
            ("nodes", picked.node),
            ("batches", picked.batch),
        ];
        let Ok(tree) = document.tree() else { return };
        let field = rows.iter().find_map(|(table, row)| {
            let field = format!("{table}[{}]", (*row)?);
            tree.find(&field).is_ok().then_some(field)
        });
        drop(tree);
        if let Some(field) = field {
            self.show_field(&field);
            self.tab = stays.unwrap_or(self.tab);
        }
    }

    /// Shows a field of what is open.
    pub(crate) fn show_field(&mut self, field: &str) {
        let Some(document) = self.current.as_ref().and_then(|current| current.document.as_ref())
        else {
            return;
        };
        let Ok(tree) = document.tree() else { return };
        self.inspector.filter.clear();
        let row = self.inspector.fields.reveal(&tree, field);
        self.inspector.scroll_to.clone_from(&row);
        self.inspector.selected = row;
        self.tab = Tab::Fields;
    }
}

impl Drop for App {
    fn drop(&mut self) {
        // A thread that waits for the card must not outlive it.
        if let Some(job) = self.hand_out_job.take() {
            job.stop();
        }
    }
}

/// What the viewport draws with; without a card, why it cannot.
fn canvas(state: Option<egui_wgpu::RenderState>, settings: &Settings) -> Result<Canvas, String> {
    state.map(Canvas::new).ok_or_else(|| Texts::of(settings.language).no_card.to_owned())
}

impl eframe::App for App {
    fn ui(&mut self, ui: &mut Ui, frame: &mut eframe::Frame) {
        self.show(ui);
        self.keep_unsaved(frame.storage_mut());
    }

    fn save(&mut self, storage: &mut dyn eframe::Storage) {
        self.settings.store(storage);
    }
}
