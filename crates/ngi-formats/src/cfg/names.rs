//! What texts of a mission are called, in its folder.

/// What has to be done, the script, the theme.
pub const MISSION: &str = "mission.cfg";
/// Where the camera of the briefing stops, and what is said there.
pub const BRIEFING: &str = "briefing.cfg";
/// What is said while it is played.
pub const MESSAGES: &str = "messages.cfg";
/// Texts that others name.
pub const TEXTS: &str = "TextRes.cfg";
