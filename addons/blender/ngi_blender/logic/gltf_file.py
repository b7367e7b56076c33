"""The JSON of a glTF file: what the add-on looks up there, and what Blender does not write."""

import json
from pathlib import Path

# The one key that everything of ours lies under.
KEY = "ngi"


def read(path):
    """The document of a `.gltf`."""
    return json.loads(Path(path).read_text(encoding="utf-8"))


def scene_fields(path):
    """`extras.ngi` of the scene; empty where there is none."""
    for scene in read(path).get("scenes", []):
        found = scene.get("extras", {}).get(KEY)
        if isinstance(found, dict):
            return found
    return {}


def put_scene_fields(path, name, fields):
    """Gives the scene its name and `extras.ngi`: a Blender scene may hold several things, so that
    none of them owns its properties."""
    document = read(path)
    for scene in document.get("scenes", []):
        scene["name"] = name
        scene["extras"] = {KEY: fields} if fields else {}
    Path(path).write_text(json.dumps(document), encoding="utf-8")
