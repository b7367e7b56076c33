"""Editable properties for the fields of `extras.ngi`.

The values stay in the custom properties that Blender's glTF importer creates, so that .blend files
work without the add-on.
"""

import bpy
from bpy.props import IntProperty, PointerProperty, StringProperty

from ..logic import fields
from ..logic.gltf_file import KEY


def value_of(owner, key, default):
    group = owner.get(KEY)
    return group.get(key, default) if hasattr(group, "get") else default


def put_value(owner, key, value):
    if KEY not in owner:
        owner[KEY] = {}
    owner[KEY][key] = value
    owner.update_tag()


def as_property(field):
    """Creates the Blender property of a field."""
    key = field.key

    def put(self, value):
        put_value(self.id_data, key, value)

    if field.is_text:

        def text(self):
            return str(value_of(self.id_data, key, ""))

        return StringProperty(name=field.title, description=field.meaning, get=text, set=put)

    def number(self):
        value = value_of(self.id_data, key, 0)
        return int(value) if isinstance(value, (int, float)) else 0

    limits = {"min": 0, "max": field.largest}
    return IntProperty(name=field.title, description=field.meaning, get=number, set=put, **limits)


def group_of(name, listed):
    """Creates a property group with a property for each editable field."""
    annotations = {field.key: as_property(field) for field in listed if field.may_change}
    return type(name, (bpy.types.PropertyGroup,), {"__annotations__": annotations})


NgiNodeFields = group_of("NgiNodeFields", fields.NODE)
NgiMaterialFields = group_of("NgiMaterialFields", fields.MATERIAL)


class NGI_OT_bit(bpy.types.Operator):
    """Set or clear a flag"""

    bl_idname = "ngi.bit"
    bl_label = "Flag"
    bl_options = {"REGISTER", "UNDO"}

    owner: StringProperty(default="OBJECT")
    key: StringProperty()
    bit: IntProperty()
    meaning: StringProperty(options={"SKIP_SAVE"})

    @classmethod
    def description(cls, context, properties):
        return properties.meaning

    def execute(self, context):
        thing = context.active_object
        owner = thing.active_material if thing and self.owner == "MATERIAL" else thing
        if owner is None:
            return {"CANCELLED"}
        put_value(owner, self.key, int(value_of(owner, self.key, 0)) ^ self.bit)
        return {"FINISHED"}


def attach():
    bpy.types.Object.ngi_fields = PointerProperty(type=NgiNodeFields)
    bpy.types.Material.ngi_fields = PointerProperty(type=NgiMaterialFields)


def detach():
    del bpy.types.Material.ngi_fields
    del bpy.types.Object.ngi_fields


CLASSES = (NgiNodeFields, NgiMaterialFields, NGI_OT_bit)
