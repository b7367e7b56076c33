"""File → Import: choose a game folder, search it and import the selected row."""

import bpy
from bpy.props import EnumProperty, StringProperty

from ..logic.bring_in import Options, bring_in
from ..logic.catalogue import TOGETHER
from ..logic.program import Problem
from ..logic.report import TITLES
from . import state
from .preferences import program, settings


class NGI_UL_rows(bpy.types.UIList):
    """Search results."""

    def draw_item(self, context, layout, data, item, icon, active_data, active_property):
        row = layout.row()
        row.label(text=item.name, translate=False)
        where = row.row()
        where.active = False
        where.label(text=item.path.rpartition("/")[0], translate=False)


class NGI_OT_search(bpy.types.Operator):
    """Read the list from the game folder again"""

    bl_idname = "ngi.search"
    bl_label = "Refresh List"

    def execute(self, context):
        state.of(context).search_again(anew=True)
        return {"FINISHED"}


def draw_search(layout, context):
    """Draws game folder, kind, search field, results and options, for both the dialog and the
    panel."""
    shown = state.of(context)
    layout.prop(shown, "game")
    row = layout.row(align=True)
    row.prop(shown, "kind", text="")
    row.prop(shown, "search", text="", icon="VIEWZOOM")
    row.operator(NGI_OT_search.bl_idname, text="", icon="FILE_REFRESH")
    if shown.problem:
        layout.label(text=shown.problem, icon="ERROR", translate=False)
    layout.template_list("NGI_UL_rows", "", shown, "rows", shown, "row", rows=8)
    column = layout.column()
    column.use_property_split = True
    if shown.kind not in TOGETHER:
        column.prop(shown, "lod")
    if shown.kind == "msh":
        column.prop(shown, "stage")


class IMPORT_SCENE_OT_ngi(bpy.types.Operator):
    """Import a model, unit, level or mission from a game folder"""

    bl_idname = "import_scene.ngi"
    bl_label = "Import from Parkan: Iron Strategy"
    bl_options = {"REGISTER", "UNDO"}

    game: StringProperty(name="Game Folder", subtype="DIR_PATH", options={"SKIP_SAVE"})
    path: StringProperty(name="Path", options={"SKIP_SAVE"})
    kind: StringProperty(name="Kind", default="msh", options={"SKIP_SAVE"})
    lod: EnumProperty(name="Levels of Detail", items=state.LEVELS)
    stage: EnumProperty(name="Damage Stages", items=state.LEVELS)

    def invoke(self, context, event):
        shown = state.of(context)
        if not shown.game:
            # Starts the search through the update callback of the property.
            shown.game = settings().game
        return context.window_manager.invoke_props_dialog(self, width=460, confirm_text="Import")

    def draw(self, context):
        draw_search(self.layout, context)

    def execute(self, context):
        shown = state.of(context)
        lod, stage = self.lod, self.stage
        if not self.path:
            if not 0 <= shown.row < len(shown.rows):
                message = bpy.app.translations.pgettext_rpt("Select a row of the list first")
                self.report({"ERROR"}, message)
                return {"CANCELLED"}
            self.game, self.kind = state.game_of(shown), shown.kind
            self.path = shown.rows[shown.row].path
            lod, stage = shown.lod, shown.stage
        options = Options(lod, stage, settings().fps)
        try:
            collection, report = bring_in(program(), self.game, self.path, self.kind, options)
        except Problem as problem:
            self.report({"ERROR"}, str(problem))
            return {"CANCELLED"}
        shown.put_report(report)
        for kind, line in report.lines():
            if kind in ("lost", "told"):
                level = "WARNING" if kind == "lost" else "INFO"
                self.report({level}, f"{TITLES[kind]}: {line}")
        pick(context, collection)
        return {"FINISHED"}


def pick(context, collection):
    """Makes the imported collection active, so that the panels show it."""
    roots = [item for item in collection.all_objects if item.parent is None]
    for item in context.view_layer.objects:
        item.select_set(False)
    if roots and roots[0].name in context.view_layer.objects:
        context.view_layer.objects.active = roots[0]


def menu(self, context):
    self.layout.operator(IMPORT_SCENE_OT_ngi.bl_idname, text="Parkan: Iron Strategy (NGI)")


CLASSES = (NGI_UL_rows, NGI_OT_search, IMPORT_SCENE_OT_ngi)
