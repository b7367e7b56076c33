"""Reads all models of a game into numpy arrays.

Prints the number of models, the bytes of their arrays and the seconds of the fastest run.
"""

import sys
import time

import ngi_tools


def main(folder: str) -> None:
    best, count, size = float("inf"), 0, 0
    for _ in range(7):
        game = ngi_tools.Game(folder)
        nodes = game.find(kind="msh")
        start = time.perf_counter()
        models = [game.model(node.path).arrays() for node in nodes]
        best = min(best, time.perf_counter() - start)
        count, size = len(models), sum(each.nbytes for model in models for each in model.values())
        # Frees the arrays before the next run allocates new ones.
        del models
    print(count, size, f"{best:.6f}")


if __name__ == "__main__":
    main(sys.argv[1])
