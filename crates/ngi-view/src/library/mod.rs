//! What was opened, as a tree: folders, files, archives and what is inside them.

pub(crate) mod index;
mod kind;
mod search;
mod titles;
mod view;

pub use index::{Index, Item, ItemId, reading};
pub use kind::ItemKind;
pub use search::Query;
pub use titles::title;
pub use view::TreeView;
