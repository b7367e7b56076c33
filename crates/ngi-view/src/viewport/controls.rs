//! From mouse and keys to the camera.

use egui::{Key, PointerButton, Response, Ui, Vec2};
use ngi_render::Camera;

/// A drag over the height of the picture turns this far, in radians.
const TURN: f32 = 4.0;
/// One notch of a wheel (50 points) zooms by this much.
const ZOOM_PER_POINT: f32 = 0.002_5;

/// What a drag does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Drag {
    /// Turns around the target.
    Orbit,
    /// Turns on the spot.
    Look,
    /// Moves across the picture.
    Pan,
}

/// Moves the camera by a drag of so many points in a picture this many points high.
pub fn drag(camera: &mut Camera, how: Drag, by: Vec2, height: f32) {
    let by = by / height.max(1.0);
    match how {
        // A flat picture has no other side.
        Drag::Pan => camera.pan(-by.x, by.y),
        _ if camera.flat => camera.pan(-by.x, by.y),
        Drag::Orbit => camera.orbit(-by.x * TURN, by.y * TURN),
        Drag::Look => camera.look(-by.x * TURN * 0.5, by.y * TURN * 0.5),
    }
}

/// How many times as far away one is after so many points of the wheel.
pub fn wheeled(points: f32) -> f32 {
    (-points * ZOOM_PER_POINT).exp()
}

/// Zooms by so many points of the wheel.
pub fn wheel(camera: &mut Camera, points: f32) {
    camera.zoom(wheeled(points));
}

/// Keys that fly: forward, right, up.
pub fn flying(ui: &Ui) -> [f32; 3] {
    ui.input(|input| {
        if input.modifiers.command {
            return [0.0; 3];
        }
        let axis = |plus: Key, minus: Key| {
            f32::from(i8::from(input.key_down(plus)) - i8::from(input.key_down(minus)))
        };
        let fast = if input.modifiers.shift { 4.0 } else { 1.0 };
        [axis(Key::W, Key::S) * fast, axis(Key::D, Key::A) * fast, axis(Key::E, Key::Q) * fast]
    })
}

/// Takes drags and the wheel. Says whether the camera moved.
pub fn take(ui: &Ui, response: &Response, camera: &mut Camera, flies: bool) -> bool {
    let before = *camera;
    let height = response.rect.height();
    let shift = ui.input(|input| input.modifiers.shift);
    if response.dragged_by(PointerButton::Primary) {
        let how = if shift { Drag::Pan } else { Drag::Orbit };
        drag(camera, how, response.drag_delta(), height);
    } else if response.dragged_by(PointerButton::Middle) {
        drag(camera, Drag::Pan, response.drag_delta(), height);
    } else if response.dragged_by(PointerButton::Secondary) {
        let how = if flies { Drag::Look } else { Drag::Pan };
        drag(camera, how, response.drag_delta(), height);
    }
    if response.contains_pointer() {
        let (scroll, pinch) = ui.input(|input| (input.smooth_scroll_delta().y, input.zoom_delta()));
        if scroll != 0.0 {
            wheel(camera, scroll);
        }
        if pinch != 1.0 && pinch > 0.0 {
            camera.zoom(1.0 / pinch);
        }
    }
    before != *camera
}

#[cfg(test)]
mod tests {
    use egui::vec2;

    use super::*;

    #[test]
    fn orbiting_keeps_the_target_and_the_distance() {
        let mut camera = Camera { distance: 5.0, ..Camera::default() };
        drag(&mut camera, Drag::Orbit, vec2(30.0, 10.0), 100.0);
        let default = Camera::default();
        assert_eq!((camera.target, camera.distance), (default.target, 5.0));
        assert!(camera.yaw < default.yaw && camera.pitch > default.pitch);
    }

    #[test]
    fn panning_over_the_whole_height_moves_what_is_seen_by_it() {
        let mut camera = Camera::default();
        let (up, height) = (camera.up(), camera.height_at_target());
        drag(&mut camera, Drag::Pan, vec2(0.0, 100.0), 100.0);
        assert!((camera.target - up * height).length() < 1e-3);
    }

    #[test]
    fn looking_keeps_the_eye() {
        let mut camera = Camera::default();
        let eye = camera.eye();
        drag(&mut camera, Drag::Look, vec2(40.0, -20.0), 100.0);
        assert!((camera.eye() - eye).length() < 1e-3);
    }

    #[test]
    fn a_flat_picture_is_moved_whatever_is_dragged() {
        let mut camera = Camera { flat: true, ..Camera::default() };
        let yaw = camera.yaw;
        drag(&mut camera, Drag::Orbit, vec2(10.0, 0.0), 100.0);
        assert_eq!(camera.yaw, yaw);
        assert_ne!(camera.target, Camera::default().target);
    }

    #[test]
    fn the_wheel_goes_there_and_back() {
        let mut camera = Camera::default();
        wheel(&mut camera, 50.0);
        assert!(camera.distance < 10.0);
        wheel(&mut camera, -50.0);
        assert!((camera.distance - 10.0).abs() < 1e-3);
    }
}
