/*
 * adapter.c - the table that makes C a language of tora.
 */
#include "lang/c/adapter.h"
#include "lang/c/project.h"
#include "lang/c/toolchain.h"

const struct TSLanguage *tree_sitter_c(void);

/* ---- what is linked in ------------------------------------------------------------------- */

#define QUERY(name) tora_blob_daemon_lang_c_queries_##name##_scm

extern const char QUERY(functions)[], QUERY(comments)[], QUERY(names)[], QUERY(statements)[],
	QUERY(unstable)[];
extern const char tora_blob_c_runner[], tora_blob_c_runner_end[];

static const struct tora_linked runner[] = { { "main", tora_blob_c_runner, /* native/ */
	                                       tora_blob_c_runner_end },
	                                     { NULL, NULL, NULL } };

/* ---- the table ---------------------------------------------------------------------------- */

#define AHEAD 24 /* tests that are compiled together */

static const char *const extensions[] = { ".c", ".h", NULL };

static const char *const descriptions[] = { "conanfile", "vcpkg.json", NULL };

/* Of a program without an #include: keywords that the grammar takes for names. */
static const char *const builtins[] = { "NULL",     "true",     "false", "__FILE__",
	                                "__LINE__", "__func__", NULL };

const struct tora_lang tora_lang_c = {
	.name = "c",
	.title = "C",
	.extensions = extensions,
	.grammar = tree_sitter_c,
	.functions_query = { QUERY(functions) },
	.comments_query = { QUERY(comments) },
	.names_query = { QUERY(names) },
	.statements_query = { QUERY(statements) },
	.unstable_query = { QUERY(unstable) },
	.builtins = builtins,
	.fence = "c",
	.nothing = "NULL",
	.shown = "printf",
	.role = tora_c_role,
	.descriptions = descriptions,
	.is_private = tora_c_is_private,
	.module_name = tora_c_module_name,
	.modules_are_files = true,
	.roots = tora_c_roots,
	.is_preprocessed = true,
	.is_project = tora_c_is_project,
	.toolchain = tora_c_toolchain,
	.build = tora_c_build,
	.runner = runner,
	.runner_main = "main",
	.runner_is_program = true,
	.ahead = AHEAD,
};
