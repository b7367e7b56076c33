//! Which fields a version has.

/// The version of the clans.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct ClanVersion(pub u32);

/// The version of the objects and of all behind them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct ObjectVersion(pub u32);

/// Declares when a field came.
macro_rules! gates {
    ($type:ty, $($(#[doc = $doc:literal])+ $name:ident = $since:literal;)+) => {
        impl $type {
            $(
                $(#[doc = $doc])+
                pub const fn $name(self) -> bool {
                    self.0 >= $since
                }
            )+
        }
    };
}

gates! {
    ClanVersion,
    /// Whether clans have a script.
    has_script = 2;
    /// Whether clans have zones.
    has_zones = 3;
    /// Whether clans have a research tree.
    has_tree = 4;
    /// Whether clans say how many robots they may have.
    has_minds = 5;
    /// Whether clans say how they see each other. Before, the engine goes by who plays them.
    has_relations = 6;
}

gates! {
    ObjectVersion,
    /// Whether the map has a word of its own and a description.
    has_description = 2;
    /// Whether objects have an owner.
    has_owner = 3;
    /// Whether objects have a logical id.
    has_logical_id = 4;
    /// Whether there are lodes.
    has_lodes = 5;
    /// Whether objects have properties.
    has_properties = 6;
    /// Whether objects have a name.
    has_name = 7;
    /// Whether objects say what they do at the start.
    has_start = 8;
    /// Whether units say in which building they start.
    has_host = 9;
    /// Whether objects have a size of their own.
    has_scale = 10;
}

impl ClanVersion {
    /// The oldest.
    pub const FIRST: Self = Self(1);
    /// The game's.
    pub const LAST: Self = Self(6);

    /// Whether the engine knows it.
    pub const fn is_known(self) -> bool {
        self.0 >= Self::FIRST.0 && self.0 <= Self::LAST.0
    }
}

impl ObjectVersion {
    /// The oldest.
    pub const FIRST: Self = Self(1);
    /// The game's.
    pub const LAST: Self = Self(10);

    /// Whether its fields are known.
    pub const fn is_known(self) -> bool {
        self.0 >= Self::FIRST.0 && self.0 <= Self::LAST.0
    }
}
