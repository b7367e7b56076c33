//! Small sidecars to be broken: alone, and beside the model they belong to.

use ngi_formats::bas::{BaseBuf, RingBuf};
use ngi_formats::cpt::{Place, PointBuf, PointsBuf};
use ngi_formats::ctl::{
    Action, ActionKind, Channel, ComponentBuf, Contact, ControlBuf, Events, StateBuf,
};
use ngi_formats::fxid::Reference;
use ngi_formats::ndp::{NodeLife, NodesBuf};
use ngi_formats::{FixedStr, Result};

use super::samples::{Sample, archive, model, one, wear};

/// Every sample; `game` is what lies in the folder of a game.
pub(super) fn samples(game: Vec<(String, Vec<u8>)>) -> Result<Vec<Sample>> {
    // Entries 2 to 5 are the sidecars.
    let beside = archive(&[
        (*b"MESH", "a.msh", [0, 0, 1], model(true)?),
        (*b"WEAR", "a.wea", [0, 0, 1], wear(&["STONE", "STONE", "STONE"], &["LIGHT.0"])?),
        (*b"NDPR", "a.ndp", [0, 0, 1], nodes()?),
        (*b"CTPT", "a.cpt", [0, 0, 1], points()?),
        (*b"BASE", "a.bas", [0, 0, 1], base(3)?),
        (*b"CTLD", "a.ctl", [0, 0, 1], control()?),
    ])?;
    let mut files = vec![("bases.rlb".to_owned(), beside)];
    let blast = (*b"EXPL", "blast.exp", [0, 0, 1], crate::effects::blast("all", 100.0, 5.0)?);
    files.push(("weapon.rlb".to_owned(), archive(&[blast])?));
    files.extend(game.into_iter().filter(|(name, _)| name != "bases.rlb"));
    Ok(vec![
        one("nodes", "a.ndp", nodes()?),
        one("points", "a.cpt", points()?),
        one("base", "a.bas", base(3)?),
        one("bad_long_ring", "a.bas", base(27)?),
        one("control", "a.ctl", control()?),
        Sample { name: "game_sidecars", files },
    ])
}

/// A record for each of the model's four nodes.
fn nodes() -> Result<Vec<u8>> {
    let explosion = Reference::new(b"weapon.rlb", b"blast.exp")?;
    NodesBuf::of(vec![NodeLife { explosion, ..NodeLife::default() }; 4]).write()
}

/// Two points.
fn points() -> Result<Vec<u8>> {
    let point = |name: &str| -> Result<PointBuf> {
        let place = Place { node: 1, carrier: 1, vector: [0.0, 1.0, 0.0], ..Place::default() };
        Ok(PointBuf { place, name: FixedStr::new(name.as_bytes())? })
    };
    PointsBuf::of(vec![point("Eye")?, point("Foot")?]).write()
}

/// A ring of four corners around nothing, within one of so many.
fn base(corners: u8) -> Result<Vec<u8>> {
    let square = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0]];
    let inner = RingBuf::closed(square)?.traced(vec![0, 0, 0, 1], vec![0, 1, 2, 2])?;
    // Along a parabola, so that it turns the same way everywhere.
    let corner = |at: u8| [f32::from(at), f32::from(at) * f32::from(at), 0.0];
    let outer = RingBuf::closed((0..corners).map(corner).collect())?;
    BaseBuf { inner: vec![inner], outer: vec![outer], tail: Vec::new() }.write()
}

/// Two states, a channel, a component, a group of three actions.
fn control() -> Result<Vec<u8>> {
    let reference = Reference::new(b"effects.rlb", b"all")?;
    let effect = Action { action: ActionKind::EFFECT_ON_POINTS, reference, ..Action::default() };
    let start = Action { action: ActionKind::START_EFFECT, ..Action::default() };
    let reference = Reference::new(b"weapon.rlb", b"blast.exp")?;
    let burst = Action { action: ActionKind::EXPLODE_NODE, v4: 1, reference, ..Action::default() };
    let mut control = ControlBuf {
        channels: vec![Channel { node: 1, last_frame: 4.0, point: 0, ..Channel::default() }],
        components: vec![ComponentBuf {
            channels: vec![0],
            label: b"i_eng_l".to_vec(),
            ..ComponentBuf::default()
        }],
        events: Events { load: 0, ..Events::default() },
        groups: vec![vec![effect, start, burst]],
        ..ControlBuf::default()
    };
    for _ in 0..2 {
        let contacts = vec![Contact { point: 1, ..Contact::default() }];
        control.add_state(StateBuf { contacts, ..StateBuf::default() })?;
    }
    control.write()
}
