//! The clock of a mission's sky.

use ngi_engine::sky::{Moment, Opening, Sky};

/// Hours of a day as the slider counts them.
pub const HOURS: f32 = 24.0;

/// A sky and what its clock shows.
#[derive(Debug, Clone)]
pub struct Day {
    sky: Sky,
    opening: Opening,
    /// Now.
    pub moment: Moment,
    /// How fast the clock goes: 1 as in the game.
    pub speed: f32,
}

impl Day {
    /// A sky at the moment at which its mission opens: its start, or by day if that is dark.
    pub fn new(sky: Sky) -> Self {
        let opening = sky.opening();
        Self { sky, opening, moment: opening.moment, speed: 1.0 }
    }

    /// The moments at which the mission opens and starts.
    pub fn opening(&self) -> Opening {
        self.opening
    }

    /// Another state of the same sky: the clock shows what it did.
    pub fn renew(&mut self, sky: Sky) {
        let (hours, section) = (self.hours(), self.moment.section);
        self.opening = sky.opening();
        self.sky = sky;
        self.moment.section = section.min(self.days().saturating_sub(1));
        self.set_hours(hours);
    }

    /// The sky.
    pub fn sky(&self) -> &Sky {
        &self.sky
    }

    /// How many days the sky has; they are played one after another.
    pub fn days(&self) -> usize {
        self.sky.sections()
    }

    /// What the clock shows, in hours.
    pub fn hours(&self) -> f32 {
        let [hour, minute] = self.sky.clock(self.moment);
        let whole = self.seconds();
        if whole <= 0.0 {
            #[expect(clippy::cast_precision_loss, reason = "hours and minutes")]
            return hour as f32 + minute as f32 / 60.0;
        }
        #[expect(clippy::cast_possible_truncation, reason = "a share of a day")]
        let share = (self.moment.seconds / whole) as f32;
        share.clamp(0.0, 1.0) * HOURS
    }

    /// Sets the clock.
    pub fn set_hours(&mut self, hours: f32) {
        let share = if hours.is_finite() { (hours / HOURS).clamp(0.0, 1.0) } else { 0.0 };
        // The last moment of a day is still of that day.
        self.moment.seconds = f64::from(share).min(0.999_999) * self.seconds();
    }

    /// Goes to another day, at the same time of it.
    pub fn set_day(&mut self, day: usize) {
        let hours = self.hours();
        if day < self.days() {
            self.moment.section = day;
            self.set_hours(hours);
        }
    }

    /// Lets time pass.
    pub fn advance(&mut self, seconds: f64) {
        self.moment = self.sky.later(self.moment, seconds * f64::from(self.speed));
    }

    /// What the clock shows, for people.
    pub fn text(&self) -> String {
        self.text_at(self.moment)
    }

    /// Time of day that the clock shows at another moment.
    pub fn text_at(&self, moment: Moment) -> String {
        let [hour, minute] = self.sky.clock(moment);
        format!("{:02}:{minute:02}", hour % 24)
    }

    /// How long the day takes, in seconds of real time.
    #[expect(clippy::cast_precision_loss, reason = "exact as far as anybody waits")]
    fn seconds(&self) -> f64 {
        self.sky.day_seconds(self.moment.section).unwrap_or(0) as f64
    }
}
