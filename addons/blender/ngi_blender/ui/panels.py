"""Panels of the tab NGI in the sidebar of the 3D viewport."""

import bpy

from ..logic import arrange, fields, origin
from ..logic.program import Problem
from . import exporting, importing, showing, state
from .preferences import program


class Panel:
    bl_space_type = "VIEW_3D"
    bl_region_type = "UI"
    bl_category = "NGI"


class NGI_PT_game(Panel, bpy.types.Panel):
    bl_label = "Import from Game"

    def draw(self, context):
        importing.draw_search(self.layout, context)
        row = self.layout.row()
        row.enabled = len(state.of(context).rows) > 0
        row.operator(importing.IMPORT_SCENE_OT_ngi.bl_idname, text="Import", icon="IMPORT")


class NGI_PT_thing(Panel, bpy.types.Panel):
    bl_label = "Export to Game"

    def draw(self, context):
        layout = self.layout
        shown = state.of(context)
        if not exporting.draw_destination(layout, context, shown):
            return
        row = layout.row(align=True)
        row.operator(exporting.EXPORT_SCENE_OT_ngi.bl_idname, text="Export", icon="EXPORT")
        row.operator(exporting.NGI_OT_undo.bl_idname, text="", icon="LOOP_BACK")


class NGI_PT_levels(Panel, bpy.types.Panel):
    bl_label = "Levels and Damage"

    @classmethod
    def poll(cls, context):
        thing = origin.active(context)
        return thing is not None and len(arrange.cells_of(thing)) > 1

    def draw(self, context):
        cells = arrange.cells_of(origin.active(context))
        translate = bpy.app.translations.pgettext_iface
        for stage in sorted({stage for stage, _ in cells}):
            row = self.layout.row(align=True)
            called = arrange.STAGES[stage] if stage < len(arrange.STAGES) else str(stage)
            row.label(text=translate(called), translate=False)
            for level in sorted({level for _, level in cells}):
                button = row.operator(showing.NGI_OT_show.bl_idname, text=str(level))
                button.stage, button.level = stage, level


class NGI_PT_fields(Panel, bpy.types.Panel):
    bl_label = "Game Fields"

    @classmethod
    def poll(cls, context):
        return origin.active(context) is not None

    def draw(self, context):
        thing = context.active_object
        draw_owner(self.layout, "THING", None, origin.get(origin.active(context))["fields"])
        if thing is None:
            return
        draw_owner(self.layout, "OBJECT", thing, arrange.fields_of(thing))
        if thing.type == "MESH":
            draw_owner(self.layout, "MESH", thing.data, arrange.fields_of(thing.data))
        material = thing.active_material
        if material is not None:
            draw_owner(self.layout, "MATERIAL", material, arrange.fields_of(material))


TITLES = {"THING": "Collection", "OBJECT": "Node", "MESH": "Mesh", "MATERIAL": "Material"}


def draw_owner(layout, kind, owner, values):
    """Draws the fields of a collection, object, mesh or material with their meanings."""
    if not values:
        return
    try:
        schema = program().schema()
    except Problem:
        schema = {"formats": []}
    box = layout.box()
    row = box.row()
    row.label(text=TITLES[kind])
    if owner is not None:
        row.label(text=owner.name, translate=False)
    for field, value in fields.listed(kind, values):
        draw_field(box, kind, owner, field, value, schema)


def draw_field(box, kind, owner, field, value, schema):
    column = box.column(align=True)
    if field.may_change and owner is not None:
        column.prop(owner.ngi_fields, field.key)
    else:
        row = column.row()
        row.label(text=field.title)
        row.label(text=fields.in_words(field, value), translate=not field.is_text)
    note = column.row()
    note.active = False
    note.label(text=fields.meaning(schema, field), translate=not field.stored)
    if field.key == "portal" and value != fields.NO_PORTAL:
        beyond = room(owner, value)
        column.label(text=f"→ {beyond}", icon="MESH_PLANE", translate=False)
    named = fields.bits(schema, field)
    if named and owner is not None:
        flow = column.grid_flow(columns=2, align=True)
        for bit, name, meaning in named:
            button = flow.operator("ngi.bit", text=name, depress=bool(value & bit), translate=False)
            button.owner, button.key, button.bit, button.meaning = kind, field.key, bit, meaning


def room(material, number):
    """Returns the name of the node behind a portal, else its number."""
    for collection in origin.things():
        items = collection.all_objects
        if any(slot.material == material for item in items for slot in item.material_slots):
            for item in items:
                found = arrange.fields_of(item)
                if found.get("node") == number and not found.get("carrier"):
                    return item.name
    return str(number)


class NGI_PT_report(Panel, bpy.types.Panel):
    bl_label = "Report"
    bl_options = {"DEFAULT_CLOSED"}

    @classmethod
    def poll(cls, context):
        return bool(state.of(context).title)

    def draw(self, context):
        showing.draw_report(self.layout, context)


CLASSES = (NGI_PT_game, NGI_PT_thing, NGI_PT_levels, NGI_PT_fields, NGI_PT_report)
