//! The stored records of a script.

use crate::schema::{choices, record};

record! {
    /// Head of a script.
    pub struct ScriptHead[8] derive(Eq, Hash, Default) {
        /// Number of functions in the engine's table; nodes refer to them by number.
        0 => function_count: u32 = M "73",
        /// Number of handlers that follow.
        4 => handler_count: u32,
    }
}

record! {
    /// Fields of a handler after its name.
    pub struct HandlerTail[9] derive(Eq, Hash, Default) {
        /// Byte that ends the name.
        0 => end: u8 = M "0",
        /// Number of the handler.
        1 => index: u32 = M "position of the handler",
        /// Number of nodes that follow.
        5 => node_count: u32,
    }
}

choices! {
    /// Kinds of nodes.
    pub struct NodeKind(i32) {
        /// Function call or assignment to a variable.
        STATEMENT = -1: "statement",
        /// Condition for the nodes up to its end.
        IF = 0: "if",
        /// End of an if.
        END = 1: "end",
        /// Target of a goto.
        LABEL = 2: "label",
        /// Jump to a label.
        GOTO = 3: "goto",
        /// Change to another handler.
        SWITCH = 4: "switch handler",
        /// End of the handler.
        RETURN = 5: "return",
        /// Constant.
        CONSTANT = 6: "constant",
    }
}

choices! {
    /// Comparison of two values.
    pub struct Relation(i32) {
        /// Less.
        LESS = 0: "<",
        /// Equal.
        EQUAL = 1: "==",
        /// Greater.
        GREATER = 2: ">",
        /// Less or equal.
        AT_MOST = 3: "<=",
        /// Greater or equal.
        AT_LEAST = 4: ">=",
        /// Not equal.
        OTHER = 5: "!=",
        /// No comparison.
        NONE = 6: "none",
    }
}

record! {
    /// Head of a node. It is followed by the number of operands, the operands, and the number of a
    /// formula.
    pub struct NodeHead[20] derive(Eq, Hash) {
        /// Function to call; −1 for none.
        0 => function: i32,
        /// Variable to set or to compare; −1 for none.
        4 => dest: i32,
        /// Variable, number or label, depending on the node; −1 for none.
        8 => source: i32,
        /// Kind of the node.
        12 => kind: NodeKind = M "−1 to 6",
        /// Relation by which the node compares.
        16 => relation: Relation = M "0 to 6",
    }
}

impl Default for NodeHead {
    /// A statement that does nothing.
    fn default() -> Self {
        let (kind, relation) = (NodeKind::STATEMENT, Relation::NONE);
        Self { function: -1, dest: -1, source: -1, kind, relation }
    }
}
