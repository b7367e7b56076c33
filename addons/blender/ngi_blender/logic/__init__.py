"""What the add-on does. Nothing here draws a button; `program`, `catalogue`, `destination`,
`fields`, `gltf_file` and `report` do not even need Blender."""
