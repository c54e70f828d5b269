"""A plugin of mypy: interpreted code hands no `vec` to the package, whose compiled code would never free it.

docs/decisions/mypyc.md says why. Tests may: what they lose is lost for seconds.
"""

import runpy
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

from mypy.nodes import Context
from mypy.plugin import AttributeContext, CheckerPluginInterface, FunctionContext, MethodContext, Plugin
from mypy.types import Instance, Type, get_proper_type

ROOT: Final = Path(__file__).resolve().parent.parent
REFUSAL: Final = "A vec is handed to compiled code, which never frees it: hand over a list"

sys.path.append(str(ROOT))  # mypy finds plugins by their path, and nothing beside them
BUILD: Final = runpy.run_path(str(ROOT / "hatch_build.py"))
COMPILED: Final = {ROOT / "src" / file for file in BUILD["compiled_files"](ROOT / "src")}


class VecPlugin(Plugin):
    """Looks at every call of the package, and at everything that is written into its objects."""

    def get_function_hook(self, fullname: str) -> Callable[[FunctionContext], Type] | None:
        """Look at calls of functions and classes."""
        return check_call if fullname.startswith("atout.") else None

    def get_method_hook(self, fullname: str) -> Callable[[MethodContext], Type] | None:
        """Look at calls of methods, also by classes of others that inherit from the package's."""
        return None if fullname.startswith(("builtins.", "librt.", "typing.")) else check_call

    def get_attribute_hook(self, fullname: str) -> Callable[[AttributeContext], Type] | None:
        """Look at attributes."""
        return None if fullname.startswith("builtins.") else check_assignment


def check_call(call: FunctionContext | MethodContext) -> Type:
    """Refuse a call with a vec."""
    if any(is_vec(each) for types in call.arg_types for each in types):
        refuse(call.api, call.context)
    return call.default_return_type


def check_assignment(attribute: AttributeContext) -> Type:
    """Refuse a vec that is put into an attribute."""
    if attribute.is_lvalue and is_vec(attribute.default_attr_type):
        refuse(attribute.api, attribute.context)
    return attribute.default_attr_type


def is_vec(kind: Type) -> bool:
    """Tell whether something is a vec."""
    proper = get_proper_type(kind)
    return isinstance(proper, Instance) and proper.type.fullname == "librt.vecs.vec"


def refuse(api: CheckerPluginInterface, context: Context) -> None:
    """Report it, unless it happens in compiled code or in a test."""
    file = Path(api.path).resolve()
    if file not in COMPILED and not is_test(file.parts):
        api.fail(REFUSAL, context)


def is_test(parts: Iterable[str]) -> bool:
    """Tell whether a file is a test."""
    return "tests" in parts


def plugin(version: str) -> type[Plugin]:
    """Return the plugin, as mypy asks for it."""
    return VecPlugin
