"""State of the dialogs and panels: search, results, options and last report."""

import bpy
from bpy.props import (
    BoolProperty,
    CollectionProperty,
    EnumProperty,
    IntProperty,
    PointerProperty,
    StringProperty,
)

from ..logic import catalogue, destination
from ..logic.program import Problem
from .preferences import program, settings

LEVELS = (
    ("all", "All", "Import all of them, each to its own collection"),
    ("0", "First", "Import only the finest, intact shape"),
)

DESTINATIONS = (
    (
        destination.REPLACE,
        "Replace Original",
        "Replace the original in the game folder; a replaced archive is kept as a backup",
    ),
    (destination.NEW, "Add as New", "Add to the game folder under a new name"),
    (
        destination.MOD,
        "Write to Mod",
        "Write the changes to the folder of a mod and leave the game unchanged",
    ),
)

# Cached rows by game folder and kind, so that typing in the search field does not run the program.
_found = {}


class NgiRow(bpy.types.PropertyGroup):
    path: StringProperty()
    size: IntProperty()


class NgiLine(bpy.types.PropertyGroup):
    kind: StringProperty()
    text: StringProperty()


# Keeps references to the texts of the dynamic list, as Blender requires.
_kinds = []


def kinds(_self, _context):
    try:
        offered = catalogue.offered(program())
    except Problem:
        offered = catalogue.KINDS[:1]
    _kinds[:] = [(kind.format, kind.title, kind.meaning) for kind in offered]
    return _kinds


def search_changed(self, _context):
    self.search_again()


def game_of(state):
    return bpy.path.abspath(state.game or settings().game)


class NgiState(bpy.types.PropertyGroup):
    game: StringProperty(
        name="Game Folder",
        description="Game folder to import from",
        subtype="DIR_PATH",
        update=search_changed,
    )
    kind: EnumProperty(
        name="Kind", description="Kind of data to list", items=kinds, update=search_changed
    )
    search: StringProperty(
        name="Search",
        description="Part of a path, or a pattern with * and ?",
        options={"TEXTEDIT_UPDATE"},
        update=search_changed,
    )
    rows: CollectionProperty(type=NgiRow)
    row: IntProperty()
    problem: StringProperty()
    lod: EnumProperty(name="Levels of Detail", items=LEVELS)
    stage: EnumProperty(name="Damage Stages", items=LEVELS)
    to: EnumProperty(name="Destination", items=DESTINATIONS)
    name: StringProperty(name="New Name", description="Name of the new entry or level in the game")
    mod: StringProperty(
        name="Mod Folder",
        description="Folder of the mod that receives the changes",
        subtype="DIR_PATH",
    )
    make_lods: BoolProperty(
        name="Rebuild Coarser Levels",
        description=(
            "Rebuild the coarser levels of detail of edited shapes; "
            "otherwise they keep the old shape"
        ),
    )
    repaint: BoolProperty(
        name="Export Textures and Materials",
        description="Also export painted images and edited materials",
        default=True,
    )
    title: StringProperty()
    lines: CollectionProperty(type=NgiLine)

    def search_again(self, anew=False):
        """Updates the results or the problem. If `anew` is true, the cache is not used."""
        self.rows.clear()
        self.problem = ""
        try:
            for row in catalogue.matching(self.everything(anew), self.search):
                added = self.rows.add()
                added.name, added.path, added.size = row.name, row.path, row.size
        except Problem as problem:
            self.problem = str(problem)
        self.row = min(self.row, max(len(self.rows) - 1, 0))

    def everything(self, anew):
        key = (game_of(self), self.kind)
        if anew or key not in _found:
            _found.pop(key, None)
            _found[key] = catalogue.rows(program(), *key)
        return _found[key]

    def put_report(self, report):
        """Stores a report for the panels and in the text “ngi report”."""
        self.title = report.title
        self.lines.clear()
        for kind, text in report.lines():
            line = self.lines.add()
            line.kind, line.text = kind, text
        name = "ngi report"
        text = bpy.data.texts.get(name) or bpy.data.texts.new(name)
        text.from_string(report.text())


def of(context):
    return context.window_manager.ngi


def attach():
    bpy.types.WindowManager.ngi = PointerProperty(type=NgiState)


def detach():
    del bpy.types.WindowManager.ngi
    _found.clear()


CLASSES = (NgiRow, NgiLine, NgiState)
