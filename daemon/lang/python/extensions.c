/*
 * extensions.c - see extensions.h.
 */
#include "lang/python/extensions.h"

#include <string.h>

#define MESON_FOLDER ".tora-build" /* where meson works, in the tree */
#define SETUP        "-q build_ext --inplace"

/*
 * As meson-python does it, then everything that was made is put where the tree would have it: meson
 * knows what is installed where, and what lies in the tree already is imported from there. It runs the first program that
 * it has linked. Where chmod does nothing (run/filter.c), that takes a linker that opens what it makes as a program.
 */
#define MESON                                                                                      \
	"set -e; d=" MESON_FOLDER "\n"                                                             \
	"if [ ! -e $d/build.ninja ]; then\n"                                                       \
	"  printf \"[binaries]\\npython = '%s'\\n\" \"$0\" >$d.ini\n"                              \
	"  chmod +x $d.ini\n"                                                                      \
	"  [ -x $d.ini ] || for l in gold lld; do\n"                                               \
	"    if command -v ld.$l; then export CC_LD=$l CXX_LD=$l; break; fi\n"                     \
	"  done\n"                                                                                 \
	"  meson setup $d --native-file $d.ini -Dbuildtype=release -Db_ndebug=if-release\n"        \
	"fi\n"                                                                                     \
	"ninja -C $d\n"                                                                            \
	"exec \"$0\" -c '" PUT_IN_PLACE "' $d\n"

#define PUT_IN_PLACE                                                                               \
	"import json, os, shutil, subprocess, sys\n"                                               \
	"made = os.path.abspath(sys.argv[1])\n"                                                    \
	"plan = json.loads(subprocess.check_output([\"meson\", \"introspect\", "                   \
	"\"--install-plan\", "                                                                     \
	"made]))\n"                                                                                \
	"for kind in plan.values():\n"                                                             \
	"    for path, how in kind.items():\n"                                                     \
	"        where, _, rest = how[\"destination\"].partition(\"/\")\n"                         \
	"        if not path.startswith(made + os.sep) or where not in "                           \
	"(\"{py_platlib}\", \"{py_purelib}\"):\n"                                                  \
	"            continue\n"                                                                   \
	"        for root in (\".\", \"src\", \"lib\", \"python\"):\n"                             \
	"            if os.path.isdir(os.path.join(root, os.path.dirname(rest) or \".\")):\n"      \
	"                shutil.copy2(path, os.path.join(root, rest))\n"                           \
	"                break\n"

static bool has_any(struct tora_sv text, const char *const *words)
{
	for (size_t i = 0; words[i]; i++)
		if (tora_sv_has(text, words[i]))
			return true;
	return false;
}

/* A rule whose target is a shared library: "libsums.so: a.o", "p/_fast.so p/_slow.so: %.so: %.c". */
static bool makes_library(struct tora_sv makefile)
{
	struct tora_sv line;

	while (tora_sv_line(&makefile, &line)) {
		const char *colon = line.len ? memchr(line.at, ':', line.len) : NULL;
		struct tora_sv targets = { line.at, colon ? (size_t)(colon - line.at) : 0 };

		if (!targets.len || strchr("\t #.", targets.at[0]) ||
		    (colon + 1 < line.at + line.len && colon[1] == '='))
			continue;
		targets = tora_sv_trim(targets);
		if (tora_sv_ends(targets, ".so") || tora_sv_has(targets, ".so "))
			return true;
	}
	return false;
}

/* The first of make's is the one that it takes. */
enum { SETUP_PY, PYPROJECT, MESON_BUILD, MAKEFILES };
const char *const tora_python_build_files[] = { [SETUP_PY] = "setup.py",
	                                        [PYPROJECT] = "pyproject.toml",
	                                        [MESON_BUILD] = "meson.build",
	                                        [MAKEFILES] = "GNUmakefile",
	                                        "makefile",
	                                        "Makefile",
	                                        NULL };
const char *const tora_python_build_tools[] = { "cython3", "meson", NULL };

const char *tora_python_in_place(const struct tora_sv *texts)
{
	static const char *const in_setup[] = { "ext_modules", "cffi_modules", NULL };
	static const char *const in_project[] = { "ext-modules", NULL };
	static const char *const meson[] = { "mesonpy", NULL };
	static const char *const others[] = { "mesonpy",      "scikit_build",
		                              "scikit-build", "maturin",
		                              "hatchling",    "flit_core",
		                              "poetry.core",  NULL };

	if (texts[MESON_BUILD].len && has_any(texts[PYPROJECT], meson))
		return MESON;
	if (has_any(texts[SETUP_PY], in_setup))
		return "exec \"$0\" setup.py " SETUP;
	if (has_any(texts[PYPROJECT], in_project) && !has_any(texts[PYPROJECT], others))
		return "exec \"$0\" -c 'import setuptools; setuptools.setup()' " SETUP;
	for (size_t i = MAKEFILES; tora_python_build_files[i]; i++)
		if (texts[i].at)
			return makes_library(texts[i]) ? "exec make" : NULL;
	return NULL;
}
