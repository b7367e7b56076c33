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
    doc: 'What a script begins with.'
    seq:
      - id: function_count
        type: u4
        doc: 'How many functions the engine''s table has: nodes number these. In the game: 73 (measured).'
      - id: handler_count
        type: u4
        doc: 'How many handlers follow.'
  handler_tail:
    doc: 'What follows the name of a handler.'
    seq:
      - id: end
        type: u1
        doc: 'The byte that ends its name. In the game: 0 (measured).'
      - id: index
        type: u4
        doc: 'Its number. In the game: its place (measured).'
      - id: node_count
        type: u4
        doc: 'How many nodes follow.'
  node_head:
    doc: 'What a node begins with. How many operands follow, those, and the number of a formula come behind it.'
    seq:
      - id: function
        type: s4
        doc: 'The function that is called; −1 for none.'
      - id: dest
        type: s4
        doc: 'The variable that is set, or compared; −1 for none.'
      - id: source
        type: s4
        doc: 'A variable, a number or a label, as the node needs it; −1 for none.'
      - id: kind
        type: s4
        doc: 'What it does. In the game: −1 to 6 (measured).'
      - id: relation
        type: s4
        doc: 'How it compares. In the game: 0 to 6 (measured).'
