//! `demo`.

use anyhow::Result;

use crate::args::DemoArgs;
use crate::ui::{Outcome, Ui};

/// `ngi demo`.
pub fn demo(_args: &DemoArgs, _ui: &Ui) -> Result<Outcome> {
    anyhow::bail!("not there yet")
}
