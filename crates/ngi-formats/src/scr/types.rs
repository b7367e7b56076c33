//! The stored records of a script.

use crate::schema::{choices, record};

record! {
    /// What a script begins with.
    pub struct ScriptHead[8] derive(Eq, Hash, Default) {
        /// How many functions the engine's table has: nodes number these.
        0 => function_count: u32 = M "73",
        /// How many handlers follow.
        4 => handler_count: u32,
    }
}

record! {
    /// What follows the name of a handler.
    pub struct HandlerTail[9] derive(Eq, Hash, Default) {
        /// The byte that ends its name.
        0 => end: u8 = M "0",
        /// Its number.
        1 => index: u32 = M "its place",
        /// How many nodes follow.
        5 => node_count: u32,
    }
}

choices! {
    /// What a node does.
    pub struct NodeKind(i32) {
        /// A function is called, or a variable set.
        STATEMENT = -1: "statement",
        /// What follows up to its end is done if it holds.
        IF = 0: "if",
        /// The end of that.
        END = 1: "end",
        /// A place to go to.
        LABEL = 2: "label",
        /// The script goes on at a label.
        GOTO = 3: "goto",
        /// Another handler takes over.
        SWITCH = 4: "switch handler",
        /// The handler is done.
        RETURN = 5: "return",
        /// A constant.
        CONSTANT = 6: "constant",
    }
}

choices! {
    /// How two values are compared.
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
        /// Nothing is compared.
        NONE = 6: "none",
    }
}

record! {
    /// What a node begins with. How many operands follow, those, and the number of a formula come
    /// behind it.
    pub struct NodeHead[20] derive(Eq, Hash) {
        /// The function that is called; −1 for none.
        0 => function: i32,
        /// The variable that is set, or compared; −1 for none.
        4 => dest: i32,
        /// A variable, a number or a label, as the node needs it; −1 for none.
        8 => source: i32,
        /// What it does.
        12 => kind: NodeKind = M "−1 to 6",
        /// How it compares.
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
