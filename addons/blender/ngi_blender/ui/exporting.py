"""File → Export: back into the game, as something new, or into a mod."""

import bpy
from bpy.props import BoolProperty, EnumProperty, StringProperty

from ..logic import destination, origin
from ..logic.catalogue import check_game, comes_back
from ..logic.program import Problem
from ..logic.report import Report
from ..logic.take_back import take_back
from . import state
from .preferences import program, settings


def goes_back(format_id):
    """Whether the program can put such things back; where there is none, exporting tells."""
    try:
        return comes_back(program(), format_id)
    except Problem:
        return True


def draw_destination(layout, context, shown):
    """Where to and how: the same in the dialog and in the panel. Gives whether there is anything
    to export."""
    found = origin.get(origin.active(context))
    if found is None:
        layout.label(text="Pick something that was imported", icon="INFO")
        return False
    layout.label(text=found["path"], icon="OUTLINER_COLLECTION", translate=False)
    if not goes_back(found["format"]):
        layout.label(text="This ngi takes such things out, but not back", icon="INFO")
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
    """Put what was imported back into the game or into a mod"""

    bl_idname = "export_scene.ngi"
    bl_label = "Export to Parkan: Iron Strategy"
    bl_options = {"REGISTER"}

    collection: StringProperty(name="Collection", options={"SKIP_SAVE"})
    to: EnumProperty(name="Where to", items=state.DESTINATIONS)
    name: StringProperty(name="New name", description="What it is called in the game")
    mod: StringProperty(name="Mod folder", subtype="DIR_PATH")
    make_lods: BoolProperty(name="Make coarser levels")
    repaint: BoolProperty(name="Pictures and materials go along", default=True)
    clip: StringProperty(name="Clip", description="Which of several actions the clip is")

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
    """The report in Blender's own: losses are warnings."""
    for kind, line in report.lines():
        operator.report({"WARNING" if kind == "lost" else "INFO"}, f"{kind}: {line}")


class NGI_OT_undo(bpy.types.Operator):
    """Take back the last change that was made in the game folder"""

    bl_idname = "ngi.undo"
    bl_label = "Take Back the Last Change of the Game"

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
