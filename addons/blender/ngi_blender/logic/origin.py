"""Origin of an imported collection, stored as its custom property, so that it is saved in the
.blend file."""

import bpy

KEY = "ngi_origin"


def put(collection, game, path, format_id, fields):
    """Stores the origin of a collection. `fields` is `extras.ngi` of the scene."""
    collection[KEY] = {"game": str(game), "path": path, "format": format_id, "fields": fields}


def get(collection):
    """Returns game, path, format and fields of an imported collection; None for any other."""
    found = collection.get(KEY) if collection is not None else None
    return found.to_dict() if hasattr(found, "to_dict") else None


def things():
    """Returns all imported collections, sorted by name."""
    return [collection for collection in bpy.data.collections if KEY in collection]


def of_object(thing):
    """Returns the imported collection that contains an object or one of its parents, or None."""
    while thing is not None:
        for collection in things():
            if any(thing == other for other in collection.all_objects):
                return collection
        thing = thing.parent
    return None


def active(context):
    """Returns the imported collection to work on: that of the active object, else the active
    collection, else the only one."""
    found = of_object(getattr(context, "active_object", None))
    if found is None and KEY in (getattr(context, "collection", None) or ()):
        found = context.collection
    everything = things()
    return found if found is not None or len(everything) != 1 else everything[0]


def objects(collection):
    """Returns all objects of a collection, with their children in other collections."""
    found = set(collection.all_objects)
    for thing in list(found):
        found.update(thing.children_recursive)
    return found
