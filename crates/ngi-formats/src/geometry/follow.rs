//! Values that follow from others: which of them have to follow a change, and how that is told.
//!
//! A file's own values may differ from what would be worked out here: somebody rounded otherwise,
//! or knew better. So a value follows a change only where what is worked out for it differs before
//! and after. Everything else stays as it is, right or wrong.

/// The records of a table in four states.
pub(crate) struct States<'s, R> {
    /// As they were.
    pub before: &'s [R],
    /// As they should have been.
    pub was: &'s [R],
    /// As they should be now.
    pub now: &'s [R],
}

impl<R> States<'_, R> {
    /// Lets one field of all records follow; gives the numbers of those that did. What somebody
    /// gave another value stays. Where records came or went nothing can be compared, and all are
    /// as they should be.
    pub fn follow<F: PartialEq>(
        &self,
        after: &mut [R],
        get: impl Fn(&R) -> F,
        set: impl Fn(&mut R, &R),
    ) -> Vec<usize> {
        let comparable = self.before.len() == after.len() && self.was.len() == after.len();
        let mut followed = Vec::new();
        for (index, (record, now)) in after.iter_mut().zip(self.now).enumerate() {
            let (stored, wanted) = (get(record), get(now));
            let follows = !comparable || {
                let given = self.before.get(index).is_none_or(|before| get(before) != stored);
                !given && self.was.get(index).is_some_and(|was| get(was) != wanted)
            };
            if follows && stored != wanted {
                set(record, now);
                followed.push(index);
            }
        }
        followed
    }
}
