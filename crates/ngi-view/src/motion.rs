//! What the pointer is on in the gallery, in motion: effects play, models turn.

use egui::{Rect, Ui};
use ngi_render::Scene;
use ngi_vfs::Node;

use crate::App;
use crate::library::ItemKind;
use crate::platform::{Job, News, spawn};
use crate::viewport::{Viewport, scene};

/// What moves now.
pub struct Motion {
    path: String,
    viewport: Viewport,
    job: Option<Job<Option<Box<dyn Scene>>>>,
    /// The frame it was last drawn in.
    seen: u64,
}

impl Motion {
    /// Whether something is drawn in motion.
    pub fn is_shown(&self) -> bool {
        self.viewport.has_scene()
    }

    fn take_news(&mut self) {
        while let Some(news) = self.job.as_mut().and_then(Job::news) {
            match news {
                News::Part(scene) => {
                    self.viewport.show(scene, false);
                    self.viewport.playback.looping = true;
                    self.viewport.playback.toggle();
                }
                // Its picture at rest stays; what is wrong is told when it is opened.
                News::Done | News::Failed(_) => self.job = None,
            }
        }
    }
}

impl App {
    /// Draws something in motion; says whether there was something to draw.
    pub(crate) fn show_moving(
        &mut self,
        ui: &Ui,
        rect: Rect,
        (path, node, kind): (&str, &Node, ItemKind),
    ) -> bool {
        let moves = matches!(
            kind,
            ItemKind::Effect | ItemKind::Model | ItemKind::Material | ItemKind::Unit
        );
        if !moves || !self.settings.thumbnails {
            return false;
        }
        let motion = match &mut self.motion {
            Some(motion) => motion,
            none => {
                let Some(canvas) = self.viewport.canvas() else { return false };
                let viewport = Viewport::new(Ok(canvas.beside()));
                none.insert(Motion { path: String::new(), viewport, job: None, seen: 0 })
            }
        };
        motion.seen = ui.ctx().cumulative_pass_nr();
        if motion.path != path {
            path.clone_into(&mut motion.path);
            motion.viewport.show(None, false);
            let (node, game) = (node.clone(), self.game.clone());
            motion.job = Some(spawn("motion", &self.wake, move |worker| {
                worker.send(scene::load(&node, game.as_ref(), kind)?);
                Ok(())
            }));
        }
        motion.take_news();
        if !motion.is_shown() {
            return false;
        }
        motion.viewport.play_in(ui, rect, !matches!(kind, ItemKind::Effect));
        true
    }

    /// What the pointer has left moves no more, and is not kept.
    pub(crate) fn rest(&mut self, ctx: &egui::Context) {
        let Some(motion) = &mut self.motion else { return };
        if motion.seen != ctx.cumulative_pass_nr() && !motion.path.is_empty() {
            motion.path.clear();
            motion.job = None;
            motion.viewport.show(None, false);
        }
    }
}
