//! What `ngi` does with the files of a game, for Python: the part of `ngi_tools` that is Rust.
//!
//! It is thin on purpose. Everything that knows a format is in the crates of the house; what makes
//! objects with attributes, arrays and pictures of it is in `python/ngi_tools`. Here a class holds
//! what the house gives it and hands out plain values: numbers, text, bytes, documents as JSON.
//!
//! Three rules keep Python from crashing: classes are frozen and what changes lies behind a lock;
//! Python sees copies, never memory of ours; nobody holds a lock while waiting for the interpreter.

mod archive;
mod document;
mod errors;
mod game;
mod layout;
mod level;
mod model;
#[cfg(feature = "render")]
mod render;
mod texture;

/// The module `ngi_tools._native`.
#[pyo3::pymodule(name = "_native")]
mod native {
    #[pymodule_export]
    use crate::archive::Node;
    #[pymodule_export]
    use crate::document::Document;
    #[pymodule_export]
    use crate::game::{Game, Step};
    #[pymodule_export]
    use crate::level::Level;
    #[pymodule_export]
    use crate::model::pose;
    #[cfg(feature = "render")]
    #[pymodule_export]
    use crate::render::Studio;
    #[pymodule_export]
    use crate::texture::{paint, pixels};

    /// The version of the package.
    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");

    /// Whether pictures can be drawn, where there is a driver.
    #[pymodule_export]
    const CAN_RENDER: bool = cfg!(feature = "render");
}
