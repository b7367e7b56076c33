//! Reports about a whole game: text, `ngi.report/1`, one page of HTML.

pub mod archives;
pub mod missions;
