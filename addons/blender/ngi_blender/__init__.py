"""Import and export of Parkan: Iron Strategy (NGI engine) for Blender.

`logic` does the work and needs no window, `ui` contains operators, panels and preferences, and
`words` contains the Russian labels. The program `ngi` reads and writes the files of the game.
"""

# For installation as a legacy add-on. Keep in step with blender_manifest.toml.
bl_info = {
    "name": "NGI: Parkan, Iron Strategy",
    "author": "The ngi project",
    "version": (0, 1, 0),
    "blender": (4, 2, 0),
    "location": "File > Import-Export",
    "description": "Import and export models and levels of Parkan: Iron Strategy",
    "category": "Import-Export",
}


def register():
    from . import ui

    ui.register()


def unregister():
    from . import ui

    ui.unregister()
