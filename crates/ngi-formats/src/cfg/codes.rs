//! Every rule of a text of objects, each with a stable code.

use crate::schema::rules;

rules! {
    UNCLOSED = strict_error("cfg.object.unclosed", "An object is closed by `end`.") of ["objects[]"];
    END = strict_error("cfg.object.end", "An `end` closes an object.") of ["text"];
    NAME = strict_error(
        "cfg.object.name",
        "The name of an object is one word."
    ) of ["objects[].name"];
    LINE = strict_error(
        "cfg.line",
        "A line is `object NAME`, `end`, `key = value` or a comment."
    ) of ["text"];
    LONG = warning("cfg.line.long", "A line has at most 1,023 bytes (a guess).") of ["text"];
    NUL = warning("cfg.nul", "A text contains no NUL.") of ["text"];
    OUTSIDE = warning("cfg.key.outside", "A property belongs to an object.") of ["properties[]"];
    TWICE = warning(
        "cfg.key.twice",
        "A key occurs only once in all blocks of an object: otherwise the later value counts."
    ) of ["objects[].properties[].key"];
    QUOTE = strict_error(
        "cfg.quote",
        "A quote at the beginning of a value is closed on the same line."
    ) of ["objects[].properties[].value"];
    REST = warning(
        "cfg.value.rest",
        "Only a comment may follow a value in quotes."
    ) of ["objects[].properties[].value"];
    LIBRARY = strict_error("cfg.resource.library", "A resource names its library.") of ["objects[]"];
    TYPE = strict_error(
        "cfg.resource.type",
        "The type of a resource is 1, 2, 4, 5, 6 or 7."
    ) of ["objects[].properties[].value"];
    LIBTYPE = retail(
        "cfg.resource.libtype",
        "The library type of a resource is \"multi\"."
    ) of ["objects[].properties[].value"];
    SCRIPT = warning(
        "cfg.script.line",
        "A line of a script is create(x,y,heading,clan,file,_), bcreate(x,y,z,clan,file,_) or death(x,y,radius,_), with whole numbers."
    ) of ["objects[].properties[].value"];
    STOP_NUMBER = strict_error(
        "cfg.stop.number",
        "The positions of the camera and its target at a stop are numbers."
    ) of ["objects[]"];
    STOP_EDGE = warning(
        "cfg.stop.edge",
        "The way to the next stop of the camera is linear, spline or jump."
    ) of ["objects[].properties[].value"];
    STOP_WAIT = warning(
        "cfg.stop.wait",
        "The behaviour of the camera at a stop is continuous, stay or flyaround."
    ) of ["objects[].properties[].value"];
    MESSAGE_INDEX = strict_error(
        "cfg.message.index",
        "The index of a message is a whole number."
    ) of ["objects[].properties[].value"];
    MESSAGE_TWICE = warning(
        "cfg.message.twice",
        "No two messages have the same index."
    ) of ["objects[].properties[].value"];
}
