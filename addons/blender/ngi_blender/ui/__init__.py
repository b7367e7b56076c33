"""User interface of the add-on: operators, panels, preferences and menus."""

import bpy

from .. import words
from . import exporting, field_values, importing, panels, preferences, showing, state

MODULES = (preferences, state, field_values, importing, exporting, showing, panels)


def register():
    for module in MODULES:
        for each in module.CLASSES:
            bpy.utils.register_class(each)
    state.attach()
    field_values.attach()
    bpy.types.TOPBAR_MT_file_import.append(importing.menu)
    bpy.types.TOPBAR_MT_file_export.append(exporting.menu)
    bpy.app.translations.register(words.NAME, words.TRANSLATIONS)


def unregister():
    bpy.app.translations.unregister(words.NAME)
    bpy.types.TOPBAR_MT_file_export.remove(exporting.menu)
    bpy.types.TOPBAR_MT_file_import.remove(importing.menu)
    field_values.detach()
    state.detach()
    for module in reversed(MODULES):
        for each in reversed(module.CLASSES):
            bpy.utils.unregister_class(each)
