//! The rules, one by one.

use crate::Code;

macro_rules! codes {
    ($( $(#[$doc:meta])* $name:ident = $make:ident($id:literal, $rule:literal); )+) => {
        $( $(#[$doc])* pub static $name: Code = Code::$make($id, $rule); )+

        /// All rules of this format.
        pub static CODES: &[&Code] = &[$( &$name, )+];
    };
}

codes! {
    /// Too short for a header.
    HEADER = error("fxid.header.truncated", "An effect has a header of 60 bytes.");
    /// An unknown opcode.
    OPCODE = strict_error(
        "fxid.command.opcode",
        "An opcode is 1 to 10; the engine never gets past another one."
    );
    /// A command is cut off.
    TRUNCATED = error(
        "fxid.command.truncated",
        "All commands that the header counts are there in full."
    );
    /// Bytes behind the last command.
    END = strict_error("fxid.end", "An effect ends with its last command.");
    /// A number in the header that is none.
    HEADER_NUMBER = warning("fxid.header.number", "The numbers of the header are finite.");
    /// A time mode nobody knows.
    TIME_MODE = warning("fxid.header.time-mode", "The time mode is 0 to 17.");
    /// Time runs backward.
    DURATION = warning("fxid.header.duration", "The duration is not below 0.");
    /// A flag nobody knows.
    FLAGS = warning("fxid.header.flags", "The header has only flags that are known.");
    /// A switch there is not.
    SETTINGS = error(
        "fxid.header.settings",
        "The settings switch is one of 20 and its detail group one of 4."
    );
    /// A switch of another group.
    SETTINGS_PAIR = retail(
        "fxid.header.settings-pair",
        "The settings switch goes with its own detail group."
    );
    /// A long effect.
    DURATION_RANGE = retail("fxid.header.duration-range", "The duration is at most 5 seconds.");
    /// Many commands.
    COUNT_RANGE = retail("fxid.header.count-range", "An effect has at most 81 commands.");
    /// The directory entry.
    ATTRIBUTES = retail("fxid.entry.attributes", "The directory entry has the attributes 0, 0, 1.");
    /// A bit nobody knows.
    BITS = warning("fxid.command.bits", "Bits 9 to 31 of a command's word are 0.");
    /// An overlay of what is not overlaid.
    OVERLAY = retail(
        "fxid.command.overlay",
        "Only sprites, glows, bursts, streams and domes are drawn over the scene."
    );
    /// A number that is none.
    NUMBER = warning("fxid.command.number", "The numbers of a command are finite.");
    /// A number out of the game's range.
    NUMBER_RANGE = retail(
        "fxid.command.number-range",
        "A number is 0, or between 0.000001 and 1,000,000 either way."
    );
    /// A window that never opens.
    WINDOW = warning("fxid.command.window", "A window opens no later than it closes.");
    /// A window outside of time.
    WINDOW_RANGE = warning("fxid.command.window-range", "A window lies within 0 to 1.");
    /// A negative exponent.
    EXPONENT = warning("fxid.command.exponent", "Exponents are not below 0.");
    /// A name without an end.
    REFERENCE_END = error(
        "fxid.reference.end",
        "The names of a reference have at most 31 bytes and end with a NUL."
    );
    /// A name that is not ASCII.
    REFERENCE_ASCII = warning("fxid.reference.ascii", "The names of a reference are ASCII.");
    /// Half a reference.
    REFERENCE_HALF = warning("fxid.reference.half", "A reference names both archive and entry.");
    /// Nothing named.
    REFERENCE_NONE = warning(
        "fxid.reference.none",
        "What is drawn or played is named."
    );
    /// Another archive than the game's.
    REFERENCE_ARCHIVE = retail(
        "fxid.reference.archive",
        "Materials are in material.lib and sounds in sounds.lib."
    );
    /// A light nobody knows.
    LIGHT_KIND = warning("fxid.light.kind", "The kind of a light is 1 to 7; others are taken as 1.");
    /// A sound mode nobody knows.
    SOUND_MODE = warning("fxid.sound.mode", "The mode of a sound is 0 to 3.");
    /// Distances the wrong way round.
    SOUND_DISTANCE = warning("fxid.sound.distance", "A sound's near distance is not above its far one.");
    /// A place mode DirectSound does not have.
    SOUND_PLACE = warning("fxid.sound.place-mode", "The place mode of a sound is 0 to 2.");
    /// A sprite mode nobody knows.
    SPRITE_MODE = warning("fxid.sprite.mode", "The mode of a sprite, glow or dome is 0 to 2.");
    /// A glow without reach.
    GLOW_REACH = warning("fxid.glow.reach", "A glow reaches further than 0; else it is not drawn.");
    /// A bolt without length.
    BOLT_LENGTH = warning(
        "fxid.bolt.length",
        "The pieces and the texture of a bolt are longer than 0."
    );
    /// A bolt of nothing.
    BOLT_PIECES = warning("fxid.bolt.pieces", "A bolt may have at least one piece.");
    /// A burst of nothing.
    BURST_COUNT = warning("fxid.burst.count", "A burst has particles.");
    /// A burst of too much.
    BURST_LIMIT = warning("fxid.burst.limit", "A burst has at most 16,384 particles; more are not played.");
    /// A burst that lives for no time.
    BURST_LIFE = warning(
        "fxid.burst.life",
        "The particles of a burst live longer than 0; else they are not drawn."
    );
    /// A debris mode nobody has seen.
    DEBRIS_MODE = retail("fxid.debris.mode", "The mode of a burst of debris is 16 or 32.");
    /// A ring of nothing.
    STREAM_RING = error(
        "fxid.stream.ring",
        "A stream has room for at least one particle; the engine divides by that number."
    );
    /// A ring of too much.
    STREAM_LIMIT = warning("fxid.stream.limit", "A stream has room for at most 16,384 particles; more are not played.");
    /// A stream without pauses.
    STREAM_INTERVAL = error(
        "fxid.stream.interval",
        "The interval of a stream is longer than 0; else the engine emits without end."
    );
    /// A dome nobody knows.
    DOME_SHAPE = warning("fxid.dome.shape", "The shape of a dome is 0 to 2; others are not drawn.");
}
