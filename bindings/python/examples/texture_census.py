"""Lists the textures of a game as CSV, with size, format, mip levels, mean colour and alpha.

    python texture_census.py GAME > textures.csv
"""

import csv
import sys

import ngi_tools


def main(folder: str) -> None:
    game = ngi_tools.Game(folder)
    rows = csv.writer(sys.stdout, lineterminator="\n")
    size, colour = ["width", "height"], ["red", "green", "blue", "alpha"]
    rows.writerow(["path", *size, "format", "levels", "cells", *colour])
    for node in game.find(kind="texm"):
        texture = game.texture(node.path)
        pixels = texture.rgba()
        red, green, blue = pixels[..., :3].reshape(-1, 3).mean(axis=0).round(1)
        cells = len(texture.page) if texture.page is not None else 0
        alpha = bool((pixels[..., 3] < 255).any())
        shape = [texture.width, texture.height, texture.format, texture.levels, cells]
        rows.writerow([node.path, *shape, red, green, blue, alpha])


if __name__ == "__main__":
    main(sys.argv[1])
