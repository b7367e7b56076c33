//! What can be told to an instance: the slots of the engine's interface from 0x1C on.
//!
//! Each says whether there is such an instance.

use ngi_formats::fxid::TimeMode;

use super::frame::Frame;
use super::instance::Instance;
use super::manager::{Manager, Target};

impl Manager {
    fn tell(&mut self, key: u32, command: impl FnOnce(&mut Instance, f64)) -> bool {
        let now_ms = self.now_ms();
        let Some(instance) = self.instance_mut(key) else { return false };
        instance.told_ms = now_ms;
        command(instance, now_ms);
        true
    }

    /// Slot 0x1C: sets the value of mode 0.
    pub fn set_value(&mut self, key: u32, value: f32) -> bool {
        self.tell(key, |instance, _| instance.value = value)
    }

    /// Slot 0x20: sets the size per axis.
    pub fn set_scale(&mut self, key: u32, size: [f32; 3]) -> bool {
        self.tell(key, |instance, _| instance.size = size.into())
    }

    /// Slot 0x24: moves it, on its node or in the world.
    pub fn set_position(&mut self, key: u32, position: [f32; 3]) -> bool {
        self.tell(key, |instance, _| instance.frame.origin = position.into())
    }

    /// Slot 0x28: gives it another frame, on its node or in the world.
    pub fn set_matrix(&mut self, key: u32, frame: Frame) -> bool {
        self.tell(key, |instance, _| instance.frame = frame)
    }

    /// Slot 0x2C: starts it now in a mode.
    pub fn start(&mut self, key: u32, mode: TimeMode) -> bool {
        self.tell(key, |instance, now| instance.start(mode, now))
    }

    /// Slot 0x30: restarts it in the mode of its header, once its time is over.
    pub fn restart(&mut self, key: u32) -> bool {
        self.tell(key, |instance, _| instance.restarts = true)
    }

    /// Slot 0x34: sets the node whose animation modes 4, 16 and 17 follow.
    pub fn set_node(&mut self, key: u32, node: u32) -> bool {
        self.tell(key, |instance, _| instance.node = node)
    }

    /// Slot 0x38: makes it last this many times as long. Known from one source only.
    pub fn set_duration_factor(&mut self, key: u32, factor: f32) -> bool {
        self.tell(key, |instance, _| instance.duration_factor = f64::from(factor))
    }

    /// Slot 0x3C: switches it on.
    pub fn switch_on(&mut self, key: u32) -> bool {
        self.tell(key, |instance, now| {
            instance.is_on = true;
            instance.grid_ms = now;
        })
    }

    /// Slot 0x40: switches it off: one last update with t = −1, then nothing.
    pub fn switch_off(&mut self, key: u32) -> bool {
        self.tell(key, |instance, now| {
            instance.is_on = false;
            instance.grid_ms = now;
        })
    }

    /// Slot 0x44: sets the target point.
    pub fn set_target(&mut self, target: Option<Target>) {
        self.target = target;
    }
}
