//! A shelf with room for so much: what was put there longest ago leaves first.

/// Things that are kept for later as long as there is room.
#[derive(Debug)]
pub struct Shelf<T> {
    /// The newest last.
    kept: Vec<Kept<T>>,
    /// How many there may be.
    most: usize,
    /// How much they may weigh together.
    room: u64,
}

#[derive(Debug)]
struct Kept<T> {
    key: u64,
    weight: u64,
    thing: T,
}

impl<T> Shelf<T> {
    /// An empty shelf for at most so many things, of so much weight together.
    pub fn new(most: usize, room: u64) -> Self {
        Self { kept: Vec::new(), most, room }
    }

    /// Puts something there; gives what had to leave, perhaps the thing itself.
    pub fn put(&mut self, key: u64, weight: u64, thing: T) -> Vec<T> {
        let mut left: Vec<T> = self.take(key).into_iter().collect();
        self.kept.push(Kept { key, weight, thing });
        while self.kept.len() > self.most || self.weight() > self.room {
            left.push(self.kept.remove(0).thing);
        }
        left
    }

    /// Takes something from the shelf, if it is still there.
    pub fn take(&mut self, key: u64) -> Option<T> {
        let place = self.kept.iter().position(|kept| kept.key == key)?;
        Some(self.kept.remove(place).thing)
    }

    /// Takes everything.
    pub fn clear(&mut self) -> Vec<T> {
        self.kept.drain(..).map(|kept| kept.thing).collect()
    }

    /// How much there is.
    pub fn weight(&self) -> u64 {
        self.kept.iter().map(|kept| kept.weight).sum()
    }

    /// How many things there are.
    pub fn len(&self) -> usize {
        self.kept.len()
    }

    /// Whether there is nothing.
    pub fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_leave_by_number_and_by_weight() {
        let mut shelf = Shelf::new(3, 100);
        assert_eq!(shelf.put(1, 10, 'a'), []);
        assert_eq!(shelf.put(2, 10, 'b'), []);
        assert_eq!(shelf.put(3, 10, 'c'), []);
        assert_eq!(shelf.put(4, 10, 'd'), ['a'], "there is room for three");
        assert_eq!(shelf.put(5, 85, 'e'), ['b', 'c'], "95 of 100");
        assert_eq!((shelf.len(), shelf.weight()), (2, 95));
        assert_eq!(shelf.put(6, 101, 'f'), ['d', 'e', 'f'], "nothing is that large");
        assert!(shelf.is_empty());
    }

    #[test]
    fn what_is_put_there_again_is_the_newest_and_there_once() {
        let mut shelf = Shelf::new(2, 100);
        shelf.put(1, 10, 'a');
        shelf.put(2, 10, 'b');
        assert_eq!(shelf.put(1, 20, 'A'), ['a']);
        assert_eq!(shelf.put(3, 10, 'c'), ['b']);
        assert_eq!((shelf.take(1), shelf.take(1), shelf.take(2)), (Some('A'), None, None));
        assert_eq!(shelf.clear(), ['c']);
    }
}
