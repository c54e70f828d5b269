"""All measures. Every module here has a list MEASURES; a new one needs no other change."""

import pkgutil
from importlib import import_module

from benchmarks.measure import Measure


def all_measures() -> list[Measure]:
    """Return the measures of every module of this folder, in the order of the modules' names."""
    found: list[Measure] = []
    for module in sorted(info.name for info in pkgutil.iter_modules(__path__)):
        found += import_module(f"{__name__}.{module}").MEASURES
    return found
