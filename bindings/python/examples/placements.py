"""Lists the objects of a mission as CSV, with position, heading and height above the ground.

    python placements.py GAME MISSIONS/Single.01 > placements.csv
"""

import csv
import math
import sys

import numpy as np

import ngi_tools


def main(folder: str, mission: str) -> None:
    game = ngi_tools.Game(folder)
    data = game.open(f"{mission}/data.tma")
    level = game.level(data.land.replace("\\", "/").rsplit("/", 1)[0])
    places = np.array([each.position for each in data.objects], np.float32).reshape(-1, 3)
    above = places[:, 2] - level.heights(places[:, :2])
    clans = [clan.name for clan in data.clans]
    rows = csv.writer(sys.stdout, lineterminator="\n")
    rows.writerow(["object", "name", "clan", "x", "y", "z", "heading", "scale", "above_ground"])
    for each, height in zip(data.objects, above):
        clan = clans[each.owner] if 0 <= each.owner < len(clans) else ""
        heading = round(math.degrees(each.turn[2]), 1)
        place = [*each.position, heading, each.scale[0], round(float(height), 3)]
        rows.writerow([each.path, each.name, clan, *place])


if __name__ == "__main__":
    main(*sys.argv[1:3])
