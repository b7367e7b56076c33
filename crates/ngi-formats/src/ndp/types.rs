//! The stored form, read and written.

use crate::bytes::Cursor;
use crate::fxid::Reference;
use crate::schema::{Record as _, Stream, bits, encode_all, record};
use crate::{Error, Findings, Result};

/// Hit points of a node that nothing destroys.
pub const INDESTRUCTIBLE: f32 = 1_000_000.0;

bits! {
    /// Roles of a node in its object.
    pub struct NodeFlags(u32) {
        /// Set on scenery. Either this bit or the next one means that the object dies with this
        /// node, as it does with node 0: the source calls it bit 1, without stating whether bits
        /// count from 0.
        BIT_0 = 0x1: "bit 0",
        /// Either this bit or the previous one means that the object dies with this node.
        BIT_1 = 0x2: "bit 1",
        /// Running gear that belongs to neither side.
        GEAR = 0x10: "gear",
        /// Running gear of the left side: a leg, wheel or track.
        LEFT_GEAR = 0x20: "left gear",
        /// Running gear of the right side.
        RIGHT_GEAR = 0x40: "right gear",
    }
}

record! {
    /// Number of records.
    pub struct Head[4] derive(Eq, Default) {
        /// Number of nodes that have a record.
        0x00 => count: u32 = M "number of the model's nodes on 541 of 542",
    }
}

record! {
    /// Strength, weight and explosion of a node.
    pub struct NodeLife[76] {
        /// Role of the node in its object.
        0x00 => flags: NodeFlags = M "1 on scenery, 0x20 and 0x40 on 28 nodes each, 0x70 on rounds",
        /// Damage that destroys the node; 1,000,000 for an indestructible node.
        0x04 => hit_points: f32 = M "1 to 1,000,000",
        /// Weight of a unit of the node's volume, in kg. The volume is that of the box of its slot.
        0x08 => density: f32,
        /// Explosion when the node loses a stage or is destroyed; empty names for none.
        0x0c => explosion: Reference = M "named on 2,203 nodes",
    }
}

impl Default for NodeLife {
    /// A node of 100 hit points that weighs nothing and bursts without being seen.
    fn default() -> Self {
        Self {
            flags: NodeFlags(0),
            hit_points: 100.0,
            density: 0.0,
            explosion: Reference::default(),
        }
    }
}

/// The records seen through their bytes.
#[derive(Debug, Clone, Copy)]
pub struct Nodes<'a> {
    records: Stream<'a, NodeLife>,
    tail: &'a [u8],
}

impl<'a> Nodes<'a> {
    /// Reads them. As many as are counted have to be there.
    pub fn read(bytes: &'a [u8]) -> Result<Self> {
        let mut cursor = Cursor::new(bytes);
        let Head { count } = Head::read(&cursor.array("nodes")?);
        let records = Stream::new(cursor.rows(count, NodeLife::SIZE, "nodes")?);
        Ok(Self { records, tail: cursor.rest() })
    }

    /// Reads them and fails on the first rule of severity *error* that is broken.
    pub fn read_strict(bytes: &'a [u8]) -> Result<Self> {
        let nodes = Self::read(bytes)?;
        let mut findings = Findings::new(crate::Mode::Strict, false);
        super::check(bytes, &mut findings);
        findings.or_error(nodes)
    }

    /// A record for each node of the model.
    pub fn records(&self) -> Stream<'a, NodeLife> {
        self.records
    }

    /// Bytes behind the last record; none in the game.
    pub fn tail(&self) -> &'a [u8] {
        self.tail
    }

    /// The same as values to change.
    pub fn to_buf(&self) -> NodesBuf {
        NodesBuf { records: self.records.to_vec(), tail: self.tail.to_vec() }
    }
}

/// The records as values to change.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct NodesBuf {
    /// A record for each node of the model.
    pub records: Vec<NodeLife>,
    /// Bytes behind them.
    pub tail: Vec<u8>,
}

impl NodesBuf {
    /// These records.
    pub fn of(records: Vec<NodeLife>) -> Self {
        Self { records, tail: Vec::new() }
    }

    /// The payload: the bytes it was read from, unless something was changed.
    pub fn write(&self) -> Result<Vec<u8>> {
        let Self { records, tail } = self;
        let count = u32::try_from(records.len())
            .map_err(|_| Error::usage("nodes", format!("{} do not fit", records.len())))?;
        let head = Head { count }.write();
        Ok([head.as_slice(), &encode_all(records, tail)].concat())
    }
}
