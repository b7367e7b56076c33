//! The adaptive Huffman tree of LZHUF.
//!
//! Nodes are kept in order of their counts, so that a node whose count grows past its neighbours'
//! only has to change places with the last of those it overtook: the last node that had the same
//! count. Siblings stand next to each other, the first at an even place; the root is the last
//! node. What moves is what hangs below a place; the places above it stay as they are.
//!
//! The textbook goes down bit by bit and up again node by node, each step waiting for the one
//! before, and how many steps there are cannot be foreseen. But the upper part of the tree seldom
//! changes its shape: what changes is which symbol is at which leaf. So there is a [`Top`] that
//! knows where seven bits lead and which nodes are above each place there. Where two places of it
//! change what hangs below them, it is learnt anew below these two.

/// How many symbols there are: 256 literals and 58 copy lengths.
pub const SYMBOLS: u16 = 314;
/// How many nodes the tree has.
const NODES: u16 = SYMBOLS * 2 - 1;
const ROOT: u16 = NODES - 1;
/// What hangs below a node is a pair of nodes or, from this number on, a symbol. Twice as much is
/// no node any more: see [`Tree::child`].
const LEAVES: u16 = 320;
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

/// The tree: what each node was counted, what hangs below it, and what each pair and each symbol
/// hangs below.
///
/// The tables are held apart by [`Gap`]s: a processor takes a load for one of what was just
/// stored where the two are 4096 bytes from each other, and waits.
#[repr(C)]
pub struct Tree {
    count: Table<1024>,
    _after_count: Gap,
    /// Below node `n`: pair `p`, that is nodes `2 * p` and `2 * p + 1`, or a symbol plus
    /// [`LEAVES`]. Below what would be the nodes of that "pair" is the symbol again, so that who
    /// goes on from a leaf stays there.
    child: Table<2048>,
    _after_child: Gap,
    /// By the same numbers as below nodes.
    parent: Table<1024>,
    _after_parent: Gap,
    top: Top,
}

/// Odd enough that no two tables are a multiple of 4096 bytes apart.
type Gap = [u16; 160];
const GAP: Gap = [0; 160];

/// How many bits the top of the tree knows.
const TOP_BITS: u16 = 7;
/// How many nodes there are at most from a slot of the top to the root.
const WAY: usize = TOP_BITS as usize + 1;

/// The top of the tree as a heap: slot 1 is the root, slots `2 * s` and `2 * s + 1` are below
/// slot `s`.
#[repr(C)]
struct Top {
    /// The node in each slot. Slot 0, above the root, is [`NOBODY`].
    node: Table<{ 2 << TOP_BITS }>,
    /// The slot of each node; 0 where it has none.
    slot: Table<1024>,
    /// Where seven bits lead: a slot, below it in the number how many of the bits that took.
    lead: Table<{ 1 << TOP_BITS }>,
}

impl Top {
    fn new() -> Self {
        Self {
            node: Table([NOBODY; 2 << TOP_BITS]),
            slot: Table([0; 1024]),
            lead: Table([0; 1 << TOP_BITS]),
        }
    }

    /// Whether a slot knows what is below it: the lowest ones do not.
    #[inline(always)]
    fn knows_below(slot: u16) -> bool {
        (1..1 << TOP_BITS).contains(&slot)
    }

    /// The nodes from a slot up to the root, then nobody: slots run out above the root.
    #[inline(always)]
    fn way(&self, slot: u16) -> [u16; WAY] {
        std::array::from_fn(|up| self.node.at(slot >> up))
    }

    /// Learns the whole shape.
    fn learn_all(&mut self, child: &Table<2048>) {
        self.slot.0.fill(0);
        self.node.set(1, ROOT);
        self.slot.set(ROOT, 1);
        self.learn(1, child);
    }

    /// Learns what is below two places that have changed it with each other.
    #[inline(never)]
    fn learn_again(&mut self, slots: [u16; 2], child: &Table<2048>) {
        let known = slots.into_iter().filter(|&slot| Self::knows_below(slot));
        // All of the old first: the nodes below the one are now below the other.
        known.clone().for_each(|slot| self.forget(slot));
        known.for_each(|slot| self.learn(slot, child));
    }

    fn forget(&mut self, slot: u16) {
        let (mut first, mut width) = (slot, 1);
        while Self::knows_below(first) {
            (first, width) = (first * 2, width * 2);
            for below in first..first + width {
                self.slot.set(self.node.at(below), 0);
            }
        }
    }

    fn learn(&mut self, slot: u16, child: &Table<2048>) {
        let (mut first, mut width) = (slot, 1);
        while Self::knows_below(first) {
            (first, width) = (first * 2, width * 2);
            for below in (first..first + width).step_by(2) {
                let above = self.node.at(below / 2);
                let pair = child.at(above);
                let inner = above != NOBODY && pair < LEAVES;
                let nodes = if inner { [pair * 2, pair * 2 + 1] } else { [NOBODY; 2] };
                for (below, node) in (below..).zip(nodes) {
                    self.node.set(below, node);
                    self.slot.set(node, below);
                }
            }
        }
        self.slot.set(NOBODY, 0);
        for bottom in first..first + width {
            // Up from the bottom to where there is a node: a leaf may be higher than that.
            let missing = (0..TOP_BITS).find(|up| self.node.at(bottom >> up) != NOBODY);
            let missing = missing.unwrap_or(TOP_BITS);
            // The bits are what is left of the slot modulo the table's size.
            self.lead.set(bottom, (bottom >> missing) << 4 | (TOP_BITS - missing));
        }
    }
}

impl Tree {
    /// The tree both sides start from: every symbol counted once.
    pub fn new() -> Self {
        let mut tree = Self {
            count: Table([0; 1024]),
            _after_count: GAP,
            child: Table([0; 2048]),
            _after_child: GAP,
            parent: Table([0; 1024]),
            _after_parent: GAP,
            top: Top::new(),
        };
        for symbol in 0..SYMBOLS {
            let leaf = symbol + LEAVES;
            tree.count.set(symbol, 1);
            for node in [symbol, leaf * 2, leaf * 2 + 1] {
                tree.child.set(node, leaf);
            }
        }
        for node in SYMBOLS..NODES {
            let pair = node - SYMBOLS;
            tree.count.set(node, tree.count.at(pair * 2) + tree.count.at(pair * 2 + 1));
            tree.child.set(node, pair);
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
        let [head, ..] = bits.to_be_bytes();
        let lead = self.top.lead.at(u16::from(head >> (8 - TOP_BITS)));
        let slot = lead >> 4;
        let mut used = u32::from(lead & 15);
        let mut child = self.child.at(self.top.node.at(slot));
        let mut rest = bits << used;
        // One step more without asking whether there is one: that could not be foreseen.
        let mut node = below(child, rest);
        let inner = child < LEAVES;
        let lowest = if inner { node } else { NOBODY };
        used += u32::from(inner);
        child = self.child.at(node);
        if child >= LEAVES {
            if !self.count_way(slot, lowest) {
                self.add(child);
            }
            return (child - LEAVES, used);
        }
        while child < LEAVES {
            rest <<= 1;
            node = below(child, rest);
            child = self.child.at(node);
            used += 1;
        }
        self.add(child);
        (child - LEAVES, used)
    }

    /// The code of a symbol in the low bits, and how many bits it takes; counts the symbol.
    pub fn encode(&mut self, symbol: u16) -> (u64, u32) {
        let (mut code, mut bits) = (0, 0);
        let mut node = self.parent.at(symbol + LEAVES);
        while node != ROOT {
            // Siblings start at an even number: the second one's bit is 1.
            code |= u64::from(node & 1) << bits;
            bits += 1;
            node = self.parent.at(node / 2);
        }
        self.add(symbol + LEAVES);
        (code, bits)
    }

    /// Counts the node `lowest` and the way from a slot to the root, where none of them overtakes
    /// another and no counts have to be halved; says whether.
    #[inline(always)]
    fn count_way(&mut self, slot: u16, lowest: u16) -> bool {
        // The way is known, so that no step waits for another.
        let way = self.top.way(slot);
        let overtakes = |node: u16| self.count.at(node) == self.count.at(node + 1);
        let full = self.count.at(ROOT) == MOST;
        if way.iter().fold(full | overtakes(lowest), |any, &node| any | overtakes(node)) {
            return false;
        }
        for node in way {
            self.count.set(node, self.count.at(node) + 1);
        }
        self.count.set(lowest, self.count.at(lowest) + 1);
        self.count.set(NOBODY, 0);
        true
    }

    /// Counts a symbol, and lets every node above it move up to its place.
    #[inline(always)]
    fn add(&mut self, leaf: u16) {
        if self.count.at(ROOT) == MOST {
            self.halve();
        }
        let mut node = self.step(self.parent.at(leaf));
        let mut slot = self.top.slot.at(node);
        while slot == 0 {
            node = self.step(node);
            slot = self.top.slot.at(node);
        }
        if self.count_way(slot, NOBODY) {
            return;
        }
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
        self.parent.at(node / 2)
    }

    /// Changes `node` with the last node that has the same count; gives its new place.
    #[inline(always)]
    fn promote(&mut self, node: u16, count: u16) -> u16 {
        let mut last = node + 1;
        while self.count.at(last + 1) == count {
            last += 1;
        }
        let (mine, theirs) = (self.child.at(node), self.child.at(last));
        self.adopt(last, mine);
        self.adopt(node, theirs);
        if mine < LEAVES || theirs < LEAVES {
            let slots = [self.top.slot.at(node), self.top.slot.at(last)];
            if slots.into_iter().any(Top::knows_below) {
                self.top.learn_again(slots, &self.child);
            }
        }
        last
    }

    #[inline(always)]
    fn adopt(&mut self, node: u16, child: u16) {
        self.child.set(node, child);
        self.parent.set(child, node);
    }

    /// Halves all counts, rounding up, and builds the tree anew from the leaves.
    #[cold]
    fn halve(&mut self) {
        let mut leaves = 0;
        for node in 0..NODES {
            if self.child.at(node) >= LEAVES {
                self.count.set(leaves, self.count.at(node).div_ceil(2));
                self.child.set(leaves, self.child.at(node));
                leaves += 1;
            }
        }
        for node in SYMBOLS..NODES {
            let pair = node - SYMBOLS;
            let count = self.count.at(pair * 2) + self.count.at(pair * 2 + 1);
            // Behind every node with the same count.
            let mut place = node;
            while place > 0 && count < self.count.at(place - 1) {
                place -= 1;
            }
            let (from, to) = (usize::from(place), usize::from(node));
            self.count.0.copy_within(from..to, from + 1);
            self.child.0.copy_within(from..to, from + 1);
            self.count.set(place, count);
            self.child.set(place, pair);
        }
        self.connect();
    }

    fn connect(&mut self) {
        for node in 0..NODES {
            self.adopt(node, self.child.at(node));
        }
        self.top.learn_all(&self.child);
    }
}

/// The node below a pair that the first bit leads to.
#[inline(always)]
fn below(pair: u16, bits: u64) -> u16 {
    let [head, ..] = bits.to_be_bytes();
    pair * 2 + u16::from(head >> 7)
}
