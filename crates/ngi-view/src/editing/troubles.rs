//! What is wrong with the mission that is changed, and with the files beside it: asked in the
//! background after every change.

use ngi_verbs::check::{self, Report};

use crate::App;
use crate::document::{Document, with_all_changes};
use crate::library::ItemKind;
use crate::platform::{Job, News, spawn};

/// Findings of a mission as a whole.
#[derive(Default)]
pub(crate) struct Troubles {
    /// What was found last.
    pub report: Report,
    /// Whether the list of findings shows these.
    pub is_shown: bool,
    /// How often something was changed.
    changes: u64,
    /// What the report is about: a mission, and how often things had been changed.
    about: Option<(String, u64)>,
    /// The mission that the report is of, once there is one.
    found_in: Option<String>,
    job: Option<Job<Report>>,
}

impl Troubles {
    /// Something was changed.
    pub fn changed(&mut self) {
        self.changes += 1;
    }

    /// Whether they are being looked for.
    pub fn is_asking(&self) -> bool {
        self.job.is_some()
    }
}

impl App {
    /// What is asked about: the mission that is being changed.
    fn troubled(&self) -> Option<(String, u64)> {
        let current = self.current.as_ref().filter(|it| it.kind == ItemKind::Mission)?;
        let asks = self.viewport.editing.on && current.document.is_some();
        asks.then(|| (current.path.clone(), self.desk.troubles.changes))
    }

    /// How many findings the mission that is open has as a whole, once that is known.
    pub(crate) fn trouble_count(&self) -> Option<usize> {
        let current = self.current.as_ref().filter(|it| it.kind == ItemKind::Mission)?;
        let troubles = &self.desk.troubles;
        let is_known = troubles.found_in.as_ref() == Some(&current.path);
        is_known.then_some(troubles.report.findings.len())
    }

    /// Whether findings of the mission are still to come.
    pub(crate) fn asks_for_troubles(&self) -> bool {
        let wanted = self.troubled();
        wanted.is_some() && wanted != self.desk.troubles.about
    }

    /// Asks again where something changed, and takes what was found.
    pub(crate) fn look_for_troubles(&mut self) {
        while let Some(news) = self.desk.troubles.job.as_mut().and_then(Job::news) {
            match news {
                News::Part(report) => {
                    let troubles = &mut self.desk.troubles;
                    troubles.report = report;
                    troubles.found_in = troubles.about.clone().map(|(path, _)| path);
                }
                News::Done => self.desk.troubles.job = None,
                News::Failed(why) => {
                    self.desk.troubles.job = None;
                    self.complain(why);
                }
            }
        }
        if self.desk.troubles.job.is_some() || !self.asks_for_troubles() || self.open_job.is_some()
        {
            return;
        }
        self.desk.troubles.about = self.troubled();
        let own = self.current.as_ref().and_then(|current| current.document.as_ref());
        let (Some(own), Some(place)) = (own, self.place.clone()) else { return };
        let node = own.node.clone();
        let all = self.changed.values().chain([own]).filter(|it| it.is_changed());
        let all: Vec<Document> = all.cloned().collect();
        let game = self.game.clone();
        self.desk.troubles.job = Some(spawn("troubles", &self.wake, move |worker| {
            let (node, game) = match all.is_empty() {
                true => (node, game),
                false => with_all_changes(&node, &all, &place)?,
            };
            let around = node.parent().unwrap_or(node);
            let options = check::Options { game, ..check::Options::default() };
            let report = check::check(&around, &options, &());
            worker.send(report.map_err(|error| error.to_string())?);
            Ok(())
        }));
    }

    /// Whether anything that lies beside the picture is still being read.
    pub(crate) fn desk_is_busy(&self) -> bool {
        let is_drawing = self.desk.preview.is_busy();
        is_drawing
            || self.reads_palette()
            || self.desk.troubles.is_asking()
            || self.asks_for_troubles()
    }
}
