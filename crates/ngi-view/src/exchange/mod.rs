//! Out and in: exports with a dialog, other programs' files in the place of what is open, and the
//! report of what was carried, computed and lost.
//!
//! What is written or made is what `ngi export` and `ngi import` write and make: the same functions
//! are called. Here is only what somebody chose in a dialog.

mod export;
mod hand;
mod replace;

use std::path::PathBuf;

use ngi_verbs::written::Written;

pub use export::{ExportDialog, Order};
pub use replace::{How, Made, ReplaceDialog};

use crate::App;
use crate::platform::{self, Asks, Chosen, Job, News};

/// What goes out and comes in.
#[derive(Default)]
pub struct Exchange {
    /// The dialog of an export, while it is open.
    pub export: Option<ExportDialog>,
    /// The dialog of a file that takes the place of what is open.
    pub replace: Option<ReplaceDialog>,
    /// What became of it, until somebody has read it.
    pub report: Option<Report>,
    /// The work.
    pub(crate) job: Option<Job<Came>>,
    /// A system's dialog for the folder of an export, or for the file of a replacement.
    pub(crate) choosing: Option<Job<Chosen>>,
}

/// What the work gave.
pub(crate) enum Came {
    /// Files were written.
    Written(String, Written),
    /// Something to take the place of the document at a path.
    Made(String, Box<Made>),
    /// Lines to be read.
    Told(String, Vec<String>),
    /// Paths that fit a question.
    Found(String, Vec<String>),
}

/// A report, as it is shown.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Report {
    /// What was done.
    pub title: String,
    /// What became of it.
    pub written: Written,
}

impl App {
    /// Takes what dialogs and work have to say.
    pub(crate) fn take_exchange(&mut self) {
        while let Some(news) = self.exchange.choosing.as_mut().and_then(Job::news) {
            match news {
                News::Part(Some(path)) => self.take_chosen(path),
                News::Part(None) => {}
                News::Done => self.exchange.choosing = None,
                News::Failed(why) => {
                    self.exchange.choosing = None;
                    self.complain(why);
                }
            }
        }
        while let Some(news) = self.exchange.job.as_mut().and_then(Job::news) {
            match news {
                News::Part(came) => self.take_came(came),
                News::Done => self.exchange.job = None,
                News::Failed(why) => {
                    self.exchange.job = None;
                    self.complain(why);
                }
            }
        }
    }

    fn take_chosen(&mut self, path: PathBuf) {
        if let Some(dialog) = &mut self.exchange.export {
            dialog.folder = path.display().to_string();
        } else if let Some(dialog) = &mut self.exchange.replace {
            dialog.file = path.display().to_string();
        } else {
            self.set_game(path);
        }
    }

    fn take_came(&mut self, came: Came) {
        match came {
            Came::Written(title, written) => {
                let first = written.files.last().map(|file| file.path.clone());
                self.say(format!("{} {}", self.texts().saved, first.unwrap_or_default()));
                self.exchange.report = Some(Report { title, written });
                // An import may have written into the archive that is open.
                self.reload();
            }
            Came::Made(path, made) => self.take_made(&path, *made),
            Came::Found(title, paths) => self.gallery.show_found(title, paths),
            Came::Told(title, told) => {
                let written = Written { told, ..Written::default() };
                self.exchange.report = Some(Report { title, written });
            }
        }
    }

    /// Asks the system for the folder of an export, or for the file of a replacement.
    pub(crate) fn choose_destination(&mut self) {
        let texts = self.texts();
        let is_export = self.exchange.export.is_some();
        let asks = if is_export { Asks::Destination } else { Asks::Replacement };
        self.exchange.choosing = Some(platform::choose(&self.wake, texts, asks));
    }

    /// Stops it.
    pub(crate) fn cancel_exchange(&mut self) {
        self.exchange.job = None;
    }
}
