//! What was not saved is kept in the window's storage after every change, and offered the next time
//! the same files are opened: a crash, a closed page or a lost card costs nothing.

use crate::App;
use crate::document::Document;
use crate::document::recovery::{self, KEY, Kept};
use crate::parts::dialog::{Choice, Dialog, Reply};

/// Unsaved changes: of an earlier time, and when to write those of now.
#[derive(Default)]
pub(crate) struct Unsaved {
    /// Of an earlier time, and not decided upon.
    earlier: Vec<Kept>,
    /// Those of them that belong to what is open.
    offered: Vec<Kept>,
    /// Whether the storage is older than the changes.
    stale: bool,
    /// The user decides later: nothing is offered until a place is opened.
    postponed: bool,
}

impl App {
    /// Takes what an earlier time left in the storage.
    pub fn remember(&mut self, storage: &dyn eframe::Storage) {
        let kept = storage.get_string(KEY).map(|text| recovery::read(&text));
        self.remember_kept(kept.unwrap_or_default());
    }

    /// Takes what an earlier time left.
    pub fn remember_kept(&mut self, kept: Vec<Kept>) {
        self.unsaved.earlier = kept;
    }

    /// Something changed, or was saved.
    pub(crate) fn unsaved_changed(&mut self) {
        self.unsaved.stale = true;
    }

    /// Everything that is not saved, as it would be kept.
    pub fn kept(&self) -> Vec<Kept> {
        let open = self.current.iter().filter_map(|current| current.document.as_ref());
        let now = open.chain(self.changed.values()).filter_map(Document::kept);
        now.chain(self.unsaved.earlier.iter().cloned()).collect()
    }

    /// Writes the storage where it is old.
    pub(crate) fn keep_unsaved(&mut self, storage: Option<&mut (dyn eframe::Storage + 'static)>) {
        if !std::mem::take(&mut self.unsaved.stale) {
            return;
        }
        let Some(storage) = storage else { return };
        match serde_json::to_string(&self.kept()) {
            Ok(text) => storage.set_string(KEY, text),
            Err(why) => self.complain(why.to_string()),
        }
        storage.flush();
    }

    /// The tree is read: what was left unsaved of it is offered.
    pub(crate) fn offer_unsaved(&mut self) {
        if self.unsaved.postponed {
            return;
        }
        let known = |kept: &Kept| self.index.find(&kept.path).is_some();
        self.unsaved.offered =
            self.unsaved.earlier.iter().filter(|kept| known(kept)).cloned().collect();
    }

    /// Offers unsaved changes again, after the user opened a place.
    pub(crate) fn offer_again(&mut self) {
        self.unsaved.postponed = false;
    }

    /// How many documents have unsaved changes of an earlier time that wait for an answer.
    pub fn offers_unsaved(&self) -> usize {
        self.unsaved.offered.len()
    }

    /// Takes all of them back.
    pub fn bring_unsaved_back(&mut self) {
        self.decide(true);
    }

    fn decide(&mut self, back: bool) {
        let offered = std::mem::take(&mut self.unsaved.offered);
        self.unsaved.earlier.retain(|kept| !offered.contains(kept));
        self.unsaved.stale = true;
        if back {
            self.bring_back(&offered);
        }
    }

    /// Asks what becomes of it.
    pub(crate) fn ask_about_unsaved(&mut self, ctx: &egui::Context) {
        if self.unsaved.offered.is_empty() {
            return;
        }
        let (texts, tips) = (self.texts(), self.texts().tips());
        let choices = [
            Choice::new(texts.bring_back, tips.bring_back),
            Choice::new(texts.forget, tips.forget),
            Choice::new(texts.decide_later, tips.decide_later),
        ];
        let reply = Dialog::new("unsaved", texts.kept, texts).show(ctx, &choices, |ui| {
            ui.label(texts.kept_files);
            for kept in &self.unsaved.offered {
                ui.weak(&kept.path);
            }
        });
        match reply {
            Some(Reply::Button(0)) => self.decide(true),
            Some(Reply::Button(1)) => self.decide(false),
            Some(_) => {
                self.unsaved.offered.clear();
                self.unsaved.postponed = true;
            }
            None => {}
        }
    }

    fn bring_back(&mut self, offered: &[Kept]) {
        for kept in offered {
            match self.restored(kept) {
                Ok(document) => drop(self.changed.insert(document.node.path(), document)),
                Err(why) => self.complain(why),
            }
        }
        // What is open is opened again, with its changes; else the first of them.
        let open = self.selected.clone().filter(|path| self.changed.contains_key(path));
        if let Some(path) = open.or_else(|| self.changed.keys().next().cloned()) {
            (self.selected, self.current) = (None, None);
            self.actions.push(crate::Action::Select(path));
        }
    }

    fn restored(&self, kept: &Kept) -> Result<Document, String> {
        let item = self.index.find(&kept.path).and_then(|id| self.index.get(id));
        let node = item.ok_or("not there")?.node.clone();
        let opened = crate::document::open(&node, None);
        let mut document = opened.document.ok_or_else(|| opened.error.unwrap_or_default())?;
        document.restore(kept)?;
        Ok(document)
    }
}
