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

FRAMES = 1 << 16        # slots of 8 bytes; an eighth more than so many is beyond 512 KiB, and the next size up is 1 MiB


def on_one_stack(main, *given):
    """main(*given), and all frames below it in one piece of memory.

    Since 3.11 frames lie in pieces of 16 KiB, and one that is no longer needed is given back at once: a loop whose
    calls begin a new piece maps and unmaps memory at each turn, a seventh of what importing a large package costs.
    A piece is made as large as its first frame asks for: this one asks for much and leaves the other half to others.
    """
    def first():
        main(*given)
    if sys.version_info >= (3, 11):
        first = types.FunctionType(first.__code__.replace(co_stacksize=FRAMES), globals(), closure=first.__closure__)
    first()


if sys.argv[1:2] == ["fresh"]:
    from _tora_runner import fresh

    on_one_stack(fresh.main)

from _tora_runner import serve  # noqa: E402

on_one_stack(serve.main, here)
