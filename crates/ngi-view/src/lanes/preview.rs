//! What is pulled, on the time line or a node by its handles, is seen in the picture before it is
//! let go. That is no step of the document: what it comes to is made of a copy, in the background.

use ngi_render::Scene;

use super::desk::{Lanes, Read, What};
use super::{Commands, NodeLanes, Tracks};
use crate::App;
use crate::platform::{Job, News, spawn};
use crate::viewport::scene;

/// Fields as `ngi set` takes them.
type Fields = Vec<(String, String)>;

/// How the picture differs from the document.
#[derive(Default)]
pub(crate) struct Preview {
    /// The fields that the picture shows otherwise, or will as soon as it is made.
    shown: Fields,
    job: Option<Job<Option<Box<dyn Scene>>>>,
}

impl Preview {
    /// Whether a picture is still to come.
    pub fn is_busy(&self) -> bool {
        self.job.is_some()
    }

    /// The picture follows the document again; says whether it showed something else.
    pub fn forget(&mut self) -> bool {
        self.job = None;
        !std::mem::take(&mut self.shown).is_empty()
    }
}

impl Read {
    /// The fields that would be others if what is pulled were let go now, or what is typed were
    /// done.
    fn pulled(&self, lanes: &Lanes) -> Fields {
        match self {
            Self::Nodes(keys) => keys.pulled(lanes),
            Self::Commands(commands) => commands.pulled(lanes),
            Self::Tracks(tracks) => tracks.pulled(lanes),
        }
    }
}

impl NodeLanes {
    fn pulled(&self, lanes: &Lanes) -> Fields {
        match (lanes.pulled, lanes.stretch) {
            (Some(pulled), _) => self.moved(&lanes.keys, pulled.by),
            (None, Some(by)) => self.stretched(&lanes.keys, by).unwrap_or_default(),
            (None, None) => Fields::new(),
        }
    }
}

impl Commands {
    fn pulled(&self, lanes: &Lanes) -> Fields {
        let Some(pulled) = lanes.pulled else { return self.typed(lanes).into_iter().collect() };
        let What::Window(number, end) = pulled.what else { return Fields::new() };
        let window = self.rows.get(number).and_then(|command| command.window.as_ref());
        window.map(|it| it.pulled(end, pulled.by, pulled.steps).set(it)).unwrap_or_default()
    }

    /// The curve that is being bent, or a number of one that is being typed or dragged.
    fn typed(&self, lanes: &Lanes) -> Option<(String, String)> {
        let mut runs = self.rows.iter().flat_map(|command| &command.runs);
        if let Some((field, exponent)) = &lanes.bent {
            let run = runs.find(|run| run.bend.as_ref().is_some_and(|(own, _)| own == field))?;
            return run.bent(*exponent).set_bend(run);
        }
        let (field, number, value) = lanes.typed.as_ref()?;
        runs.find_map(|run| {
            let end = run.end_of(field)?;
            let stored = run.numbers(end)?.1.get(*number)?;
            run.set(end, *number, *value).filter(|_| stored != value)
        })
    }
}

impl Tracks {
    fn pulled(&self, lanes: &Lanes) -> Fields {
        let ended = lanes.pulled.and_then(|pulled| {
            let What::Piece((track, key)) = pulled.what else { return None };
            let own = self.tracks.get(track)?;
            let (_, stored) = own.keys.get(key)?;
            let to = own.pulled(key, pulled.by, pulled.steps).filter(|to| to != stored)?;
            Some(self.ended(track, key, to))
        });
        ended.into_iter().collect()
    }
}

impl App {
    /// Has the picture show what is pulled, or the document again when it was let go of. `held`:
    /// a button of the mouse is down, without which nothing is pulled.
    pub(crate) fn show_pulled(&mut self, held: bool) {
        self.take_preview();
        // What is being opened or was changed brings a picture of its own.
        if self.desk.preview.is_busy() || self.open_job.is_some() {
            return;
        }
        let wanted = self.pulled_fields(held);
        if wanted != self.desk.preview.shown {
            self.make_preview(wanted);
        }
    }

    fn pulled_fields(&mut self, held: bool) -> Fields {
        if let Some(fields) = self.viewport.editing.pulled_node() {
            return fields;
        }
        let Self { current: Some(current), desk, .. } = self else { return Fields::new() };
        let lanes = &mut desk.lanes;
        let is_pulled = lanes.pulled.is_some() && held;
        let is_typed = lanes.typed.is_some() || lanes.stretch.is_some() || lanes.bent.is_some();
        let is_typed = lanes.pulled.is_none() && is_typed;
        let document = current.document.as_ref().filter(|_| lanes.open && (is_pulled || is_typed));
        let read = document.and_then(|document| lanes.read(document, current.kind));
        read.map(|read| read.pulled(lanes)).unwrap_or_default()
    }

    /// Begins to make the picture of the document with other fields.
    fn make_preview(&mut self, fields: Fields) {
        let current = self.current.as_ref();
        let document = current.and_then(|it| Some((it.document.clone()?, it.kind)));
        let (Some((mut document, kind)), Some(place)) = (document, self.place.clone()) else {
            self.desk.preview.forget();
            return;
        };
        let others = self.others_changed(&document.node.path(), kind);
        self.desk.preview.shown.clone_from(&fields);
        self.desk.preview.job = Some(spawn("preview", &self.wake, move |worker| {
            if !fields.is_empty() {
                document.set_all(&fields)?;
            }
            worker.send(scene::load_changed(document, others, &place, kind)?);
            Ok(())
        }));
    }

    fn take_preview(&mut self) {
        while let Some(news) = self.desk.preview.job.as_mut().and_then(Job::news) {
            match news {
                News::Part(scene) => self.viewport.show(scene, true),
                // What cannot be so is told when it is let go.
                News::Done | News::Failed(_) => self.desk.preview.job = None,
            }
        }
    }
}
