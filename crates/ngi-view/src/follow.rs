//! What is open follows what others do to its files. Camera, time and selection stay.

use ngi_vfs::Node;

use crate::App;
use crate::document::{self, Document};
use crate::open::Loaded;
use crate::parts::dialog::{Choice, Dialog, Reply};
use crate::platform::{self, Followed, Over, Step, Watch, spawn_steps};
use crate::viewport::scene;

impl App {
    /// Sees games through mods from now on.
    pub fn see_through(&mut self, over: Over) {
        self.over = Some(over);
    }

    /// Follows changes on disk from now on.
    pub fn follow_changes(&mut self) {
        self.follows = true;
        self.look_after();
    }

    /// Looks after the folder of what was opened.
    pub(crate) fn look_after(&mut self) {
        self.watch = None;
        let Some(folder) = self.place.as_ref().and_then(|place| place.folder()) else { return };
        if self.follows {
            let mut folders = vec![folder];
            folders.extend(self.over.iter().flat_map(|over| over.mods.clone()));
            self.watch = Watch::of(&folders, &self.wake);
        }
    }

    /// Follows what changed since the last frame.
    pub(crate) fn follow_disk(&mut self, ctx: &egui::Context) {
        match self.watch.as_ref().map_or(Followed::Nothing, Watch::followed) {
            Followed::Nothing => {}
            Followed::Soon(left) => ctx.request_repaint_after(left),
            Followed::Changed => drop(self.follow()),
        }
    }

    /// Reads everything again that is shown, as somebody asked for: where what is open was changed
    /// on disk and here, they are asked what counts.
    pub(crate) fn read_again(&mut self) {
        self.conflict = self.follow();
    }

    /// Asks what counts where something was changed on disk and here.
    pub(crate) fn ask_about_conflict(&mut self, ctx: &egui::Context) {
        let Some(node) = self.conflict.clone() else { return };
        let (texts, tips) = (self.texts(), self.texts().tips());
        let choices = [
            Choice::new(texts.keep_mine, tips.keep_mine),
            Choice::new(texts.take_disk, tips.take_disk),
        ];
        let title = texts.changed_on_disk.trim_end_matches(':');
        let reply = Dialog::new("conflict", title, texts).show(ctx, &choices, |ui| {
            ui.label(node.path());
        });
        let takes = match reply {
            None => return,
            Some(reply) => reply == Reply::Button(1),
        };
        self.conflict = None;
        if takes {
            if let Some(current) = &mut self.current {
                current.document = None;
            }
            self.unsaved_changed();
            self.open_again(node, false);
        }
    }

    /// Reads everything again that is shown. Gives what was changed on disk and here, which stays
    /// as it is here.
    pub(crate) fn follow(&mut self) -> Option<Node> {
        let place = self.place.clone()?;
        match place.seen_through(self.over.as_ref()) {
            Ok(place) => self.place = Some(place),
            Err(why) => self.complain(why),
        }
        self.thumbnails.clear();
        self.reload();
        let (place, current) = (self.place.as_ref()?, self.current.as_ref()?);
        let node = place.vfs.locate(&current.path).ok()?;
        let is_edited = current.document.as_ref().is_some_and(Document::is_changed);
        let is_same = node.bytes().is_ok_and(|bytes| bytes == current.bytes);
        if is_edited {
            self.areals_changed_on_disk();
            if !is_same {
                self.say(format!("{} {}", self.texts().changed_on_disk, node.path()));
            }
            return (!is_same).then_some(node);
        }
        self.open_again(node, is_same);
        None
    }

    /// Opens what is open once more; its picture always, for what it names may have changed.
    fn open_again(&mut self, node: Node, is_same: bool) {
        let Some(kind) = self.current.as_ref().map(|current| current.kind) else { return };
        let game = self.game.clone();
        // What was changed around it is drawn as it is here.
        let around = self.others_changed(&node.path(), kind);
        let around = self.place.clone().filter(|_| !around.is_empty()).zip(Some(around));
        let mut read = is_same;
        self.open_job = Some(spawn_steps("open", &self.wake, move |worker| {
            if !std::mem::replace(&mut read, true) {
                worker.send(Loaded::Document(Box::new(document::open(&node, game.as_ref()))));
                return Ok(Step::More);
            }
            if kind.is_drawn() {
                let scene = platform::guarded(|| match &around {
                    Some((place, others)) => {
                        let (node, game) = document::with_all_changes(&node, others, place)?;
                        scene::load(&node, game.as_ref(), kind)
                    }
                    None => scene::load(&node, game.as_ref(), kind),
                });
                worker.send(Loaded::Scene { scene, keep: true });
            }
            Ok(Step::Done)
        }));
    }
}
