"""Rotates the hue of all hull textures of a game in one step that can be undone.

    python recolour_hulls.py GAME --hue 120
"""

import argparse

import numpy as np
import numpy.typing as npt

import ngi_tools


def turned(pixels: npt.NDArray[np.uint8], degrees: float) -> npt.NDArray[np.uint8]:
    """Returns a copy of an image with its hue rotated; alpha stays unchanged."""
    angle = np.radians(degrees)
    third = np.full((3, 3), 1 / 3)
    cross = np.sqrt(1 / 3) * np.array([[0, -1, 1], [1, 0, -1], [-1, 1, 0]])
    turn = np.cos(angle) * np.eye(3) + np.sin(angle) * cross + (1 - np.cos(angle)) * third
    result = pixels.copy()
    result[..., :3] = np.clip(np.rint(pixels[..., :3] @ turn.T), 0, 255)
    return result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--hue", type=float, default=120, help="rotation in degrees")
    parser.add_argument("--name", default="*HULL*", help="name pattern of the textures")
    arguments = parser.parse_args()
    game = ngi_tools.Game(arguments.game)
    title = f"rotate the hue of {arguments.name} by {arguments.hue:g} degrees"
    with game.change(title) as change:
        for node in game.find(arguments.name, kind="texm"):
            texture = game.texture(node.path)
            told = texture.paint(turned(texture.rgba(), arguments.hue))
            change.save(texture)
            print(node.path, *told, sep="\n  ")
    print(f"To undo the change, run: ngi undo {arguments.game}")


if __name__ == "__main__":
    main()
