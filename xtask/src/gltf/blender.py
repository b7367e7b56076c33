# Opens glTF files in Blender and writes them again. Arguments behind "--": a JSON file with a list
# of {"path", "again"} and the file for the answer: a list of what Blender has of each.
import json
import sys

import numpy

# Blender 3.4 uses a name that numpy dropped in 1.24, and Debian has both.
if "bool" not in numpy.__dict__:
    numpy.bool = bool

import bpy

jobs, answer = sys.argv[sys.argv.index("--") + 1 :]


def plain(value):
    """Custom properties as plain values."""
    if hasattr(value, "to_dict"):
        return value.to_dict()
    return value


def look(path, again):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    # Keys lie on whole frames at the rate they were exported with.
    bpy.context.scene.render.fps = 25
    bpy.ops.import_scene.gltf(filepath=path)
    objects = list(bpy.data.objects)
    meshes = [o for o in objects if o.type == "MESH"]
    found = {
        "objects": len(objects),
        "mesh_objects": len(meshes),
        "vertices": sum(len(o.data.vertices) for o in meshes),
        "triangles": sum(len(o.data.polygons) for o in meshes),
        "materials": len([m for m in bpy.data.materials if m.users]),
        "images": len(bpy.data.images),
        "broken_images": [i.name for i in bpy.data.images if not i.has_data and not i.size[0]],
        "moving": len({t.name for o in objects if o.animation_data for t in [o]}),
        "extras": len([o for o in objects if plain(o.get("ngi"))]),
        "names": sorted(o.name for o in objects),
    }
    if again:
        bpy.ops.export_scene.gltf(filepath=again, export_format="GLB", export_extras=True)
    return found


with open(jobs) as file:
    found = [look(job["path"], job.get("again")) for job in json.load(file)]
with open(answer, "w") as file:
    json.dump(found, file)
