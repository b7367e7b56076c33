"""Runs tests as `python -m unittest` does, and ends at once: Blender 4.2 as a module of Python
crashes when Python tidies up after it, whatever the tests said."""

import os
import sys
import unittest

done = unittest.main(module=None, exit=False).result
passed = done.wasSuccessful() and (done.testsRun > 0 or "-k" in sys.argv)
sys.stdout.flush()
sys.stderr.flush()
os._exit(0 if passed else 1)
