"""Access to the JSON of a glTF file: fields that Blender's add-on does not read or write."""

import json
from pathlib import Path

# Key in `extras` and in custom properties that contains all fields of this project.
KEY = "ngi"


def read(path):
    """Returns the JSON document of a `.gltf` file."""
    return json.loads(Path(path).read_text(encoding="utf-8"))


def scene_fields(path):
    """Returns `extras.ngi` of the first scene that has it, else an empty dictionary."""
    for scene in read(path).get("scenes", []):
        found = scene.get("extras", {}).get(KEY)
        if isinstance(found, dict):
            return found
    return {}


def put_scene_fields(path, name, fields):
    """Writes name and `extras.ngi` of the scene into the file.

    Blender cannot do this, because its scene may contain several imported collections.
    """
    document = read(path)
    for scene in document.get("scenes", []):
        scene["name"] = name
        scene["extras"] = {KEY: fields} if fields else {}
    Path(path).write_text(json.dumps(document), encoding="utf-8")
