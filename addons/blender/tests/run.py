"""Runs tests like `python -m unittest`, then exits without cleanup.

Blender 4.2 as a Python module crashes during the cleanup at exit, even if all tests passed.
"""

import os
import sys
import unittest

done = unittest.main(module=None, exit=False).result
passed = done.wasSuccessful() and (done.testsRun > 0 or "-k" in sys.argv)
sys.stdout.flush()
sys.stderr.flush()
os._exit(0 if passed else 1)
