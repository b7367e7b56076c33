//! Showing a model with another wear table.

use crate::App;
use crate::document::with_all_changes;
use crate::library::ItemKind;
use crate::open::Loaded;
use crate::platform::{guarded, spawn};
use crate::viewport::scene;

impl App {
    /// Shows the open model with a wear table. Neither file is changed.
    pub(crate) fn wear(&mut self, wear: &str) {
        let wear = self.index.find(wear).and_then(|id| self.index.get(id));
        let (Some(wear), Some(current)) = (wear, &self.current) else { return };
        let Some(document) = current.document.clone() else { return };
        if current.kind != ItemKind::Model {
            return;
        }
        self.parts.about.wear(&current.path, &wear.path);
        let (table, game, place) = (wear.node.clone(), self.game.clone(), self.place.clone());
        self.open_job = Some(spawn("skin", &self.wake, move |worker| {
            let (mut node, mut game) = (document.node.clone(), game);
            if let Some(place) = place.filter(|_| document.is_changed()) {
                (node, game) = with_all_changes(&node, std::slice::from_ref(&document), &place)?;
            }
            let scene = guarded(|| scene::load_wearing(&node, game.as_ref(), &table));
            worker.send(Loaded::Scene { scene, keep: true });
            Ok(())
        }));
    }

    /// Plays the open sound or stops it; without one, plays or pauses the scene.
    pub(crate) fn play_sound_or_scene(&mut self) {
        if self.wave().is_none() {
            self.viewport.playback.toggle();
            return;
        }
        let document = self.current.as_ref().and_then(|current| current.document.as_ref());
        if let Some(document) = document {
            self.parts.player.toggle(document.bytes());
        }
    }
}
