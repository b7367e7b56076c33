"""Models, units and levels of the NGI engine (Parkan: Iron Strategy) in Blender.

`logic` does the work and can be used without a window; `ui` has operators, panels and preferences;
`words` has the Russian labels. The program `ngi` reads and writes the game's files.
"""

# For Blenders that take it as an add-on of the old kind; the manifest says the same.
bl_info = {
    "name": "NGI: Parkan, Iron Strategy",
    "author": "The ngi project",
    "version": (0, 1, 0),
    "blender": (4, 2, 0),
    "location": "File > Import-Export",
    "description": "Models and levels of the NGI engine, out of the game and back",
    "category": "Import-Export",
}


def register():
    from . import ui

    ui.register()


def unregister():
    from . import ui

    ui.unregister()
