//! What is open follows what others do to its files. Camera, time and selection stay.

use ngi_vfs::Node;

use crate::App;
use crate::document::{self, Document};
use crate::open::Loaded;
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
            Followed::Changed => self.follow(),
        }
    }

    /// Reads everything again that is shown.
    pub(crate) fn follow(&mut self) {
        let Some(place) = self.place.clone() else { return };
        match place.seen_through(self.over.as_ref()) {
            Ok(place) => self.place = Some(place),
            Err(why) => self.complain(why),
        }
        self.reload();
        let (Some(place), Some(current)) = (&self.place, &self.current) else { return };
        let Ok(node) = place.vfs.locate(&current.path) else { return };
        let is_edited = current.document.as_ref().is_some_and(Document::is_changed);
        let is_same = node.bytes().is_ok_and(|bytes| bytes == current.bytes);
        if is_edited {
            if !is_same {
                self.say(format!("{} {}", self.texts().changed_on_disk, node.path()));
            }
            return;
        }
        self.open_again(node, is_same);
    }

    /// Opens what is open once more; its picture always, for what it names may have changed.
    fn open_again(&mut self, node: Node, is_same: bool) {
        let Some(kind) = self.current.as_ref().map(|current| current.kind) else { return };
        let game = self.game.clone();
        let mut read = is_same;
        self.open_job = Some(spawn_steps("open", &self.wake, move |worker| {
            if !std::mem::replace(&mut read, true) {
                worker.send(Loaded::Document(Box::new(document::open(&node, game.as_ref()))));
                return Ok(Step::More);
            }
            if kind.is_drawn() {
                let scene = platform::guarded(|| scene::load(&node, game.as_ref(), kind));
                worker.send(Loaded::Scene { scene, keep: true });
            }
            Ok(Step::Done)
        }));
    }
}
