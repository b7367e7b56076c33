//! What the engine says about a map it cannot load.

/// The file cannot be opened as an archive.
pub const CANNOT_LOAD: &str = "SystemArealMap panic: Cannot load ArealMapGeometry";
/// The archive has no entry of type 12.
pub const NO_CHUNK: &str = "SystemArealMap panic: Cannot find chunk in resource";
/// There are no cells.
pub const NO_CELLS: &str = "SystemArealMap panic: ArealMap Cells are empty";
/// The areals and cells do not end where the payload does.
pub const INCORRECT: &str = "SystemArealMap panic: Incorrect ArealMap";
