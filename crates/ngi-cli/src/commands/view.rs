//! `view`.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Result, bail};
use ngi_vfs::Vfs;
use ngi_view::platform::Over;

use super::{mods, node};
use crate::args::ViewArgs;
use crate::ui::Outcome;

/// `ngi view`.
pub fn view(args: ViewArgs, mods: &[PathBuf]) -> Result<Outcome> {
    // A path that leads nowhere is told here, before any window opens.
    if let Some(path) = &args.path {
        node(path)?;
    }
    let over = over(mods)?;
    if !super::has_screen() {
        bail!(
            "the viewer needs a display, and neither DISPLAY nor WAYLAND_DISPLAY is set; \
             `ngi render` needs none"
        );
    }
    ngi_view::run_over(args.path.into_iter().collect(), over)?;
    Ok(Outcome::Clean)
}

/// The mods that games are seen through; read anew whenever something changes.
fn over(paths: &[PathBuf]) -> Result<Option<Over>> {
    if paths.is_empty() {
        return Ok(None);
    }
    mods::open_all(paths)?;
    let own = paths.to_vec();
    let mount = move |game: &Path| -> Result<Vfs> {
        let packages = mods::open_all(&own)?;
        let (vfs, _) = ngi_mods::seen_through(game, &mods::layers(&packages, &[])?)?;
        Ok(vfs)
    };
    let mount = Arc::new(move |game: &Path| mount(game).map_err(|error| format!("{error:#}")));
    Ok(Some(Over { mount, mods: paths.to_vec() }))
}
