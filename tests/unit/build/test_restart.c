/* When a build begins with nothing, and how a project is built when nobody says so. */
#include "tests/unit/unit.h"

#include "build/restart.h"
#include "lang/python/extensions.h"

#include <string.h>

static void changes(void **state)
{
	static const struct {
		const char *path;
		enum tora_restart change;
		bool restarts;
	} rows[] = {
		{ "src/speed.c", TORA_RESTART_MODIFIED, false },
		{ "src/speed.c", TORA_RESTART_ADDED, false },
		{ "src/speed.c", TORA_RESTART_GONE, true },
		{ "README.md", TORA_RESTART_GONE, true },
		{ "p/u.py", TORA_RESTART_MODIFIED, false },
		{ "setup.py", TORA_RESTART_MODIFIED, true },
		{ "sub/Makefile", TORA_RESTART_MODIFIED, true },
		{ "rules.mk", TORA_RESTART_ADDED, true },
		{ "poetry.lock", TORA_RESTART_MODIFIED, true },
		{ "requirements-dev.txt", TORA_RESTART_MODIFIED, true },
		{ "a/package.json", TORA_RESTART_MODIFIED, true },
		{ "pnpm-lock.yaml", TORA_RESTART_MODIFIED, true },
		{ "pnpm-workspace.yaml", TORA_RESTART_MODIFIED, true },
		{ ".yarnrc.yml", TORA_RESTART_MODIFIED, true },
		{ ".pnp.cjs", TORA_RESTART_MODIFIED, true },
		{ "bun.lock", TORA_RESTART_MODIFIED, true },
		{ "tsconfig.build.json", TORA_RESTART_MODIFIED, true },
		{ "packages.json", TORA_RESTART_MODIFIED, false },
		{ "conanfile.txt", TORA_RESTART_MODIFIED, true },
		{ "src/speed.h", TORA_RESTART_MODIFIED, true },
		{ "src/SPEED.H", TORA_RESTART_MODIFIED, true },
		{ "src/_c.pxd", TORA_RESTART_ADDED, true },
		{ "meson.build", TORA_RESTART_MODIFIED, true },
		{ "tools/gen.py", TORA_RESTART_MODIFIED, true },
		{ "p/tools/gen.py", TORA_RESTART_MODIFIED, true },
		{ "p/tools.py", TORA_RESTART_MODIFIED, false },
		{ ".h", TORA_RESTART_MODIFIED, false },
		{ "makefile.py", TORA_RESTART_MODIFIED, false },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++)
		ROW(rows[i].path,
		    tora_build_restarts(rows[i].path, rows[i].change) == rows[i].restarts);
}

static void defaults(void **state)
{
	static const struct {
		const char *label, *setup_py, *pyproject, *meson, *makefile;
		const char *word; /* of the command; NULL: none */
	} rows[] = {
		{ "nothing", "", "", "", "", NULL },
		{ "pure", "setup(name='p', packages=['p'])", "[project]\nname = 'p'", "", "",
		  NULL },
		{ "extension", "setup(ext_modules=[Extension('p', ['p.c'])])", "", "", "",
		  "setup.py" },
		{ "in pyproject", "", "[tool.setuptools]\next-modules = [{name = 'p'}]", "", "",
		  "setuptools.setup()" },
		{ "another backend", "",
		  "build-backend = 'hatchling.build'\n[tool.setuptools]\next-modules = []", "", "",
		  NULL },
		{ "meson-python", "", "build-backend = 'mesonpy'", "project('p', 'c')", "",
		  "meson setup" },
		{ "meson-python, built by something else", "", "build-backend = 'mesonpy'", "", "",
		  NULL },
		{ "meson for something else", "", "", "project('p', 'c')", "", NULL },
		{ "make, a library", "", "", "", "all: x\nlib_p.so: p.c\n\tcc $<\n", "make" },
		{ "make, two", "", "", "", "p/a.so p/b.so : %.so: %.c\n\tcc\n", "make" },
		{ "make, tests", "", "", "", "test:\n\tpytest --ignore x.so: y\n", NULL },
		{ "make, a variable", "", "", "", "LIB.so := lib.so\n# x.so: y\nall:\n", NULL },
		{ "setup.py goes before make", "setup(ext_modules=[])", "", "", "p.so: p.c\n",
		  "setup.py" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		/* As in tora_python_build_files; no GNUmakefile, and "makefile" is the other one that is not there. */
		const struct tora_sv texts[] = { tora_sv(rows[i].setup_py),
			                         tora_sv(rows[i].pyproject),
			                         tora_sv(rows[i].meson),
			                         { .at = NULL },
			                         { .at = NULL },
			                         tora_sv(rows[i].makefile) };
		const char *got = tora_python_in_place(texts);

		ROW(rows[i].label, !got == !rows[i].word);
		ROW(rows[i].label, !got || strstr(got, rows[i].word));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(changes),
		cmocka_unit_test(defaults),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
