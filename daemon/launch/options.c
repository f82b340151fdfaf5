/* The command line: one table. */
#include "launch/launch.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

static const struct {
	const char *name;
	int what;
} limits[] = {
	{ "core", RLIMIT_CORE },   { "cpu", RLIMIT_CPU },     { "data", RLIMIT_DATA },
	{ "fsize", RLIMIT_FSIZE }, { "as", RLIMIT_AS },       { "nofile", RLIMIT_NOFILE },
	{ "nproc", RLIMIT_NPROC }, { "stack", RLIMIT_STACK },
};

static int number(const char *text, unsigned long long *ret, struct tora_err *err)
{
	char *end;

	*ret = strtoull(text, &end, 10);
	if (*text < '0' || *text > '9' || *end)
		return tora_fail(err, TORA_E_USAGE, "'%s' is not a number", text);
	return TORA_OK;
}

static int take_limit(struct tora_launch *l, const char *text, struct tora_err *err)
{
	const char *eq = strchr(text, '=');
	struct tora_launch_limit *limit = &l->limits[l->n_limits];

	for (size_t i = 0; eq && i < sizeof limits / sizeof limits[0]; i++) {
		if (strlen(limits[i].name) != (size_t)(eq - text) ||
		    strncmp(text, limits[i].name, (size_t)(eq - text)) != 0)
			continue;
		if (l->n_limits == sizeof l->limits / sizeof l->limits[0])
			return tora_fail(err, TORA_E_LIMIT, "too many limits");
		l->n_limits++;
		limit->what = limits[i].what;
		return number(eq + 1, &limit->value, err);
	}
	return tora_fail(err, TORA_E_USAGE, "no limit '%s'", text);
}

static int push(struct tora_launch_list *list, const char *text, struct tora_err *err)
{
	if (list->n == TORA_LAUNCH_LIST_MAX)
		return tora_fail(err, TORA_E_LIMIT, "more than %d options of one kind",
		                 TORA_LAUNCH_LIST_MAX);
	list->at[list->n++] = text;
	return TORA_OK;
}

static const struct option longs[] = {
	{ "read", required_argument, NULL, 'r' },
	{ "write", required_argument, NULL, 'w' },
	{ "device", required_argument, NULL, 'd' },
	{ "env", required_argument, NULL, 'e' },
	{ "join", required_argument, NULL, 'j' },
	{ "limit", required_argument, NULL, 'l' },
	{ "uid", required_argument, NULL, 'u' },
	{ "filter", required_argument, NULL, 'f' },
	{ "fds", required_argument, NULL, 'n' },
	{ "scratch", required_argument, NULL, 's' },
	{ "scratch-mib", required_argument, NULL, 'm' },
	{ "chdir", required_argument, NULL, 'c' },
	{ "clear-env", no_argument, NULL, 'E' },
	{ "domain", no_argument, NULL, 'D' },
	{ "fixed-addresses", no_argument, NULL, 'F' },
	{ "reap", no_argument, NULL, 'R' },
	{ "guard", no_argument, NULL, 'G' },
	{ "no-capabilities", no_argument, NULL, 'C' },
	{ 0 },
};

static int take_text(struct tora_launch *l, int c, const char *text, struct tora_err *err)
{
	switch (c) {
	case 'r':
		return push(&l->read, text, err);
	case 'w':
		return push(&l->write, text, err);
	case 'd':
		return push(&l->device, text, err);
	case 'e':
		return push(&l->env, text, err);
	case 'j':
		return push(&l->join, text, err);
	case 'l':
		return take_limit(l, text, err);
	case 's':
		l->scratch = text;
		return TORA_OK;
	case 'c':
		l->dir = text;
		return TORA_OK;
	default:
		return tora_fail(err, TORA_E_USAGE, "an option is unknown or lacks its value");
	}
}

static int take_number(struct tora_launch *l, int c, const char *text, struct tora_err *err)
{
	unsigned long long n = 0;
	int rc = number(text, &n, err);

	if (!rc && n >= 1u << 31)
		rc = tora_fail(err, TORA_E_USAGE, "'%s' is too large", text);
	if (rc)
		return rc;
	if (c == 'u')
		l->uid = (long)n;
	else if (c == 'f')
		l->filter = (int)n;
	else if (c == 'n')
		l->n_fds = (unsigned)n;
	else
		l->scratch_mib = (unsigned)n;
	return TORA_OK;
}

static bool take_flag(struct tora_launch *l, int c)
{
	bool *flag = c == 'E'   ? &l->env_clear
	             : c == 'D' ? &l->is_domain
	             : c == 'F' ? &l->is_fixed
	             : c == 'R' ? &l->is_reap
	             : c == 'G' ? &l->is_guard
	             : c == 'C' ? &l->is_unprivileged
	                        : NULL;

	if (flag)
		*flag = true;
	return flag != NULL;
}

int tora_launch_parse(int argc, char **argv, struct tora_launch *ret, struct tora_err *err)
{
	int c, rc = TORA_OK;

	*ret = (struct tora_launch){ .uid = -1, .filter = -1, .n_fds = 3 };
	opterr = 0;
	while (!rc && (c = getopt_long(argc, argv, "+", longs, NULL)) != -1) {
		if (take_flag(ret, c))
			continue;
		if (c == 'u' || c == 'f' || c == 'n' || c == 'm')
			rc = take_number(ret, c, optarg, err);
		else
			rc = take_text(ret, c, optarg, err);
	}
	ret->argv = argv + optind;
	if (!rc && !*ret->argv)
		rc = tora_fail(err, TORA_E_USAGE, "no program is named");
	if (!rc && ret->scratch && !ret->is_guard)
		rc = tora_fail(err, TORA_E_USAGE, "--scratch is --guard's to remove");
	return rc;
}
