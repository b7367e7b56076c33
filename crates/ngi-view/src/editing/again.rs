//! A changed thing drawn on: what it is made of stays, so that it is there at once.

use ngi_engine::landscape::{Ground, Managers};
use ngi_engine::world::World;
use ngi_formats::landscape::Landscape;
use ngi_formats::{Findings, Mode};
use ngi_render::scene::landscape::GroundMesh;
use ngi_verbs::surroundings::{Game, Surroundings};

use crate::document::{Document, with_all_changes};
use crate::platform::{Place, guarded};
use crate::viewport::Viewport;

/// What can go on being drawn while its document changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lives {
    /// Nothing: it is opened again.
    Nothing,
    /// A mission.
    Mission,
    /// The ground of a level.
    Ground,
}

/// What is drawn on.
pub(crate) enum Again {
    /// The mission as it is now.
    World(Box<World>),
    /// The ground as it is now.
    Ground(Box<(Ground, GroundMesh)>),
}

impl Lives {
    /// What the viewport shows.
    pub fn of(viewport: &mut Viewport) -> Self {
        if viewport.world().is_some() {
            return Self::Mission;
        }
        if viewport.level_mut().is_some() { Self::Ground } else { Self::Nothing }
    }

    /// Works out what is drawn now; `None` where the thing has to be opened again.
    /// Other documents that were changed may be around it.
    pub fn again(
        self,
        document: &Document,
        others: &[Document],
        place: Option<&Place>,
        game: Option<&Game>,
    ) -> Option<Again> {
        let made = guarded(|| {
            Ok(match self {
                Self::Nothing => None,
                Self::Mission => {
                    let others = place.map(|place| (others, place));
                    world(document, others, game).map(Box::new).map(Again::World)
                }
                Self::Ground => ground(document.bytes()).map(Box::new).map(Again::Ground),
            })
        });
        made.unwrap_or(None)
    }
}

fn world(
    document: &Document,
    others: Option<(&[Document], &Place)>,
    game: Option<&Game>,
) -> Option<World> {
    let (game, path) = (game?, document.node.path());
    let (mut node, mut seen) = (document.node.clone(), None);
    if let Some((others, place)) = others.filter(|(others, _)| !others.is_empty()) {
        (node, seen) = with_all_changes(&document.node, others, place).ok()?;
    }
    let game = seen.as_ref().unwrap_or(game);
    let around = Surroundings::of(&node, Some(game));
    World::of_bytes(game, &path, document.bytes(), &around, &mut Managers::default()).ok()
}

fn ground(bytes: &[u8]) -> Option<(Ground, GroundMesh)> {
    let mut findings = Findings::new(Mode::Tolerant, false);
    let land = Landscape::read_tolerant(bytes, &mut findings).ok()?;
    Some((Ground::of(&land), GroundMesh::of(&land)))
}
