//! How often each value of a field occurs, as long as they are few.

/// Values of a field that are told apart; of a field with more, only that there are more.
pub const MOST_VALUES: usize = 1024;

/// Values and how often each occurs. Which are kept does not hang on the order they come in.
#[derive(Debug, Clone, Default)]
pub struct Values {
    /// A table of pairs; those whose count is 0 are free.
    slots: Vec<(u64, u64)>,
    len: usize,
    /// Where the last one was: values tend to come again at once.
    last: usize,
    many: bool,
}

impl Values {
    /// One more of a value.
    #[inline]
    pub fn add(&mut self, value: u64) {
        match self.slots.get_mut(self.last) {
            Some((known, count)) if *known == value && *count > 0 => *count += 1,
            _ => self.add_many(value, 1),
        }
    }

    fn add_many(&mut self, value: u64, more: u64) {
        if self.many {
            return;
        }
        if (self.len + 1) * 2 > self.slots.len() {
            self.grow();
        }
        let place = self.place(value);
        let Some((known, count)) = self.slots.get_mut(place) else { return };
        if *count == 0 {
            self.len += 1;
        }
        (*known, *count, self.last) = (value, *count + more, place);
        if self.len > MOST_VALUES {
            *self = Self { many: true, ..Self::default() };
        }
    }

    /// Where a value is, or would be.
    fn place(&self, value: u64) -> usize {
        let mask = self.slots.len().saturating_sub(1);
        let mixed = value.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
        let mut place = usize::try_from(mixed).unwrap_or(0) & mask;
        while self.slots.get(place).is_some_and(|(known, count)| *count > 0 && *known != value) {
            place = (place + 1) & mask;
        }
        place
    }

    fn grow(&mut self) {
        let size = (self.slots.len() * 2).max(16);
        let old = std::mem::replace(&mut self.slots, vec![(0, 0); size]);
        for (value, count) in old.into_iter().filter(|(_, count)| *count > 0) {
            let place = self.place(value);
            if let Some(slot) = self.slots.get_mut(place) {
                *slot = (value, count);
            }
        }
    }

    /// Adds what was counted elsewhere.
    pub fn merge(&mut self, other: &Self) {
        if other.many {
            *self = Self { many: true, ..Self::default() };
        }
        other.iter().for_each(|(value, count)| self.add_many(value, count));
    }

    /// The values with their counts, in no order; none where there are too many.
    pub fn iter(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        self.slots.iter().copied().filter(|(_, count)| *count > 0)
    }

    /// How many there are; `None` where there are more than [`MOST_VALUES`].
    pub fn distinct(&self) -> Option<usize> {
        (!self.many).then_some(self.len)
    }

    /// How often a value occurs; `None` where nobody knows any more.
    pub fn count(&self, value: u64) -> Option<u64> {
        let found = || self.slots.get(self.place(value)).map_or(0, |(_, count)| *count);
        (!self.many).then(found)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    #[test]
    fn values_are_counted_as_a_map_would() {
        let mut state = 1u64;
        let mut random = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            state >> 33
        };
        let (mut values, mut parts) = (Values::default(), [Values::default(), Values::default()]);
        let mut known: HashMap<u64, u64> = HashMap::new();
        for turn in 0..50_000usize {
            let value = ((random() % 30) * (random() % 33)) << 20;
            values.add(value);
            parts[turn % 2].add(value);
            *known.entry(value).or_default() += 1;
        }
        let [mut first, second] = parts;
        first.merge(&second);
        for counted in [values, first] {
            assert_eq!(counted.distinct(), Some(known.len()));
            assert!(known.iter().all(|(value, count)| counted.count(*value) == Some(*count)));
            assert_eq!(counted.count(1), Some(0));
        }
    }

    #[test]
    fn too_many_are_not_kept() {
        let mut values = Values::default();
        (0..MOST_VALUES as u64).for_each(|value| values.add(value));
        assert_eq!(values.distinct(), Some(MOST_VALUES));
        let few = values.clone();
        values.add(u64::MAX);
        assert_eq!((values.distinct(), values.count(0), values.iter().count()), (None, None, 0));
        // Whoever comes first, many stay many.
        let mut other = few.clone();
        other.merge(&values);
        values.merge(&few);
        assert_eq!((other.distinct(), values.distinct()), (None, None));
    }
}
