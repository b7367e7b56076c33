"""Logic of the add-on, without user interface.

`program`, `catalogue`, `destination`, `fields`, `gltf_file` and `report` also run without Blender.
"""
