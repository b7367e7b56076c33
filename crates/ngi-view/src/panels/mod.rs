//! What is drawn around the viewport, a panel a file.

pub mod coloured;
pub mod compare;
pub mod day;
pub mod editing;
pub mod exchange;
pub mod findings;
pub mod gallery;
pub mod help;
mod icons;
pub mod inspector;
pub mod lanes;
pub mod looking;
pub mod objects;
pub mod palette;
pub mod scene;
pub mod shots;
pub mod sides;
pub mod status;
pub mod tabs;
pub mod text;
pub mod timeline;
pub mod toolbar;
pub(crate) mod tools;
pub mod tree;
pub mod uses;
pub(crate) mod widgets;
