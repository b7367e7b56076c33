//! Rust part of the Python package `ngi_tools`.
//!
//! This layer is thin on purpose. The other crates of this repository know the formats, and the
//! Python sources in `python/ngi_tools` create objects with attributes, arrays and images. The
//! classes here connect both: they hold values of the Rust crates and return plain values, that is
//! numbers, text, bytes and JSON documents.
//!
//! Three rules keep Python from crashing:
//!
//! * Classes are frozen, and a lock protects their changing state.
//! * Python gets copies, never references to memory of this library.
//! * A thread must not hold a lock while it waits for the interpreter.

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

/// Rust part of the package. Internal; the public API is `ngi_tools`.
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

    /// Version of the package.
    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");

    /// True if the package was built with rendering, which also needs a graphics driver.
    #[pymodule_export]
    const CAN_RENDER: bool = cfg!(feature = "render");
}
