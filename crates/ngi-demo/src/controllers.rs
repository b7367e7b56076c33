//! Controllers of the demo's models: what they are is told by the names of their nodes.

use ngi_formats::ctl::{
    Action, ActionFlags, ActionKind, Channel, ChannelFlags, Component, ComponentBuf,
    ComponentClass, Conditions, Contact, ContactFlags, ControlBuf, Events, FULL_TURN, Frame,
    NO_WAY, State, StateAxes, StateBuf, StateMode,
};
use ngi_formats::fxid::Reference;
use ngi_formats::msh::Blueprint;
use ngi_formats::objects::ObjectKind;
use ngi_formats::{Error, Result};

/// The controller of a model, by what it is part of, else by its nodes.
pub fn of(plan: &Blueprint, kind: ObjectKind, number: u32) -> Result<ControlBuf> {
    match kind {
        ObjectKind::INTERNAL => Ok(internal(number)),
        ObjectKind::BULLET => Ok(round(number)),
        _ => by_nodes(plan),
    }
}

/// What parts inside a machine do, one after another.
const INTERNALS: [ComponentClass; 6] = [
    ComponentClass::ENGINE,
    ComponentClass::BATTERY,
    ComponentClass::SHIELD,
    ComponentClass::RADAR,
    ComponentClass::DEFLECTOR,
    ComponentClass::REPAIR,
];

/// A part inside a machine: one component, and nothing that moves.
fn internal(number: u32) -> ControlBuf {
    let place = usize::try_from(number).unwrap_or(0) % INTERNALS.len();
    let class = INTERNALS.get(place).copied().unwrap_or(ComponentClass::ENGINE);
    ControlBuf { components: vec![part(class, 0, "")], ..ControlBuf::default() }
}

/// A round, which flies so far. The last one flies as far as it likes.
fn round(number: u32) -> ControlBuf {
    let range = if number < 67 { 100.0 + 2.0 * f32::from(number.to_le_bytes()[0]) } else { -1.0 };
    let frame = Frame { range, ..Frame::default() };
    ControlBuf { frame, ..ControlBuf::default() }
}

fn by_nodes(plan: &Blueprint) -> Result<ControlBuf> {
    let has = |name: &str| plan.nodes.iter().any(|node| node.name == name.as_bytes());
    if has("torso") {
        walker(plan)
    } else if has("dome") {
        turret(plan)
    } else if has("gun") {
        gun(plan)
    } else if has("i_hall") {
        building(plan)
    } else if has("o_shell") {
        works(plan)
    } else if has("tree") || has("bush") {
        plant()
    } else {
        Ok(ControlBuf::default())
    }
}

/// The number of a node, and of the control point on it.
fn node(plan: &Blueprint, name: &str) -> Result<i32> {
    let place = plan.nodes.iter().position(|node| node.name == name.as_bytes());
    let place = place.and_then(|place| i32::try_from(place).ok());
    place.ok_or_else(|| Error::usage("controller", format!("there is no node {name}")))
}

/// The last frame that moves a node.
fn last_frame(plan: &Blueprint, name: &str) -> f32 {
    let own = plan.nodes.iter().find(|node| node.name == name.as_bytes());
    own.and_then(|node| node.track.keys.last()).map_or(0.0, |key| key.time)
}

/// An effect on a control point; it is called `id`.
fn effect(name: &str, point: i32, id: i32) -> Result<Action> {
    Ok(Action {
        action: ActionKind::EFFECT_ON_POINTS,
        v4: point,
        v5: point,
        v6: point,
        v7: id,
        reference: Reference::new(b"effects.rlb", name.as_bytes())?,
        ..Action::default()
    })
}

fn does(action: ActionKind, v4: i32, v5: i32) -> Action {
    Action { action, v4, v5, ..Action::default() }
}

/// A slot for a part, or a part that is built in.
fn part(class: ComponentClass, node: i32, label: &str) -> ComponentBuf {
    let component = Component { class, node, ..Component::default() };
    ComponentBuf { component, label: label.as_bytes().to_vec(), ..ComponentBuf::default() }
}

/// Trees burn when they are about to fall.
fn plant() -> Result<ControlBuf> {
    let fire = vec![effect("fire", 0, 1)?, does(ActionKind::EFFECT_OFF, 1, 0)];
    Ok(ControlBuf {
        events: Events { load: 0, critical_on: 1, critical_off: 2, ..Events::default() },
        groups: vec![
            fire,
            vec![does(ActionKind::EFFECT_ON, 1, 0)],
            vec![does(ActionKind::EFFECT_OFF, 1, 0)],
        ],
        ..ControlBuf::default()
    })
}

/// Stands, walks and walks back; its feet raise dust, on metal sparks.
fn walker(plan: &Blueprint) -> Result<ControlBuf> {
    let feet = [node(plan, "foot_l")?, node(plan, "foot_r")?];
    let contact = |(point, landing_group)| Contact {
        point,
        flags: ContactFlags::SUPPORT | ContactFlags::FIND_PLACE,
        landing_group,
        runtime: 0,
    };
    let contacts: Vec<Contact> = feet.into_iter().zip([1, 2]).map(contact).collect();
    let last = last_frame(plan, "hips");
    let along = |low: f32, high: f32| {
        let (mut least, mut most) = ([f32::MIN; 3], [f32::MAX; 3]);
        least[1] = low;
        most[1] = high;
        State {
            axes: StateAxes::VELOCITY_Y,
            velocity_low: least,
            velocity_high: most,
            ..State::default()
        }
    };
    let walks = StateMode::ANCHOR | StateMode::GROUND_CONTACTS | StateMode::BY_VELOCITY;
    let walking = |state: State, frames: [f32; 2]| State {
        mode: walks,
        frames_a: frames,
        frames_b: frames,
        step_ms: 0,
        engine: 1.0,
        ..state
    };
    let standing =
        State { mode: StateMode::ANCHOR | StateMode::GROUND_CONTACTS, ..along(-0.5, 0.5) };
    let states =
        [standing, walking(along(0.5, 14.0), [0.0, last]), walking(along(-6.0, -0.5), [last, 0.0])];
    let mut control = ControlBuf {
        frame: Frame {
            top_speed: [2.0, 14.0, 0.0],
            turn_rate: [1.57, 1.57, FULL_TURN],
            death_delay_ms: 5000,
            payload: 4000.0,
            ..Frame::default()
        },
        channels: vec![Channel {
            node: node(plan, "dish")?,
            last_frame: last_frame(plan, "dish"),
            rate: 0.25,
            span_rad: FULL_TURN,
            flags: ChannelFlags::WRAP,
            ..Channel::default()
        }],
        events: Events { load: 0, critical_on: 3, critical_off: 4, ..Events::default() },
        ..ControlBuf::default()
    };
    for state in states {
        control.add_state(StateBuf { state, contacts: contacts.clone() })?;
    }
    control.costs = vec![0.0, 10.0, 10.0, 10.0, 0.0, NO_WAY, 10.0, NO_WAY, 0.0];
    let torso = node(plan, "torso")?;
    let smoke = vec![effect("engine_damage", torso, 1)?, does(ActionKind::EFFECT_OFF, 1, 0)];
    control.groups = vec![
        smoke,
        step(feet[0])?,
        step(feet[1])?,
        vec![does(ActionKind::EFFECT_ON, 1, 0)],
        vec![does(ActionKind::EFFECT_OFF, 1, 0)],
    ];
    let mut radar = part(ComponentClass::RADAR, node(plan, "pack")?, "i_rdr_l");
    radar.channels = vec![0];
    radar.component.power = 0.2;
    control.components = vec![
        part(ComponentClass::ENGINE, node(plan, "hips")?, "i_eng_l"),
        part(ComponentClass::BATTERY, torso, "i_pws_l"),
        part(ComponentClass::SHIELD, torso, "i_fsh_l"),
        part(ComponentClass::CAMERA, node(plan, "CP_m1o1")?, ""),
        radar,
    ];
    Ok(control)
}

/// A foot lands: sparks on metal, dust on everything else.
fn step(foot: i32) -> Result<Vec<Action>> {
    let metal = Action {
        flags: ActionFlags::BEGINS_RUN | ActionFlags::ANY_HOLDS,
        mask: Conditions::SURFACE_5,
        ..effect("grinding", foot, 2)?
    };
    let other = Action { flags: ActionFlags::ENDS_RUN, ..effect("step_dust", foot, 3)? };
    Ok(vec![metal, other])
}

/// Turns its dome all the way round; half way is ahead.
fn turret(plan: &Blueprint) -> Result<ControlBuf> {
    let dome = node(plan, "dome")?;
    let turn = Channel {
        node: dome,
        last_frame: last_frame(plan, "dome"),
        initial: 0.5,
        point: dome,
        rate: 0.5,
        span_rad: FULL_TURN,
        flags: ChannelFlags::WRAP | ChannelFlags::INVERT,
        ..Channel::default()
    };
    let mut own = part(ComponentClass::TURRET, dome, "");
    own.channels = vec![0];
    // It stands and does not hang.
    own.component.flags = 0x400_0000;
    Ok(ControlBuf {
        channels: vec![turn],
        components: vec![
            own,
            part(ComponentClass::RADAR, dome, "i_rdr_l"),
            part(ComponentClass::DEFLECTOR, dome, "i_def_l"),
        ],
        ..ControlBuf::default()
    })
}

/// Fires what is seen at its muzzle.
fn gun(plan: &Blueprint) -> Result<ControlBuf> {
    let own = node(plan, "gun")?;
    let mut gun = part(ComponentClass::GUN, own, "");
    gun.component.emits = Reference::new(b"effects.rlb", b"bolt")?;
    gun.component.group = 0;
    // Rounds, energy it holds, energy of a shot, milliseconds between shots.
    for (value, known) in gun.component.values.iter_mut().zip([200.0, 50.0, 5.0, 400.0]) {
        *value = known;
    }
    Ok(ControlBuf {
        components: vec![gun],
        groups: vec![vec![effect("muzzle_flash", own, 1)?, does(ActionKind::START_EFFECT, 1, 1)]],
        ..ControlBuf::default()
    })
}

/// Doors that open, a pod that it is controlled from, lamps; it is built in a state of its own.
fn works(plan: &Blueprint) -> Result<ControlBuf> {
    let mut lights = Vec::new();
    for (index, node) in (0..).zip(&plan.nodes) {
        let name = if node.name.starts_with(b"lamp") {
            "lamp"
        } else if node.name == b"smoke" {
            "smoke_stream"
        } else {
            continue;
        };
        lights.push(Action { action: ActionKind::EFFECT_ON_NODE, ..effect(name, index, index)? });
    }
    let mut efficiency = part(ComponentClass::EFFICIENCY, 0, "");
    efficiency.component.power = 0.01;
    let mut control = ControlBuf {
        frame: Frame { death_delay_ms: 1000, turn_rate: [0.0; 3], ..Frame::default() },
        components: vec![efficiency],
        events: Events { load: 0, ..Events::default() },
        groups: vec![lights],
        ..ControlBuf::default()
    };
    let mode = StateMode::ANCHOR | StateMode::FIXED;
    let state = State { mode, step_ms: 1000, request: 0, enter_group: -1, ..State::default() };
    control.add_state(StateBuf { state, contacts: Vec::new() })?;
    control.costs = vec![0.0];
    Ok(control)
}

/// A building with rooms: a gate that opens, lamps inside, and how it is put up.
fn building(plan: &Blueprint) -> Result<ControlBuf> {
    let door = |name: &str| -> Result<Channel> {
        let (node, last_frame) = (node(plan, name)?, last_frame(plan, name));
        Ok(Channel { node, last_frame, rate: 0.5, ..Channel::default() })
    };
    let (hall, room) = (node(plan, "i_hall")?, node(plan, "i_room")?);
    let mut gate = part(ComponentClass::DOOR, hall, "");
    gate.channels = vec![0, 1];
    let mut efficiency = part(ComponentClass::EFFICIENCY, 0, "");
    efficiency.component.power = 0.01;
    let lamp = |node: i32, id: i32| -> Result<Action> {
        Ok(Action { action: ActionKind::EFFECT_ON_NODE, ..effect("lamp", node, id)? })
    };
    let built = Action { action: ActionKind::EFFECT_IN_SPHERE, ..effect("shield_ball", 0, 3)? };
    let mut control = ControlBuf {
        frame: Frame { death_delay_ms: 1000, turn_rate: [0.0; 3], ..Frame::default() },
        channels: vec![door("i_door_r")?, door("i_door_l")?],
        components: vec![gate, part(ComponentClass::COMPUTER, room, ""), efficiency],
        events: Events { load: 0, ..Events::default() },
        groups: vec![
            vec![lamp(hall, 1)?, lamp(room, 2)?],
            vec![
                built,
                does(ActionKind::PLACE_BUILDING, 0, 0),
                does(ActionKind::CLEAR_SPHERE, 0, 0),
            ],
        ],
        ..ControlBuf::default()
    };
    for (request, enter_group) in [(0, -1), (1, 1)] {
        let mode = StateMode::ANCHOR | StateMode::FIXED;
        let state = State { mode, step_ms: 1000, request, enter_group, ..State::default() };
        control.add_state(StateBuf { state, contacts: Vec::new() })?;
    }
    control.costs = vec![0.0, 1.0, 1.0, 0.0];
    Ok(control)
}
