//! The manager: effects loaded once, and the instances that play.

use std::collections::HashMap;

use ngi_formats::fxid::Reference;

use super::inputs::{Attach, Inputs};
use super::instance::{Instance, Placement};
use super::looks::Looks;
use super::messages::Message;
use super::output::{DrawList, View};
use super::painter::Painter;
use super::settings::Settings;
use super::surroundings::{Randomness, Surroundings};
use super::template::{Loadable, References, Template, TemplateId};

/// The key that stands for all instances in [`Manager::draw`].
pub const ALL: u32 = 0xffff_fffe;

/// From one update of an instance to the next, in milliseconds.
pub const UPDATE_MS: f64 = 100.0;
/// So long after a command an instance is updated with every tick.
pub const TOLD_MS: f64 = 50.0;
/// So many updates of the fixed grid are made up for in one tick; earlier ones are left out.
pub const MOST_CATCH_UP: u32 = 600;
/// From this level of detail on nothing is drawn.
pub const LEVELS: u32 = 4;

/// When instances are updated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Cadence {
    /// As in the engine: with a tick at least 100 ms after the last update, and with every tick
    /// within 50 ms of a command. What is drawn is held between updates. Depends on when ticks
    /// come.
    Engine,
    /// Every 100 ms from the start on, exactly, however ticks come; missed updates are made up
    /// for. The same at every frame rate.
    Grid,
    /// As `Grid`, and at each tick once more without drawing random numbers for jitter: smooth,
    /// for viewers.
    #[default]
    EveryTick,
}

/// Why an instance cannot be created.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CreateError {
    /// The key is in use.
    #[error("an effect with key {0:#x} plays already")]
    KeyInUse(u32),
    /// The key stands for all instances.
    #[error("key {0:#x} stands for all effects")]
    KeyOfAll(u32),
    /// The template is not one of this manager.
    #[error("no such effect is loaded")]
    NoTemplate,
}

/// The manager's target point: given to every command of effects that ask for it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Target {
    /// The node it is on; `None` for a point of the world.
    pub attach: Option<Attach>,
    /// The point, on the node.
    pub point: [f32; 3],
}

/// Effects of one owner: loaded once, played many times.
///
/// The methods are the slots of the engine's interface, see [`INTERFACE`](super::INTERFACE).
#[derive(Debug, Clone)]
pub struct Manager {
    /// When instances are updated.
    pub cadence: Cadence,
    /// The owner, as message 4 named it.
    pub(super) owner: Option<u32>,
    pub(super) flags: u32,
    now_ms: f64,
    explosions: u32,
    pub(super) target: Option<Target>,
    templates: Vec<Template>,
    names: HashMap<Vec<u8>, TemplateId>,
    references: References,
    pub(super) instances: Vec<Instance>,
    places: HashMap<u32, usize>,
    around: Surroundings,
}

impl Default for Manager {
    fn default() -> Self {
        Self::new(Settings::default(), Randomness::default(), Cadence::default())
    }
}

impl Manager {
    /// A manager without effects (`CreateFxManager`).
    pub fn new(settings: Settings, randomness: Randomness, cadence: Cadence) -> Self {
        Self {
            cadence,
            owner: None,
            flags: super::messages::INITIAL_FLAGS,
            now_ms: 0.0,
            explosions: 0,
            target: None,
            templates: Vec::new(),
            names: HashMap::new(),
            references: References::default(),
            instances: Vec::new(),
            places: HashMap::new(),
            around: Surroundings::new(settings, randomness),
        }
    }

    /// The settings.
    pub fn settings(&self) -> &Settings {
        &self.around.settings
    }

    /// The settings, to change them. Particles keep the detail number they were made with.
    pub fn settings_mut(&mut self) -> &mut Settings {
        &mut self.around.settings
    }

    /// The flags: 8 at first; messages 23 and 24 set and clear bit 0.
    pub fn flags(&self) -> u32 {
        self.flags
    }

    /// The owner that message 4 named.
    pub fn owner(&self) -> Option<u32> {
        self.owner
    }

    /// The time of the last tick.
    pub fn now_ms(&self) -> f64 {
        self.now_ms
    }

    /// Slot 0x10: loads an effect under a name. An effect is loaded once: a name that is known
    /// gives what is there.
    pub fn load(&mut self, name: &[u8], effect: &impl Loadable) -> TemplateId {
        let folded: Vec<u8> = name.iter().map(|&byte| ngi_formats::text::fold(byte)).collect();
        if let Some(&id) = self.names.get(&folded) {
            return id;
        }
        let id = TemplateId(self.templates.len());
        self.templates.push(Template::new(name, effect, &mut self.references));
        self.names.insert(folded, id);
        id
    }

    /// A loaded effect.
    pub fn template(&self, id: TemplateId) -> Option<&Template> {
        self.templates.get(id.0)
    }

    /// Materials and samples: what the numbers in the lists stand for.
    pub fn references(&self) -> &[Reference] {
        self.references.list()
    }

    /// Those of them that commands use as materials, with their numbers.
    pub fn materials(&self) -> impl Iterator<Item = (u32, &Reference)> {
        self.references.materials()
    }

    /// A key for an effect of an explosion: 0x10000000 and a counter.
    pub fn explosion_key(&mut self) -> u32 {
        self.explosions = self.explosions.wrapping_add(1);
        0x1000_0000 | self.explosions
    }

    /// Slot 0x14: creates an instance, which starts in the mode of its header.
    pub fn create(
        &mut self,
        id: TemplateId,
        key: u32,
        placement: &Placement,
    ) -> Result<(), CreateError> {
        if key == ALL {
            return Err(CreateError::KeyOfAll(key));
        }
        if self.places.contains_key(&key) {
            return Err(CreateError::KeyInUse(key));
        }
        let template = self.templates.get(id.0).ok_or(CreateError::NoTemplate)?;
        let instance = Instance::new(key, id, template, placement, self.now_ms, &mut self.around);
        self.places.insert(key, self.instances.len());
        self.instances.push(instance);
        Ok(())
    }

    /// Slot 0x18: deletes an instance; whether there was one. Its loops stop with the next tick's
    /// sounds.
    pub fn delete(&mut self, key: u32) -> bool {
        let Some(place) = self.places.get(&key).copied() else { return false };
        if place >= self.instances.len() {
            return false;
        }
        let mut instance = self.instances.remove(place);
        if let Some(template) = self.templates.get(instance.template.0) {
            instance.end(template, &super::inputs::AtRest, &mut self.around.sounds);
        }
        self.renumber();
        true
    }

    /// The instance with a key.
    pub fn instance(&self, key: u32) -> Option<&Instance> {
        self.instances.get(*self.places.get(&key)?)
    }

    /// All instances, in the order they were created.
    pub fn instances(&self) -> impl ExactSizeIterator<Item = &Instance> {
        self.instances.iter()
    }

    /// The commands of an instance that are active.
    pub fn active(&self, key: u32) -> impl Iterator<Item = u32> + '_ {
        let instance = self.instance(key);
        let pair =
            instance.and_then(|instance| Some((instance, self.template(instance.template)?)));
        pair.into_iter().flat_map(|(instance, template)| instance.active(template))
    }

    /// The instance with a key, to change it.
    pub(super) fn instance_mut(&mut self, key: u32) -> Option<&mut Instance> {
        self.instances.get_mut(*self.places.get(&key)?)
    }

    /// Slot 0x08: takes a message. Only a tick makes use of the inputs and the list.
    pub fn message<I: Inputs + ?Sized>(
        &mut self,
        message: Message,
        inputs: &I,
        list: &mut DrawList,
    ) {
        match message {
            Message::Tick { now_ms } => self.tick(now_ms, inputs, list),
            other => self.take(other),
        }
    }

    /// Message 28: updates what is due and appends what happens to sounds.
    pub fn tick<I: Inputs + ?Sized>(&mut self, now_ms: f64, inputs: &I, list: &mut DrawList) {
        if !now_ms.is_finite() {
            return;
        }
        self.now_ms = now_ms;
        self.around.bit_0 = self.flags & 1 != 0;
        self.around.target = self.target.map(|target| match target.attach {
            Some(attach) => inputs.point_on(attach, target.point).into(),
            None => target.point.into(),
        });
        let (cadence, templates, around) = (self.cadence, &self.templates, &mut self.around);
        let before = self.instances.len();
        self.instances.retain_mut(|instance| {
            let Some(template) = templates.get(instance.template.0) else { return false };
            instance.look_around(template, inputs);
            let stays = advance(instance, template, cadence, now_ms, inputs, around);
            if !stays {
                instance.end(template, inputs, &mut around.sounds);
            }
            stays
        });
        if self.instances.len() != before {
            self.renumber();
        }
        list.sounds.append(&mut self.around.sounds);
    }

    pub(super) fn renumber(&mut self) {
        self.places.clear();
        self.places
            .extend(self.instances.iter().enumerate().map(|(n, instance)| (instance.key, n)));
    }

    /// Deletes the instances that match; their loops stop with the next tick's sounds.
    pub(super) fn delete_where(&mut self, gone: impl Fn(&Instance) -> bool) {
        let (templates, sounds) = (&self.templates, &mut self.around.sounds);
        self.instances.retain_mut(|instance| {
            let goes = gone(instance);
            if goes && let Some(template) = templates.get(instance.template.0) {
                instance.end(template, &super::inputs::AtRest, sounds);
            }
            !goes
        });
        self.renumber();
    }

    /// Appends the lights that are on.
    pub fn lights(&self, list: &mut DrawList) {
        for instance in &self.instances {
            if let Some(template) = self.playable(instance) {
                instance.lights(template, list);
            }
        }
    }

    /// Slot 0x0C: appends what one instance, or [`ALL`], draws in a pass. Effects with header flag
    /// 0x800 are drawn only in passes other than 0.
    pub fn draw<L: Looks + ?Sized>(
        &self,
        view: &View,
        key: u32,
        pass: u32,
        looks: &L,
        list: &mut DrawList,
    ) {
        if view.level >= LEVELS {
            return;
        }
        let mut painter = Painter::new(list, looks, view);
        let one = (key != ALL).then(|| self.instance(key)).flatten();
        let rest = if key == ALL { self.instances.as_slice() } else { &[] };
        for instance in one.into_iter().chain(rest) {
            if let Some(template) = self.playable(instance) {
                instance.draw(template, pass, &mut painter);
            }
        }
    }

    /// The template of an instance that its switch does not turn off.
    fn playable(&self, instance: &Instance) -> Option<&Template> {
        let template = self.templates.get(instance.template.0)?;
        self.around.settings.is_on(template.header().settings).then_some(template)
    }

    /// A whole frame: clears the list, ticks, collects lights and everything drawn, and sorts it.
    pub fn frame<I: Inputs + ?Sized, L: Looks + ?Sized>(
        &mut self,
        now_ms: f64,
        inputs: &I,
        view: &View,
        looks: &L,
        list: &mut DrawList,
    ) {
        list.clear();
        self.tick(now_ms, inputs, list);
        self.lights(list);
        self.draw(view, ALL, 1, looks, list);
        list.sort();
    }
}

/// Updates an instance as often as is due; whether it is still there.
fn advance<I: Inputs + ?Sized>(
    instance: &mut Instance,
    template: &Template,
    cadence: Cadence,
    now_ms: f64,
    inputs: &I,
    around: &mut Surroundings,
) -> bool {
    if cadence == Cadence::Engine {
        let is_due = instance.updated_ms.is_none_or(|updated| now_ms - updated >= UPDATE_MS)
            || now_ms - instance.told_ms <= TOLD_MS;
        return !is_due || instance.update(template, now_ms, true, inputs, around);
    }
    let behind = ((now_ms - instance.grid_ms) / UPDATE_MS).floor() - f64::from(MOST_CATCH_UP);
    if behind > 0.0 {
        instance.grid_ms += behind * UPDATE_MS;
    }
    for _ in 0..=MOST_CATCH_UP {
        if instance.grid_ms > now_ms {
            break;
        }
        let at_ms = instance.grid_ms;
        instance.grid_ms += UPDATE_MS;
        if !instance.update(template, at_ms, true, inputs, around) {
            return false;
        }
    }
    let is_between = instance.updated_ms.is_some_and(|updated| updated < now_ms);
    !(cadence == Cadence::EveryTick && is_between)
        || instance.update(template, now_ms, false, inputs, around)
}
