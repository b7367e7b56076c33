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
    doc: 'Number of records of each kind.'
    seq:
      - id: states
        type: u4
        doc: 'Number of states. In the game: 1,690 in 207 files (measured).'
      - id: contacts_per_state
        type: u4
        doc: 'Number of contacts per state, the same for all states.'
      - id: channels
        type: u4
        doc: 'Number of channels. In the game: 991 in all (measured).'
      - id: components
        type: u4
        doc: 'Number of components. In the game: 1,066 in all (measured).'
      - id: groups
        type: u4
        doc: 'Number of groups of actions.'
  frame:
    doc: 'Properties of the whole object. Vectors are x, y, z, and y is forward.'
    seq:
      - id: acceleration
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: 'Acceleration; the engine doubles it. In the game: 2.5 on 324 of 531 (measured).'
      - id: speed_floor
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: 'Lowest speed at which the computer drives, according to one reading; according to another, nothing reads it. In the game: 0 on 518 (measured).'
      - id: top_speed
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: 'Top speed, in metres per second. In the game: 0 on 434 (measured).'
      - id: turn_rate
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: 'Turn rate, in radians per second. In the game: 6.28 on 364 (measured).'
      - id: righting
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: 'Rate at which the object rights itself. In the game: 1 on 418 (measured).'
      - id: most_lean
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: 'Largest lean, in radians. In the game: 6.28 on 422 (measured).'
      - id: death_delay_ms
        type: s4
        doc: 'Time that the object remains after its death, in milliseconds. In the game: 0 on 324, else 1,000, 2,000, 5,000 (measured).'
      - id: unk_0x60
        type: f4
        repeat: expr
        repeat-expr: 2
        doc: 'Unknown purpose. In the game: 0 on 512 (measured).'
      - id: slope_mode
        type: s4
        doc: 'Behaviour on slopes. In the game: 0 on 509, 2 on 16, 3 on 6 (measured).'
      - id: range
        type: f4
        doc: 'Range of a round; -1 for all other objects. In the game: -1 on 465 (measured).'
      - id: slope_cone
        type: f4
        doc: 'Steepest ground allowed, in radians. In the game: 1.57079 on 509 (measured).'
      - id: flags
        type: u4
        doc: 'Further flags. In the game: 0 on 342, never above 31 (measured).'
      - id: unk_0x78
        type: f4
        doc: 'Unknown purpose. In the game: -1 on 433 (measured).'
      - id: payload
        type: f4
        doc: 'Largest load that the object carries, in kg; the largest possible value means no limit. In the game: 3.4028235e38 on 502 (measured).'
  state:
    doc: 'State: frames that are played while velocity and spin are within its bounds.'
    seq:
      - id: axes
        type: u4
        doc: 'Bounds that apply.'
      - id: mode
        type: u4
        doc: 'Mode of the state. In the game: an anchor on 593 of 1,690, fixed on 421 (measured).'
      - id: lean
        type: u1
        repeat: expr
        repeat-expr: 3
        doc: 'Causes of leaning about x, y and z: 1 to 3 are the turn, 4 to 6 the velocity and 8 to 10 the acceleration, each about or along x, y and z. Adding 128 reverses the lean; 0 means no lean. In the game: 0 on all but 28 states (measured).'
      - id: unk_0x0b
        type: u1
        doc: 'Unknown; possibly unused.'
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
        doc: 'Weight of pair B at the lowest speed, 0 to 1.'
      - id: step_ms
        type: s4
        doc: 'Duration of a step, in milliseconds; if 0, it follows from the speed. The integer type is a guess.'
      - id: velocity_low
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: 'Lower bounds of the velocity. In the game: -3.4028235e38 on axes without a bound (measured).'
      - id: velocity_high
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: 'Upper bounds of the velocity. In the game: 3.4028235e38 on axes without a bound (measured).'
      - id: spin_low
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: 'Lower bounds of the spin. In the game: -3.4028235e38 on axes without a bound (measured).'
      - id: spin_high
        type: f4
        repeat: expr
        repeat-expr: 3
        doc: 'Upper bounds of the spin. In the game: 3.4028235e38 on axes without a bound (measured).'
      - id: engine
        type: f4
        doc: 'Factor for the power that engines take. In the game: 0 on 1,144, 1 on 496, 1.5 on 29, 2 on 21 (measured).'
      - id: runtime
        size: 56
        doc: 'Space for values that the game computes at run time. In the game: zeros (measured).'
      - id: enter_group
        type: s4
        doc: 'Group of actions that runs when the state begins; -1 for none.'
      - id: use_count
        type: s4
        doc: 'Number of times that the state may be selected; -1 for no limit.'
      - id: request
        type: s4
        doc: 'Request that the state answers; -1 for any.'
  contact:
    doc: 'Contact of a state: a foot, a wheel or a leg.'
    seq:
      - id: point
        type: s4
        doc: 'Control point of the contact.'
      - id: flags
        type: u4
        doc: 'Flags of the contact.'
      - id: landing_group
        type: s4
        doc: 'Group of actions that runs when the contact lands; -1 for none.'
      - id: runtime
        type: s4
        doc: 'Space for values that the game computes at run time. In the game: 0 (measured).'
  channel:
    doc: 'Channel: turns a node between two frames of its track, in any state.'
    seq:
      - id: node
        type: s4
        doc: 'Node of the model. In the game: valid on all 991 (measured).'
      - id: first_frame
        type: f4
        doc: 'Frame at value 0.'
      - id: last_frame
        type: f4
        doc: 'Frame at value 1.'
      - id: initial
        type: f4
        doc: 'Initial value, 0 to 1.'
      - id: second_point
        type: s4
        doc: 'Second control point, such as the centre of a camera; -1 for none.'
      - id: point
        type: s4
        doc: 'Control point; -1 for none.'
      - id: rate
        type: f4
        doc: 'Change of the value per second.'
      - id: span_rad
        type: f4
        doc: 'Angle between value 0 and value 1, in radians.'
      - id: flags
        type: u4
        doc: 'Flags of the channel.'
  component:
    doc: 'First part of a component, before its channels.'
    seq:
      - id: class
        type: s4
        doc: 'Class of the component. In the game: 1 to 30, 20 of them (measured).'
      - id: node
        type: s4
        doc: 'Node of the model that the component is mounted on; the component fails together with it. In the game: a valid node on all 781 with an .ndp file beside them (measured).'
      - id: flags
        type: u4
        doc: 'Flags with a different meaning in each class. Gun: 0x2000000 fires all barrels at once. Turret: 0x4000000 stands instead of hanging, 0x8000000 belongs to a headquarters.'
      - id: group
        type: s4
        doc: 'Group of actions that runs when the component fires; -1 for none. In the game: set on 34 guns (measured).'
      - id: start_group
        type: s4
        doc: 'Group of actions that runs when the component starts; -1 for none.'
      - id: stop_group
        type: s4
        doc: 'Group of actions that runs when the component stops; -1 for none.'
      - id: initial_state
        type: s4
        doc: 'Initial state: 0 is off, 32 is on, -1 is the default of the class.'
      - id: mass
        type: f4
        doc: 'Mass in kg.'
      - id: power
        type: f4
        doc: 'Energy that the component takes per second; for a battery, the energy that it supplies.'
      - id: weights
        type: f4
        repeat: expr
        repeat-expr: 2
        doc: 'Weights of the two inputs of a simple device.'
      - id: values
        type: f4
        repeat: expr
        repeat-expr: 16
        doc: 'Values with a different meaning in each class. In the game: finite (measured).'
      - id: emits
        type: reference
        doc: 'Object or effect that the component fires or shows; empty for none. In the game: set on 219 (measured).'
      - id: channel_count
        type: u4
        doc: 'Number of channels that the component moves; the numbers of the channels follow.'
  reference:
    doc: 'Reference to an entry of an archive, such as a material or a sound.'
    seq:
      - id: archive
        size: 32
        doc: 'Archive, such as material.lib or sounds.lib. The bytes after the NUL are garbage.'
      - id: member
        size: 32
        doc: 'Entry in the archive. The bytes after the NUL are garbage.'
  label_head:
    doc: 'Length of a component''s label; stored after its channels.'
    seq:
      - id: size
        type: u4
        doc: 'Number of bytes of the label without its NUL; 0 if there is neither a label nor a NUL.'
  events:
    doc: 'Group of actions that runs at each event; -1 for none.'
    seq:
      - id: load
        type: s4
        doc: 'Group that runs when the object appears: lights, smoke, screens.'
      - id: unk_0x04
        type: s4
        doc: 'Unused; nothing reads it. In the game: -1 (measured).'
      - id: hit
        type: s4
        doc: 'Group that runs when a round hits.'
      - id: edge
        type: s4
        doc: 'Group that runs when a round leaves the map.'
      - id: range_end
        type: s4
        doc: 'Group that runs when a round reaches the end of its range.'
      - id: unk_0x14
        type: s4
        doc: 'Unused; nothing reads it. In the game: -1 (measured).'
      - id: critical_on
        type: s4
        doc: 'Group that runs when the object becomes critical and begins to burn. In the game: set on 32 (measured).'
      - id: critical_off
        type: s4
        doc: 'Group that runs when the object is no longer critical. In the game: set on 32 (measured).'
      - id: unk_0x20
        type: s4
        doc: 'Unused; nothing reads it. In the game: -1 (measured).'
      - id: unk_0x24
        type: s4
        doc: 'Group that runs when a message requests it; no message does. In the game: -1 (measured).'
      - id: surface
        type: s4
        repeat: expr
        repeat-expr: 11
        doc: 'Groups that run when the ground below the object changes, one for each surface class: sn st gr sw ic mt gr wt al an sh.'
  group_head:
    doc: 'Number of actions in a group; the actions follow.'
    seq:
      - id: actions
        type: u4
        doc: 'Number of actions in the group. In the game: 2,925 in all (measured).'
  action:
    doc: 'Action of a group.'
    seq:
      - id: flags
        type: u4
        doc: 'Flags that decide when the action runs.'
      - id: mask
        type: u4
        doc: 'Mask: the conditions that the action tests.'
      - id: invert
        type: u4
        doc: 'Conditions of the mask that count as met if they do not hold. In the game: only bits of the mask (measured).'
      - id: action
        type: u4
        doc: 'Kind of the action. In the game: 4 on 1,203, 10 on 462, 3 on 217, 0 on 202, 19 on 196 (measured).'
      - id: v4
        type: s4
        doc: 'First number; its meaning depends on the kind of the action.'
      - id: v5
        type: s4
        doc: 'Second number; its meaning depends on the kind of the action.'
      - id: v6
        type: s4
        doc: 'Third number; its meaning depends on the kind of the action.'
      - id: v7
        type: s4
        doc: 'Fourth number: the number given to an effect that the action creates.'
      - id: unk_0x20
        type: s4
        doc: 'Unused; nothing reads it. In the game: 0, but 1.0 as a float on two (measured).'
      - id: reference
        type: reference
        doc: 'Effect or explosion; empty for other actions. In the game: set on 1,432 (measured).'
