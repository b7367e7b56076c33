//! Loading, creating, deleting, telling.

use ngi_formats::fxid::{Body, Effect, Reference, Settings as SwitchId, Sound, Sprite, TimeMode};

use super::samples::{KEY, Stage, effect, sprite, sprite_in};
use crate::effects::{
    ALL, AtRest, Attach, CreateError, DrawList, INTERFACE, Manager, Message, Placement, PlainLooks,
    Target, View, controller_key,
};

#[test]
fn an_effect_is_loaded_once() {
    let mut manager = Manager::default();
    let one = manager.load(b"Fire", &effect(vec![sprite_in(0.0, 1.0)]));
    assert_eq!(manager.load(b"fIRE", &effect(vec![])), one);
    assert_ne!(manager.load(b"smoke", &effect(vec![])), one);
    assert_eq!(manager.template(one).unwrap().name(), b"Fire");
    assert_eq!(manager.template(one).unwrap().commands().len(), 1);
}

#[test]
fn bytes_and_values_load_alike() {
    let values = effect(vec![Body::Empty, sprite_in(0.0, 1.0), Body::Sound(Sound::default())]);
    let bytes = values.write().unwrap();
    let mut manager = Manager::default();
    let a = manager.load(b"a", &values);
    let b = manager.load(b"b", &Effect::read(&bytes).unwrap());
    let commands = |id| -> Vec<_> { manager.template(id).unwrap().commands().collect() };
    assert_eq!(commands(a), commands(b));
    // Numbers are those of the file; the empty command is left out.
    assert_eq!(commands(a).iter().map(|(index, _)| *index).collect::<Vec<_>>(), [1, 2]);
}

#[test]
fn references_have_numbers() {
    let named = |archive: &[u8], member: &[u8]| {
        let material = Reference::new(archive, member).unwrap();
        Body::Sprite(Sprite { material, ..sprite() })
    };
    let mut manager = Manager::default();
    let commands = vec![
        named(b"material.lib", b"fire"),
        named(b"Material.LIB", b"FIRE"),
        named(b"material.lib", b"smoke"),
        sprite_in(0.0, 1.0),
    ];
    let id = manager.load(b"a", &effect(commands));
    manager.create(id, KEY, &Placement::default()).unwrap();
    let mut list = DrawList::new();
    manager.frame(0.0, &AtRest, &View::default(), &PlainLooks, &mut list);
    let numbers: Vec<_> = list.quads.iter().map(|quad| quad.paint.material).collect();
    assert_eq!(numbers, [Some(0), Some(0), Some(1), None]);
    assert_eq!(manager.references().len(), 2);
}

#[test]
fn keys() {
    let mut manager = Manager::default();
    let id = manager.load(b"a", &effect(vec![]));
    assert_eq!(manager.create(id, 5, &Placement::default()), Ok(()));
    assert_eq!(manager.create(id, 5, &Placement::default()), Err(CreateError::KeyInUse(5)));
    assert_eq!(manager.create(id, ALL, &Placement::default()), Err(CreateError::KeyOfAll(ALL)));
    let elsewhere = Manager::default().create(id, 5, &Placement::default());
    assert_eq!(elsewhere, Err(CreateError::NoTemplate));
    assert!(manager.delete(5) && !manager.delete(5));
    assert_eq!(manager.create(id, 5, &Placement::default()), Ok(()));
    assert_eq!(controller_key(0x12, 0x34), 0x0012_0034);
    assert_eq!([manager.explosion_key(), manager.explosion_key()], [0x1000_0001, 0x1000_0002]);
}

#[test]
fn drawing_one_or_all() {
    let mut manager = Manager::default();
    let id = manager.load(b"a", &effect(vec![sprite_in(0.0, 1.0)]));
    for key in 1..=3 {
        manager.create(id, key, &Placement::default()).unwrap();
    }
    let mut list = DrawList::new();
    manager.tick(0.0, &AtRest, &mut list);
    for (key, expected) in [(ALL, vec![1, 2, 3]), (2, vec![2]), (9, vec![])] {
        list.clear();
        manager.draw(&View::default(), key, 1, &PlainLooks, &mut list);
        let keys: Vec<_> = list.quads.iter().map(|quad| quad.key).collect();
        assert_eq!(keys, expected);
    }
    // Deleting keeps the others findable.
    manager.delete(1);
    assert_eq!(
        [1, 2, 3].map(|key| manager.instance(key).map(|instance| instance.key())),
        [None, Some(2), Some(3)]
    );
}

#[test]
fn nothing_is_drawn_before_the_first_tick() {
    let mut manager = Manager::default();
    let id = manager.load(b"a", &effect(vec![sprite_in(0.0, 1.0)]));
    manager.create(id, 1, &Placement::default()).unwrap();
    let mut list = DrawList::new();
    manager.draw(&View::default(), ALL, 1, &PlainLooks, &mut list);
    assert!(list.quads.is_empty());
}

#[test]
fn telling_nobody() {
    let mut manager = Manager::default();
    assert!(!manager.set_value(1, 0.5) && !manager.start(1, TimeMode::ONCE) && !manager.restart(1));
    assert!(!manager.switch_on(1) && !manager.switch_off(1) && !manager.set_scale(1, [1.0; 3]));
    assert_eq!(manager.active(1).count(), 0);
}

#[test]
fn a_restart_waits_for_the_end() {
    let mut stage = Stage::new(&effect(vec![]));
    stage.at(0.0);
    stage.manager.start(KEY, TimeMode::BACKWARD);
    assert_eq!(stage.time_at(400.0), 1.0 - 0.4);
    stage.manager.restart(KEY);
    assert_eq!(stage.time_at(900.0), 1.0 - 0.9);
    // At the end it starts in the mode of the header, and only once.
    assert_eq!(stage.time_at(1000.0), 0.0);
    assert_eq!(stage.manager.instance(KEY).unwrap().mode(), TimeMode::ONCE);
    assert_eq!(stage.time_at(1300.0), 0.3);
    assert_eq!(stage.time_at(2500.0), 1.0);
}

#[test]
fn durations_can_be_stretched() {
    let mut stage = Stage::new(&effect(vec![]));
    assert!(stage.manager.set_duration_factor(KEY, 4.0));
    assert_eq!(stage.time_at(1000.0), 0.25);
}

#[test]
fn settings_switch_effects_off() {
    let mut smoke = effect(vec![sprite_in(0.0, 1.0)]);
    smoke.header.settings = SwitchId::SMOKE_3;
    let mut stage = Stage::new(&smoke);
    assert_eq!(stage.at(0.0).quads.len(), 1);
    stage.manager.settings_mut().set(SwitchId::SMOKE_3, false);
    assert!(stage.at(100.0).quads.is_empty());
    stage.manager.settings_mut().set(SwitchId::SMOKE_3, true);
    assert_eq!(stage.at(200.0).quads.len(), 1);
}

#[test]
fn messages() {
    let mut stage = Stage::new(&effect(vec![sprite_in(0.0, 1.0)]));
    let mut list = DrawList::new();
    let mut send = |stage: &mut Stage, message: Message| {
        stage.manager.message(message, &AtRest, &mut list);
    };
    assert_eq!(stage.manager.flags(), 8);
    send(&mut stage, Message::SetBit0);
    assert_eq!(stage.manager.flags(), 9);
    send(&mut stage, Message::ClearBit0);
    assert_eq!(stage.manager.flags(), 8);
    send(&mut stage, Message::Bind { owner: 77 });
    assert_eq!(stage.manager.owner(), Some(77));
    send(&mut stage, Message::Tick { now_ms: 300.0 });
    assert_eq!(stage.time(), 0.3);
    let all = [
        Message::Bind { owner: 0 },
        Message::Remove { first: 0, count: 0 },
        Message::SetBit0,
        Message::ClearBit0,
        Message::Tick { now_ms: 0.0 },
    ];
    assert_eq!(all.map(Message::number), [4, 20, 23, 24, 28]);
}

#[test]
fn removed_nodes_take_their_effects_along() {
    let mut manager = Manager::default();
    let id = manager.load(b"a", &effect(vec![]));
    for node in 0..6 {
        let attach = Some(Attach { object: 0, node });
        manager.create(id, node, &Placement { attach, ..Placement::default() }).unwrap();
    }
    manager.create(id, 100, &Placement::default()).unwrap();
    let target = |node| Target { attach: Some(Attach { object: 0, node }), point: [1.0; 3] };
    manager.set_target(Some(target(5)));
    let mut list = DrawList::new();
    manager.message(Message::Remove { first: 2, count: 2 }, &AtRest, &mut list);
    let left: Vec<_> = manager
        .instances()
        .map(|instance| (instance.key(), instance.attach().map(|attach| attach.node)))
        .collect();
    assert_eq!(left, [(0, Some(0)), (1, Some(1)), (4, Some(2)), (5, Some(3)), (100, None)]);
    assert_eq!(manager.target, Some(target(3)));
    manager.message(Message::Remove { first: 3, count: u32::MAX }, &AtRest, &mut list);
    assert_eq!(manager.target, None);
    assert!(manager.instance(5).is_none() && manager.instance(4).is_some());
}

#[test]
fn every_slot_has_an_offset() {
    let offsets: Vec<_> = INTERFACE.iter().map(|(offset, _)| *offset).collect();
    let expected: Vec<_> = (2..=18).map(|slot| slot * 4).collect();
    assert_eq!(offsets, expected);
}
