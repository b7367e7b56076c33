"""Every model of a game into arrays of numpy. Prints how many, bytes, and seconds of the best run."""

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
        # Not kept beside those of the next run.
        del models
    print(count, size, f"{best:.6f}")


if __name__ == "__main__":
    main(sys.argv[1])
