//! Every rule of a script, each with a stable code.

use crate::schema::rules;

rules! {
    TRUNCATED = error(
        "scr.truncated",
        "All counted handlers, nodes and operands are present."
    ) of ["handlers"];
    TAIL = strict_error("scr.tail", "Nothing follows the last handler.") of ["tail"];
    FUNCTIONS = retail(
        "scr.functions",
        "The table of functions has 73 entries."
    ) of ["function_count"];
    HANDLER_END = strict_error(
        "scr.handler.end",
        "A NUL follows the name of a handler."
    ) of ["handlers[].end"];
    HANDLER_INDEX = warning(
        "scr.handler.index",
        "The number of a handler is its position in the script."
    ) of ["handlers[].index"];
    FUNCTION = strict_error(
        "scr.node.function",
        "The function of a node is in the function table, or −1."
    ) of ["handlers[].nodes[].function"];
    KIND = warning(
        "scr.node.kind",
        "The kind of a node is −1 to 6."
    ) of ["handlers[].nodes[].kind"];
    RELATION = warning(
        "scr.node.relation",
        "The relation of a node is 0 to 6."
    ) of ["handlers[].nodes[].relation"];
    IFS = warning("scr.node.ends", "Every if has a matching end.") of ["handlers[].nodes[].kind"];
    OPERAND = strict_error(
        "scr.node.operand",
        "Every operand is the number of a variable."
    ) of ["handlers[].nodes[].operands"];
}
