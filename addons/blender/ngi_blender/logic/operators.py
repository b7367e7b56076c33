"""Blender's glTF operators: their options differ from version to version."""

from .program import Problem


def accepted(operator, wanted):
    """The options that this Blender's operator has."""
    try:
        known = operator.get_rna_type().properties.keys()
    except KeyError as error:
        raise Problem(
            "Blender's own add-on glTF 2.0 is off: turn it on in the preferences."
        ) from error
    return {name: value for name, value in wanted.items() if name in known}


def run(operator, wanted):
    """Runs an operator; what stops it is a `Problem` with the last line of what it said."""
    try:
        done = operator(**accepted(operator, wanted))
    except RuntimeError as error:
        lines = [line for line in str(error).splitlines() if not line.startswith("Location:")]
        raise Problem(f"Blender's glTF: {lines[-1].strip() if lines else error}") from error
    if "FINISHED" not in done:
        raise Problem("Blender's glTF add-on stopped without saying why.")
