#include "check/options.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define TIMEOUT_MAX_S 86400

enum value { TEXT, NUMBER, FLAG };

static const struct {
	const char *name;
	enum value kind;
	size_t offset;
} rows[] = {
	{ "--repo", TEXT, offsetof(struct tora_check_options, repo) },
	{ "--branch", TEXT, offsetof(struct tora_check_options, branch) },
	{ "--base", TEXT, offsetof(struct tora_check_options, base) },
	{ "--head", TEXT, offsetof(struct tora_check_options, head) },
	{ "--check-id", TEXT, offsetof(struct tora_check_options, check_id) },
	{ "--trigger", TEXT, offsetof(struct tora_check_options, trigger) },
	{ "--engine", TEXT, offsetof(struct tora_check_options, engine) },
	{ "--folder", TEXT, offsetof(struct tora_check_options, folder) },
	{ "--parent", TEXT, offsetof(struct tora_check_options, parent) },
	{ "--timeout", NUMBER, offsetof(struct tora_check_options, timeout_s) },
	{ "--no-cache", FLAG, offsetof(struct tora_check_options, no_cache) },
	{ "--no-store", FLAG, offsetof(struct tora_check_options, no_store) },
	{ "--linger", FLAG, offsetof(struct tora_check_options, linger) },
};

static int parse_seconds(const char *text, unsigned *ret, struct tora_err *err)
{
	char *end;
	unsigned long n;

	errno = 0;
	n = strtoul(text, &end, 10);
	if (errno || end == text || *end || n == 0 || n > TIMEOUT_MAX_S)
		return tora_fail(err, TORA_E_USAGE, "--timeout takes 1 to %d seconds, not '%s'",
		                 TIMEOUT_MAX_S, text);
	*ret = (unsigned)n;
	return TORA_OK;
}

/* How many words of argv the option at argv[0] takes, or an error. */
static int take_option(int argc, char **argv, struct tora_check_options *o, struct tora_err *err)
{
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char *field = (char *)o + rows[i].offset;

		if (strcmp(argv[0], rows[i].name) != 0)
			continue;
		if (rows[i].kind == FLAG) {
			*(bool *)(void *)field = true;
			return 1;
		}
		if (argc < 2)
			return tora_fail(err, TORA_E_USAGE, "%s needs a value", rows[i].name);
		if (rows[i].kind == TEXT)
			*(const char **)(void *)field = argv[1];
		else if (parse_seconds(argv[1], (unsigned *)(void *)field, err))
			return err->rc;
		return 2;
	}
	return tora_fail(err, TORA_E_USAGE, "unknown option '%s'", argv[0]);
}

int tora_check_options_parse(int argc, char **argv, struct tora_check_options *ret,
                             struct tora_err *err)
{
	struct tora_check_options o = { .repo = "." };

	for (int i = 1; i < argc;) {
		int used;

		if (argv[i][0] != '-') {
			if (o.finding)
				return tora_fail(err, TORA_E_USAGE,
				                 "one finding at a time, not '%s' too", argv[i]);
			o.finding = argv[i++];
			continue;
		}
		used = take_option(argc - i, argv + i, &o, err);
		if (used < 0)
			return used;
		i += used;
	}
	*ret = o;
	return TORA_OK;
}

int tora_engine_parse(const char *name, enum tora_engine fallback, enum tora_engine *ret,
                      struct tora_err *err)
{
	if (!name)
		*ret = fallback;
	else if (strcmp(name, "auto") == 0)
		*ret = TORA_ENGINE_AUTO;
	else if (strcmp(name, "offline") == 0)
		*ret = TORA_ENGINE_OFFLINE;
	else if (strcmp(name, "llm") == 0)
		*ret = TORA_ENGINE_LLM;
	else
		return tora_fail(err, TORA_E_USAGE,
		                 "unknown engine '%s'; there are: auto offline llm", name);
	return TORA_OK;
}
