# Made by `cargo xtask docs`; do not edit.
meta:
  id: ngi_ctl
  title: 'NGI: controller'
  endian: le
  license: MIT OR Apache-2.0
seq:
  - id: counts
    type: counts
  - id: frame
    type: frame
  - id: states
    type: state_with(counts.contacts_per_state)
    repeat: expr
    repeat-expr: counts.states
  - id: costs
    type: f4
    repeat: expr
    repeat-expr: counts.states * counts.states
  - id: channels
    type: channel
    repeat: expr
    repeat-expr: counts.channels
  - id: components
    type: component_with
    repeat: expr
    repeat-expr: counts.components
  - id: events
    type: events
  - id: groups
    type: group
    repeat: expr
    repeat-expr: counts.groups
  - id: tail
    size-eos: true
types:
  state_with:
    params:
      - id: contact_count
        type: u4
    seq:
      - id: state
        type: state
      - id: contacts
        type: contact
        repeat: expr
        repeat-expr: contact_count
  component_with:
    seq:
      - id: component
        type: component
      - id: channels
        type: s4
        repeat: expr
        repeat-expr: component.channel_count
      - id: label_head
        type: label_head
      - id: label
        size: label_head.size
      - id: label_end
        type: u1
        if: label_head.size > 0
  group:
    seq:
      - id: head
        type: group_head
      - id: actions
        type: action
        repeat: expr
        repeat-expr: head.actions
  counts:
    doc: 'How many there are of everything.'
    seq:
      - id: states
        type: u4
        doc: 'How many states there are. In the game: 1,690 in 207 files (measured).'
      - id: contacts_per_state
        type: u4
        doc: 'How many contacts each state has: one number for all of them.'
      - id: channels
        type: u4
        doc: 'How many channels there are. In the game: 991 in all (measured).'
      - id: components
        type: u4
        doc: 'How many components there are. In the game: 1,066 in all (measured).'
      - id: groups
        type: u4
        doc: 'How many groups of actions there are.'
  frame:
    doc: 'What is said of the whole object. Vectors are x, y, z, forward is y.'
    seq:
      - id: acceleration
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: 'How fast it becomes faster; the engine doubles it. In the game: 2.5 on 324 of 531 (measured).'
      - id: speed_floor
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: 'The least speed the computer drives at, says one reading; by another nothing reads it. In the game: 0 on 518 (measured).'
      - id: top_speed
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: 'How fast it is at most, in metres a second. In the game: 0 on 434 (measured).'
      - id: turn_rate
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: 'How fast it turns, in radians a second. In the game: 6.28 on 364 (measured).'
      - id: righting
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: 'How fast it rights itself. In the game: 1 on 418 (measured).'
      - id: most_lean
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: 'How far it leans at most, in radians. In the game: 6.28 on 422 (measured).'
      - id: death_delay_ms
        type: s4
        doc: 'How long it lies about dead, in milliseconds. In the game: 0 on 324, else 1,000, 2,000, 5,000 (measured).'
      - id: unk_0x60
        type: f4
        repeat: expr
        repeat-expr: 2
        doc: 'Nobody knows what they are for. In the game: 0 on 512 (measured).'
      - id: slope_mode
        type: s4
        doc: 'What it does on slopes. In the game: 0 on 509, 2 on 16, 3 on 6 (measured).'
      - id: range
        type: f4
        doc: 'How far a round flies; -1 for everything else. In the game: -1 on 465 (measured).'
      - id: slope_cone
        type: f4
        doc: 'How steep the ground may be, in radians. In the game: 1.57079 on 509 (measured).'
      - id: flags
        type: u4
        doc: 'What else is said of it. In the game: 0 on 342, never above 31 (measured).'
      - id: unk_0x78
        type: f4
        doc: 'Nobody knows what it is for. In the game: -1 on 433 (measured).'
      - id: payload
        type: f4
        doc: 'What it carries at most, in kg; the largest number there is for no limit. In the game: 3.4028235e38 on 502 (measured).'
  state:
    doc: 'A state: frames that are played while velocity and spin are within bounds.'
    seq:
      - id: axes
        type: u4
        doc: 'Which of the bounds count.'
      - id: mode
        type: u4
        doc: 'What kind of state it is. In the game: an anchor on 593 of 1,690, fixed on 421 (measured).'
      - id: lean
        type: u1
        repeat: expr
        repeat-expr: 3
        doc: 'What leans it about x, y and z: 1 to 3 the turn, 4 to 6 the velocity, 8 to 10 the acceleration about or along x, y, z; 128 more for the other way, 0 for nothing. In the game: 0 on all but 28 states (measured).'
      - id: unk_0x0b
        type: u1
        doc: 'Nobody knows whether it is used.'
      - id: frames_a
        type: f4
        repeat: expr
        repeat-expr: 2
        doc: 'First and last frame of pair A.'
      - id: frames_b
        type: f4
        repeat: expr
        repeat-expr: 2
        doc: 'First and last frame of pair B, which standing objects show.'
      - id: blend
        type: f4
        doc: 'How much of B there is at the least speed, 0 to 1.'
      - id: step_ms
        type: s4
        doc: 'How long a step lasts, in milliseconds; 0 lets the speed say it. That it is a whole number is a guess.'
      - id: velocity_low
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: 'The least velocity. In the game: -3.4028235e38 where it does not count (measured).'
      - id: velocity_high
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: 'The largest velocity. In the game: 3.4028235e38 where it does not count (measured).'
      - id: spin_low
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: 'The least spin. In the game: -3.4028235e38 where it does not count (measured).'
      - id: spin_high
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: 'The largest spin. In the game: 3.4028235e38 where it does not count (measured).'
      - id: engine
        type: f4
        doc: 'How much of its power an engine takes. In the game: 0 on 1,144, 1 on 496, 1.5 on 29, 2 on 21 (measured).'
      - id: runtime
        size: 56
        doc: 'Room for what the game works out. In the game: zeros (measured).'
      - id: enter_group
        type: s4
        doc: 'The group of actions that runs when it begins; -1 for none.'
      - id: use_count
        type: s4
        doc: 'How often it may be picked; -1 for ever.'
      - id: request
        type: s4
        doc: 'The request that it answers; -1 for any.'
  contact:
    doc: 'A contact: a foot, a wheel or a leg of a state.'
    seq:
      - id: point
        type: s4
        doc: 'The control point.'
      - id: flags
        type: u4
        doc: 'What is asked about it.'
      - id: landing_group
        type: s4
        doc: 'The group of actions that runs when it lands; -1 for none.'
      - id: runtime
        type: s4
        doc: 'Room for what the game works out. In the game: 0 (measured).'
  channel:
    doc: 'A channel: turns a node between two frames of its track, whatever state plays.'
    seq:
      - id: node
        type: s4
        doc: 'The node of the model. In the game: a node of the model on all 991 (measured).'
      - id: first_frame
        type: f4
        doc: 'The frame at value 0.'
      - id: last_frame
        type: f4
        doc: 'The frame at value 1.'
      - id: initial
        type: f4
        doc: 'The value that it begins with, 0 to 1.'
      - id: second_point
        type: s4
        doc: 'A second control point, such as the centre of a camera; -1 for none.'
      - id: point
        type: s4
        doc: 'A control point; -1 for none.'
      - id: rate
        type: f4
        doc: 'How far the value goes in a second.'
      - id: span_rad
        type: f4
        doc: 'Radians between value 0 and value 1.'
      - id: flags
        type: u4
        doc: 'How it moves.'
  component:
    doc: 'A component in front of its channels.'
    seq:
      - id: class
        type: s4
        doc: 'What it is. In the game: 1 to 30, 20 of them (measured).'
      - id: node
        type: s4
        doc: 'The node of the model it sits on: it fails with that. In the game: a node on all 781 beside an .ndp (measured).'
      - id: flags
        type: u4
        doc: 'Different bits for different classes: of a gun 0x2000000 fires all barrels at once, of a turret 0x4000000 stands and does not hang, 0x8000000 is a headquarters''.'
      - id: group
        type: s4
        doc: 'The group of actions that runs when it fires; -1 for none. In the game: set on 34 guns (measured).'
      - id: start_group
        type: s4
        doc: 'The group of actions that runs when it starts; -1 for none.'
      - id: stop_group
        type: s4
        doc: 'The group of actions that runs when it stops; -1 for none.'
      - id: initial_state
        type: s4
        doc: 'The state it begins with, 0 off and 32 on; -1 for what its class has.'
      - id: mass
        type: f4
        doc: 'What it weighs, in kg.'
      - id: power
        type: f4
        doc: 'Energy it takes in a second; of a battery what it gives.'
      - id: weights
        type: f4
        repeat: expr
        repeat-expr: 2
        doc: 'How much two inputs of a simple device count.'
      - id: values
        type: f4
        repeat: expr
        repeat-expr: 16
        doc: 'What its class makes of them. In the game: finite (measured).'
      - id: emits
        type: reference
        doc: 'What it fires or shows: an object or an effect; names nothing for none. In the game: 219 name one (measured).'
      - id: channel_count
        type: u4
        doc: 'How many channels it moves; they follow.'
  reference:
    doc: 'An entry of an archive: a material or a sound.'
    seq:
      - id: archive
        size: 32
        doc: 'The archive, such as material.lib or sounds.lib. What is behind the NUL is garbage.'
      - id: member
        size: 32
        doc: 'The entry in it. What is behind the NUL is garbage.'
  label_head:
    doc: 'How long the label of a component is; stands behind its channels.'
    seq:
      - id: size
        type: u4
        doc: 'How many bytes the label has, its NUL not counted; 0 for no label and no NUL.'
  events:
    doc: 'Which group runs at which event; -1 for none.'
    seq:
      - id: load
        type: s4
        doc: 'When the object is there: lights, smoke, screens.'
      - id: unk_0x04
        type: s4
        doc: 'Nothing reads it. In the game: -1 (measured).'
      - id: hit
        type: s4
        doc: 'When a round hits.'
      - id: edge
        type: s4
        doc: 'When a round leaves the map.'
      - id: range_end
        type: s4
        doc: 'When a round has flown its range.'
      - id: unk_0x14
        type: s4
        doc: 'Nothing reads it. In the game: -1 (measured).'
      - id: critical_on
        type: s4
        doc: 'When the object becomes critical: it begins to burn. In the game: set on 32 (measured).'
      - id: critical_off
        type: s4
        doc: 'When it is critical no more. In the game: set on 32 (measured).'
      - id: unk_0x20
        type: s4
        doc: 'Nothing reads it. In the game: -1 (measured).'
      - id: unk_0x24
        type: s4
        doc: 'When a message asks for it, which none does. In the game: -1 (measured).'
      - id: surface
        type: s4
        repeat: expr
        repeat-expr: 11
        doc: 'When the ground below changes, by its surface class: sn st gr sw ic mt gr wt al an sh.'
  group_head:
    doc: 'How many actions a group has; they follow.'
    seq:
      - id: actions
        type: u4
        doc: 'How many actions the group has. In the game: 2,925 in all (measured).'
  action:
    doc: 'An action of a group.'
    seq:
      - id: flags
        type: u4
        doc: 'When it runs.'
      - id: mask
        type: u4
        doc: 'Which conditions count.'
      - id: invert
        type: u4
        doc: 'Which of these count where they do not hold. In the game: within the mask (measured).'
      - id: action
        type: u4
        doc: 'What it does. In the game: 4 on 1,203, 10 on 462, 3 on 217, 0 on 202, 19 on 196 (measured).'
      - id: v4
        type: s4
        doc: 'The first number: what it is hangs on the action.'
      - id: v5
        type: s4
        doc: 'The second number.'
      - id: v6
        type: s4
        doc: 'The third number.'
      - id: v7
        type: s4
        doc: 'The fourth number: what effects that are made are called.'
      - id: unk_0x20
        type: s4
        doc: 'Nothing reads it. In the game: 0, on two 1.0 as a float (measured).'
      - id: reference
        type: reference
        doc: 'The effect or explosion; names nothing for other actions. In the game: 1,432 name one (measured).'
