//! What walks.

use ngi_formats::ctl::{Control, SlopeMode, StateAxes};

/// Nothing is faster, in metres a second: what a file says beyond this is no speed.
const FASTEST: f32 = 60.0;
/// Nothing turns faster, in radians a second.
const QUICKEST_TURN: f32 = 20.0;
/// How large a body is at least and at most, in metres.
const SIZES: [f32; 2] = [0.2, 20.0];

/// What walks: how large it is and how fast.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Body {
    /// How far up the ground is looked for, and how near the border of the map it comes.
    pub radius: f32,
    /// How far it keeps off what stands about.
    pub girth: f32,
    /// Forwards, in metres a second.
    pub speed: f32,
    /// Backwards.
    pub back_speed: f32,
    /// Sideways.
    pub side_speed: f32,
    /// How fast it becomes faster, in metres a second squared.
    pub acceleration: f32,
    /// How fast it turns, in radians a second.
    pub turn_rate: f32,
    /// The cosine of the slope that stops it on its way up; `None` where none does.
    pub brakes_at: Option<f32>,
    /// How deep a liquid may be where it walks.
    pub wades: f32,
}

impl Body {
    /// Somebody on foot: nobody of the game walks so (S).
    pub fn on_foot() -> Self {
        Self {
            radius: 1.0,
            girth: 0.4,
            speed: 8.0,
            back_speed: 4.0,
            side_speed: 5.0,
            acceleration: 20.0,
            turn_rate: 2.5,
            brakes_at: None,
            wades: 1.2,
        }
    }

    /// A machine of some size by what its controller says. Where that has no speed, it walks as
    /// somebody on foot does.
    pub fn of(control: Option<&Control<'_>>, radius: f32, girth: f32) -> Self {
        let foot = Self::on_foot();
        let [least, most] = SIZES;
        let size = |size: f32, other: f32| {
            if size.is_finite() { size.clamp(least, most) } else { other }
        };
        let radius = size(radius, foot.radius);
        let sized = Self { radius, girth: size(girth, foot.girth), wades: radius, ..foot };
        let Some(control) = control else { return sized };
        let frame = control.frame();
        let ([side, speed, _], [_, _, turn]) = (frame.top_speed, frame.turn_rate);
        let [_, acceleration, _] = frame.acceleration;
        let known = |value: f32, most: f32, other: f32| {
            if value.is_finite() && value > 0.0 { value.min(most) } else { other }
        };
        let speed = known(speed, FASTEST, foot.speed);
        let brakes = frame.slope_mode == SlopeMode::BRAKE && frame.slope_cone.is_finite();
        Self {
            speed,
            back_speed: known(backwards(control), speed, speed * 0.5),
            side_speed: if side.is_finite() { side.clamp(0.0, FASTEST) } else { 0.0 },
            // The engine doubles what the file says.
            acceleration: known(acceleration * 2.0, 200.0, foot.acceleration),
            turn_rate: known(turn, QUICKEST_TURN, foot.turn_rate),
            brakes_at: brakes.then(|| crate::portable::sin_cos(frame.slope_cone).1),
            ..sized
        }
    }
}

/// The fastest way back that a state of the controller allows; 0 where none does.
fn backwards(control: &Control<'_>) -> f32 {
    let bounded = control.states().filter(|view| view.state.axes.has(StateAxes::VELOCITY_Y));
    let lows = bounded.map(|view| {
        let [_, low, _] = view.state.velocity_low;
        if low > f32::MIN { -low } else { 0.0 }
    });
    lows.fold(0.0, f32::max)
}
