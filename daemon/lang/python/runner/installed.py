"""What importlib.metadata, and pkg_resources before it, is told of the project itself.

Both sides run from a tree, which nobody has installed; packages that ask for their own version while
they are imported would not load. Where the user's environment has the project installed, that answer
comes first. Else its name and version are read from the tree, when somebody asks. So it is with the
module that a build writes the version into (setuptools_scm, hatch-vcs, pdm): it is in no commit, and half of a
project's own modules may import it.
"""
import importlib.machinery
import os
import re
import sys

FILE_MAX = 1 << 20
UNKNOWN = "0"           # a version that is worked out when the project is built
SECTIONS = ("project", "tool.poetry", "tool.flit.metadata", "metadata")
# Compiled by who uses them: a new interpreter for each cold trial loads this, and hardly one asks.
ENTRY = r"^(name|dist-name|module|version)\s*=\s*[\"']?([\w.+!-]+)[\"']?\s*(?:#.*)?$"
# version_file = "src/p/_version.py", build.hooks.vcs.version-file = ..., "write_to": ...
WRITTEN = r"\b(?:version[-_]file|write_to)[\"']?\s*[=:]\s*[\"']([\w./-]+)\.py[\"']"
ARGUMENT = r"\b(name|version)\s*=\s*[\"']([\w.+!-]+)[\"']"


def install(folders):
    """Ask the project last: `folders` are those of the import path."""
    others, own = [f for f in sys.meta_path if not isinstance(f, (Own, Older))], Own(folders)
    sys.meta_path[:] = [Older(own)] + others + [own]


class Own:
    """A finder of distributions, and of the one module that says the version where no file does."""

    def __init__(self, folders):
        self._folders, self._known = list(folders), None

    def find_spec(self, name, _path=None, _target=None):
        if "version" not in name.rpartition(".")[2].lower() or not is_written(name, self._folders):
            return None
        return importlib.machinery.ModuleSpec(name, Written(look(self._folders)[1]))

    def known(self):
        if self._known is None:
            self._known = look(self._folders)
        return self._known

    def find_distributions(self, context=None):
        wanted = getattr(context, "name", None)
        name, version = self.known()
        return [described(name, version)] if wanted and name and plain(wanted) == plain(name) else []


class Older:
    """pkg_resources looks at the folders by itself: it is told once it is loaded, and keeps what it knew already."""

    def __init__(self, own):
        self._own = own

    def find_spec(self, name, _path=None, _target=None):
        spec = importlib.machinery.PathFinder.find_spec(name) if name == "pkg_resources" else None
        if spec and spec.loader:
            spec.loader = Telling(spec.loader, self._own)
        return spec


class Telling:
    """A loader that is `loader` but for what comes behind; the module itself finds `loader` in its place."""

    def __init__(self, loader, own):
        self._loader, self._own = loader, own

    def __getattr__(self, name):
        return getattr(self._loader, name)

    def exec_module(self, module):
        module.__loader__ = module.__spec__.loader = self._loader
        self._loader.exec_module(module)
        name, version = self._own.known()
        if name and hasattr(module, "working_set") and hasattr(module, "Distribution"):
            tree = module.Distribution(None, project_name=name, version=version)
            # It lies nowhere: what is added is put first in sys.path else, and looked through for namespace packages.
            tree.activate = lambda *_args, **_more: None
            module.working_set.add(tree)


class Written:
    """The loader of the module that a build would write."""

    def __init__(self, version):
        self._version = version if version not in ("", UNKNOWN) else "0.0.0"

    @staticmethod
    def create_module(_spec):
        return None

    def exec_module(self, module):
        parts = tuple(int(part) if part.isdigit() else part for part in self._version.split("."))
        module.version = module.__version__ = self._version
        module.version_tuple = module.__version_tuple__ = parts
        module.commit_id = module.__commit_id__ = None


def is_written(name, folders):
    """Does the project's configuration name the file of this module as one that its build writes?"""
    wanted = "/" + name.replace(".", "/")
    return any(("/" + path).endswith(wanted)
               for folder in folders for root in (folder, os.path.dirname(folder))
               for file in ("pyproject.toml", "setup.cfg", "setup.py")
               for path in re.findall(WRITTEN, text_of(os.path.join(root, file))))


def described(name, version):
    from importlib import metadata      # whoever asks has it loaded; others do not pay for it

    class Tree(metadata.Distribution):
        def read_text(self, filename):
            return "Metadata-Version: 2.1\nName: %s\nVersion: %s\n" % (name, version) \
                if filename == "METADATA" else None

        def locate_file(self, path):
            raise FileNotFoundError(path)

    return Tree()


def plain(name):
    return re.sub(r"[-_.]+", "-", name).lower()


def look(folders):
    """(name, version) of the project one of these folders is of; ("", "") when nothing says it."""
    for folder in folders:
        for root in (folder, os.path.dirname(folder)):
            found = {}
            for file, read in (("pyproject.toml", of_sections), ("setup.cfg", of_sections), ("setup.py", of_call)):
                for key, value in read(text_of(os.path.join(root, file))).items():
                    found.setdefault(key, value)
            if found.get("name"):
                return found["name"], found.get("version", UNKNOWN)
    return "", ""


def text_of(path):
    try:
        with open(path, encoding="utf-8", errors="replace") as f:
            return f.read(FILE_MAX)
    except (OSError, ValueError):
        return ""


def of_sections(text):
    """Of TOML and of setup.cfg, as far as both write `key = value` on one line."""
    found, section = {}, ""
    for line in text.split("\n"):
        line = line.strip()
        if line.startswith("["):
            section = line.strip("[] ")
        entry = re.match(ENTRY, line) if section in SECTIONS else None
        if entry:
            key = entry.group(1) if entry.group(1) == "version" else "name"
            found.setdefault(key, entry.group(2))
    return found


def of_call(text):
    return {key: value for key, value in reversed(re.findall(ARGUMENT, text))}
