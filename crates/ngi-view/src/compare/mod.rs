//! Two things side by side: what is open, and what it is compared with.
//!
//! | file | holds |
//! |---|---|
//! | `other` | what is compared with: a backup, another game, a mod, another entry |
//! | `marks` | what differs: fields in sight, parts of the scene, pixels |
//!
//! The picture of the other is a second [`Viewport`] that looks from where, and when, the first
//! one does. Differences are those of `ngi diff`, changes that are not saved included.

mod marks;
mod other;

use egui::TextureHandle;
use ngi_verbs::diff::{Difference, DifferenceKind, Wording};

use crate::App;
use crate::panels::widgets::LEADS;
use crate::platform::{self, Asks, Job, News, spawn};
use crate::texts::about;
use crate::viewport::Viewport;

pub use marks::Marks;
pub use other::With;
use other::{Asked, Found};

/// Differences that are listed, at most.
const MOST_LINES: usize = 1000;

/// What is open, and what it is compared with.
pub struct Compare {
    /// What it is compared with.
    pub with: With,
    /// The path of what is open.
    pub of: String,
    /// What the other is called.
    pub title: String,
    /// The picture of the other.
    pub viewport: Viewport,
    /// What `ngi diff` says, from the other to what is open.
    pub differences: Vec<Difference>,
    /// The differences in words, line by line.
    pub wordings: Vec<Wording>,
    /// How many there are besides those.
    pub more: usize,
    /// What differs in the list of fields and in the scene.
    pub marks: Marks,
    /// Where two textures differ, and in how many pixels.
    pub picture: Option<(TextureHandle, usize)>,
    /// What went wrong.
    pub error: Option<String>,
    job: Option<Job<Found>>,
    /// Whether both scenes have to be looked at for what differs.
    unmarked: bool,
}

impl Compare {
    /// Whether it is still being worked out.
    pub fn is_busy(&self) -> bool {
        self.job.is_some()
    }

    /// Returns the differences in words, line by line.
    pub fn lines(&self, texts: &about::Texts) -> Vec<String> {
        self.wordings.iter().map(|wording| line(wording, texts)).collect()
    }

    /// Whether nothing differs.
    pub fn is_same(&self) -> bool {
        !self.is_busy() && self.error.is_none() && self.differences.is_empty()
    }
}

impl App {
    /// Asks for a game folder, or for a mod, to compare with.
    pub(crate) fn choose_compared(&mut self, is_mod: bool) {
        let asks = if is_mod { Asks::ComparedMod } else { Asks::ComparedGame };
        let job = platform::choose(&self.wake, self.texts(), asks);
        self.choosing_compared = Some((is_mod, job));
    }

    fn take_compared(&mut self) {
        let Some((is_mod, job)) = &mut self.choosing_compared else { return };
        let (is_mod, news) = (*is_mod, job.news());
        match news {
            Some(News::Part(Some(path))) => {
                self.compare_with(if is_mod { With::Mod(path) } else { With::Game(path) });
            }
            Some(News::Part(None)) | None => {}
            Some(News::Done) => self.choosing_compared = None,
            Some(News::Failed(why)) => {
                self.choosing_compared = None;
                self.complain(why);
            }
        }
    }

    /// What is open is compared with something from now on.
    pub(crate) fn compare_with(&mut self, with: With) {
        let Some(current) = &self.current else { return };
        let of = current.path.clone();
        let no_card = self.texts().no_card;
        let canvas = self.viewport.canvas().map(|canvas| canvas.beside());
        let mut viewport = Viewport::new(canvas.ok_or_else(|| no_card.to_owned()));
        viewport.sound = false;
        self.compare = Some(Compare {
            with,
            of,
            title: String::new(),
            viewport,
            differences: Vec::new(),
            wordings: Vec::new(),
            more: 0,
            marks: Marks::default(),
            picture: None,
            error: None,
            job: None,
            unmarked: false,
        });
        self.compare_again();
    }

    /// What is open, or what it is compared with, is another now.
    pub(crate) fn compare_again(&mut self) {
        let (Some(compare), Some(current), Some(place)) =
            (&mut self.compare, &self.current, &self.place)
        else {
            return;
        };
        compare.of.clone_from(&current.path);
        let asked = Asked {
            with: compare.with.clone(),
            path: current.path.clone(),
            kind: current.kind,
            document: current.document.clone(),
            place: place.clone(),
            no_backup: crate::texts::Texts::of(self.settings.language).no_backup,
        };
        compare.job = Some(spawn("compare", &self.wake, move |worker| {
            worker.send(other::find(&asked)?);
            Ok(())
        }));
    }

    /// Takes what was found, and goes along with what is open.
    pub(crate) fn follow_compare(&mut self, ctx: &egui::Context) {
        self.take_compared();
        let Some(compare) = &mut self.compare else { return };
        while let Some(news) = compare.job.as_mut().and_then(Job::news) {
            match news {
                News::Part(found) => compare.take(found),
                News::Done => compare.job = None,
                News::Failed(why) => {
                    compare.job = None;
                    compare.viewport.show(None, false);
                    compare.differences.clear();
                    compare.wordings.clear();
                    compare.marks = Marks::default();
                    compare.error = Some(why);
                }
            }
        }
        let opens = self.open_job.is_some();
        if compare.unmarked && !opens {
            compare.mark_scenes(&self.viewport, ctx);
        }
        let open = self.current.as_ref().map(|current| current.path.as_str());
        if open == Some(compare.of.as_str()) || opens {
            return;
        }
        // Another thing: the same question is asked of it, where it makes sense.
        match (open, &compare.with) {
            (None, _) | (_, With::Entry(_)) => self.compare = None,
            _ => self.compare_again(),
        }
    }
}

impl Compare {
    fn take(&mut self, found: Found) {
        let Found { title, differences, wordings, more, scene, marks, problem } = found;
        // Changed here or there: the camera stays either way, for it is that of what is open.
        self.viewport.show(scene, false);
        (self.title, self.differences, self.more) = (title, differences, more);
        self.wordings = wordings;
        (self.marks, self.error, self.picture) = (marks, problem, None);
        self.unmarked = true;
    }

    /// What can be seen to differ once both scenes are there.
    fn mark_scenes(&mut self, own: &Viewport, ctx: &egui::Context) {
        self.unmarked = false;
        self.marks.add_ground(own, &self.viewport);
        self.picture = marks::difference(own, &self.viewport).map(|(image, differing)| {
            let options = egui::TextureOptions::NEAREST;
            (ctx.load_texture("difference", image, options), differing)
        });
    }
}

/// Describes a difference in one line: `Added: Hero (UNITS/UNITS/scout.dat) at 566, 264`.
pub fn line(wording: &Wording, texts: &about::Texts) -> String {
    let Wording { kind, thing, field, place, from, to, .. } = wording;
    let what = match kind {
        DifferenceKind::Removed => texts.diff_removed,
        DifferenceKind::Added => texts.diff_added,
        DifferenceKind::Renamed => texts.diff_renamed,
        _ => texts.diff_changed,
    };
    let mut line = format!("{what}: {thing}");
    if !field.is_empty() {
        line.push_str(&format!(", {field}"));
    }
    if let Some([east, north]) = place {
        line.push_str(&format!(" {} {east:.0}, {north:.0}", texts.diff_at));
    }
    match (kind, from.is_empty(), to.is_empty()) {
        (DifferenceKind::Summary, ..) | (_, true, true) => {}
        (DifferenceKind::Renamed, ..) => line.push_str(&format!(" {LEADS} {to}")),
        (_, true, false) => line.push_str(&format!(" ({to})")),
        (_, false, true) => line.push_str(&format!(" ({from})")),
        (_, false, false) => line.push_str(&format!(": {from} {LEADS} {to}")),
    }
    line
}
