//! What a controller hangs on an object when it is loaded: lamps, smoke, flames, humming.
//!
//! Every object that is placed runs the load group of its controller. Effects bring their lights and
//! sounds along: nothing else in a level makes a sound at a place.

use glam::Vec3;
use ngi_formats::cpt::PointBuf;
use ngi_formats::ctl::{Action, ActionFlags, ActionKind, Conditions, Control};
use ngi_formats::fxid::{Reference, TimeMode};

use crate::effects::Frame;
use crate::model::Transform;

/// An effect that hangs on an object.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Hung {
    /// The part whose controller hung it there.
    pub part: usize,
    /// The node of that part's model; `None` for one that is not on a single node.
    pub node: Option<usize>,
    /// What the controller calls it.
    pub id: i32,
    /// The effect.
    pub effect: Reference,
    /// Where it is, in the space of the object.
    pub frame: Frame,
    /// Whether the load group left it switched on.
    pub is_on: bool,
    /// The time mode it was started in, where it was.
    pub started: Option<TimeMode>,
}

/// What a load group needs to know of the part it belongs to.
pub(super) struct Carrier<'a> {
    pub part: usize,
    /// Where the part's nodes are, in the space of the object.
    pub object_from_node: &'a dyn Fn(usize) -> Option<Transform>,
    pub points: &'a [PointBuf],
    /// The sphere around the whole part, in its own space: where it is built.
    pub sphere: ([f32; 3], f32),
    pub object_from_part: Transform,
}

/// Conditions that hold while an object has just been placed: it is whole and nobody told it
/// anything. *Stand-in*: on which surface it stands is not looked at.
const AT_LOAD: Conditions = Conditions(0);

/// Runs the load group of a controller: what hangs on the part afterwards.
pub(super) fn run_load_group(control: &Control<'_>, carrier: &Carrier<'_>) -> Vec<Hung> {
    let mut hung: Vec<Hung> = Vec::new();
    let Ok(group) = usize::try_from(control.events().load) else { return hung };
    let Some(actions) = control.groups().nth(group) else { return hung };
    let actions: Vec<Action> = actions.into_iter().take(MOST_ACTIONS).collect();
    for action in that_run(&actions, AT_LOAD) {
        run(action, carrier, &mut hung);
    }
    hung
}

/// So many actions of a group are run; the longest group of the game has far fewer.
const MOST_ACTIONS: usize = 4096;

/// The actions of a group that run under some conditions. Of a run of actions the last is for all
/// other cases: it runs where none before it did.
pub fn that_run(
    actions: &[Action],
    conditions: Conditions,
) -> impl Iterator<Item = &Action> + use<'_> {
    let mut ran_before = false;
    actions.iter().filter(move |action| {
        let Action { flags, mask, invert, .. } = **action;
        if flags.has(ActionFlags::BEGINS_RUN) {
            ran_before = false;
        }
        let held = (conditions.0 ^ invert.0) & mask.0;
        let asked = flags.has_any(ActionFlags::ALL_HOLD | ActionFlags::ANY_HOLDS);
        let holds = match asked {
            false => true,
            true if flags.has(ActionFlags::ALL_HOLD) => held == mask.0,
            true => held != 0,
        };
        let runs = match flags.has(ActionFlags::ENDS_RUN) {
            true => (asked && holds) || !ran_before,
            false => holds,
        };
        ran_before |= runs;
        runs
    })
}

fn run(action: &Action, carrier: &Carrier<'_>, hung: &mut Vec<Hung>) {
    let place = || usize::try_from(action.v4).ok();
    match action.action {
        ActionKind::EFFECT_ON_NODE => {
            let node = place();
            let frame = node.and_then(carrier.object_from_node);
            add(action, carrier, node, frame.map(|at| Frame::of_transform(&at)), hung);
        }
        ActionKind::EFFECT_ON_POINTS => {
            let (node, frame) = of_points(action, carrier).unzip();
            add(action, carrier, node.flatten(), frame, hung);
        }
        ActionKind::EFFECT_IN_SPHERE => {
            let (center, radius) = carrier.sphere;
            let local = Frame::at(center).sized(Vec3::splat(radius));
            let frame = Frame::of_transform(&carrier.object_from_part).under(&local);
            add(action, carrier, None, Some(frame), hung);
        }
        ActionKind::DELETE_EFFECT => hung.retain(|one| one.id != action.v4),
        ActionKind::EFFECT_ON => tell(hung, action.v4, |one| one.is_on = true),
        ActionKind::EFFECT_OFF => tell(hung, action.v4, |one| one.is_on = false),
        ActionKind::START_EFFECT => {
            let mode = u32::try_from(action.v5).ok().map(TimeMode);
            tell(hung, action.v4, |one| one.started = mode);
        }
        _ => {}
    }
}

fn tell(hung: &mut [Hung], id: i32, change: impl Fn(&mut Hung)) {
    hung.iter_mut().filter(|one| one.id == id).for_each(change);
}

/// Hangs an effect, where the place is there and finite.
fn add(
    action: &Action,
    carrier: &Carrier<'_>,
    node: Option<usize>,
    frame: Option<Frame>,
    hung: &mut Vec<Hung>,
) {
    let is_sound =
        |frame: &Frame| frame.origin.is_finite() && frame.axes.iter().all(|axis| axis.is_finite());
    let Some(frame) = frame.filter(is_sound).filter(|_| !action.reference.is_empty()) else {
        return;
    };
    let (part, id, effect) = (carrier.part, action.v7, action.reference);
    hung.push(Hung { part, node, id, effect, frame, is_on: true, started: None });
}

/// The frame of three control points, in the space of the object, and the node of the first.
fn of_points(action: &Action, carrier: &Carrier<'_>) -> Option<(Option<usize>, Frame)> {
    let point = |number: i32| {
        let place = carrier.points.get(usize::try_from(number).ok()?)?.place;
        let node = usize::try_from(place.node).ok()?;
        let frame = Frame::of_transform(&(carrier.object_from_node)(node)?);
        Some((node, frame.point(place.position.into()), frame.vector(place.vector.into())))
    };
    let [(node, a, d), (_, b, e), (_, c, f)] =
        [point(action.v4)?, point(action.v5)?, point(action.v6)?];
    Some((Some(node), Frame::of_points([a, b, c], [d, e, f])))
}
