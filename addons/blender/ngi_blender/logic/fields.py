"""Fields of `extras.ngi`: labels, meanings, and which of them can be edited.

`ngi schema --json` describes the fields that are stored in the game's files. The other fields
identify the counterpart of a Blender object in those files.
"""

from dataclasses import dataclass

# Values of the fields `portal` and `lightmap` for faces that have neither.
NO_PORTAL = 65535
NO_LIGHTMAP = 255


@dataclass(frozen=True)
class Field:
    """Field with its place in the schema (format, record, field), or else its meaning."""

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
        meaning="Beginning of the names of the parts that can be attached to this node",
        is_text=True,
        may_change=True,
    ),
    Field("stage", "Damage Stage", meaning="0 is intact, 2 is wrecked"),
    Field("level", "Level of Detail", meaning="0 is the finest, 4 is the view from inside"),
    Field("carrier", "Shape Only", meaning="True if the object is a shape of its parent node"),
)

MESH = (Field("slot", "Slot", meaning="Number of the slot in the model"),)

MATERIAL = (
    Field("material", "Material", meaning="Name of the material in the game", is_text=True),
    Field("row", "Row", ("msh", "Batch", "material")),
    Field("lightmap", "Lightmap", ("msh", "Batch", "lightmap"), may_change=True, largest=0xFF),
    Field("lightmap_name", "Lightmap Image", meaning="Name of the lightmap", is_text=True),
    Field("portal", "Portal", ("msh", "Batch", "portal"), may_change=True, largest=0xFFFF),
    Field("word", "Flags", ("msh", "Batch", "word"), may_change=True, largest=0x7FFFFFFF),
    Field("blend", "Blending", meaning="Blend mode that glTF cannot express", is_text=True),
    Field("table", "Wear Table", meaning="Checksum of the wear table with this row", is_text=True),
)

# Landscapes, squares and their pieces, areals and their classes.
PLACE = (
    Field("kind", "Kind", meaning="Part of the level that this object represents", is_text=True),
    Field("across", "Squares Across", meaning="Squares of the ground from west to east"),
    Field("down", "Squares Down", meaning="Squares of the ground from south to north"),
    Field("square", "Square", meaning="Number of the square of the ground"),
    Field("first", "First Material", ("land", "Face", "material")),
    Field("second", "Second Material", ("land", "Face", "second_material")),
    Field("over", "Overlay", meaning="True if drawn over another material, by vertex alpha"),
    Field("microtexture", "Microtexture", meaning="Texture that adds ground detail", is_text=True),
    Field("class", "Class", meaning="Class of the areals"),
    Field("walkable", "Walkable", meaning="True if units can walk on these areals"),
    Field("lake", "Lake", meaning="True if these areals form a lake"),
    Field("areals", "Areals", meaning="Number of areals"),
)

# Objects of missions, units and their parts.
PLACED = (
    Field("object", "Object", meaning="Number in the mission, or record of a part", is_text=True),
    Field("part", "Part", meaning="Number of the part in the unit"),
    Field("path", "File", meaning="Path in the game folder", is_text=True),
    Field("model", "Model", meaning="Model that is displayed", is_text=True),
    Field("clan", "Clan", meaning="Number of the clan that owns the object"),
    Field("clan_name", "Clan Name", meaning="Name of the clan", is_text=True),
)

THING = (
    Field("stem", "Name", meaning="Name of the model's entries without suffix", is_text=True),
    Field("fps", "Frames per Second", meaning="Frame rate of the clip; the game stores none"),
    Field("frames", "Frames", meaning="Number of frames in the clip"),
    Field("lod", "Levels of Detail", meaning="Imported levels of detail", is_text=True),
    Field("stage", "Damage Stages", meaning="Imported damage stages", is_text=True),
    Field("kind", "Kind", meaning="Part of the level that this object represents", is_text=True),
)

OWNERS = {"OBJECT": NODE + PLACE + PLACED, "MESH": MESH, "MATERIAL": MATERIAL + PLACE, "THING": THING}


def known(owner):
    """Returns the fields of a kind of owner by key."""
    return {field.key: field for field in reversed(OWNERS[owner])}


def listed(owner, values):
    """Returns fields and values to display: known fields in their order, then the others."""
    by_key = known(owner)
    order = [key for key in dict.fromkeys(field.key for field in OWNERS[owner]) if key in values]
    order += [key for key in values if key not in by_key and key != "schema"]
    return [(by_key.get(key) or Field(key, key), values[key]) for key in order]


def stored_field(schema, field):
    """Returns the description of a field in the schema; empty if the schema has none."""
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
    """Returns the meaning of a field."""
    return stored_field(schema, field).get("meaning") or field.meaning


def bits(schema, field):
    """Returns value, name and meaning of each named bit of a field."""
    named = stored_field(schema, field).get("named", [])
    return [(row["value"], row["name"], row["meaning"]) for row in named]


def in_words(field, value):
    """Formats a value for display."""
    if (field.key, value) in (("portal", NO_PORTAL), ("lightmap", NO_LIGHTMAP)):
        return "none"
    if isinstance(value, float) and value == int(value):
        return str(int(value))
    return str(value)
