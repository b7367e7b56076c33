//! Every rule of a sky, each with a stable code.

use crate::schema::rules;

rules! {
    TRUNCATED = error(
        "ske.truncated",
        "A sky has all the sections, keyframes, names and the end that its counts and lengths \
        announce."
    );
    KEYFRAME_VERSION_KNOWN = error(
        "ske.keyframe.version",
        "The version of a keyframe is 1, 2 or 3: the layout of other versions is unknown."
    ) of ["sections[].keyframes[].version"];
    VERSION_USUAL = warning("ske.version", "The version of a sky is 5.") of ["version"];
    SECTIONS_NONE = error("ske.sections.none", "A sky has at least one section.") of ["sections"];
    SECTION_EMPTY = error(
        "ske.section.empty",
        "A section has at least one keyframe; without keyframes there are no colours to show."
    ) of ["sections[].keyframes"];
    DAY = error(
        "ske.section.day",
        "The day of a section takes at least a minute."
    ) of ["sections[].day.hour", "sections[].day.minute"];
    TIME_RANGE = strict_error(
        "ske.time.range",
        "A time has an hour below 24 and a minute below 60."
    ) of [
        "sections[].keyframes[].time.hour",
        "sections[].keyframes[].time.minute",
        "start.hour",
        "start.minute"
    ];
    TIME_SECTION = error(
        "ske.time.section",
        "A time refers to an existing section."
    ) of ["sections[].keyframes[].time.section", "start.section"];
    ORDER = warning(
        "ske.keyframe.order",
        "Keyframes are in order of time; the engine sorts them."
    ) of ["sections[].keyframes[].time"] is derived;
    EVENT_KNOWN = warning(
        "ske.event.known",
        "The event of a keyframe is one of the ten known events."
    ) of ["sections[].keyframes[].event"];
    EVENT_TWICE = warning(
        "ske.event.twice",
        "Rain, snow or lightning does not begin again before it ends."
    ) of ["sections[].keyframes[].event"];
    EVENT_UNSTOPPED = warning(
        "ske.event.unstopped",
        "Every event that starts something in a section is followed by its end in that section."
    ) of ["sections[].keyframes[].event"];
    EVENT_UNSTARTED = warning(
        "ske.event.unstarted",
        "Every event that ends something in a section is preceded by its start in that section."
    ) of ["sections[].keyframes[].event"];
    BODY_OVERLAP = warning(
        "ske.body.overlap",
        "Sun and moon are not up together: a body rises only after the other has set."
    ) of ["sections[].keyframes[].event"];
    BODY_NAME = warning(
        "ske.body.name",
        "A rising body is named sun or moon; the engine treats any other name as the moon."
    ) of ["sections[].keyframes[].body"];
    NUMBER = error(
        "ske.number",
        "Fog distances, extents, light and weather are finite numbers."
    ) of [
        "sections[].keyframes[].slots.fog_start",
        "sections[].keyframes[].slots.fog_end",
        "sections[].keyframes[].extent",
        "sections[].keyframes[].light",
        "sections[].keyframes[].weather"
    ];
    FOG_RANGE = warning(
        "ske.fog.range",
        "Fog begins at 0 or farther away, and ends farther away than it begins."
    ) of ["sections[].keyframes[].slots.fog_start", "sections[].keyframes[].slots.fog_end"];
    AMOUNT = warning(
        "ske.amount",
        "Extents, light and weather are not negative."
    ) of [
        "sections[].keyframes[].extent",
        "sections[].keyframes[].light",
        "sections[].keyframes[].weather"
    ];
    NAME_ASCII = warning(
        "ske.name.ascii",
        "Names of bodies and effects contain only ASCII letters, digits and punctuation."
    ) of [
        "sections[].keyframes[].body",
        "sections[].keyframes[].more_names",
        "sections[].keyframes[].effects"
    ];
    EFFECT_EMPTY = warning(
        "ske.effect.empty",
        "Every effect of a keyframe has a name."
    ) of ["sections[].keyframes[].effects"];
    TAIL = warning("ske.tail", "Nothing follows the end of a sky.") of ["tail"];
    WORDS = retail(
        "ske.words",
        "Unread words have their usual values: -1 at the start of the file, 1 in a section, then \
        0, and 0 or 1."
    ) of ["unk_0x00", "sections[].unk_0x00", "unk_0x20", "unk_0x24"];
    SECTIONS_USUAL = retail(
        "ske.sections.usual",
        "There are one or two sections."
    ) of ["sections"];
    SECTION_END = retail(
        "ske.section.end",
        "The first time of a section is 23:59."
    ) of ["sections[].end.hour", "sections[].end.minute"];
    KEYFRAME_NEWEST = retail(
        "ske.keyframe.newest",
        "Keyframes have version 3."
    ) of ["sections[].keyframes[].version"];
    NAMES_EMPTY = retail(
        "ske.names.empty",
        "The five names after the name of the body are empty."
    ) of ["sections[].keyframes[].more_names"];
    FOG_USUAL = retail(
        "ske.fog.usual",
        "Fog begins at 0 and ends at 0.1 to 1."
    ) of ["sections[].keyframes[].slots.fog_start", "sections[].keyframes[].slots.fog_end"];
    START_SUN = retail(
        "ske.start.sun",
        "A mission begins in section 0, while the sun is up."
    ) of ["start"];
}
