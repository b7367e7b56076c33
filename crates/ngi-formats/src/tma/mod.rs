//! Missions: `data.tma`. Who is there, what stands where, and on which land.
//!
//! One field behind the other, no offsets, no padding. A text is a `u32` with its length and so many
//! bytes of Windows-1251, without a NUL. All numbers are little-endian.
//!
//! ```text
//! u32  version                        objects, each of them
//! u32  routes, each of them             u32     kind
//!        i32     id                     u32
//!        u32     corners                text    path
//!        f32[3]  so many times          i32     owner                 since 3
//! u32  version of the clans, 1 to 6     i32     logical id            since 4
//! u32  clans, each of them              f32[3]  position
//!        text    name                   f32[3]  turn about x, y, z
//!        i32                            f32[3]  scale                 since 10
//!        f32[2]  base                   text    name                  since 7
//!        u32     kind                   u32     start flag            since 8
//!        text    script      since 2    i32     host, i32 its place   since 9
//!        u32     zones       since 3    u32, u32 properties           since 6, each
//!          24 bytes each                  u32   kind
//!        text    tree        since 4      u32[3] value, least, most
//!        u32     minds       since 5      text  name
//!        u32     relations   since 6  text  land
//!          text  name                 u32                             since 2
//!          u32   stance               text  description               since 2
//! u32  version of the objects, 1–10   u32, u32 lodes, 28 bytes each   since 5
//! u32  objects →
//! ```
//!
//! [`Mission`] is a view of a file, [`MissionBuf`] the same as values to change, [`check`] collects
//! findings.
//!
//! ```
//! use ngi_formats::tma::{Clan, ClanKind, Mission, MissionBuf, Object, PlacedKind};
//!
//! let mut mission = MissionBuf::new(b"DATA\\MAPS\\VALLEY\\land");
//! mission.clans = vec![Clan::new(b"Player", ClanKind::PLAYER), Clan::new(b"Clan I", ClanKind::ENEMY)];
//! mission.relate(&[]);
//! mission.objects.push(Object::new(PlacedKind::VEGETATION, b"s_tree_06"));
//! let bytes = mission.write()?;
//!
//! let read = Mission::read_strict(&bytes)?;
//! assert_eq!(read.object(0).map(|object| object.path), Some(&b"s_tree_06"[..]));
//! assert_eq!(read.relations(0).count(), 2);
//! assert_eq!(read.to_buf(), mission);
//! # Ok::<(), ngi_formats::Error>(())
//! ```

mod check;
pub mod codes;
pub mod description;
mod document;
mod edit;
mod follow;
mod kaitai;
mod parts;
mod read;
#[cfg(test)]
mod tests;
mod types;
mod versions;
mod walk;
mod write;

pub use check::check;
pub use codes::CODES;
pub use document::{DOCUMENT, make, remains, tree};
pub use edit::{Clan, MissionBuf, OBJECT_WORD, Object, Property, Relation, Route};
pub use kaitai::{KAITAI, RECORDS};
pub use parts::{ClanRef, ObjectRef, PropertyRef, Range, RelationRef, RouteRef};
pub use read::{Mission, is_mission};
pub use types::{
    ClanHead, ClanKind, ClanTable, FileHead, FloatRange, Host, Lode, LodeKind, LodeTable,
    LogicalId, MapWord, Minds, ObjectHead, ObjectTable, Owner, PlacedKind, Placement, PropertyHead,
    PropertyKind, PropertyTable, RelationValue, RouteHead, Scale, Stance, Start, StartFlag,
    WholeRange, WordRange, Zone,
};
pub use versions::{ClanVersion, ObjectVersion};
