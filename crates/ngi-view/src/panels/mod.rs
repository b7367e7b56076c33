//! What is drawn around the viewport, a panel a file.

pub mod day;
pub mod editing;
pub mod findings;
pub mod help;
pub mod inspector;
pub mod objects;
pub mod scene;
pub mod sides;
pub mod status;
pub mod text;
pub mod timeline;
pub mod toolbar;
pub mod tree;
pub mod uses;
pub(crate) mod widgets;
