"""Operators that select the visible level of detail and damage stage, and that show the last
report."""

import bpy
from bpy.props import IntProperty

from ..logic import arrange, origin
from ..logic.report import TITLES
from . import state

ICONS = {"lost": "ERROR", "told": "INFO", "computed": "MODIFIER", "written": "FILE_TICK"}

# Maximum number of lines in the panel and the popup.
MOST_LINES = 30


class NGI_OT_show(bpy.types.Operator):
    """Show one level of detail at one damage stage"""

    bl_idname = "ngi.show"
    bl_label = "Show"
    bl_options = {"REGISTER", "UNDO"}

    stage: IntProperty(name="Damage Stage")
    level: IntProperty(name="Level of Detail")

    def execute(self, context):
        thing = origin.active(context)
        if thing is None:
            return {"CANCELLED"}
        arrange.show(context.scene, thing, self.stage, self.level)
        return {"FINISHED"}


def draw_report(layout, context):
    shown = state.of(context)
    layout.label(text=shown.title, translate=False)
    column = layout.column(align=True)
    for line in list(shown.lines)[:MOST_LINES]:
        icon = ICONS.get(line.kind, "DOT")
        title = bpy.app.translations.pgettext_iface(TITLES[line.kind])
        column.label(text=f"{title}: {line.text}", icon=icon, translate=False)
    if len(shown.lines) > MOST_LINES:
        column.label(text="The text “ngi report” contains the remaining lines")


class NGI_OT_report(bpy.types.Operator):
    """Show the report of the last import or export"""

    bl_idname = "ngi.report"
    bl_label = "Report"

    def invoke(self, context, event):
        return context.window_manager.invoke_popup(self, width=700)

    def draw(self, context):
        draw_report(self.layout, context)

    def execute(self, context):
        return {"FINISHED"}


CLASSES = (NGI_OT_show, NGI_OT_report)
