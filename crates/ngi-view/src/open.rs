//! Carrying out what was asked for: opening, selecting, changing, saving; and taking what jobs in
//! the background have to say.

use std::path::{Path, PathBuf};

use ngi_convert::OutFile;
use ngi_render::{Overlays, Scene};
use ngi_verbs::Progress;
use ngi_verbs::check::{self, Report};
use ngi_verbs::references;
use ngi_verbs::surroundings::Game;
use ngi_vfs::{Node, NodeKind};

use crate::app::{Closing, Current, Inspector};
use crate::document::{self, Document, Opened, findings_of, with_all_changes};
use crate::exchange::How;
use crate::library::{self, ItemKind};
use crate::panels::sides::Side;
use crate::parts::dialog::{Choice, Dialog, Reply};
use crate::platform::{self, Asks, Dropped, Job, News, Place, Step, Worker, spawn, spawn_steps};
use crate::sound::Soundscape;
use crate::start::Page;
use crate::texts::Texts;
use crate::trail::Trail;
use crate::viewport::scene;
use crate::{Action, App, Tab};

/// What comes back from opening something: first its fields, then its picture.
pub(crate) enum Loaded {
    /// Fields, text, findings.
    Document(Box<Opened>),
    /// The picture; `None` where there is none to draw. `keep`: the same thing, changed.
    Scene { scene: Result<Option<Box<dyn Scene>>, String>, keep: bool },
    /// The same thing, changed, drawn on.
    Again(crate::editing::Again),
    /// Findings after a change.
    Findings(Vec<ngi_formats::Finding>),
}

impl App {
    /// Opens what a path names.
    pub fn open(&mut self, path: PathBuf) {
        self.actions.push(Action::Open(path));
    }

    pub(crate) fn act(&mut self, action: Action) {
        let asks = matches!(
            action,
            Action::ChooseFolder
                | Action::ChooseFile
                | Action::ChooseDestination
                | Action::ChooseGame
                | Action::ChooseCompared { .. }
                | Action::OpenWith
                | Action::ShowFolder(_)
        );
        if asks && self.asks_nobody {
            return;
        }
        match action {
            Action::Open(path) => match platform::open(&path)
                .and_then(|place| place.seen_through(self.over.as_ref()))
            {
                Ok(place) => {
                    self.settings.opened(std::path::absolute(&path).unwrap_or(path));
                    self.enter_unless_changed(place);
                }
                Err(why) => self.complain(why),
            },
            Action::OpenFiles(files) => match Place::in_memory(files) {
                Ok(place) => self.enter_unless_changed(place),
                Err(why) => self.complain(why),
            },
            Action::Demo => {
                self.demo_files.clear();
                self.demo_job = Some(platform::make_demo(&self.wake));
            }
            Action::ChooseFolder => {
                self.dialog = Some(platform::choose(&self.wake, self.texts(), Asks::Folder));
            }
            Action::ChooseFile => {
                self.dialog = Some(platform::choose(&self.wake, self.texts(), Asks::File));
            }
            Action::Reload => self.read_again(),
            Action::Select(path) => self.select(&path),
            Action::Home => self.go_to_page(Page::Home),
            Action::Browse(section) => {
                self.go_to_page(section.map_or(Page::Files, Page::Section));
            }
            Action::Step(by) => self.step(by),
            Action::FirstHit => self.first_hit(),
            Action::Edit { field, text } => {
                let fields = self.meant_by(&field, &text);
                self.edit(|document| document.set_all(&fields));
            }
            Action::Change(request) => self.change(request),
            Action::Undo => self.step_back(false),
            Action::Redo => self.step_back(true),
            Action::Save => self.save_current(),
            Action::SaveAll => self.save_all(),
            Action::Reveal { path, field } => {
                self.show_panel(Side::Fields);
                let open = self.current.as_ref().is_some_and(|current| current.path == path);
                if open {
                    self.show_field(&field);
                } else {
                    self.reveal = Some((path.clone(), field));
                    self.select(&path);
                }
            }
            Action::CheckAll => self.check_all(),
            Action::FindUses => self.find_uses(),
            Action::ShowTab(tab) => self.tab = tab,
            Action::ShowAreals(path) => {
                let overlays = &mut self.viewport.view.overlays;
                *overlays = overlays.with(Overlays::AREALS, true);
                self.select(&path);
            }
            Action::Wear(path) => self.wear(&path),
            Action::Cancel => self.cancel(),
            Action::Screenshot => self.screenshot(),
            Action::AskShot => self.ask_for_shot(),
            Action::Shoot(shot) => self.shoot(shot),
            Action::Export(suffix) => self.export(suffix),
            Action::AskExport(path) => self.ask_for_export(path),
            Action::ExportAsChosen => self.export_as_chosen(),
            Action::AskReplace => self.ask_for_replacement(),
            Action::ReplaceAsChosen => self.replace_as_chosen(),
            Action::Replace(file) => self.replace_with(file, How::default()),
            Action::ChooseDestination => self.choose_destination(),
            Action::CloseDialog => (self.exchange.export, self.exchange.replace) = (None, None),
            Action::CopyPath(path) => self.copy_path(path),
            Action::CopyJson => self.copy_json(),
            Action::OpenWith => self.open_with(),
            Action::ShowFolder(folder) => {
                if let Err(why) = platform::show_folder(&folder) {
                    self.complain(why);
                }
            }
            Action::Compare(Some(with)) => self.compare_with(with),
            Action::Compare(None) => self.compare = None,
            Action::ChooseCompared { is_mod } => self.choose_compared(is_mod),
            Action::ChooseGame => self.choose_game(),
            Action::FullScreen => self.toggle_full_screen(),
            Action::FindValue { field, text } => self.find_value(&field, &text),
            Action::Mend => self.mend(),
            Action::UndoWritten => self.undo_written(),
            Action::Trail { forward } => self.along_the_trail(forward),
            Action::Tabs(ask) => self.ask_tabs(ask),
            Action::Favourite(path) => {
                path.or_else(|| self.selected.clone())
                    .into_iter()
                    .for_each(|it| self.favourite(it));
            }
            Action::Unfold(open) => self.unfold(open),
            Action::Palette => self.toggle_palette(),
            Action::Help => self.help = !self.help,
            Action::Search => {
                self.show_panel(Side::Tree);
                self.focus_search = true;
            }
            Action::Play => self.play_sound_or_scene(),
        }
    }

    /// Opens a place that somebody mounted.
    pub fn open_place(&mut self, place: Place) {
        self.enter_unless_changed(place);
    }

    /// Opens a place, once it is settled what becomes of changes to the one before.
    fn enter_unless_changed(&mut self, place: Place) {
        if self.has_changes() {
            self.closing = Some(Closing::Place(place));
        } else {
            self.enter(place);
        }
    }

    fn enter(&mut self, mut place: Place) {
        let folder = place.folder().filter(|folder| {
            place.inside.is_empty() && place.game.is_none() && !ngi_vfs::is_game_folder(folder)
        });
        match folder.clone() {
            Some(folder) => self.parts.notice.begin(folder, &self.wake),
            None => self.parts.notice.end(),
        }
        let lacks_game = self.give_game(&mut place);
        self.selected = None;
        self.current = None;
        self.changed.clear();
        self.desk.preview.forget();
        self.viewport.show(None, false);
        self.inspector = Inspector::default();
        self.report = Report::default();
        self.tree = library::TreeView::default();
        self.index = library::Index::of(&place.inside);
        let has = |name: &&str| place.inside.is_empty() && place.vfs.locate(name).is_ok();
        self.parts.home.is_game = ngi_vfs::GAME_MARKERS.iter().any(has);
        self.parts.home.renew();
        self.gallery.page = Page::Home;
        self.search.clear();
        self.thumbnails.clear();
        self.conflict = None;
        self.offer_again();
        self.messages.clear();
        self.said_before = 0;
        self.told_read_only.clear();
        // What the tree begins with, or what was asked for, is open.
        self.tree.open(&place.inside);
        place.select.iter().for_each(|path| self.tree.open(path));
        self.reveal = place.select.clone().map(|path| (path, String::new()));
        self.trail = Trail::default();
        self.gallery.renew();
        self.place = Some(place);
        // Where nothing was asked for, it begins where one was the last time.
        let last = self.of_game().and_then(|game| game.last.clone());
        if let (None, Some(last)) = (&self.reveal, last) {
            self.reveal = Some((last, String::new()));
        }
        self.begin_tabs();
        self.look_after();
        self.reload();
        if lacks_game {
            let texts = self.texts();
            let is_folder = folder.is_some();
            self.complain(if is_folder { texts.start().not_a_game } else { texts.no_game });
        }
    }

    /// Reads the tree again. What is open and what is selected stays.
    pub(crate) fn reload(&mut self) {
        let Some(place) = self.place.clone() else { return };
        place.vfs.refresh();
        self.game = place.game();
        self.relations = None;
        self.parts.about.forget_users();
        self.forget_aside();
        // What is shown stays until everything is read again.
        self.next_index =
            (!self.index.items().is_empty()).then(|| library::Index::of(&place.inside));
        self.index_job = Some(spawn_steps("index", &self.wake, library::reading(place)));
    }

    pub(crate) fn select(&mut self, path: &str) {
        let Some(id) = self.index.find(path) else { return };
        // A level's folder is the level.
        let main = self.index.main_file(id).and_then(|item| self.index.find(&item.path));
        let id = main.unwrap_or(id);
        self.tree.reveal(&self.index, id);
        let Some(item) = self.index.get(id) else { return };
        let (path, node, kind) = (item.path.clone(), item.node.clone(), item.kind);
        if self.selected.as_deref() == Some(path.as_str()) && self.current.is_some() {
            return;
        }
        if self.index.is_inner(id) {
            self.tree.show_internals(true);
        }
        let row = self.tree.rows(&self.index).iter().position(|row| *row == id);
        // What a game begins with is not left for anything.
        let begins = self.selected.is_none() && self.reveal.is_some();
        let here = (!begins).then(|| self.here());
        self.trail.left(here.as_deref());
        // Messages about something else are old news.
        if self.selected.is_some() {
            self.said_before = self.messages.len();
        }
        self.gallery.of_search = false;
        self.gallery.found = None;
        self.gallery.page = Page::Home;
        self.selected = Some(path.clone());
        self.remember_last(&path);
        platform::selected(&path);
        // Only where it is not in sight anyway.
        if self.reveal.is_some() {
            self.scroll_tree = row;
        }
        self.put_aside();
        self.open_node(path, node, kind);
    }

    /// Keeps the changes of what was open.
    pub(crate) fn put_aside(&mut self) {
        let Some(current) = self.current.take() else { return };
        if let Some(document) = current.document.filter(Document::is_changed) {
            self.changed.insert(current.path, document);
        }
    }

    /// Changed documents besides the one at a path, for pictures that may show them.
    pub(crate) fn others_changed(&self, path: &str, kind: ItemKind) -> Vec<Document> {
        let others = self.changed.iter().filter(|(other, _)| kind.is_drawn() && *other != path);
        others.map(|(_, document)| document.clone()).collect()
    }

    fn open_node(&mut self, path: String, node: Node, kind: ItemKind) {
        self.tab_opens(&path);
        self.desk.preview.forget();
        self.inspector.selected = None;
        self.inspector.marked.clear();
        self.inspector.bytes_at = None;
        self.inspector.editing = None;
        self.inspector.mixing = None;
        let (game, place) = (self.game.clone(), self.place.clone());
        let mut aside = self.changed.get(&path).cloned();
        let others = self.others_changed(&path, kind);
        let mut drawn: Option<(Node, Option<Game>)> = None;
        self.open_job = Some(spawn_steps("open", &self.wake, move |worker| {
            // The second step: its picture.
            if let Some((node, game)) = &drawn {
                let scene = platform::guarded(|| scene::load(node, game.as_ref(), kind));
                worker.send(Loaded::Scene { scene, keep: false });
                return Ok(Step::Done);
            }
            let mut opened = document::open(&node, game.as_ref());
            let mut shown = (node.clone(), game.clone());
            if let Some(document) = aside.take() {
                let (format, subject) = (document.format, document.subject());
                let findings = findings_of(format, &subject, &node, game.as_ref());
                opened.findings = findings.unwrap_or_default();
                opened.document = Some(document);
            }
            if let Some(place) = &place {
                let own = opened.document.iter().cloned();
                let all: Vec<Document> = others.iter().cloned().chain(own).collect();
                if all.iter().any(Document::is_changed) {
                    shown = with_all_changes(&node, &all, place)?;
                }
            }
            worker.send(Loaded::Document(Box::new(opened)));
            drawn = Some(shown);
            Ok(Step::More)
        }));
    }

    /// Opens the search result that Enter opens.
    fn first_hit(&mut self) {
        if let Some(path) = self.enter_opens() {
            self.select(&path);
        }
    }

    /// Returns the search result that Enter opens: the best one, or the second one if that is open.
    pub(crate) fn enter_opens(&mut self) -> Option<String> {
        if !self.tree.is_searching() {
            return None;
        }
        let rows = self.tree.rows(&self.index).iter();
        let mut paths = rows.filter_map(|id| self.index.get(*id)).map(|item| &item.path);
        let first = paths.next()?;
        let is_open = self.selected.as_ref() == Some(first);
        paths.next().filter(|_| is_open).or(Some(first)).cloned()
    }

    /// Goes to the next thing that can be looked at; as far as the tree shows it.
    fn step(&mut self, by: isize) {
        let rows = self.tree.rows(&self.index).to_vec();
        let of = |id: &usize| self.index.get(*id);
        let at = rows.iter().position(|id| {
            of(id).is_some_and(|item| Some(item.path.as_str()) == self.selected.as_deref())
        });
        let order: Box<dyn Iterator<Item = &usize>> = match (at, by >= 0) {
            (Some(at), true) => Box::new(rows.iter().skip(at + 1)),
            (Some(at), false) => Box::new(rows.iter().take(at).rev()),
            (None, _) => Box::new(rows.iter()),
        };
        let next = order.filter_map(of).find(|item| stands_alone(item));
        if let Some(item) = next {
            let path = item.path.clone();
            let row = rows.iter().position(|id| of(id).is_some_and(|item| item.path == path));
            self.scroll_tree = row;
            self.select(&path);
        }
    }

    /// Opens the row of what is selected, or closes it; where it is so already, one goes on to the
    /// next, or to what it is in.
    fn unfold(&mut self, open: bool) {
        let id = self.selected.as_ref().and_then(|path| self.index.find(path));
        let Some(id) = id else { return self.step(if open { 1 } else { -1 }) };
        let internals = self.tree.shows_internals();
        let is_open = self.index.has_children(id, internals) && self.tree.is_open(&self.index, id);
        let can = self.index.has_children(id, internals) && !self.tree.is_searching();
        match (open, is_open) {
            (true, false) | (false, true) if can => self.tree.toggle(&self.index, id),
            (true, _) => self.step(1),
            (false, _) => {
                let around = self.index.ancestors(id).first().and_then(|id| self.index.get(*id));
                if let Some(path) = around.map(|item| item.path.clone()) {
                    self.select(&path);
                }
            }
        }
    }

    /// Changes the open document, as a step that can be taken back.
    pub(crate) fn edit(&mut self, change: impl FnOnce(&mut Document) -> Result<(), String>) {
        let steps = |app: &Self| {
            let document = app.current.as_ref().and_then(|current| current.document.as_ref());
            document.map(|document| document.history().steps())
        };
        let before = steps(self);
        self.edit_own(change);
        if steps(self) != before {
            self.note_own_step();
        }
    }

    /// Changes the open document; what is drawn and found follows in the background.
    pub(crate) fn edit_own(&mut self, change: impl FnOnce(&mut Document) -> Result<(), String>) {
        let Some(current) = &mut self.current else { return };
        let Some(document) = &mut current.document else { return };
        if let Err(why) = platform::guarded(|| change(document)) {
            self.complain(why);
            return;
        }
        let copy = document.clone();
        self.warn_of_read_only(&copy);
        self.changes_follow();
    }

    /// Something was changed: what is drawn and found follows in the background.
    pub(crate) fn changes_follow(&mut self) {
        let Some(current) = &self.current else { return };
        let Some(document) = &current.document else { return };
        let (copy, kind) = (document.clone(), current.kind);
        self.desk.troubles.changed();
        self.desk.preview.forget();
        self.wave = None;
        self.parts.about.renew();
        self.parts.player.forget();
        self.unsaved_changed();
        self.forget_aside();
        self.inspector.fields.renew();
        let (game, place) = (self.game.clone(), self.place.clone());
        let all = self.others_changed(&copy.node.path(), kind);
        let lives = self.lives_on(&copy);
        self.open_job = Some(spawn("change", &self.wake, move |worker| {
            let (subject, node) = (copy.subject(), copy.node.clone());
            let again = lives.again(&copy, &all, place.as_ref(), game.as_ref()).map(Loaded::Again);
            let is_drawn = again.is_some();
            again.into_iter().for_each(|again| worker.send(again));
            let findings = findings_of(copy.format, &subject, &node, game.as_ref())?;
            worker.send(Loaded::Findings(findings));
            let Some(place) = place.filter(|_| kind.is_drawn() && !is_drawn) else {
                return Ok(());
            };
            let scene = scene::load_changed(copy.clone(), all, &place, kind);
            worker.send(Loaded::Scene { scene, keep: true });
            Ok(())
        }));
    }

    fn save_current(&mut self) {
        // A mission is saved with what was changed beside it.
        if self.saves_beside() {
            return self.save_all();
        }
        let texts = self.texts();
        let (Some(current), Some(place)) = (&mut self.current, &self.place) else { return };
        let Some(document) = current.document.as_mut().filter(|document| document.is_changed())
        else {
            return;
        };
        let saved = save(document, &current.path, place, texts);
        if saved.is_ok() {
            platform::saved(place, &current.path);
            current.bytes = document.bytes().to_vec().into();
        }
        self.saved(saved);
    }

    pub(crate) fn saved(&mut self, saved: Result<Written, String>) {
        self.unsaved_changed();
        match saved {
            Ok(Written { text, files }) => {
                // The open file has these changes already, so it is not opened again.
                if let Some(watch) = &mut self.watch {
                    files.iter().for_each(|file| watch.wrote(file));
                }
                let text = format!("{} {text}", self.texts().saved);
                // A material that was changed is seen on models, too.
                self.thumbnails.clear();
                self.reload();
                self.say(text);
            }
            Err(why) => self.complain(why),
        }
    }

    fn check_all(&mut self) {
        let Some(place) = self.place.clone() else { return };
        let options = check::Options { game: self.game.clone(), ..check::Options::default() };
        self.report = Report::default();
        let check = move |file: &Node| check::check(file, &options, &()).ok();
        self.check_job =
            Some(spawn_steps("check", &self.wake, each_file(place, "checking", check)));
    }

    fn find_uses(&mut self) {
        // The whole game counts, not just the archive that was opened.
        let Some(mut place) = self.place.clone() else { return };
        if let Some(folder) = &place.game
            && let Ok(game) =
                platform::open(folder).and_then(|place| place.seen_through(self.over.as_ref()))
        {
            place = game;
        }
        place.inside = String::new();
        self.relations = None;
        let collect = |file: &Node| references::collect(file, &()).ok();
        self.uses_job = Some(spawn_steps("uses", &self.wake, each_file(place, "reading", collect)));
    }

    fn cancel(&mut self) {
        self.index_job = None;
        self.next_index = None;
        self.open_job = None;
        self.check_job = None;
        self.uses_job = None;
        self.demo_job = None;
        self.shots.film = None;
        self.cancel_exchange();
        platform::cancel();
        self.say(self.texts().cancelled);
    }

    /// Takes a picture. The card is asked now; what it sends is written when it is there.
    fn screenshot(&mut self) {
        let begun = self.viewport.begin_screenshot(self.texts());
        let (coming, gpu) = match begun {
            Ok(begun) => begun,
            Err(why) => return self.complain(why),
        };
        let stem = self.screenshot_name();
        self.hand_out_to = self.picture_folder();
        self.hand_out_job = Some(spawn_steps("picture", &self.wake, move |worker| {
            let Some(picture) = platform::picture_of(&coming, &gpu) else {
                worker.ask_for_a_frame();
                return Ok(Step::Later);
            };
            let png = picture.map_err(|error| error.to_string())?;
            let png = png.to_png().map_err(|error| error.to_string())?;
            worker.send(OutFile { name: format!("{stem}.png"), bytes: png });
            Ok(Step::Done)
        }));
    }

    /// Returns the folder for screenshots.
    pub(crate) fn picture_folder(&self) -> Option<PathBuf> {
        self.settings.picture_folder.clone().or_else(platform::pictures_folder)
    }

    fn hand_out(&mut self, file: &OutFile) {
        match platform::hand_out(self.hand_out_to.as_deref(), &file.name, &file.bytes) {
            Ok(path) => self.say(format!("{} {}", self.texts().saved, path.display())),
            Err(why) => self.complain(why),
        }
    }

    pub(crate) fn take_dropped(&mut self, ctx: &egui::Context) {
        let files = ctx.input(|input| input.raw.dropped_files.clone());
        if files.is_empty() {
            return;
        }
        match platform::dropped(&files) {
            Ok(Dropped::Path(path)) => {
                // What can take the place of what is open does; anything else is opened.
                let replaces =
                    self.open_kind().is_some_and(|kind| platform::can_replace(kind, &path));
                let action = if replaces { Action::Replace(path) } else { Action::Open(path) };
                self.actions.push(action);
            }
            Ok(Dropped::Files(files)) if files.is_empty() => {}
            Ok(Dropped::Files(files)) => self.actions.push(Action::OpenFiles(files)),
            Err(why) => self.complain(why),
        }
    }

    /// Takes what the jobs have to say.
    pub(crate) fn take_news(&mut self) {
        self.take_index();
        self.take_opened();
        for news in all_news(&mut self.check_job) {
            match news {
                News::Part(report) => self.report.append(report),
                News::Done => self.check_job = None,
                News::Failed(why) => self.failed(why),
            }
        }
        for news in all_news(&mut self.uses_job) {
            match news {
                News::Part(part) => {
                    self.relations.get_or_insert_default().append(part);
                }
                News::Done => {
                    self.relations.get_or_insert_default();
                    self.uses_job = None;
                }
                News::Failed(why) => self.failed(why),
            }
        }
        self.take_demo();
        self.take_exchange();
        for news in all_news(&mut self.hand_out_job) {
            match news {
                News::Part(file) => self.hand_out(&file),
                News::Done => self.hand_out_job = None,
                News::Failed(why) => {
                    self.hand_out_job = None;
                    self.complain(why);
                }
            }
        }
        for news in all_news(&mut self.dialog) {
            match news {
                News::Part(Some(path)) => self.actions.push(Action::Open(path)),
                News::Part(None) => {}
                News::Done => self.dialog = None,
                News::Failed(why) => self.failed(why),
            }
        }
        self.thumbnails.take_news();
    }

    fn failed(&mut self, why: String) {
        self.check_job = self.check_job.take().filter(Job::is_running);
        self.uses_job = self.uses_job.take().filter(Job::is_running);
        self.dialog = self.dialog.take().filter(Job::is_running);
        self.complain(why);
    }

    fn take_demo(&mut self) {
        for news in all_news(&mut self.demo_job) {
            match news {
                News::Part(file) => self.demo_files.push(file),
                News::Done => {
                    self.demo_job = None;
                    self.open_demo();
                }
                News::Failed(why) => {
                    self.demo_job = None;
                    self.complain(why);
                }
            }
        }
    }

    fn open_demo(&mut self) {
        let files = std::mem::take(&mut self.demo_files);
        // In a page the files come another way.
        if files.is_empty() {
            return;
        }
        match Place::in_memory(files) {
            Ok(place) => {
                let label = self.texts().demo.to_owned();
                self.open_place(Place { label, select: None, ..place });
            }
            Err(why) => self.complain(why),
        }
    }

    fn take_index(&mut self) {
        for news in all_news(&mut self.index_job) {
            match news {
                News::Part(items) => {
                    self.next_index.as_mut().unwrap_or(&mut self.index).extend(items);
                }
                News::Done => self.index_is_read(),
                News::Failed(why) => {
                    self.index_is_read();
                    self.complain(why);
                }
            }
        }
        // What was opened by its path is selected as soon as it is there.
        if let Some((path, field)) = self.reveal.clone()
            && self.selected.as_deref() != Some(path.as_str())
            && self.index.find(&path).is_some()
        {
            self.select(&path);
            if let (Some(selected), true) = (&self.selected, field.is_empty()) {
                self.tree.open(selected);
                self.reveal = None;
            }
        }
    }

    /// After a save, open documents live in nodes that were read anew.
    fn index_is_read(&mut self) {
        self.index_job = None;
        if let Some(index) = self.next_index.take() {
            self.index = index;
            self.tree.renew();
            self.parts.home.renew();
        }
        self.gallery.renew();
        // What was to be selected and is not there will not come any more.
        self.reveal.take_if(|(path, field)| field.is_empty() && self.index.find(path).is_none());
        let fresh = |path: &str| self.index.find(path).and_then(|id| self.index.get(id));
        let open = self.current.iter_mut();
        let open = open.filter_map(|current| Some((&current.path, current.document.as_mut()?)));
        let beside = self.desk.beside.documents_mut();
        for (path, document) in open.chain(self.changed.iter_mut()).chain(beside) {
            if let Some(item) = fresh(path) {
                document.moved_to(item.node.clone());
            }
        }
        self.offer_unsaved();
        self.tabs_are_read();
    }

    fn take_opened(&mut self) {
        for news in all_news(&mut self.open_job) {
            match news {
                News::Part(Loaded::Document(opened)) => self.take_document(*opened),
                News::Part(Loaded::Findings(findings)) => {
                    if let Some(current) = &mut self.current {
                        current.findings = findings;
                    }
                }
                News::Part(Loaded::Again(again)) => self.take_again(again),
                News::Part(Loaded::Scene { scene, keep }) => {
                    let (scene, error) = match scene {
                        Ok(scene) => (scene, None),
                        Err(why) => (None, Some(why)),
                    };
                    self.viewport.show(scene, keep);
                    if !keep {
                        self.return_to_view();
                    }
                    self.tab_has_scene();
                    self.let_it_be_heard();
                    if let Some(current) = &mut self.current {
                        current.scene_error = error;
                    }
                }
                News::Done => self.open_job = None,
                News::Failed(why) => {
                    self.open_job = None;
                    self.viewport.show(None, false);
                    self.complain(why);
                }
            }
        }
    }

    /// A mission that was opened has its sounds in the game.
    pub(crate) fn let_it_be_heard(&mut self) {
        let path = self.viewport.world().map(|world| world.path.clone());
        let (Some(game), Some(path)) = (&self.game, path) else { return };
        let sounds = Soundscape::new(game, &path);
        if let Some(mission) = &mut self.viewport.mission {
            mission.sounds = Some(sounds);
        }
    }

    fn take_document(&mut self, opened: Opened) {
        let Opened { node, bytes, document, error, findings, references, text } = opened;
        let path = node.path();
        self.changed.remove(&path);
        if self.current.as_ref().is_none_or(|current| current.path != path) {
            self.leave_beside();
        }
        let kind = self.index.find(&path).and_then(|id| self.index.get(id)).map(|item| item.kind);
        if let Some(Ok(tree)) = document.as_ref().map(Document::tree) {
            self.inspector.fields.reset(&tree);
        }
        let has_fields = document.is_some();
        self.wave = None;
        self.parts.about.open();
        self.parts.swatches.open();
        self.parts.player.forget();
        if !kind.is_some_and(ItemKind::is_drawn) {
            self.viewport.show(None, false);
        }
        self.current = Some(Current {
            path: path.clone(),
            kind: kind.unwrap_or(ItemKind::Unknown),
            bytes,
            document,
            error,
            scene_error: None,
            findings,
            references,
            lines: text.lines().map(|line| line.replace('\t', "    ")).collect(),
        });
        self.tab_has_document();
        match self.reveal.take_if(|(wanted, _)| wanted.eq_ignore_ascii_case(&path)) {
            Some((_, field)) if !field.is_empty() && has_fields => self.show_field(&field),
            Some((_, field)) if !field.is_empty() => self.tab = Tab::Findings,
            _ => {}
        }
    }

    /// Returns the paths of all files with unsaved changes.
    pub fn changed_paths(&self) -> Vec<String> {
        let open = self.current.iter().filter(|current| self.is_changed(&current.path));
        let open = open.map(|current| &current.path);
        let mut paths: Vec<String> = open.chain(self.changed.keys()).cloned().collect();
        paths.sort();
        paths.dedup();
        paths
    }

    /// Returns true while the question about unsaved changes is open.
    pub fn is_closing(&self) -> bool {
        self.closing.is_some()
    }

    /// Asks before unsaved changes are lost.
    pub(crate) fn ask_before_closing(&mut self, ctx: &egui::Context) {
        let asked = ctx.input(|input| input.viewport().close_requested());
        if asked && !self.may_close && self.has_changes() {
            ctx.send_viewport_cmd(egui::ViewportCommand::CancelClose);
            self.closing = Some(Closing::Window);
        }
        let Some(closing) = self.closing.take() else { return };
        let (texts, tips) = (self.texts(), self.texts().tips());
        let save_text = match closing {
            Closing::Window => texts.save_and_close,
            Closing::Place(_) => texts.save_and_open,
        };
        let choices = [
            Choice::new(save_text, tips.save_and_go),
            Choice::new(texts.discard, tips.discard),
            Choice::new(texts.stay, tips.stay),
        ];
        let reply = Dialog::new("closing", texts.unsaved, texts).show(ctx, &choices, |ui| {
            ui.label(texts.unsaved_files);
            for path in self.changed_paths() {
                ui.strong(path);
            }
        });
        let Some(reply) = reply else {
            self.closing = Some(closing);
            return;
        };
        let (saves, goes_on) = match reply {
            Reply::Button(0) => (true, true),
            Reply::Button(1) => (false, true),
            _ => (false, false),
        };
        if saves {
            self.save_all();
        }
        // What could not be saved is not thrown away.
        if !goes_on || saves && self.has_changes() {
            return;
        }
        match closing {
            Closing::Window => {
                self.may_close = true;
                ctx.send_viewport_cmd(egui::ViewportCommand::Close);
            }
            Closing::Place(place) => self.enter(place),
        }
    }
}

/// Whether there is something to look at: more than what is in it.
fn stands_alone(item: &library::Item) -> bool {
    item.kind != ItemKind::Folder
}

/// Everything a job has to say now.
fn all_news<T>(job: &mut Option<Job<T>>) -> Vec<News<T>> {
    let mut all = Vec::new();
    while let Some(news) = job.as_mut().and_then(Job::news) {
        all.push(news);
    }
    all
}

/// Files that were saved.
pub(crate) struct Written {
    /// Text for the line at the bottom: where it was saved.
    pub text: String,
    /// Files that were written.
    pub files: Vec<PathBuf>,
}

/// Saves a document where it is now.
fn save(
    document: &mut Document,
    path: &str,
    place: &Place,
    texts: &Texts,
) -> Result<Written, String> {
    let fresh = place.vfs.locate(path).map_err(|error| error.to_string())?;
    let saved = platform::guarded(|| document.save(fresh))?;
    let backup = saved.backup.as_deref().and_then(Path::file_name).map(|name| {
        // Beside the file, so that its name is enough.
        format!(". {} {}", texts.kept_as, name.to_string_lossy())
    });
    let text = format!("{}{}", saved.path.display(), backup.unwrap_or_default());
    Ok(Written { text, files: std::iter::once(saved.path).chain(saved.backup).collect() })
}

/// Does something with each file of a place, a file a step.
fn each_file<T: Send>(
    place: Place,
    what: &'static str,
    work: impl Fn(&Node) -> Option<T> + Send + 'static,
) -> impl FnMut(&Worker<T>) -> Result<Step, String> + Send + 'static {
    let mut files: Option<std::vec::IntoIter<Node>> = None;
    move |worker| {
        let files = match &mut files {
            Some(files) => files,
            none => {
                let found = files_of(&place.root()?);
                worker.start(found.len() as u64, what);
                none.insert(found.into_iter())
            }
        };
        let Some(file) = files.next() else { return Ok(Step::Done) };
        if let Some(part) = work(&file) {
            worker.send(part);
        }
        worker.advance(1);
        Ok(Step::More)
    }
}

/// The files below a folder; of anything else it itself.
fn files_of(root: &Node) -> Vec<Node> {
    if root.kind() != NodeKind::Folder {
        return vec![root.clone()];
    }
    let below = root.walk().archives_closed().filter_map(Result::ok);
    below.filter(|node| node.kind() == NodeKind::File).collect()
}
