"""The Python runner: loads the code under test once and forks for every test (lang/PROTOCOL.md).

Started as `python3 -s -B <this folder>`. Its modules form a package of their own, `_tora_runner`,
so that no module of the code under test can be hidden by one of ours, or the other way round.
"""
import os
import sys
import types

here = sys.path.pop(0)
if os.environ.get("TORA_PREPARE", "1") != "1":      # once for each tree
    sys.path.insert(0, here)
    import precompile

    precompile.main(os.environ["TORA_PREPARE"])
    sys.exit(0)
if os.environ.get("TORA_PREPARE"):      # once, when this folder is made: compile what is in it
    import py_compile

    for name in sorted(os.listdir(here)):
        if name.endswith(".py"):
            py_compile.compile(os.path.join(here, name),
                               invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)
    sys.exit(0)
package = types.ModuleType("_tora_runner")
package.__path__ = [here]
sys.modules["_tora_runner"] = package

if sys.argv[1:2] == ["fresh"]:
    from _tora_runner import fresh

    fresh.main()

from _tora_runner import serve  # noqa: E402

serve.main(here)
