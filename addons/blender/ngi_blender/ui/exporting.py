"""File → Export: replaces the original, adds a new entry, or writes to a mod."""

import bpy
from bpy.props import BoolProperty, EnumProperty, StringProperty

from ..logic import destination, origin
from ..logic.catalogue import check_game, comes_back
from ..logic.program import Problem
from ..logic.report import TITLES, Report
from ..logic.take_back import take_back
from . import state
from .preferences import program, settings


def goes_back(format_id):
    """Returns True if the program can import this format, or if the program was not found: then
    the export reports the problem."""
    try:
        return comes_back(program(), format_id)
    except Problem:
        return True


def draw_destination(layout, context, shown):
    """Draws destination and options, for both the dialog and the panel.

    Returns True if there is something to export.
    """
    found = origin.get(origin.active(context))
    if found is None:
        layout.label(text="Select an imported object or collection", icon="INFO")
        return False
    layout.label(text=found["path"], icon="OUTLINER_COLLECTION", translate=False)
    if not goes_back(found["format"]):
        layout.label(text="This version of ngi cannot write this type to the game", icon="INFO")
        return False
    column = layout.column()
    column.use_property_split = True
    column.prop(shown, "to")
    if shown.to == destination.NEW:
        column.prop(shown, "name")
    if shown.to == destination.MOD:
        column.prop(shown, "mod")
    if found["format"] in ("msh", "unit"):
        column.prop(shown, "make_lods")
        column.prop(shown, "repaint")
    return True


class EXPORT_SCENE_OT_ngi(bpy.types.Operator):
    """Export an imported collection to the game folder or to a mod"""

    bl_idname = "export_scene.ngi"
    bl_label = "Export to Parkan: Iron Strategy"
    bl_options = {"REGISTER"}

    collection: StringProperty(name="Collection", options={"SKIP_SAVE"})
    to: EnumProperty(name="Destination", items=state.DESTINATIONS)
    name: StringProperty(name="New Name", description="Name of the new entry or level in the game")
    mod: StringProperty(name="Mod Folder", subtype="DIR_PATH")
    make_lods: BoolProperty(name="Rebuild Coarser Levels")
    repaint: BoolProperty(name="Export Textures and Materials", default=True)
    clip: StringProperty(
        name="Clip", description="Action to export if several actions move the same node"
    )

    def invoke(self, context, event):
        shown = state.of(context)
        for name in ("to", "name", "make_lods", "repaint"):
            setattr(self, name, getattr(shown, name))
        self.mod = shown.mod or settings().mod
        return context.window_manager.invoke_props_dialog(self, width=460, confirm_text="Export")

    def draw(self, context):
        draw_destination(self.layout, context, self)

    def execute(self, context):
        if self.collection:
            thing = bpy.data.collections.get(self.collection)
        else:
            thing = origin.active(context)
        options = destination.Options(
            to=self.to,
            name=self.name.strip(),
            mod=bpy.path.abspath(self.mod or settings().mod),
            make_lods=self.make_lods,
            repaint=self.repaint,
            clip=self.clip,
        )
        try:
            report = take_back(program(), thing, options)
        except Problem as problem:
            state.of(context).put_report(Report(str(problem), lost=[str(problem)]))
            self.report({"ERROR"}, str(problem))
            return {"CANCELLED"}
        state.of(context).put_report(report)
        told(self, report)
        if not bpy.app.background:
            bpy.ops.ngi.report("INVOKE_DEFAULT")
        return {"FINISHED"}


def told(operator, report):
    """Shows the report in Blender's info log, with losses as warnings."""
    for kind, line in report.lines():
        operator.report({"WARNING" if kind == "lost" else "INFO"}, f"{TITLES[kind]}: {line}")


class NGI_OT_undo(bpy.types.Operator):
    """Undo the last change that was written to the game folder"""

    bl_idname = "ngi.undo"
    bl_label = "Undo Last Change of the Game"

    game: StringProperty(options={"SKIP_SAVE"})

    def invoke(self, context, event):
        return context.window_manager.invoke_confirm(self, event)

    def execute(self, context):
        try:
            found = origin.get(origin.active(context)) or {}
            game = check_game(self.game or found.get("game") or state.game_of(state.of(context)))
            report = Report.of(self.bl_label, program().ask("undo", game))
        except Problem as problem:
            self.report({"ERROR"}, str(problem))
            return {"CANCELLED"}
        state.of(context).put_report(report)
        told(self, report)
        return {"FINISHED"}


def menu(self, context):
    self.layout.operator(EXPORT_SCENE_OT_ngi.bl_idname, text="Parkan: Iron Strategy (NGI)")


CLASSES = (EXPORT_SCENE_OT_ngi, NGI_OT_undo)
