//! Areals that stay on the ground while it is changed, as `ngi import` of heights has them; and what
//! came with a ground from outside goes with it, too.

use ngi_convert::level::{areals_on_ground, walked_by_slope};
use ngi_engine::arealmap::{Areals, LoadOptions};
use ngi_vfs::Node;

use crate::App;
use crate::document::Document;
use crate::platform::{Job, News, guarded, spawn};

/// What the change of the areals is called.
const STEP: &str = "ground";

/// A ground and areals that lie on it, and what became of both since.
#[derive(Default)]
pub(crate) struct Follow {
    base: Option<Base>,
    job: Option<Job<Followed>>,
    /// States of levels that are known, and not worked out.
    known: Vec<LevelState>,
}

/// A landscape and areals that belong together.
#[derive(Clone)]
pub(crate) struct LevelState {
    /// Where the areals are.
    pub map: Node,
    /// The landscape.
    pub land: Vec<u8>,
    /// The areals.
    pub areals: Vec<u8>,
    /// The wears that came with the landscape. None where it was changed here: those are somebody's.
    pub wears: Vec<(Node, Vec<u8>)>,
}

struct Base {
    /// Both, as they belong together.
    from: LevelState,
    /// What became of them.
    now: LevelState,
}

impl Base {
    fn at(state: LevelState) -> Self {
        Self { from: state.clone(), now: state }
    }
}

/// The level as it is now, and how many corners moved.
type Followed = (LevelState, usize);

impl Follow {
    /// Whether areals are being worked out.
    pub fn is_busy(&self) -> bool {
        self.job.is_some()
    }

    /// Both were replaced together: nothing is left to be worked out, and undoing leads back.
    pub fn replaced(&mut self, before: Option<LevelState>, after: Option<LevelState>) {
        self.job = None;
        self.known.extend(before);
        self.known.extend(after.clone());
        self.base = after.map(Base::at);
    }

    /// The ground and the areals to begin with: those that belong together. Areals that somebody
    /// changed otherwise lie on the ground as it was last.
    fn begin(&mut self, land: &[u8], original: &[u8], map: &Node, areals: Vec<u8>) -> LevelState {
        let is_own = |state: &LevelState| state.map.path() == map.path();
        let known = self.known.iter().find(|state| is_own(state) && state.land == land);
        let own = self.base.take().filter(|base| is_own(&base.from));
        let base = match (known, own) {
            (Some(known), _) => Base::at(known.clone()),
            (None, Some(base)) if base.now.areals == areals => base,
            (None, Some(base)) => Base::at(LevelState { areals, ..base.now }),
            (None, None) => {
                let (map, land) = (map.clone(), original.to_vec());
                Base::at(LevelState { map, land, areals, wears: Vec::new() })
            }
        };
        let from = base.from.clone();
        self.base = Some(base);
        from
    }
}

/// The areals of a level on another ground: their file, and how many corners moved. `steepest`:
/// what became steeper is not walked on, in degrees.
fn followed(
    from: &LevelState,
    land: &[u8],
    steepest: Option<f32>,
) -> Result<(Vec<u8>, usize), String> {
    let both = [from.land.as_slice(), land];
    let told = |error: ngi_convert::Error| error.to_string();
    let on_ground = areals_on_ground(&from.areals, both).map_err(told)?;
    let (areals, moved) = on_ground.unwrap_or_else(|| (from.areals.clone(), 0));
    let by_slope = steepest.map(|steepest| walked_by_slope(&areals, both, steepest));
    let by_slope = by_slope.transpose().map_err(told)?.flatten();
    Ok((by_slope.map_or(areals, |(areals, _)| areals), moved))
}

impl App {
    /// The ground of a level changed: works out in the background where its areals are now.
    pub(super) fn areals_follow(&mut self, document: &Document) {
        let Some(map) = self.node_beside(&format!("{}.map", document.stem())) else { return };
        let Some(areals) = self.bytes_of(&map) else { return };
        let original = self.current.as_ref().map(|current| current.bytes.to_vec());
        let original = original.unwrap_or_default();
        let land = document.bytes().to_vec();
        let from = self.desk.follow.begin(&land, &original, &map, areals);
        let steepest = self.viewport.editing.ground.steepest();
        self.desk.follow.job = Some(spawn("areals", &self.wake, move |worker| {
            let (areals, moved) = guarded(|| followed(&from, &land, steepest))?;
            let is_known = from.land == land;
            let LevelState { map, wears, .. } = from;
            let wears = if is_known { wears } else { Vec::new() };
            worker.send((LevelState { map, land: land.clone(), areals, wears }, moved));
            Ok(())
        }));
    }

    /// From which slope on areals are not walked on was chosen otherwise: those that followed the
    /// ground are worked out anew.
    pub(crate) fn areals_follow_again(&mut self) {
        let current = self.current.as_ref().filter(|_| self.viewport.level().is_some());
        let document = current.and_then(|current| current.document.clone());
        if let Some(document) = document.filter(Document::is_changed) {
            self.areals_follow(&document);
        }
    }

    /// Files changed on disk while the landscape that is open has changes: its picture stays, with
    /// the areals that are there now.
    pub(crate) fn areals_changed_on_disk(&mut self) {
        let document = self.current.as_ref().and_then(|current| current.document.as_ref());
        let map = document.and_then(|it| self.node_beside(&format!("{}.map", it.stem())));
        let place = self.place.as_ref().filter(|_| self.viewport.level().is_some());
        // Seen through mods, it may be another one now.
        let now = map.zip(place).and_then(|(map, place)| place.vfs.locate(&map.path()).ok());
        if let Some(map) = now {
            self.renew_areals(&map);
        }
    }

    /// Something beside what is open changed: where it is the areals of the landscape that is looked
    /// at, they are drawn over it as they are now.
    pub(crate) fn renew_areals(&mut self, changed: &Node) {
        let document = self.current.as_ref().and_then(|current| current.document.as_ref());
        let map = document.and_then(|it| self.node_beside(&format!("{}.map", it.stem())));
        if map.is_none_or(|map| map.path() != changed.path()) {
            return;
        }
        let bytes = self.bytes_of(changed).unwrap_or_default();
        if let Some(level) = self.viewport.level_mut() {
            level.take_areals(Areals::load(&bytes, &LoadOptions::default()).ok());
        }
    }

    /// Takes areals that were worked out.
    pub(super) fn take_followed(&mut self) {
        while let Some(news) = self.desk.follow.job.as_mut().and_then(Job::news) {
            match news {
                News::Part(followed) => self.follow_with(followed),
                News::Done => self.desk.follow.job = None,
                News::Failed(why) => {
                    self.desk.follow.job = None;
                    self.complain(why);
                }
            }
        }
    }

    fn follow_with(&mut self, (now, moved): Followed) {
        if let Some(base) = &mut self.desk.follow.base {
            base.now = now.clone();
        }
        let LevelState { map, areals, wears, .. } = now;
        for (wear, bytes) in wears {
            if let Err(why) = self.change_other(&wear, STEP, bytes) {
                self.complain(why);
            }
        }
        // What is open is somebody else's to change.
        if self.current.as_ref().is_some_and(|current| current.path == map.path()) {
            return;
        }
        match self.change_other(&map, STEP, areals) {
            Ok(()) if moved > 0 => {
                let text = self.texts().areals_follow;
                self.say(format!("{}: {moved} {text}", map.name()));
            }
            Ok(()) => {}
            Err(why) => self.complain(why),
        }
    }
}
