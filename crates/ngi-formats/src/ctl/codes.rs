//! Every rule of a controller, each with a stable code.

use crate::schema::rules;

rules! {
    RANGE = error(
        "ctl.range",
        "All counted states, channels, components and groups are present."
    ) of ["states", "costs", "channels", "components", "events", "groups"];
    TAIL = warning("ctl.tail", "Nothing follows the last group.") of ["tail"];
    NUMBER = warning(
        "ctl.number",
        "All numbers are finite."
    ) of ["acceleration", "states[].frames_a", "costs[]", "channels[].rate", "components[].values"];
    BOUNDS = warning(
        "ctl.state.bounds",
        "If a bound of velocity or spin applies, its lower value is not above its upper value."
    ) of [
        "states[].velocity_low",
        "states[].velocity_high",
        "states[].spin_low",
        "states[].spin_high"
    ];
    CLASS = warning(
        "ctl.component.class",
        "The class of a component is 1 to 30."
    ) of ["components[].class"];
    COMPONENT_CHANNEL = error(
        "ctl.component.channel",
        "The channels of a component exist in the controller."
    ) of ["components[].channels"];
    LABEL_END = warning(
        "ctl.component.label",
        "A label is ASCII and ends with a NUL."
    ) of ["components[].label", "components[].label_end"];
    GROUP = warning(
        "ctl.group",
        "A reference to a group of actions is valid; -1 means none."
    ) of [
        "states[].enter_group",
        "states[].contacts[].landing_group",
        "components[].group",
        "components[].start_group",
        "components[].stop_group",
        "events"
    ];
    ACTION = warning(
        "ctl.action",
        "The kind of an action is one that does something: 0 to 5, 7, 8, 10 to 15, 17 to 21 or 27."
    ) of ["groups[].actions[].action"];
    REFERENCE_END = error(
        "ctl.reference.end",
        "The names of a reference to an effect or object have at most 31 bytes and end with a NUL."
    ) of ["components[].emits", "groups[].actions[].reference"];
    REFERENCE_ASCII = warning(
        "ctl.reference.ascii",
        "The names of a reference to an effect or object are ASCII."
    ) of ["components[].emits", "groups[].actions[].reference"];
    REFERENCE_HALF = warning(
        "ctl.reference.half",
        "A reference to an effect or object has both an archive and an entry."
    ) of ["components[].emits", "groups[].actions[].reference"];
    RUNTIME = retail(
        "ctl.runtime",
        "The space for values that the game computes at run time is zero."
    ) of ["states[].runtime", "states[].contacts[].runtime"];
    SAME_CONTACTS = retail(
        "ctl.contacts.same",
        "All states have the same contacts: the same points in the same order."
    ) of ["states[].contacts[].point"];
    FRAME_FLAGS = retail("ctl.flags", "Only the lowest five flags are set.") of ["flags"];
    INVERT = retail(
        "ctl.action.invert",
        "Inverted conditions are conditions of the mask."
    ) of ["groups[].actions[].invert"];
    RUN = retail(
        "ctl.action.run",
        "Runs of actions begin and end alternately within their group."
    ) of ["groups[].actions[].flags"];
    NAMED = retail(
        "ctl.action.named",
        "Only actions 3, 4, 5 and 27, which use an effect or an explosion, have a reference."
    ) of ["groups[].actions[].reference"];
}
