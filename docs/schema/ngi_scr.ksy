# Made by `cargo xtask docs`; do not edit.
meta:
  id: ngi_scr
  title: 'NGI: script'
  endian: le
  license: MIT OR Apache-2.0
seq:
  - id: head
    type: script_head
  - id: handlers
    type: handler
    repeat: expr
    repeat-expr: head.handler_count
  - id: tail
    size-eos: true
types:
  handler:
    seq:
      - id: name_size
        type: u4
      - id: name
        size: name_size
      - id: tail
        type: handler_tail
      - id: nodes
        type: node
        repeat: expr
        repeat-expr: tail.node_count
  node:
    seq:
      - id: head
        type: node_head
      - id: operand_count
        type: u4
      - id: operands
        type: s4
        repeat: expr
        repeat-expr: operand_count
      - id: formula
        type: s4
  script_head:
    doc: 'Head of a script.'
    seq:
      - id: function_count
        type: u4
        doc: 'Number of functions in the engine''s table; nodes refer to them by number. In the game: 73 (measured).'
      - id: handler_count
        type: u4
        doc: 'Number of handlers that follow.'
  handler_tail:
    doc: 'Fields of a handler after its name.'
    seq:
      - id: end
        type: u1
        doc: 'Byte that ends the name. In the game: 0 (measured).'
      - id: index
        type: u4
        doc: 'Number of the handler. In the game: position of the handler (measured).'
      - id: node_count
        type: u4
        doc: 'Number of nodes that follow.'
  node_head:
    doc: 'Head of a node. It is followed by the number of operands, the operands, and the number of a formula.'
    seq:
      - id: function
        type: s4
        doc: 'Function to call; −1 for none.'
      - id: dest
        type: s4
        doc: 'Variable to set or to compare; −1 for none.'
      - id: source
        type: s4
        doc: 'Variable, number or label, depending on the node; −1 for none.'
      - id: kind
        type: s4
        doc: 'Kind of the node. In the game: −1 to 6 (measured).'
      - id: relation
        type: s4
        doc: 'Relation by which the node compares. In the game: 0 to 6 (measured).'
