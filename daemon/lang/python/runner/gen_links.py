"""Links beside the files and folders that the set-up of a test makes: to the last folder, to the last file, to what is not there.

Who goes through a folder by os.scandir() asks entries whether they are folders, which follow a link and os.lstat() does not; tests
make files and folders alone.
"""
import ast

import gen_text

MOST = 6            # programs that are tried
WORDS = frozenset("scandir is_dir is_file isdir isfile islink is_symlink lstat stat follow_symlinks iterdir rglob glob walk fwalk listdir copytree rmtree realpath resolve readlink "
                  "exists lexists getsize".split())
FOLDER, FILE = frozenset(("mkdir", "makedirs")), frozenset(("write_text", "write_bytes", "touch"))
LINK, GONE = 'os.symlink(os.path.basename({0}), str({0}) + "-link")', 'os.symlink("nowhere", str({0}) + "-gone")'


def most(change):
    return MOST if change.words & WORDS else 0


def programs(src, _change):
    """Texts near one program: with each link by itself, behind the last statement that makes a file or a folder."""
    made = [(node, path, how) for node in src.nodes for path, how in making(src, node)]
    if not made or b"-link\"" in src.data:
        return
    last = {how: path for _, path, how in made}
    place, indent = src.span(made[-1][0])[1], src.indent(made[-1][0])
    if indent is None:
        return      # behind another statement on its line
    bound = any(isinstance(n, ast.Import) and any(a.name == "os" and not a.asname for a in n.names) for n in src.tree.body)
    for text in [LINK.format(last[how]) for how in (True, False) if how in last] + [GONE.format(made[-1][1])]:
        yield src._apply(0, len(src.data), [(0, 0, "" if bound else "import os\n"), (place, place, "\n" + indent + text)])


def making(src, node):
    """[(text of the path, is it a folder?)] of a statement that makes a file or a folder: `path.mkdir()`, `os.makedirs(path)`."""
    call = node.value if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and isinstance(node.value.func, ast.Attribute) else None
    if call is None or call.func.attr not in FOLDER | FILE:
        return []
    path = call.args[0] if gen_text.dotted(call.func.value) == "os" and call.args else call.func.value
    text = src.text(path)
    return [(text, call.func.attr in FOLDER)] if "\n" not in text and gen_text.dotted(path) != "os" else []
