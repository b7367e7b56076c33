"""The fields of `extras.ngi`: what they mean, and which of them may be changed.

Fields that are stored in the game's files have their meaning from `ngi schema --json`; the others
say where a thing of Blender belongs in them.
"""

from dataclasses import dataclass

# On a portal the number of a node; elsewhere this.
NO_PORTAL = 65535
NO_LIGHTMAP = 255


@dataclass(frozen=True)
class Field:
    """A field: where the schema has it (format, shape, field), or its meaning in our words."""

    key: str
    title: str
    stored: tuple = ()
    meaning: str = ""
    is_text: bool = False
    may_change: bool = False
    largest: int = 0


NODE = (
    Field("node", "Node", meaning="Number of the node in the model"),
    Field("name", "Name", ("msh", "NameRow", "name"), is_text=True),
    Field("flags", "Flags", ("msh", "Node", "flags"), may_change=True, largest=0xFFFF),
    Field(
        "label",
        "Socket",
        meaning="Which parts fit on the node: the beginning of their names",
        is_text=True,
        may_change=True,
    ),
    Field("stage", "Damage stage", meaning="How damaged the node is that looks like this: 0 to 2"),
    Field("level", "Level of detail", meaning="0 is the finest, 4 the view from inside"),
    Field("carrier", "Only shape", meaning="No node of its own: it carries a shape of its node"),
)

MESH = (Field("slot", "Slot", meaning="Number of the shape in the model"),)

MATERIAL = (
    Field("material", "Material", meaning="Name of the material in the game", is_text=True),
    Field("row", "Row", ("msh", "Batch", "material")),
    Field("lightmap", "Lightmap", ("msh", "Batch", "lightmap"), may_change=True, largest=0xFF),
    Field("lightmap_name", "Lightmap picture", meaning="Name of the lightmap", is_text=True),
    Field("portal", "Portal", ("msh", "Batch", "portal"), may_change=True, largest=0xFFFF),
    Field("word", "Flags", ("msh", "Batch", "word"), may_change=True, largest=0x7FFFFFFF),
    Field("blend", "Blending", meaning="How it is blended, where glTF has no word", is_text=True),
    Field("table", "Wear", meaning="Mark of the wear table that rows count in", is_text=True),
)

# Landscapes, squares, pieces of them, areals and their classes.
PLACE = (
    Field("kind", "Kind", meaning="What of a level it is", is_text=True),
    Field("across", "Squares across", meaning="Squares of the ground from west to east"),
    Field("down", "Squares down", meaning="Squares of the ground from south to north"),
    Field("square", "Square", meaning="Number of the square of the ground"),
    Field("first", "First material", ("land", "Face", "material")),
    Field("second", "Second material", ("land", "Face", "second_material")),
    Field("over", "Lies over", meaning="As opaque as the colours of its vertices say"),
    Field("microtexture", "Microtexture", meaning="Texture of the fine grain", is_text=True),
    Field("class", "Class", meaning="Class of the areals"),
    Field("walkable", "Walkable", meaning="Whether walkers may be there"),
    Field("lake", "Lake", meaning="Whether it is a lake"),
    Field("areals", "Areals", meaning="How many areals there are"),
)

# Objects of missions, units and their parts.
PLACED = (
    Field("object", "Object", meaning="Number in the mission; of a part, its record", is_text=True),
    Field("part", "Part", meaning="Number of the part in the unit"),
    Field("path", "File", meaning="Where it is in the game", is_text=True),
    Field("model", "Model", meaning="The model that is shown", is_text=True),
    Field("clan", "Clan", meaning="Whose it is"),
    Field("clan_name", "Name of the clan", meaning="What that clan is called", is_text=True),
)

THING = (
    Field("stem", "Name", meaning="What the entries of the model are called", is_text=True),
    Field("fps", "Frames per second", meaning="Rate of the clip; the game itself names none"),
    Field("frames", "Frames", meaning="Frames of the clip"),
    Field("lod", "Levels of detail", meaning="Levels that are here", is_text=True),
    Field("stage", "Damage stages", meaning="Damage stages that are here", is_text=True),
    Field("kind", "Kind", meaning="What of a level it is", is_text=True),
)

OWNERS = {"OBJECT": NODE + PLACE + PLACED, "MESH": MESH, "MATERIAL": MATERIAL + PLACE, "THING": THING}


def known(owner):
    """The fields of an owner by key."""
    return {field.key: field for field in reversed(OWNERS[owner])}


def listed(owner, values):
    """Field and value of everything that is there: known fields in their order, then the others."""
    by_key = known(owner)
    order = [key for key in dict.fromkeys(field.key for field in OWNERS[owner]) if key in values]
    order += [key for key in values if key not in by_key and key != "schema"]
    return [(by_key.get(key) or Field(key, key), values[key]) for key in order]


def stored_field(schema, field):
    """The row of the schema for a field; empty where it has none."""
    if not field.stored:
        return {}
    format_id, shape_name, name = field.stored
    formats = (known for known in schema["formats"] if known["id"] == format_id)
    shapes = (
        shape for known in formats for shape in known["shapes"] if shape["name"] == shape_name
    )
    rows = (row for shape in shapes for row in shape["fields"] if row["name"] == name)
    return next(rows, {})


def meaning(schema, field):
    """What a field means."""
    return stored_field(schema, field).get("meaning") or field.meaning


def bits(schema, field):
    """The named bits of a field: value, name and meaning of each."""
    named = stored_field(schema, field).get("named", [])
    return [(row["value"], row["name"], row["meaning"]) for row in named]


def in_words(field, value):
    """A value as people read it."""
    if (field.key, value) in (("portal", NO_PORTAL), ("lightmap", NO_LIGHTMAP)):
        return "none"
    if isinstance(value, float) and value == int(value):
        return str(int(value))
    return str(value)
