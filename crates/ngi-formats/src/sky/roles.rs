//! What the rows of a sky's wear are for.

/// The wear of a sky, beside it.
pub const WEAR_FILE: &str = "sky.wea";

/// What a row of a sky's wear is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Role {
    /// In a word.
    pub name: &'static str,
    /// What is drawn with it.
    pub doc: &'static str,
}

const fn role(name: &'static str, doc: &'static str) -> Role {
    Role { name, doc }
}

/// The rows in order: the engine knows them by their place.
pub static ROLES: [Role; 9] = [
    role("nebula", "Behind everything, where the dome is clear."),
    role("stars", "Never drawn."),
    role("clouds", "Below the dome, lit by the colour of the clouds."),
    role("sun", "The body called sun."),
    role("moon", "Any other body."),
    role("flare", "Eight of the twelve sprites of the flare."),
    role("second flare", "The other four."),
    role("snow", "Flakes; dust on the missions where dust blows."),
    role("rain", "Drops."),
];

/// Whether a file or entry of this name is the wear of a sky.
pub fn is_wear_name(name: &str) -> bool {
    name.eq_ignore_ascii_case(WEAR_FILE)
}
