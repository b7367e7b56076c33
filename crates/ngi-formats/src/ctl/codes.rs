//! Every rule of a controller, each with a stable code.

use crate::schema::rules;

rules! {
    RANGE = error(
        "ctl.range",
        "All states, channels, components and groups that are counted are there."
    ) of ["states", "costs", "channels", "components", "events", "groups"];
    TAIL = warning("ctl.tail", "Nothing is behind the last group.") of ["tail"];
    NUMBER = warning(
        "ctl.number",
        "All numbers are finite."
    ) of ["acceleration", "states[].frames_a", "costs[]", "channels[].rate", "components[].values"];
    BOUNDS = warning(
        "ctl.state.bounds",
        "Bounds of velocity and spin that count have their least value first."
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
        "The channels of a component are channels of the controller."
    ) of ["components[].channels"];
    LABEL_END = warning(
        "ctl.component.label",
        "A label is ASCII and a NUL ends it."
    ) of ["components[].label", "components[].label_end"];
    GROUP = warning(
        "ctl.group",
        "A group of actions that is named is there; -1 names none."
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
        "An action is one that does something: 0 to 5, 7, 8, 10 to 15, 17 to 21 or 27."
    ) of ["groups[].actions[].action"];
    REFERENCE_END = error(
        "ctl.reference.end",
        "The names of what is shown or fired have at most 31 bytes and end with a NUL."
    ) of ["components[].emits", "groups[].actions[].reference"];
    REFERENCE_ASCII = warning(
        "ctl.reference.ascii",
        "The names of what is shown or fired are ASCII."
    ) of ["components[].emits", "groups[].actions[].reference"];
    REFERENCE_HALF = warning(
        "ctl.reference.half",
        "What is shown or fired has both an archive and an entry."
    ) of ["components[].emits", "groups[].actions[].reference"];
    RUNTIME = retail(
        "ctl.runtime",
        "Room for what the game works out is zero."
    ) of ["states[].runtime", "states[].contacts[].runtime"];
    SAME_CONTACTS = retail(
        "ctl.contacts.same",
        "All states have the same contacts: the same points in the same order."
    ) of ["states[].contacts[].point"];
    FRAME_FLAGS = retail("ctl.flags", "Of the flags only the lowest five are set.") of ["flags"];
    INVERT = retail(
        "ctl.action.invert",
        "Conditions that are turned round are conditions that count."
    ) of ["groups[].actions[].invert"];
    RUN = retail(
        "ctl.action.run",
        "Runs of actions begin and end in turn within their group."
    ) of ["groups[].actions[].flags"];
    NAMED = retail(
        "ctl.action.named",
        "Only effects and explosions, actions 3, 4, 5 and 27, name something."
    ) of ["groups[].actions[].reference"];
}
