#include "build/restart.h"

#include "lang/lang.h"
#include "tora/str.h"

#include <string.h>
#include <strings.h>

/* Names of files that say what is built and how; those of one language are in its table. */
static const char *const descriptions[] = {
	"makefile",      "gnumakefile",    "bsdmakefile",
	"kbuild",        "meson.build",    "meson_options.txt",
	"meson.options", "cmakelists.txt", "configure",
	"autogen.sh",    "build.sh",       "build.ninja",
	"sconstruct",    "sconscript",     "wscript",
	"build",         "build.bazel",    "workspace",
	"cargo.toml",    "cargo.lock",     "build.rs",
	"go.mod",        "go.sum",         ".gitmodules",
	".toraconfig",
};

/* Ends of names: of descriptions, and of files that others are made of without being told. */
static const char *const ends[] = {
	".mk",  ".mak", ".cmake", ".am",  ".ac",  ".in",  ".m4",  ".gyp", ".gypi", ".pri",
	".pro", ".h",   ".hh",    ".hpp", ".hxx", ".h++", ".inc", ".inl", ".ipp",  ".tcc",
	".tpp", ".def", ".pxd",   ".pxi", ".lds", ".ld",  ".map", ".sym",
};

/* Folders of programs that a build runs. */
static const char *const folders[] = { "tools", "scripts", "buildtools", "build_tools",
	                               "cmake", "m4",      "_build",     "meson" };

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static bool ends_with(const char *name, const char *end)
{
	size_t n = strlen(name), m = strlen(end);

	return n > m && strcasecmp(name + n - m, end) == 0;
}

static bool is_description(const char *name)
{
	if (tora_lang_describes(name))
		return true;
	for (size_t i = 0; i < COUNT(descriptions); i++)
		if (strcasecmp(name, descriptions[i]) == 0)
			return true;
	for (size_t i = 0; i < COUNT(ends); i++)
		if (ends_with(name, ends[i]))
			return true;
	return false;
}

static bool is_in_tools(const char *path)
{
	for (const char *slash; (slash = strchr(path, '/')); path = slash + 1)
		for (size_t i = 0; i < COUNT(folders); i++)
			if ((size_t)(slash - path) == strlen(folders[i]) &&
			    strncasecmp(path, folders[i], (size_t)(slash - path)) == 0)
				return true;
	return false;
}

bool tora_build_restarts(const char *path, enum tora_restart change)
{
	const char *slash = strrchr(path, '/');

	return change == TORA_RESTART_GONE || is_description(slash ? slash + 1 : path) ||
	       is_in_tools(path);
}
