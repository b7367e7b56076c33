//! The adaptive Huffman tree of LZHUF.
//!
//! Nodes are kept in order of their counts, so that a node whose count grows past its neighbours'
//! only has to change places with the last of those it overtook. Children stand next to each
//! other; the root is the last node.

/// How many symbols there are: 256 literals and 58 copy lengths.
pub const SYMBOLS: u16 = 314;
/// How many nodes the tree has.
const NODES: u16 = SYMBOLS * 2 - 1;
const ROOT: u16 = NODES - 1;
/// At this total all counts are halved and the tree is made anew.
const MOST: u16 = 0x8000;

/// A table that any index fits: they are taken modulo 1024, and all of ours are below 941.
#[derive(Clone)]
struct Table([u16; 1024]);

impl Table {
    #[inline(always)]
    fn at(&self, index: u16) -> u16 {
        self.0.get(usize::from(index) & 1023).copied().unwrap_or(0)
    }

    #[inline(always)]
    fn set(&mut self, index: u16, value: u16) {
        if let Some(slot) = self.0.get_mut(usize::from(index) & 1023) {
            *slot = value;
        }
    }
}

/// The tree: for every node its count, its first child and its parent.
///
/// A "child" of [`NODES`] or more is a leaf: that symbol plus `NODES`. The parents of symbols
/// stand at the same numbers.
#[derive(Clone)]
pub struct Tree {
    count: Table,
    child: Table,
    parent: Table,
}

impl Tree {
    /// The tree both sides start from: every symbol counted once.
    pub fn new() -> Self {
        let table = || Table([0; 1024]);
        let mut tree = Self { count: table(), child: table(), parent: table() };
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
        tree.connect();
        tree
    }

    /// Takes a symbol from the top of `bits`, counts it, and says how many bits it took.
    #[inline]
    pub fn decode(&mut self, mut bits: u64) -> (u16, u32) {
        let mut node = self.child.at(ROOT);
        let mut used = 0;
        while node < NODES {
            let [top, ..] = bits.to_be_bytes();
            node = self.child.at(node + u16::from(top >> 7));
            bits <<= 1;
            used += 1;
        }
        let symbol = node - NODES;
        self.add(symbol);
        (symbol, used)
    }

    /// The code of a symbol in the low bits, and how many bits it takes; counts the symbol.
    pub fn encode(&mut self, symbol: u16) -> (u64, u32) {
        let (mut code, mut bits) = (0, 0);
        let mut node = self.parent.at(symbol + NODES);
        while node != ROOT {
            // Children come in pairs from an even number on: the second one's bit is 1.
            code |= u64::from(node & 1) << bits;
            bits += 1;
            node = self.parent.at(node);
        }
        self.add(symbol);
        (code, bits)
    }

    /// Counts a symbol, and lets every node above it move up to its place.
    #[inline]
    fn add(&mut self, symbol: u16) {
        if self.count.at(ROOT) == MOST {
            self.halve();
        }
        let mut node = self.parent.at(symbol + NODES);
        loop {
            let count = self.count.at(node) + 1;
            self.count.set(node, count);
            if count > self.count.at(node + 1) {
                node = self.promote(node, count);
            }
            if node == ROOT {
                break;
            }
            node = self.parent.at(node);
        }
    }

    /// Changes `node` with the last node that its count overtook; gives its new place.
    #[inline]
    fn promote(&mut self, node: u16, count: u16) -> u16 {
        let mut last = node + 1;
        while count > self.count.at(last + 1) {
            last += 1;
        }
        self.count.set(node, self.count.at(last));
        self.count.set(last, count);
        let (mine, theirs) = (self.child.at(node), self.child.at(last));
        self.adopt(last, mine);
        self.adopt(node, theirs);
        last
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
    }

    fn connect(&mut self) {
        for node in 0..NODES {
            self.adopt(node, self.child.at(node));
        }
    }
}
