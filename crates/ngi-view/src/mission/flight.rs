//! The camera on its way somewhere: it speeds up, and slows down before it is there.

use ngi_render::Camera;

/// How long a flight takes, in seconds.
const SECONDS: f32 = 0.9;

/// A flight of the camera.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Flight {
    from: Camera,
    to: Camera,
    share: f32,
}

impl Flight {
    /// From one camera to another.
    pub fn new(from: &Camera, to: &Camera) -> Self {
        Self { from: *from, to: *to, share: 0.0 }
    }

    /// Where it leads.
    pub fn goal(&self) -> &Camera {
        &self.to
    }

    /// Lets time pass; where the camera is.
    pub fn advance(&mut self, seconds: f32) -> Camera {
        let passed = if seconds.is_finite() { seconds.max(0.0) / SECONDS } else { 1.0 };
        self.share = (self.share + passed).min(1.0);
        self.camera()
    }

    /// Whether it has arrived.
    pub fn is_over(&self) -> bool {
        self.share >= 1.0
    }

    fn camera(&self) -> Camera {
        let Self { from, to, share } = *self;
        if share >= 1.0 {
            return to;
        }
        let eased = share * share * (3.0 - 2.0 * share);
        let target = from.target.lerp(to.target, eased);
        let mut camera = Camera { target, ..to };
        camera.fov_y = from.fov_y + (to.fov_y - from.fov_y) * eased;
        camera.set_eye(from.eye().lerp(to.eye(), eased));
        camera
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_begins_here_and_ends_there() {
        let from = Camera { distance: 100.0, ..Camera::default() };
        let to = Camera { target: [50.0, 20.0, 3.0].into(), distance: 9.0, yaw: 1.0, ..from };
        let mut flight = Flight::new(&from, &to);
        assert!((flight.advance(0.0).eye() - from.eye()).length() < 1e-3);
        let half = flight.advance(SECONDS / 2.0);
        let middle = (from.eye() + to.eye()) / 2.0;
        assert!((half.eye() - middle).length() < 1e-2 && !flight.is_over());
        assert_eq!((flight.advance(99.0), flight.is_over()), (to, true));
        assert!(Flight::new(&from, &to).advance(f32::NAN).eye().is_finite());
    }
}
