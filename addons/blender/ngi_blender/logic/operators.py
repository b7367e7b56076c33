"""Calls of Blender's glTF operators, whose options depend on the version of Blender."""

from .program import Problem


def accepted(operator, wanted):
    """Returns the options that the operator supports in this version of Blender."""
    try:
        known = operator.get_rna_type().properties.keys()
    except KeyError as error:
        raise Problem(
            "Blender's add-on “glTF 2.0 format” is disabled. Enable it in the preferences."
        ) from error
    return {name: value for name, value in wanted.items() if name in known}


def run(operator, wanted):
    """Runs an operator; raises `Problem` with the last line of its message if it fails."""
    try:
        done = operator(**accepted(operator, wanted))
    except RuntimeError as error:
        lines = [line for line in str(error).splitlines() if not line.startswith("Location:")]
        reason = lines[-1].strip() if lines else error
        raise Problem(f"Blender's glTF add-on failed: {reason}") from error
    if "FINISHED" not in done:
        raise Problem("Blender's glTF add-on was cancelled without a message.")
