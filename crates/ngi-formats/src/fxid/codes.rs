//! Every rule of an effect, each with a stable code.

use crate::schema::rules;

rules! {
    HEADER = error("fxid.header.truncated", "An effect has a header of 60 bytes.");
    OPCODE = strict_error(
        "fxid.command.opcode",
        "An opcode is 1 to 10; the engine cannot advance past any other."
    ) of ["tail"];
    TRUNCATED = error(
        "fxid.command.truncated",
        "All commands that the header counts are complete."
    ) of ["tail"];
    END = strict_error("fxid.end", "An effect ends with its last command.") of ["tail"];
    HEADER_NUMBER = warning(
        "fxid.header.number",
        "The numbers of the header are finite."
    ) of ["header"];
    TIME_MODE = warning(
        "fxid.header.time-mode",
        "The time mode is 0 to 17."
    ) of ["header.time_mode"];
    DURATION = warning(
        "fxid.header.duration",
        "The duration is not below 0."
    ) of ["header.duration_s"];
    FLAGS = warning(
        "fxid.header.flags",
        "All flags of the header are known."
    ) of ["header.flags"];
    SETTINGS = error(
        "fxid.header.settings",
        "The settings switch is one of 20 and its detail group one of 4."
    ) of ["header.settings"];
    SETTINGS_PAIR = retail(
        "fxid.header.settings-pair",
        "The settings switch is combined with its own detail group."
    ) of ["header.settings"];
    DURATION_RANGE = retail(
        "fxid.header.duration-range",
        "The duration is at most 5 seconds."
    ) of ["header.duration_s"];
    COUNT_RANGE = retail(
        "fxid.header.count-range",
        "An effect has at most 81 commands."
    ) of ["commands"];
    ATTRIBUTES = retail("fxid.entry.attributes", "The directory entry has the attributes 0, 0, 1.");
    BITS = warning(
        "fxid.command.bits",
        "Bits 9 to 31 of a command's word are 0."
    ) of ["commands[].bits"];
    OVERLAY = retail(
        "fxid.command.overlay",
        "Only sprites, glows, bursts, streams and domes are drawn over the scene."
    ) of ["commands[].overlay"];
    NUMBER = warning(
        "fxid.command.number",
        "The numbers of a command are finite."
    ) of ["commands[]"];
    NUMBER_RANGE = retail(
        "fxid.command.number-range",
        "A number is 0, or its absolute value is between 0.000001 and 1,000,000."
    ) of ["commands[]"];
    WINDOW = warning(
        "fxid.command.window",
        "A window opens no later than it closes."
    ) of ["commands[].window", "commands[].sprite.window"];
    WINDOW_RANGE = warning(
        "fxid.command.window-range",
        "A window lies within 0 to 1."
    ) of ["commands[].window", "commands[].sprite.window"];
    EXPONENT = warning("fxid.command.exponent", "Exponents are not below 0.") of ["commands[]"];
    REFERENCE_END = error(
        "fxid.reference.end",
        "The names of a reference have at most 31 bytes and end with a NUL."
    ) of ["commands[].material", "commands[].sprite.material", "commands[].sound"];
    REFERENCE_ASCII = warning(
        "fxid.reference.ascii",
        "The names of a reference are ASCII."
    ) of ["commands[].material", "commands[].sprite.material", "commands[].sound"];
    REFERENCE_HALF = warning(
        "fxid.reference.half",
        "A reference names both archive and entry."
    ) of ["commands[].material", "commands[].sprite.material", "commands[].sound"];
    REFERENCE_NONE = warning(
        "fxid.reference.none",
        "A command that draws or plays something names a material or a sound."
    ) of ["commands[].material", "commands[].sprite.material", "commands[].sound"];
    REFERENCE_ARCHIVE = retail(
        "fxid.reference.archive",
        "Materials are in material.lib and sounds in sounds.lib."
    ) of ["commands[].material", "commands[].sprite.material", "commands[].sound"];
    LIGHT_KIND = warning(
        "fxid.light.kind",
        "The kind of a light is 1 to 7; others are treated as 1."
    ) of ["commands[].kind"];
    SOUND_MODE = warning(
        "fxid.sound.mode",
        "The mode of a sound is 0 to 3."
    ) of ["commands[].mode"];
    SOUND_DISTANCE = warning(
        "fxid.sound.distance",
        "The near distance of a sound is not above the far distance."
    ) of ["commands[].near"];
    SOUND_PLACE = warning(
        "fxid.sound.place-mode",
        "The place mode of a sound is 0 to 2."
    ) of ["commands[].place_mode"];
    SPRITE_MODE = warning(
        "fxid.sprite.mode",
        "The mode of a sprite, glow or dome is 0 to 2."
    ) of ["commands[].mode", "commands[].sprite.mode"];
    GLOW_REACH = warning(
        "fxid.glow.reach",
        "The reach of a glow is above 0; otherwise the glow is not drawn."
    ) of ["commands[].reach"];
    BOLT_LENGTH = warning(
        "fxid.bolt.length",
        "The piece length and the repeat length of a bolt are above 0."
    ) of ["commands[].repeat_length", "commands[].piece_length"];
    BOLT_PIECES = warning(
        "fxid.bolt.pieces",
        "A bolt can have at least one piece."
    ) of ["commands[].most_pieces"];
    BURST_COUNT = warning(
        "fxid.burst.count",
        "A burst has at least one particle."
    ) of ["commands[].groups"];
    BURST_LIMIT = warning(
        "fxid.burst.limit",
        "A burst has at most 16,384 particles; further particles are not played."
    ) of ["commands[].groups"];
    BURST_LIFE = warning(
        "fxid.burst.life",
        "The particles of a burst live longer than 0; otherwise they are not drawn."
    ) of ["commands[].life_share"];
    DEBRIS_MODE = retail(
        "fxid.debris.mode",
        "The mode of a burst of debris is 16 or 32."
    ) of ["commands[].mode"];
    STREAM_RING = error(
        "fxid.stream.ring",
        "A stream has room for at least one particle; the engine divides by that number."
    ) of ["commands[].ring"]
        game "It divides by that number and stops with a processor error (a guess).";
    STREAM_LIMIT = warning(
        "fxid.stream.limit",
        "A stream has room for at most 16,384 particles; further particles are not played."
    ) of ["commands[].ring"];
    STREAM_INTERVAL = error(
        "fxid.stream.interval",
        "The interval of a stream is longer than 0; otherwise the engine emits particles without end."
    ) of ["commands[].interval_s"]
        game "It emits particles without end.";
    DOME_SHAPE = warning(
        "fxid.dome.shape",
        "The shape of a dome is 0 to 2; others are not drawn."
    ) of ["commands[].shape"];
}
