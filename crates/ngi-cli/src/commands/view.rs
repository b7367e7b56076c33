//! `view`.

use anyhow::{Result, bail};

use super::node;
use crate::args::ViewArgs;
use crate::ui::Outcome;

/// `ngi view`.
pub fn view(args: ViewArgs) -> Result<Outcome> {
    // A path that leads nowhere is told here, before any window opens.
    if let Some(path) = &args.path {
        node(path)?;
    }
    if !super::has_screen() {
        bail!(
            "the viewer needs a display, and neither DISPLAY nor WAYLAND_DISPLAY is set; \
             `ngi render` needs none"
        );
    }
    ngi_view::run(args.path.into_iter().collect())?;
    Ok(Outcome::Clean)
}
