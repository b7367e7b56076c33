"""Tests that broken files, wrong types and many threads raise exceptions and never crash."""

import random
import threading

import numpy as np

import ngi_tools
from ngi_tools import _native
from support import CopyTest, DemoTest

WRONG = [None, 0, -1, 2**80, 1.5, "", "x\0y", "\ud800", b"x", [], {}, object(), np.zeros(3), lambda: 0]


class WrongTypes(DemoTest):
    def test_every_method_takes_anything_without_a_crash(self):
        game = _native.Game(self.game.folder)
        node = game.node("Material.lib/WATER")
        things = [game, node, node.document(), game.node("Textures.lib/PANEL.0").document(),
                  _native.Level(game, "DATA/MAPS/VALLEY")]
        choose = random.Random(7)
        calls = 0
        for thing in things:
            names = [name for name in dir(type(thing)) if not name.startswith("_")]
            for name in names:
                if name in ("undo", "commit"):
                    continue
                method = getattr(thing, name)
                if not callable(method):
                    continue
                for _ in range(60):
                    arguments = [choose.choice(WRONG) for _ in range(choose.randrange(8))]
                    self.quietly(method, arguments)
                    calls += 1
        for function in (_native.pose, _native.pixels, _native.paint, _native.Game, _native.Level):
            for _ in range(100):
                self.quietly(function, [choose.choice(WRONG + things) for _ in range(choose.randrange(8))])
                calls += 1
        self.assertGreater(calls, 1000)

    def quietly(self, function, arguments):
        try:
            function(*arguments)
        except BaseException as error:
            self.assertNotEqual(type(error).__name__, "PanicException", f"{function} {arguments}")
            self.assertIsInstance(error, Exception, f"{function} {arguments}")

    def test_classes_cannot_be_made_or_changed_by_hand(self):
        for kind in (_native.Node, _native.Document, _native.Step):
            with self.assertRaises(TypeError):
                kind()
        with self.assertRaises(AttributeError):
            _native.Game(self.game.folder).epoch = 5


class BrokenFiles(CopyTest):
    def test_damaged_files_give_exceptions(self):
        choose = random.Random(1)
        looked = 0
        for path in ("bases.rlb/r_scout_0_01.msh", "Textures.lib/PANEL.0", "Material.lib/WATER",
                     "MISSIONS/Single.01/data.tma", "effects.rlb/exp_large"):
            whole = self.game[path].read()
            name = path.rsplit("/", 1)[1]
            for _ in range(40):
                damaged = bytearray(whole)
                for _ in range(choose.randrange(1, 6)):
                    damaged[choose.randrange(min(len(damaged), 4000))] = choose.randrange(256)
                cut = len(damaged) if choose.random() < 0.5 else choose.randrange(len(damaged))
                (self.folder / name).write_bytes(damaged[:cut])
                self.game.refresh()
                self.look(name)
                looked += 1
        self.assertEqual(looked, 200)

    def look(self, name):
        try:
            document = self.game.open(name)
            document.check()
            ngi_tools.plain(document)
            if isinstance(document, ngi_tools.Model):
                document.arrays()
                document.pose(3)
                for node in range(len(document.nodes)):
                    document.mesh(node)
            if isinstance(document, ngi_tools.Texture):
                document.rgba()
        except (ngi_tools.NgiError, IndexError):
            pass

    def test_a_file_that_goes_away_is_an_error(self):
        document = self.game.open("Material.lib/WATER")
        document.phases[0].opacity = 1
        (self.folder / "Material.lib").unlink()
        (self.folder / "Textures.lib").rename(self.folder / "textures.away")
        with self.assertRaises(ngi_tools.NgiError):
            document.save()
        with self.assertRaises(ngi_tools.NgiError):
            self.game.refresh()
            self.game["Material.lib/WATER"]


class Threads(CopyTest):
    def together(self, *jobs):
        errors = []

        def run(job):
            try:
                job()
            except Exception as error:  # noqa: BLE001
                errors.append(error)

        threads = [threading.Thread(target=run, args=[job]) for job in jobs]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(120)
        self.assertFalse(any(thread.is_alive() for thread in threads), "a thread is deadlocked")
        return errors

    def test_one_document_many_threads(self):
        water = self.game.open("Material.lib/WATER")

        def write(number):
            for turn in range(50):
                water.phases[number].opacity = turn

        def read():
            for _ in range(200):
                self.assertEqual(len(water.phases.array), 16)
                ngi_tools.plain(water)

        errors = self.together(*[lambda n=n: write(n) for n in range(4)], read, read)
        self.assertEqual(errors, [])
        self.assertEqual([water.phases[n].opacity for n in range(4)], [49] * 4)

    def test_views_die_under_threads_but_nothing_else_does(self):
        water = self.game.open("Material.lib/WATER")

        def grow():
            for _ in range(20):
                water.phases.append({})
                del water.phases[-1]

        def look():
            for _ in range(100):
                try:
                    [phase.opacity for phase in water.phases]
                except ngi_tools.DeadViewError:
                    pass

        errors = self.together(grow, look, look)
        self.assertEqual(errors, [])
        self.assertEqual(len(water.phases), 16)

    def test_changes_from_many_threads_are_all_there(self):
        def put(number):
            for turn in range(3):
                with self.game.change(f"put {number} {turn}") as change:
                    change.put(f"sounds.lib/new{number}{turn}", bytes([number, turn]), type="TEXT")

        errors = self.together(*[lambda n=n: put(n) for n in range(4)])
        self.assertEqual(errors, [])
        for number in range(4):
            for turn in range(3):
                self.assertEqual(self.game[f"sounds.lib/new{number}{turn}"].read(), bytes([number, turn]))
        self.assertEqual(len(self.game.history()), 12)
