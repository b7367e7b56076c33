//! Changing in the picture what is looked at: objects and places of missions, the ground.
//!
//! Whatever is done becomes fields as `ngi set` takes them, or a stroke of a brush, and one step
//! of the document's history.
//!
//! | file | holds |
//! |---|---|
//! | `gizmo` | handles to pull, and what pulling them comes to |
//! | `hold` | something that is being pulled |
//! | `marks` | places of a mission that are no objects: bases, zones, lodes, corners of areas |
//! | `nodes` | nodes of a model at a key |
//! | `spots` | control points and sockets of a model |
//! | `parts` | what a scene consists of |
//! | `ground` | the brush |
//! | `areals` | corners, cuts, joins and classes of areals |
//! | `follow` | areals that stay on the ground |
//! | `choices` | brushes and tools that are taken, numbers to be typed, new places |
//! | `clans` | what can be asked for clans |
//! | `apply` | requests carried out on the open document |
//! | `beside` | the sky and the texts of a mission, changed along with it |
//! | `troubles` | findings of the mission as a whole |
//! | `again` | a changed thing drawn on, without opening it again |

mod again;
mod apply;
mod areals;
mod beside;
mod choices;
mod clans;
mod follow;
pub mod gizmo;
pub mod ground;
mod hold;
pub mod marks;
pub mod nodes;
mod parts;
mod spots;
mod troubles;

use std::collections::BTreeSet;

use ngi_engine::model::Transform;
use ngi_verbs::mission::Placeable;

pub(crate) use again::{Again, Lives};
pub(crate) use apply::Desk;
pub use apply::Tool;
pub use areals::{ArealChange, ArealTool, Kind as ArealKind};
pub(crate) use choices::Number;
pub use clans::ClanChange;
pub(crate) use follow::LevelState;
pub use gizmo::{Gizmo, Handle, Pull};
pub use ground::{GroundTool, Kind as BrushKind};
pub use hold::{Held, Now};
pub use marks::{Mark, MarkKind, marks};
pub use nodes::NodeKeys;
pub use parts::{Parts, renumbered};
pub use spots::Spot;

/// Something to be changed.
#[derive(Debug, Clone, PartialEq)]
pub enum Request {
    /// Fields, as `ngi set` takes them, in one step.
    Set(Vec<(String, String)>),
    /// An object stands elsewhere; what is `None` stays.
    Place {
        /// Its number in the mission.
        object: usize,
        /// Where.
        position: Option<[f32; 3]>,
        /// How it is turned about the vertical, in radians.
        turn: Option<f32>,
        /// How large it is.
        scale: Option<f32>,
    },
    /// A new object, standing somewhere.
    New {
        /// What.
        what: Box<Placeable>,
        /// Where.
        position: [f32; 3],
    },
    /// An object once more, beside it.
    Copy(usize),
    /// An object less.
    Remove(usize),
    /// A new place of a mission.
    NewMark(MarkKind, [f32; 3]),
    /// A place less.
    RemoveMark(Mark),
    /// A change of clans.
    Clan(ClanChange),
    /// Fields of a file beside the mission, in one step.
    Beside {
        /// Its name.
        name: String,
        /// The fields, as `ngi set` takes them.
        fields: Vec<(String, String)>,
    },
    /// The ground after a stroke: its bytes.
    Ground(Vec<u8>),
    /// The level of the liquid.
    Water(f32),
    /// A corner of an areal somewhere else.
    Corner {
        /// The areal.
        areal: usize,
        /// Which corner.
        corner: usize,
        /// Where it was.
        from: [f32; 3],
        /// Where it shall be.
        to: [f32; 3],
    },
    /// Areals cut, joined, with a corner more.
    Areals(ArealChange),
    /// Other keys for nodes of a model.
    Tracks(crate::lanes::nodes::NewTracks),
    /// A new mission on the level that is open, with this title.
    NewMission(String),
}

/// What is selected to be changed.
#[derive(Debug, Clone, PartialEq)]
pub enum Subject {
    /// An object of a mission.
    Object(usize),
    /// A place of a mission.
    Mark(Mark),
    /// A node of a model at a key, and what it hangs on.
    Node(Box<(NodeKeys, Transform)>),
    /// A corner of an areal.
    Corner {
        /// The areal.
        areal: usize,
        /// Which corner.
        corner: usize,
        /// Where it is.
        at: [f32; 3],
    },
    /// A control point of a model, and the frame it is in.
    Spot(Box<(Spot, Transform)>),
}

/// Changing in the picture.
#[derive(Default)]
pub struct Editing {
    /// Whether the mouse changes things.
    pub on: bool,
    /// Whether what is moved sideways stays as high above the ground as it is.
    pub on_ground: bool,
    /// The place of the mission that is selected, in place of an object.
    pub mark: Option<Mark>,
    /// What is being pulled.
    pub held: Option<Held>,
    /// What the next click places.
    pub placing: Option<Placeable>,
    /// Where the pointer is on the ground.
    pub(crate) pointed: Option<[f32; 3]>,
    pub(crate) hovered: Option<Handle>,
    /// What was asked for.
    pub asked: Vec<Request>,
    /// The keys of the node that is selected.
    pub node: Option<NodeKeys>,
    /// The brush.
    pub ground: GroundTool,
    /// What is chosen for areals.
    pub areals: ArealTool,
    /// Numbers that are being typed or dragged for an object.
    pub(crate) typed: Option<(usize, Now)>,
    /// What the mission shall select when it has changed: the last of its objects.
    pub(crate) select_last: bool,
    /// Control points of what is looked at, or sockets.
    pub spots: Vec<Spot>,
    /// The part that was clicked on, until it is selected.
    pub(crate) clicked_part: Option<usize>,
    /// A place that is being typed or dragged, and its field.
    pub(crate) typed_place: Option<(String, [f32; 3])>,
    /// Parts of the scene that are left out.
    pub hidden: BTreeSet<usize>,
}

impl Editing {
    /// Nothing is being changed.
    pub fn new() -> Self {
        Self { on_ground: true, ..Self::default() }
    }

    /// The fields of a node that would be others if it were let go now, or what is typed were done;
    /// `None` where no node is pulled.
    pub(crate) fn pulled_node(&self) -> Option<Vec<(String, String)>> {
        if let Some(held) = self.held.as_ref().filter(|it| matches!(it.subject, Subject::Node(_))) {
            return match held.request() {
                Some(Request::Set(fields)) => Some(fields),
                _ => Some(Vec::new()),
            };
        }
        let node = self.node.as_ref()?;
        let (field, place) = self.typed_place.as_ref()?;
        (*field == node.field()).then(|| match *place == node.position {
            true => Vec::new(),
            false => node.placed(*place),
        })
    }

    /// Something else is looked at.
    pub(crate) fn forget(&mut self) {
        let ground = std::mem::take(&mut self.ground);
        let areals = std::mem::take(&mut self.areals).for_another();
        let (on, on_ground) = (self.on, self.on_ground);
        *self = Self { on, on_ground, ground: ground.for_another(), areals, ..Self::default() };
    }
}
