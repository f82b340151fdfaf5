/*
 * main.c - tora: one table of commands, one table of options, one way to fail.
 */
#include "client/client.h"
#include "client/print/fold.h"
#include "client/print/print.h"
#include "hooks/event.h"
#include "tora/near.h"
#include "tora/version.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct command {
	const char *name, *operands, *help;
	unsigned options;
	int min_args, max_args;
	tora_command_fn *run;
} commands[] = {
	{ "init", "",
	  "register this repository and install hooks; --uninstall takes all of it back",
	  TORA_OPT_UNINSTALL, 0, 0, tora_cmd_init },
	{ "status", "", "every watched branch, the daemon, what is found and what is waiting",
	  TORA_OPT_ALL | TORA_OPT_FORMAT | TORA_OPT_JSON, 0, 0, tora_cmd_status },
	{ "check", "[A..B]", "check now and wait; default: merge base with main .. HEAD",
	  TORA_OPT_FORMAT | TORA_OPT_JSON | TORA_OPT_ALL | TORA_OPT_ENGINE | TORA_OPT_TIMEOUT |
	          TORA_OPT_NO_DAEMON | TORA_OPT_NO_CACHE | TORA_OPT_FINDINGS,
	  0, 1, tora_cmd_check },
	{ "show", "ID", "the finding: test, before, after, why, which commit",
	  TORA_OPT_FORMAT | TORA_OPT_JSON | TORA_OPT_FINDINGS, 1, 1, tora_cmd_show },
	{ "repro", "ID", "run the finding's test on both builds again, now",
	  TORA_OPT_FORMAT | TORA_OPT_JSON | TORA_OPT_FINDINGS, 1, 1, tora_cmd_repro },
	{ "keep", "ID [PATH]",
	  "write its test into the project, in its own framework, asserting what the base does",
	  TORA_OPT_FORMAT | TORA_OPT_JSON, 1, 2, tora_cmd_keep },
	{ "ack", "ID...", "it is intended after all; --alike, --undo",
	  TORA_OPT_UNDO | TORA_OPT_ALIKE, 1, 100, tora_cmd_ack },
	{ "dismiss", "ID...", "it is not useful; --alike, --undo", TORA_OPT_UNDO | TORA_OPT_ALIKE,
	  1, 100, tora_cmd_dismiss },
	{ "log", "[CHECK]", "what the daemon did; -f follows", TORA_OPT_FOLLOW | TORA_OPT_LINES, 0,
	  1, tora_cmd_log },
	{ "doctor", "",
	  "git, hooks, sandbox, interpreter, model, disk: each with what to do about it",
	  TORA_OPT_FORMAT | TORA_OPT_JSON, 0, 0, tora_cmd_doctor },
	{ "pause", "[DURATION]", "stop checking, for 2h, 30m, ... or until resume", 0, 0, 1,
	  tora_cmd_pause },
	{ "resume", "", "go on checking", 0, 0, 0, tora_cmd_resume },
	{ "trust", "[COMMIT]",
	  "approve the commands the project's .toraconfig wants to run; "
	  "default: that of the base",
	  TORA_OPT_YES, 0, 1, tora_cmd_trust },
	{ "prompt", "[A..B]", "the exact bytes that would be sent to a model, sent nowhere",
	  TORA_OPT_FORMAT | TORA_OPT_JSON, 0, 1, tora_cmd_prompt },
	{ "budget", "", "what models cost today, by repository and branch, and the limits",
	  TORA_OPT_FORMAT | TORA_OPT_JSON, 0, 0, tora_cmd_budget },
	{ "stats", "", "what was shown, what you said of it, and what went quiet because of that",
	  TORA_OPT_FORMAT | TORA_OPT_JSON, 0, 0, tora_cmd_stats },
	{ "generate", "[NAME...]",
	  "a test suite for modules, packages, functions, files or folders; default: all of HEAD",
	  TORA_OPT_FORMAT | TORA_OPT_JSON | TORA_OPT_ENGINE | TORA_OPT_SECONDS | TORA_OPT_OUT |
	          TORA_OPT_FORCE | TORA_OPT_FRAMEWORK | TORA_OPT_COMMIT | TORA_OPT_NO_CACHE,
	  0, TORA_NAMES_MAX, tora_cmd_generate },
	{ "eval", "FILE", "judge labelled differences: precision, recall, F1, one project left out",
	  TORA_OPT_FORMAT | TORA_OPT_JSON | TORA_OPT_ENGINE | TORA_OPT_NO_CACHE, 1, 1,
	  tora_cmd_eval },
	{ "cache", "[ls|gc|clear]", "the builds that are kept: list, make room, throw all away",
	  TORA_OPT_FORMAT | TORA_OPT_JSON, 0, 1, tora_cmd_cache },
	{ "daemon", "start|stop|restart|status|run", "the background process itself", 0, 1, 1,
	  tora_cmd_daemon },
};

static const struct option_row {
	const char *name;
	unsigned bit;
	const char *value; /* placeholder, or NULL: takes none */
	const char *help;
} options[] = {
	{ "--format", TORA_OPT_FORMAT, "FORMAT", "human, json or jsonl" },
	{ "--json", TORA_OPT_JSON, NULL, "the same as --format json" },
	{ "--all", TORA_OPT_ALL, NULL, "also what is not shown by default" },
	{ "--engine", TORA_OPT_ENGINE, "ENGINE", "auto, offline or llm" },
	{ "--timeout", TORA_OPT_TIMEOUT, "SECONDS", "for the whole check" },
	{ "--no-daemon", TORA_OPT_NO_DAEMON, NULL,
	  "run the check in this process tree, start nothing" },
	{ "--no-cache", TORA_OPT_NO_CACHE, NULL, "do everything again" },
	{ "--alike", TORA_OPT_ALIKE, NULL,
	  "also of what that check shows of the same function and kind" },
	{ "--undo", TORA_OPT_UNDO, NULL, "take it back" },
	{ "--uninstall", TORA_OPT_UNINSTALL, NULL, "remove hooks and registration" },
	{ "--follow", TORA_OPT_FOLLOW, NULL, "go on printing what is logged; also -f" },
	{ "-f", TORA_OPT_FOLLOW, NULL, NULL },
	{ "--yes", TORA_OPT_YES, NULL, "do not ask" },
	{ "--lines", TORA_OPT_LINES, "N", "how many lines; also -n" },
	{ "-n", TORA_OPT_LINES, "N", NULL },
	{ "--seconds", TORA_OPT_SECONDS, "N",
	  "how long to look for tests, 5 to 3600 (60); running and proving them comes on top" },
	{ "--out", TORA_OPT_OUT, "PATH", "file or folder to write to; - for standard output" },
	{ "--force", TORA_OPT_FORCE, NULL, "write over a file that is there" },
	{ "--framework", TORA_OPT_FRAMEWORK, "NAME",
	  "write for it, not for what the project uses" },
	{ "--commit", TORA_OPT_COMMIT, "REV", "of this commit, not of HEAD" },
};

/* What a line in the list of commands has no room for. */
static const struct {
	const char *name, *text;
} more[] = {
	{ "check",
	  "  A..B   what B has that A has not, since they parted; A...B is the same\n"
	  "  A      A..HEAD\n"
	  "  A..    A..HEAD\n"
	  "  ..B    from the merge base of B and main to B\n"
	  "\n"
	  "What --json prints is listed in include/tora/PROTOCOL.md, section 5.\n"
	  "\n"
	  "Exit status: 0 nothing unintended, 1 an unintended difference, 2 could not check\n"
	  "(the reason is on stderr), 3 usage.\n" },
	{ "repro", "Exit status: 0 no difference any more, 1 it is there, 2 it could not be run, "
	           "3 usage.\n" },
	{ "daemon",
	  "  start    start it, unless it runs; commands that need it do so themselves\n"
	  "  stop     end it; what waits is checked when it runs again\n"
	  "  restart  stop and start, as after an upgrade\n"
	  "  status   whether it runs, without starting it; tora status says what it does\n"
	  "  run      run it in the foreground, for a service manager\n" },
	{ "cache", "  ls     the builds that are kept, the last used first (default)\n"
	           "  gc     remove the ones used longest ago until the rest is within the quota\n"
	           "  clear  remove all that no check is using\n" },
};

#define COUNT(table) (sizeof(table) / sizeof *(table))

/* "  NAME WHAT   text", in lines of 80 columns; a long head has a line of its own. */
static void print_row(const char *name, const char *what, const char *text)
{
	struct tora_str row = TORA_STR_INIT(2048);
	char head[64];

	(void)snprintf(head, sizeof head, "%s%s%s", name, *what ? " " : "", what);
	if (strlen(head) > 20)
		tora_str_addf(&row, "  %s\n", head);
	tora_str_addf(&row, "  %-20s %s\n", strlen(head) > 20 ? "" : head, text);
	tora_fold(&row, 0, TORA_FOLD_COLUMNS, "                       ");
	(void)fputs(row.buf, stdout);
	tora_str_free(&row);
}

static void print_help(void)
{
	(void)puts(
		"usage: tora COMMAND [OPTIONS]\n\n"
		"tora runs small generated tests on the version before and the version after your\n"
		"change and shows what changed in behaviour although no commit message says so.\n");
	for (size_t i = 0; i < COUNT(commands); i++)
		print_row(commands[i].name, commands[i].operands, commands[i].help);
	(void)puts("\nExit status of check: 0 nothing unintended, 1 an unintended difference,\n"
	           "2 could not check (the reason is on stderr), 3 usage.\n"
	           "Configuration is git's: git config tora.KEY VALUE.\n"
	           "tora COMMAND --help tells more.");
}

static void print_command_help(const struct command *c)
{
	struct tora_str text = TORA_STR_INIT(2048);

	tora_str_addf(&text, "usage: tora %s%s%s\n\n%s\n", c->name, *c->operands ? " " : "",
	              c->operands, c->help);
	tora_fold(&text, 0, TORA_FOLD_COLUMNS, "");
	(void)fputs(text.buf, stdout);
	tora_str_free(&text);
	for (size_t i = 0; i < COUNT(options); i++) {
		bool is_format = options[i].bit == TORA_OPT_FORMAT;

		if ((options[i].bit & c->options) && options[i].help)
			print_row(options[i].name, options[i].value ? options[i].value : "",
			          is_format && c->options & TORA_OPT_FINDINGS
			                  ? "human, json, jsonl or quickfix"
			                  : options[i].help);
	}
	for (size_t i = 0; i < COUNT(more); i++)
		if (strcmp(more[i].name, c->name) == 0)
			(void)printf("\n%s", more[i].text);
}

static int parse_number(const char *text, const char *what, unsigned min, unsigned max,
                        unsigned *ret, struct tora_err *err)
{
	char *end;
	unsigned long n;

	errno = 0;
	n = strtoul(text, &end, 10);
	if (errno || *end || end == text || *text == '-' || n < min || n > max)
		return tora_fail(err, TORA_E_USAGE,
		                 "%s takes a whole number from %u to %u, not '%s'", what, min, max,
		                 text);
	*ret = (unsigned)n;
	return TORA_OK;
}

static int apply_option(struct tora_cli *cli, const struct option_row *o, const char *value,
                        struct tora_err *err)
{
	cli->given |= o->bit;
	switch ((enum tora_option)o->bit) {
	case TORA_OPT_FORMAT:
		cli->format = tora_format_named(value);
		return cli->format ? TORA_OK
		                   : tora_fail(err, TORA_E_USAGE,
		                               "unknown format '%s'; there are: human json jsonl "
		                               "quickfix",
		                               value);
	case TORA_OPT_JSON:
		cli->format = tora_format_named("json");
		return TORA_OK;
	case TORA_OPT_ENGINE:
		cli->engine = value;
		if (strcmp(value, "auto") && strcmp(value, "offline") && strcmp(value, "llm"))
			return tora_fail(err, TORA_E_USAGE,
			                 "unknown engine '%s'; there are: auto offline llm", value);
		return TORA_OK;
	case TORA_OPT_TIMEOUT:
		return parse_number(value, "--timeout", 1, 86400, &cli->timeout_s, err);
	case TORA_OPT_LINES:
		return parse_number(value, "--lines", 1, 5000, &cli->lines, err);
	case TORA_OPT_SECONDS:
		return parse_number(value, "--seconds", 5, 3600, &cli->seconds, err);
	case TORA_OPT_OUT:
		cli->out = value;
		return TORA_OK;
	case TORA_OPT_FRAMEWORK:
		cli->framework = value;
		return TORA_OK;
	case TORA_OPT_COMMIT:
		cli->commit = value;
		return TORA_OK;
	case TORA_OPT_FORCE:
	case TORA_OPT_ALL:
	case TORA_OPT_NO_DAEMON:
	case TORA_OPT_NO_CACHE:
	case TORA_OPT_ALIKE:
	case TORA_OPT_UNDO:
	case TORA_OPT_UNINSTALL:
	case TORA_OPT_FOLLOW:
	case TORA_OPT_FINDINGS:
	case TORA_OPT_YES:
		return TORA_OK;
	}
	return TORA_OK;
}

static const struct option_row *find_option(const char *arg, const char **ret_value)
{
	size_t len = strcspn(arg, "=");

	for (size_t i = 0; i < COUNT(options); i++)
		if (strlen(options[i].name) == len && strncmp(options[i].name, arg, len) == 0) {
			*ret_value = arg[len] == '=' ? arg + len + 1 : NULL;
			return &options[i];
		}
	return NULL;
}

static int no_option(const struct command *c, const char *arg, struct tora_err *err)
{
	const char *near = NULL;
	char name[64];

	(void)snprintf(name, sizeof name, "%.*s", (int)strcspn(arg, "="), arg);
	for (size_t i = 0; i < COUNT(options); i++)
		if ((options[i].bit & c->options) && options[i].help)
			near = tora_near(name + strspn(name, "-"), options[i].name + 2, near);
	if (near)
		return tora_fail(err, TORA_E_USAGE,
		                 "tora %s has no option '%.100s'; did you mean --%s", c->name, arg,
		                 near);
	return tora_fail(err, TORA_E_USAGE,
	                 "tora %s has no option '%.100s'; tora %s --help lists those it has",
	                 c->name, arg, c->name);
}

/* Options may stand anywhere; "--" ends them. Operands are gathered at the front of argv. */
static int parse(struct tora_cli *cli, const struct command *c, int argc, char **argv,
                 struct tora_err *err)
{
	bool ended = false;

	cli->args = argv;
	for (int i = 0; i < argc; i++) {
		const struct option_row *o;
		const char *value = NULL;
		int rc;

		if (ended || argv[i][0] != '-' || argv[i][1] == '\0') {
			argv[cli->nargs++] = argv[i];
			continue;
		}
		if (strcmp(argv[i], "--") == 0) {
			ended = true;
			continue;
		}
		o = find_option(argv[i], &value);
		if (!o || !(o->bit & c->options))
			return no_option(c, argv[i], err);
		if (!o->value && value)
			return tora_fail(err, TORA_E_USAGE, "%s takes no value", o->name);
		if (o->value && !value) {
			if (i + 1 >= argc)
				return tora_fail(err, TORA_E_USAGE, "%s needs a value (%s)",
				                 o->name, o->value);
			value = argv[++i];
		}
		rc = apply_option(cli, o, value, err);
		if (rc)
			return rc;
	}
	if (cli->nargs > c->max_args && c->max_args == TORA_NAMES_MAX)
		return tora_fail(err, TORA_E_USAGE,
		                 "tora %s takes at most %d names at a time, not %d", c->name,
		                 c->max_args, cli->nargs);
	if (cli->nargs > c->max_args)
		return tora_fail(err, TORA_E_USAGE, "'%.60s' is one too many; usage: tora %s%s%s",
		                 argv[c->max_args], c->name, *c->operands ? " " : "", c->operands);
	if (cli->nargs < c->min_args)
		return tora_fail(err, TORA_E_USAGE, "usage: tora %s%s%s", c->name,
		                 *c->operands ? " " : "", c->operands);
	if (cli->format == &tora_format_quickfix && !(c->options & TORA_OPT_FINDINGS))
		return tora_fail(err, TORA_E_USAGE,
		                 "tora %s prints no findings, so there is no quickfix of it; "
		                 "human, json and jsonl there are",
		                 c->name);
	return TORA_OK;
}

static bool wants_color(void)
{
	const char *term = getenv("TERM"), *no_color = getenv("NO_COLOR");

	return isatty(STDOUT_FILENO) && !(no_color && *no_color) && term &&
	       strcmp(term, "dumb") != 0;
}

static int run(const struct command *c, int argc, char **argv, const char *program)
{
	struct tora_cli cli = { .program = program, .format = tora_format_named("human") };
	struct tora_err err = TORA_ERR_INIT;
	int rc;

	cli.color = wants_color();
	cli.columns = tora_fold_terminal(STDOUT_FILENO);
	cli.progress = isatty(STDERR_FILENO);
	rc = tora_paths_init(&cli.paths, &err);
	if (rc == TORA_OK)
		rc = parse(&cli, c, argc, argv, &err);
	if (rc == TORA_OK)
		rc = c->run(&cli, &err);
	if (rc == TORA_OK)
		return (int)cli.status;
	if (*err.msg) /* else torad has said it on our stderr */
		tora_client_complain(err.msg);
	return rc == TORA_E_USAGE ? TORA_EXIT_USAGE : TORA_EXIT_FAILED;
}

/* Half an answer with status 0 would be taken for a whole one. */
static int close_output(int status)
{
	if (fflush(stdout) < 0)
		(void)fprintf(stderr, "tora: writing the output: %s\n", strerror(errno));
	else if (ferror(stdout))
		(void)fputs("tora: writing the output failed; a part of it is missing\n", stderr);
	else
		return status;
	return TORA_EXIT_FAILED;
}

static bool asks_for_help(int argc, char **argv)
{
	for (int i = 0; i < argc && strcmp(argv[i], "--") != 0; i++)
		if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)
			return true;
	return false;
}

static const struct command *find_command(const char *name)
{
	for (size_t i = 0; i < COUNT(commands); i++)
		if (strcmp(commands[i].name, name) == 0)
			return &commands[i];
	return NULL;
}

static int no_command(const char *name)
{
	struct tora_err err = TORA_ERR_INIT;
	const char *near = NULL;

	for (size_t i = 0; i < COUNT(commands); i++)
		near = tora_near(name, commands[i].name, near);
	(void)tora_fail(&err, TORA_E_USAGE,
	                "there is no command '%.100s'%s%s; tora --help lists %s", name,
	                near ? "; did you mean " : "", near ? near : "", near ? "all" : "them");
	tora_client_complain(err.msg);
	return TORA_EXIT_USAGE;
}

/* `tora help`, and `tora help NAME` as git takes it. */
static int help(const char *name)
{
	const struct command *c = name ? find_command(name) : NULL;

	if (name && !c)
		return no_command(name);
	if (c)
		print_command_help(c);
	else
		print_help();
	return TORA_EXIT_OK;
}

static int dispatch(int argc, char **argv, const char *program)
{
	const struct command *c;

	if (argc < 2) {
		print_help();
		return TORA_EXIT_USAGE;
	}
	if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 ||
	    strcmp(argv[1], "help") == 0)
		return help(argc > 2 && argv[2][0] != '-' ? argv[2] : NULL);
	if (strcmp(argv[1], "--version") == 0) {
		(void)puts("tora " TORA_VERSION);
		return TORA_EXIT_OK;
	}
	c = find_command(argv[1]);
	if (!c)
		return no_command(argv[1]);
	if (asks_for_help(argc - 2, argv + 2))
		return help(c->name);
	return run(c, argc - 2, argv + 2, program);
}

int main(int argc, char **argv)
{
	char program[PATH_MAX];
	ssize_t n = readlink("/proc/self/exe", program, sizeof program - 1);

	program[n > 0 ? n : 0] = '\0';
	if (argc > 0 && tora_hook_event(argv[0]))
		return tora_cmd_hook(argc, argv, program);
	if (argc >= 2 && strcmp(argv[1], "hook") == 0)
		return tora_cmd_hook(argc - 1, argv + 1, program);
	return close_output(dispatch(argc, argv, program));
}
