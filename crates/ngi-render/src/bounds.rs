//! A box along the axes of the world.

use glam::Vec3;

/// A box along the axes. An empty one has no inside.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bounds {
    /// The lowest corner.
    pub min: [f32; 3],
    /// The highest corner.
    pub max: [f32; 3],
}

impl Default for Bounds {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl Bounds {
    /// Nothing yet.
    pub const EMPTY: Self = Self { min: [f32::INFINITY; 3], max: [f32::NEG_INFINITY; 3] };
    /// From −1 to 1.
    pub const UNIT: Self = Self { min: [-1.0; 3], max: [1.0; 3] };

    /// The box of two corners.
    pub fn new(min: [f32; 3], max: [f32; 3]) -> Self {
        Self { min, max }
    }

    /// The smallest box around points. What is not finite is left out.
    pub fn of(points: impl IntoIterator<Item = [f32; 3]>) -> Self {
        let mut bounds = Self::EMPTY;
        points.into_iter().for_each(|point| bounds.add(point));
        bounds
    }

    /// Grows around a point, unless that is not finite.
    pub fn add(&mut self, point: [f32; 3]) {
        if point.iter().all(|number| number.is_finite()) {
            let point = Vec3::from_array(point);
            self.min = Vec3::from_array(self.min).min(point).to_array();
            self.max = Vec3::from_array(self.max).max(point).to_array();
        }
    }

    /// The smallest box around both.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self {
            min: Vec3::from_array(self.min).min(Vec3::from_array(other.min)).to_array(),
            max: Vec3::from_array(self.max).max(Vec3::from_array(other.max)).to_array(),
        }
    }

    /// Whether there is nothing in it, or a corner is not a number.
    pub fn is_empty(&self) -> bool {
        !self.min.iter().zip(&self.max).all(|(low, high)| low <= high)
    }

    /// Itself, or [`Bounds::UNIT`] where it is empty or not finite: something to look at.
    #[must_use]
    pub fn or_unit(self) -> Self {
        let finite = self.min.iter().chain(&self.max).all(|number| number.is_finite());
        if self.is_empty() || !finite { Self::UNIT } else { self }
    }

    /// Its middle.
    pub fn center(&self) -> Vec3 {
        (Vec3::from_array(self.min) + Vec3::from_array(self.max)) * 0.5
    }

    /// From one corner to the other.
    pub fn size(&self) -> Vec3 {
        Vec3::from_array(self.max) - Vec3::from_array(self.min)
    }

    /// Half of its diagonal.
    pub fn radius(&self) -> f32 {
        self.size().length() * 0.5
    }

    /// The eight corners; bit 0 of the index chooses x, bit 1 y, bit 2 z.
    pub fn corners(&self) -> [Vec3; 8] {
        let (low, high) = (Vec3::from_array(self.min), Vec3::from_array(self.max));
        [0u8, 1, 2, 3, 4, 5, 6, 7].map(|corner| {
            let pick = |bit: u8, low, high| if corner >> bit & 1 == 0 { low } else { high };
            Vec3::new(pick(0, low.x, high.x), pick(1, low.y, high.y), pick(2, low.z, high.z))
        })
    }
}
