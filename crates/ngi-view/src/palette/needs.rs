//! What has to be there for something to make sense.

use ngi_formats::cfg::names;

use crate::App;
use crate::editing::Tool;
use crate::library::ItemKind;

/// What has to be there for an action to make sense.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Needs {
    Nothing,
    Place,
    /// The selected file is a favourite.
    Favourite,
    /// The selected file is not a favourite.
    Plain,
    Document,
    /// The game is seen through mods.
    Mods,
    /// Something is compared.
    Compare,
    /// A landscape without a mission.
    Ground,
    /// The same, with a liquid.
    Water,
    /// An areal map.
    Areals,
    Mission,
    /// A mission with a file for its aims.
    Aims,
    /// A mission with a briefing.
    Stops,
    /// The clock with keyframes of the sky.
    SkyKeys,
    /// One of them is selected.
    SkyKey,
    /// Something that has a time line.
    Time,
    /// A model, whose nodes have keys.
    Lanes,
    /// A node of it is selected.
    Node,
    /// So many of its keys are, at least.
    Keys(usize),
    /// Parts of the scene are left out.
    Hidden,
}

impl Needs {
    /// Whether it is there.
    pub fn are_met(self, app: &App) -> bool {
        let kind = app.current.as_ref().map(|current| current.kind);
        let is_model = || kind == Some(ItemKind::Model) && app.viewport.has_scene();
        match self {
            Self::Nothing => true,
            Self::Place => app.place.is_some(),
            Self::Favourite => app.selected.as_deref().is_some_and(|path| app.is_favourite(path)),
            Self::Plain => app.selected.as_deref().is_some_and(|path| !app.is_favourite(path)),
            Self::Document => app.open_kind().is_some(),
            Self::Mods => app.over.is_some(),
            Self::Compare => app.compare.is_some(),
            Self::Ground => app.viewport.level().is_some(),
            Self::Water => app.viewport.water_level().is_some(),
            Self::Areals => app.viewport.shows_areals(),
            Self::Mission => app.viewport.mission.is_some(),
            Self::Aims => Self::Mission.are_met(app) && app.path_beside(names::MISSION).is_some(),
            Self::Stops => Self::Mission.are_met(app) && app.path_beside(names::BRIEFING).is_some(),
            Self::SkyKeys => app.desk.shows(Tool::Sky, &app.viewport),
            Self::SkyKey => Self::SkyKeys.are_met(app) && app.desk.sky_key.is_some(),
            Self::Time => app.has_timeline(),
            Self::Lanes => is_model(),
            Self::Node => is_model() && app.viewport.outlined_part.is_some(),
            Self::Keys(count) => {
                is_model() && app.desk.lanes.open && app.desk.lanes.keys.len() >= count
            }
            Self::Hidden => !app.viewport.editing.hidden.is_empty(),
        }
    }
}
