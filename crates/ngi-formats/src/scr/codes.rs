//! Every rule of a script, each with a stable code.

use crate::schema::rules;

rules! {
    TRUNCATED = error(
        "scr.truncated",
        "All handlers, nodes and operands that are counted are there."
    ) of ["handlers"];
    TAIL = strict_error("scr.tail", "Nothing follows the last handler.") of ["tail"];
    FUNCTIONS = retail("scr.functions", "The table of functions has 73.") of ["function_count"];
    HANDLER_END = strict_error(
        "scr.handler.end",
        "A NUL follows the name of a handler."
    ) of ["handlers[].end"];
    HANDLER_INDEX = warning(
        "scr.handler.index",
        "The number of a handler is its place."
    ) of ["handlers[].index"];
    FUNCTION = strict_error(
        "scr.node.function",
        "A function is one of the table, or −1."
    ) of ["handlers[].nodes[].function"];
    KIND = warning("scr.node.kind", "What a node does is −1 to 6.") of ["handlers[].nodes[].kind"];
    RELATION = warning(
        "scr.node.relation",
        "How a node compares is 0 to 6."
    ) of ["handlers[].nodes[].relation"];
    IFS = warning("scr.node.ends", "Every if has its end.") of ["handlers[].nodes[].kind"];
    OPERAND = strict_error(
        "scr.node.operand",
        "An operand is the number of a variable."
    ) of ["handlers[].nodes[].operands"];
}
