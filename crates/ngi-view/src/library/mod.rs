//! What was opened, as a tree: folders, files, archives and what is inside them.

mod family;
pub(crate) mod index;
mod kind;
mod search;
mod view;

pub use index::{Index, Item, ItemId, reading};
pub use kind::{FileType, ItemKind};
pub use ngi_verbs::russian::title;
pub use search::{Query, search};
pub use view::TreeView;
