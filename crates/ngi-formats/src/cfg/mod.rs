//! Texts of objects: `mission.cfg`, `briefing.cfg`, `messages.cfg`, `TextRes.cfg`, `ui/*.cfg`.
//!
//! ```text
//! # a comment, to the end of its line
//! object primary_objectives
//!   objective1 = "Find the mine"
//! end
//! ```
//!
//! Lines end as Windows ends them; `object` and `end` may be written in any case. A value may stand
//! in quotes. A key that is repeated keeps the later value, a block that is repeated adds to the
//! first. That a `#` inside quotes is no comment, that a backslash is nothing special, and that
//! objects may stand in objects are guesses.
//!
//! ```
//! use ngi_formats::cfg::Cfg;
//!
//! let text = b"object a\r\n x = 1\r\n x = \"two\" # later\r\nend\r\n";
//! let cfg = Cfg::read(text)?;
//! assert_eq!(cfg.value("A", "x"), Some(&b"two"[..]));
//! # Ok::<(), ngi_formats::Error>(())
//! ```

mod check;
pub mod codes;
mod document;
mod edit;
mod line;
pub mod names;
mod read;
#[cfg(test)]
mod tests;
pub mod view;

pub use check::check;
pub use codes::CODES;
pub use document::{DOCUMENT, make, path_of, tree};
pub use line::Quotes;
pub use read::{Cfg, Object, Property, is_cfg};
