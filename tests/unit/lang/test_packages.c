/*
 * test_packages.c - the package manager of a JavaScript project, and what is not as it asks for.
 */
#include "lang/javascript/packages.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

#include <cmocka.h>

#include "../fixture.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

struct file {
	const char *name, *text;
};

static void make(const char *dir, const struct file *files, size_t n)
{
	char path[256];

	for (size_t i = 0; i < n && files[i].name; i++) {
		FILE *f;
		(void)snprintf(path, sizeof path, "%s/%s", dir, files[i].name);
		for (char *slash = path + strlen(dir) + 1; (slash = strchr(slash, '/')); slash++) {
			*slash = '\0';
			(void)mkdir(path, 0700);
			*slash = '/';
		}
		f = fopen(path, "we");
		assert_non_null(f);
		assert_true(fputs(files[i].text, f) >= 0);
		assert_int_equal(fclose(f), 0);
	}
}

static void check_text(const char *label, const char *got, const char *want)
{
	if (strcmp(got ? got : "", want ? want : "") != 0)
		fail_msg("row '%s': got '%s', want '%s'", label, got, want);
}

#define ASKS "{ \"dependencies\": { \"dep\": \"^1.0.0\", \"own\": \"workspace:*\" } }"
#define DEP_1                                                                                      \
	{                                                                                          \
		"node_modules/dep/package.json", "{ \"version\": \"1.0.0\" }"                      \
	}

static const struct {
	const char *label;
	struct file files[4];
	const char *manager, *said;
} rows[] = {
	{ "nothing", { { NULL, NULL } }, NULL, NULL },
	{ "no package", { { "package.json", "no JSON" } }, NULL, NULL },
	{ "installed", { { "package.json", ASKS }, DEP_1 }, NULL, NULL },
	{ "not installed",
	  { { "package.json", ASKS } },
	  NULL,
	  "not installed: dep, which package.json asks for; 'npm install' installs it" },
	{ "npm, not installed",
	  { { "package.json", ASKS }, { "package-lock.json", "{}" } },
	  "npm",
	  "not installed: dep, which package.json asks for; 'npm ci' installs it" },
	{ "npm, agreed",
	  { { "package.json", ASKS },
	    DEP_1,
	    { "package-lock.json",
	      "{ \"packages\": { \"node_modules/dep\": { \"version\": \"1.0.0\" } } }" } },
	  "npm",
	  NULL },
	{ "npm, another version",
	  { { "package.json", ASKS },
	    DEP_1,
	    { "package-lock.json",
	      "{ \"packages\": { \"node_modules/dep\": { \"version\": \"2.0.0\" } } }" } },
	  "npm",
	  "package-lock.json says dep 2.0.0 (installed is 1.0.0); tested with what is installed, "
	  "'npm ci' changes that" },
	{ "npm 6, lacks it",
	  { { "package.json", ASKS },
	    DEP_1,
	    { "package-lock.json", "{ \"dependencies\": { \"other\": {} } }" } },
	  "npm",
	  "package-lock.json lacks what package.json asks for: dep; tested with what is "
	  "installed" },
	{ "yarn, agreed",
	  { { "package.json", ASKS },
	    DEP_1,
	    { "yarn.lock",
	      "# yarn lockfile v1\n\n\"dep@^1.0.0\", dep@~1.0.0:\n  version \"1.0.0\"\n" } },
	  "yarn",
	  NULL },
	{ "yarn, by Plug'n'Play",
	  { { "package.json", ASKS },
	    { ".pnp.cjs", "" },
	    { "yarn.lock", "\"dep@npm:^1.0.0\":\n  version: 1.0.0\n" } },
	  "yarn",
	  "Yarn's Plug'n'Play hides dep from tests; 'nodeLinker: node-modules' in .yarnrc.yml and "
	  "'yarn install' put packages where they are found" },
	{ "yarn, by both",
	  { { "package.json", ASKS },
	    DEP_1,
	    { ".pnp.cjs", "" },
	    { "yarn.lock", "\"dep@npm:^1.0.0\":\n  version: 1.0.0\n" } },
	  "yarn",
	  NULL },
	{ "yarn, another version",
	  { { "package.json", ASKS },
	    DEP_1,
	    { "yarn.lock",
	      "deputy@^1.0.0:\n  version \"9.0.0\"\n\ndep@^1.0.0:\n  version \"1.4.0\"\n" } },
	  "yarn",
	  "yarn.lock says dep 1.4.0 (installed is 1.0.0); tested with what is installed, 'yarn "
	  "install' changes that" },
	{ "yarn, another package's",
	  { { "package.json", ASKS },
	    DEP_1,
	    { "yarn.lock",
	      "dep@^0.9.0:\n  version \"0.9.2\"\n\n\"dep@^1.0.0\", \"dep@~1.0.0\":\n  version "
	      "\"1.0.0\"\n" } },
	  "yarn",
	  NULL },
	{ "yarn, another package's first and another version",
	  { { "package.json", ASKS },
	    DEP_1,
	    { "yarn.lock",
	      "\"dep@npm:^0.9.0\":\n  version: 0.9.2\n\n\"dep@npm:^1.0.0, dep@npm:~1.0.0\":\n  "
	      "version: 1.4.0\n" } },
	  "yarn",
	  "yarn.lock says dep 1.4.0 (installed is 1.0.0); tested with what is installed, 'yarn "
	  "install' changes that" },
	{ "yarn, others' only",
	  { { "package.json", ASKS },
	    DEP_1,
	    { "yarn.lock",
	      "dep@^0.9.0:\n  version \"0.9.2\"\n\ndep@^2.0.0:\n  version \"2.0.0\"\n" } },
	  "yarn",
	  NULL },
	{ "pnpm, agreed",
	  { { "package.json", ASKS },
	    DEP_1,
	    { "pnpm-lock.yaml", "importers:\n  .:\n    dependencies:\n      dep:\n        "
	                        "specifier: ^1.0.0\n        version: 1.0.0(peer@2.0.0)\n" } },
	  "pnpm",
	  NULL },
	{ "pnpm, lacks it",
	  { { "package.json", ASKS }, DEP_1, { "pnpm-lock.yaml", "importers:\n  .: {}\n" } },
	  "pnpm",
	  "pnpm-lock.yaml lacks what package.json asks for: dep; tested with what is installed" },
	{ "packageManager decides",
	  { { "package.json", "{ \"packageManager\": \"pnpm@9.1.0\" }" }, { "yarn.lock", "" } },
	  "pnpm",
	  NULL },
	{ "bun", { { "package.json", "{}" }, { "bun.lock", "{}" } }, "bun", NULL },
	{ "a lock file that is none",
	  { { "package.json", ASKS }, DEP_1, { "package-lock.json", "{ \"packages\": " } },
	  "npm",
	  NULL },
};

static void test_rows(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct tora_arena *arena = tora_arena_new();
		struct fixture f;

		fixture_new(&f);
		make(f.dir, rows[i].files, COUNT(rows[i].files));
		check_text(rows[i].label, tora_javascript_manager(f.dir, arena), rows[i].manager);
		check_text(rows[i].label, tora_javascript_disagreement(f.dir, arena), rows[i].said);
		fixture_free(&f);
		tora_arena_free(arena);
	}
}

static void test_inner(void **state)
{
	static const struct file files[] = {
		{ "node_modules/a/node_modules/b/x", "" },
		{ "packages/two/node_modules/c/x", "" },
		{ "packages/one/node_modules/d/node_modules/e/x", "" },
		{ ".cache/node_modules/f/x", "" },
	};
	char path[128];
	struct fixture f;
	struct tora_arena *arena = tora_arena_new();
	struct tora_toolchain tool = { 0 };

	(void)state;
	fixture_new(&f);
	make(f.dir, files, COUNT(files));
	tora_javascript_inner_packages(f.dir, arena, &tool);
	assert_int_equal(tool.import_path.n, 2);
	assert_int_equal(tool.mounts.n, 2);
	(void)snprintf(path, sizeof path, "%s/packages/one/node_modules", f.dir);
	assert_string_equal(tool.import_path.at[0], path);
	(void)snprintf(path, sizeof path, "%s/packages/two/node_modules", f.dir);
	assert_string_equal(tool.import_path.at[1], path);
	fixture_free(&f);
	tora_arena_free(arena);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rows),
		cmocka_unit_test(test_inner),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
