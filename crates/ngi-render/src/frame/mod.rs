//! What is drawn at a moment, as plain lists: no graphics card needed, and tests can read it.
//!
//! A [`Scene`](crate::Scene) fills a [`Frame`]; a [`Renderer`](crate::Renderer) draws it. The same
//! frame is cleared and filled again for each picture, so that nothing grows from one to the next.

mod data;
mod item;
mod labels;
mod list;
mod log;
mod paint;
mod store;

pub use data::{Instance, Line, MeshData, TextureData, TextureLevel, Vertex};
pub use item::{Channels, Combine, Depth, Item, Mesh, Pass, Projection, Shade, Sort, Surface};
pub use labels::PlacedLabel;
pub use list::{Background, Counters, Fog, Frame, Label, Mirror};
pub use log::LogLine;
pub use paint::Paint;
pub use store::{Ledger, MOST_TEXTURE_SIDE, MeshId, Store, TextureId};
