"""What the dialogs and panels show at the moment: the search, its rows, the last report."""

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
    ("all", "All", "Every one, each in a collection of its own"),
    ("0", "First", "Only the finest, whole shape"),
)

DESTINATIONS = (
    (destination.REPLACE, "Into the game", "In the place of the original; a backup is kept"),
    (destination.NEW, "As something new", "Beside the original, under a new name"),
    (destination.MOD, "Into a mod", "Into the folder of a mod; the game stays as it is"),
)

# Rows that were found, by game and kind: typing in the search does not ask the program again.
_found = {}


class NgiRow(bpy.types.PropertyGroup):
    path: StringProperty()
    size: IntProperty()


class NgiLine(bpy.types.PropertyGroup):
    kind: StringProperty()
    text: StringProperty()


# Blender wants the texts of a list that is made on the way to be kept somewhere.
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
        name="Game folder",
        description="The folder of the game that is looked into",
        subtype="DIR_PATH",
        update=search_changed,
    )
    kind: EnumProperty(
        name="Kind", description="What is looked for", items=kinds, update=search_changed
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
    lod: EnumProperty(name="Levels of detail", items=LEVELS)
    stage: EnumProperty(name="Damage stages", items=LEVELS)
    to: EnumProperty(name="Where to", items=DESTINATIONS)
    name: StringProperty(name="New name", description="What it is called in the game")
    mod: StringProperty(
        name="Mod folder",
        description="The folder of a mod; what is changed goes there",
        subtype="DIR_PATH",
    )
    make_lods: BoolProperty(
        name="Make coarser levels",
        description="Make the coarser levels of changed shapes anew; else they keep the old shape",
    )
    repaint: BoolProperty(
        name="Pictures and materials go along",
        description="Pictures that were painted and materials that were changed are written back",
        default=True,
    )
    title: StringProperty()
    lines: CollectionProperty(type=NgiLine)

    def search_again(self, anew=False):
        """Fills the rows; what went wrong is said instead."""
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
        """Shows a report, and keeps it as a text."""
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
