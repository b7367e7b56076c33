//! The adaptive Huffman tree of LZHUF.
//!
//! Nodes are kept in order of their counts, so that a node whose count grows past its neighbours'
//! only has to change places with the last of those it overtook: the last node that had the same
//! count. Siblings stand next to each other, the first at an even place; the root is the last
//! node. What moves is what hangs below a place; the places above it stay as they are.
//!
//! The textbook goes down bit by bit and up again node by node, each step waiting for the one
//! before. But the top of the tree hardly ever changes its shape: what changes is which symbol is
//! at which leaf. So there is a [`Top`] that knows where six bits lead and which nodes are above
//! each place there. It is thrown away when the shape changes, and made anew when that has not
//! happened for a while.

/// How many symbols there are: 256 literals and 58 copy lengths.
pub const SYMBOLS: u16 = 314;
/// How many nodes the tree has.
const NODES: u16 = SYMBOLS * 2 - 1;
const ROOT: u16 = NODES - 1;
/// At this total all counts are halved and the tree is made anew.
const MOST: u16 = 0x8000;
/// Not a node. It may be counted like one; the count after it is larger than any.
const NOBODY: u16 = 1022;

/// A table that any index fits: they are taken modulo its size.
struct Table<const SIZE: usize>([u16; SIZE]);

impl<const SIZE: usize> Table<SIZE> {
    #[inline(always)]
    fn at(&self, index: u16) -> u16 {
        self.0.get(usize::from(index) % SIZE).copied().unwrap_or(0)
    }

    #[inline(always)]
    fn set(&mut self, index: u16, value: u16) {
        if let Some(slot) = self.0.get_mut(usize::from(index) % SIZE) {
            *slot = value;
        }
    }
}

/// The tree: for every node its count, its first child and its parent.
///
/// A "child" of [`NODES`] or more is a leaf: that symbol plus `NODES`. The parents of symbols
/// stand at the same numbers.
pub struct Tree {
    count: Table<1024>,
    child: Table<1024>,
    parent: Table<1024>,
    top: Top,
}

/// How many bits the top of the tree knows.
const TOP_BITS: u16 = 6;
/// How many symbols pass before a top is made: at least and at most. A top that does not last
/// doubles the number, one that does halves it.
const WAIT: (u16, u16) = (4, 64);
/// A top that served this many symbols was worth making.
const WORTH: u16 = 64;

/// The top of the tree as a heap: slot 1 is the root, slots `2 * s` and `2 * s + 1` are below
/// slot `s`.
struct Top {
    /// The node in each slot. Slot 0, above the root, is [`NOBODY`].
    node: Table<128>,
    /// The slot of each node; 0 where it has none.
    slot: Table<1024>,
    /// Where six bits lead: a slot, below it in the number how many of the bits that took.
    lead: Table<64>,
    /// How many symbols to wait until there is a top; 0 where there is one.
    wait: u16,
    /// How many to wait the next time.
    next_wait: u16,
    /// The root's count when the top was made.
    made_at: u16,
}

impl Top {
    fn new() -> Self {
        let (least, _) = WAIT;
        let mut top = Self {
            node: Table([0; 128]),
            slot: Table([0; 1024]),
            lead: Table([0; 64]),
            wait: 0,
            next_wait: least,
            made_at: 0,
        };
        top.clear(0);
        top
    }

    /// Leaves nothing but the root, whose count is given.
    #[cold]
    fn clear(&mut self, now: u16) {
        let (least, most) = WAIT;
        if self.wait == 0 {
            let served = now.wrapping_sub(self.made_at);
            let next = if served < WORTH { self.next_wait * 2 } else { self.next_wait / 2 };
            self.next_wait = next.clamp(least, most);
        }
        self.wait = self.next_wait;
        for node in &mut self.node.0 {
            self.slot.set(*node, 0);
            *node = NOBODY;
        }
        self.slot.set(NOBODY, 0);
        self.node.set(1, ROOT);
        self.slot.set(ROOT, 1);
    }

    /// Waits for one symbol more; then looks at the shape.
    #[inline(always)]
    fn wait(&mut self, child: &Table<1024>, now: u16) {
        self.wait -= 1;
        if self.wait == 0 {
            self.made_at = now;
            self.make(child);
        }
    }

    #[cold]
    fn make(&mut self, child: &Table<1024>) {
        for slot in 1..1 << TOP_BITS {
            let node = self.node.at(slot);
            let first = child.at(node);
            if node == NOBODY || first >= NODES {
                continue;
            }
            for (below, node) in [(2 * slot, first), (2 * slot + 1, first + 1)] {
                self.node.set(below, node);
                self.slot.set(node, below);
            }
        }
        for bits in 0..1 << TOP_BITS {
            let bottom = 1 << TOP_BITS | bits;
            // Up from the bottom to where there is a node: a leaf may be higher than that.
            let missing = (0..TOP_BITS).find(|up| self.node.at(bottom >> up) != NOBODY);
            let missing = missing.unwrap_or(TOP_BITS);
            self.lead.set(bits, (bottom >> missing) << 4 | (TOP_BITS - missing));
        }
    }
}

impl Tree {
    /// The tree both sides start from: every symbol counted once.
    pub fn new() -> Self {
        let table = || Table([0; 1024]);
        let mut tree = Self { count: table(), child: table(), parent: table(), top: Top::new() };
        for symbol in 0..SYMBOLS {
            tree.count.set(symbol, 1);
            tree.child.set(symbol, symbol + NODES);
        }
        for node in SYMBOLS..NODES {
            let first = (node - SYMBOLS) * 2;
            tree.count.set(node, tree.count.at(first) + tree.count.at(first + 1));
            tree.child.set(node, first);
        }
        // Larger than every count: the search for a place to change with always ends here.
        tree.count.set(NODES, u16::MAX);
        tree.count.set(NOBODY + 1, u16::MAX);
        tree.connect();
        tree
    }

    /// Takes a symbol from the top of `bits`, counts it, and says how many bits it took.
    #[inline(always)]
    pub fn decode(&mut self, bits: u64) -> (u16, u32) {
        let (mut node, mut used) = (ROOT, 0);
        if self.top.wait > 0 {
            self.top.wait(&self.child, self.count.at(ROOT));
        } else {
            let [head, ..] = bits.to_be_bytes();
            let lead = self.top.lead.at(u16::from(head >> 2));
            node = self.top.node.at(lead >> 4);
            used = u32::from(lead & 15);
        }
        let mut rest = bits << used;
        let mut child = self.child.at(node);
        while child < NODES {
            let [head, ..] = rest.to_be_bytes();
            node = child + u16::from(head >> 7);
            child = self.child.at(node);
            rest <<= 1;
            used += 1;
        }
        self.add(node, child);
        (child - NODES, used)
    }

    /// The code of a symbol in the low bits, and how many bits it takes; counts the symbol.
    pub fn encode(&mut self, symbol: u16) -> (u64, u32) {
        let (mut code, mut bits) = (0, 0);
        let leaf = self.parent.at(symbol + NODES);
        let mut node = leaf;
        while node != ROOT {
            // Siblings start at an even number: the second one's bit is 1.
            code |= u64::from(node & 1) << bits;
            bits += 1;
            node = self.parent.at(node);
        }
        self.add(leaf, symbol + NODES);
        (code, bits)
    }

    /// Counts the symbol `leaf` at `node`, and lets every node above it move up to its place.
    #[inline(always)]
    fn add(&mut self, mut node: u16, leaf: u16) {
        if self.count.at(ROOT) == MOST {
            self.halve();
            node = self.parent.at(leaf);
        }
        if self.top.wait > 0 {
            self.climb(node);
            return;
        }
        let mut slot = self.top.slot.at(node);
        while slot == 0 {
            node = self.step(node);
            slot = self.top.slot.at(node);
        }
        // The rest of the way is known, so that no step waits for another. Slots run out above
        // the root, where nobody is counted.
        let way: [u16; 7] = std::array::from_fn(|up| self.top.node.at(slot >> up));
        let overtakes = |node: u16| self.count.at(node) == self.count.at(node + 1);
        if way.iter().fold(false, |any, &node| any | overtakes(node)) {
            self.climb(node);
        } else {
            for node in way {
                self.count.set(node, self.count.at(node) + 1);
            }
        }
        self.count.set(NOBODY, 0);
    }

    /// Counts a node and the ones above it, one by one.
    #[inline]
    fn climb(&mut self, mut node: u16) {
        while node != ROOT {
            node = self.step(node);
        }
        self.count.set(ROOT, self.count.at(ROOT) + 1);
    }

    /// Counts a node, lets it move up to its place, and gives the node above that.
    #[inline(always)]
    fn step(&mut self, mut node: u16) -> u16 {
        let count = self.count.at(node);
        if self.count.at(node + 1) == count {
            node = self.promote(node, count);
        }
        self.count.set(node, count + 1);
        self.parent.at(node)
    }

    /// Changes `node` with the last node that has the same count; gives its new place.
    #[inline(always)]
    fn promote(&mut self, node: u16, count: u16) -> u16 {
        let last = self.last_with(count, node);
        let (mine, theirs) = (self.child.at(node), self.child.at(last));
        self.adopt(last, mine);
        self.adopt(node, theirs);
        if mine < NODES || theirs < NODES {
            self.reshaped(node, last);
        }
        last
    }

    /// The last node that has this count, from `node` on.
    #[inline(always)]
    fn last_with(&self, count: u16, node: u16) -> u16 {
        let mut last = node;
        loop {
            // Counts are in order, so those that are equal come first. Sixteen at a time, without
            // asking where they end: that could not be foreseen.
            let next = self.count.0.get(usize::from(last) + 1..);
            let next = next.and_then(<[u16]>::first_chunk::<16>).copied().unwrap_or([0; 16]);
            let equal = next.iter().map(|&other| u16::from(other == count)).sum::<u16>();
            last += equal;
            if equal < 16 {
                return last;
            }
        }
    }

    /// Two places, one of which is not a leaf, have changed what hangs below them.
    #[inline(always)]
    fn reshaped(&mut self, a: u16, b: u16) {
        // The lowest slots of the top do not know what is below them.
        let known = 1..1 << TOP_BITS;
        if known.contains(&self.top.slot.at(a)) || known.contains(&self.top.slot.at(b)) {
            self.top.clear(self.count.at(ROOT));
        }
    }

    #[inline(always)]
    fn adopt(&mut self, node: u16, child: u16) {
        self.child.set(node, child);
        self.parent.set(child, node);
        if child < NODES {
            self.parent.set(child + 1, node);
        }
    }

    /// Halves all counts, rounding up, and builds the tree anew from the leaves.
    #[cold]
    fn halve(&mut self) {
        let mut leaves = 0;
        for node in 0..NODES {
            if self.child.at(node) >= NODES {
                self.count.set(leaves, self.count.at(node).div_ceil(2));
                self.child.set(leaves, self.child.at(node));
                leaves += 1;
            }
        }
        for node in SYMBOLS..NODES {
            let first = (node - SYMBOLS) * 2;
            let count = self.count.at(first) + self.count.at(first + 1);
            // Behind every node with the same count.
            let mut place = node;
            while place > 0 && count < self.count.at(place - 1) {
                place -= 1;
            }
            let (from, to) = (usize::from(place), usize::from(node));
            self.count.0.copy_within(from..to, from + 1);
            self.child.0.copy_within(from..to, from + 1);
            self.count.set(place, count);
            self.child.set(place, first);
        }
        self.connect();
        self.top.clear(self.count.at(ROOT));
    }

    fn connect(&mut self) {
        for node in 0..NODES {
            self.adopt(node, self.child.at(node));
        }
    }
}
