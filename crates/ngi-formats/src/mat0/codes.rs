//! Every rule of a material, each with a stable code.

use crate::schema::rules;

rules! {
    HEADER_TRUNCATED = error(
        "mat0.header.truncated",
        "The header of a material contains all fields of its version."
    );
    TRACKS_COUNT = error(
        "mat0.tracks.count",
        "A material has fewer than 20 tracks; the engine refuses more."
    ) of ["tracks"];
    PHASES_RANGE = error(
        "mat0.phases.range",
        "All phases that the header counts are present and complete."
    ) of ["phases"];
    TRACKS_RANGE = error(
        "mat0.tracks.range",
        "All tracks and their keys are present and complete."
    ) of ["tracks"];
    END = error("mat0.end", "A material ends with its last track.") of ["tracks"];
    VERSION = warning("mat0.version", "The version (attr2) is at most 6.") of ["version"];
    VERSION_GAME = retail("mat0.version.game", "The version (attr2) is 6.") of ["version"];
    ATTR3 = retail("mat0.attr3", "attr3 is 0.") of ["attr3"];
    BLEND = warning(
        "mat0.flags.blend",
        "The blend index (bits 2 to 5 of attr1) is at most 4; larger values are treated as opaque."
    ) of ["flags"];
    FLAGS = warning("mat0.flags.unknown", "attr1 has no bits above bit 6.") of ["flags"];
    UNK_0X05 = retail(
        "mat0.header.unk-0x05",
        "The byte at 0x05 of the header is 255."
    ) of ["unk_0x05"];
    SPEED = retail("mat0.header.speed", "The speed factor is 1.") of ["speed"];
    PHASES_NONE = error(
        "mat0.phases.none",
        "A material has at least one phase."
    ) of ["phases"];
    TEXTURE_END = error(
        "mat0.phase.texture-end",
        "A texture's name has at most 15 bytes and ends with a NUL."
    ) of ["phases[].texture"];
    TEXTURE_NAME = error(
        "mat0.phase.texture-name",
        "A texture's name has a dot; the engine refuses others with \"Bad texture name.\"."
    ) of ["phases[].texture"];
    TEXTURE_PALETTE = error(
        "mat0.phase.texture-palette",
        "The letters after the dot of a texture's name select one of the 286 palettes, or none."
    ) of ["phases[].texture"];
    TEXTURE_ASCII = warning(
        "mat0.phase.texture-ascii",
        "A texture's name is ASCII."
    ) of ["phases[].texture"];
    CELL = warning(
        "mat0.phase.cell",
        "A cell is -1 (the whole texture) or a number from 0."
    ) of ["phases[].cell"];
    OPACITY = warning(
        "mat0.phase.opacity",
        "Opacity (alpha of ambient) is at most 100 percent."
    ) of ["phases[].opacity"];
    ALPHA = retail(
        "mat0.phase.alpha",
        "Alpha values that the engine does not read are at most 100."
    ) of ["phases[].diffuse", "phases[].specular", "phases[].emissive"];
    MODE = warning(
        "mat0.track.mode",
        "The mode of a track is 0 to 3; other modes are treated as 0."
    ) of ["tracks[].mode"];
    MASK = warning(
        "mat0.track.mask",
        "A track blends only ambient, diffuse, specular, emissive and opacity."
    ) of ["tracks[].mask"];
    KEYS_NONE = warning(
        "mat0.track.keys-none",
        "A track has keys; without keys, phase 0 is shown."
    ) of ["tracks[].keys"];
    KEY_PHASE = error(
        "mat0.key.phase",
        "A key refers to an existing phase."
    ) of ["tracks[].keys[].phase"];
    KEY_ORDER = warning(
        "mat0.key.order",
        "A key ends no earlier than the previous one; of two keys in the wrong order, one is never \
        shown."
    ) of ["tracks[].keys[].time_ms"];
    CYCLE = warning(
        "mat0.track.cycle",
        "The last of several keys ends later than 0; if it ends at 0, the first key is always \
        shown."
    ) of ["tracks[].keys[].time_ms"];
    KEY_START = retail(
        "mat0.key.start",
        "The first of several keys ends later than 0."
    ) of ["tracks[].keys[].time_ms"];
    KEY_UNREAD = retail(
        "mat0.key.unread",
        "The third word of a key is 0."
    ) of ["tracks[].keys[].unk_0x04"];
}
