# Takes glTF files through Blender as a person does who changes no setting: opens each, edits it, and
# exports it. Arguments: a JSON file with a list of {"path", "again", "edit"}, and the file for the
# answer: a list of messages, empty where all went well.
import json
import sys
import traceback

import bpy

jobs, answer = sys.argv[1:]


def move():
    for vertex in bpy.data.objects["head"].data.vertices:
        vertex.co.z += 0.25


def part():
    head = bpy.data.objects["head"]
    horn = head.copy()
    horn.data = head.data.copy()
    horn.animation_data_clear()
    horn.name = "horn"
    bpy.context.scene.collection.objects.link(horn)


def material():
    paint = bpy.data.materials.new("PAINT")
    materials = bpy.data.objects["head"].data.materials
    for at in range(len(materials)):
        materials[at] = paint


def key():
    head = bpy.data.objects["head"]
    head.location.z += 0.5
    head.keyframe_insert("location", frame=20)


def lift(name, action, axis):
    thing = bpy.data.objects[name]
    thing.keyframe_insert("location", frame=0)
    thing.location[axis] += 1
    thing.keyframe_insert("location", frame=24)
    thing.location[axis] -= 1
    thing.animation_data.action.name = action
    return thing


def clips():
    lift("root", "up", 2)
    lift("gun", "side", 0)


def choice():
    for action, axis in (("up", 2), ("side", 0)):
        thing = lift("root", action, axis)
        made = thing.animation_data.action
        track = thing.animation_data.nla_tracks.new()
        track.name = action
        track.strips.new(action, 0, made)
        thing.animation_data.action = None


EDITS = {f.__name__: f for f in (move, part, material, key, clips, choice)}


def run(job):
    try:
        bpy.ops.wm.read_factory_settings(use_empty=True)
        bpy.ops.import_scene.gltf(filepath=job["path"])
        if job.get("edit"):
            EDITS[job["edit"]]()
        bpy.ops.export_scene.gltf(filepath=job["again"])
        return ""
    except Exception:
        return traceback.format_exc()


with open(jobs) as file:
    found = [run(job) for job in json.load(file)]
with open(answer, "w") as file:
    json.dump(found, file)
