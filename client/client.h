/*
 * client.h - what every command of `tora` is given, and what it answers.
 *
 * A command is a function in its own file. It returns TORA_OK when it did its work
 * and leaves the exit status in `status`; an error becomes a sentence on stderr and
 * exit status 2 (3 for TORA_E_USAGE).
 */
#ifndef TORA_CLIENT_CLIENT_H
#define TORA_CLIENT_CLIENT_H

#include "tora/paths.h"
#include "tora/str.h"

#define TORA_NAMES_MAX 64 /* operands of a command: client/offline.c passes so many on */

struct tora_format;

/* of `tora check` and `tora repro`; others use OK, FAILED and USAGE */
enum tora_exit {
	TORA_EXIT_OK = 0,
	TORA_EXIT_UNINTENDED = 1,
	TORA_EXIT_FAILED = 2,
	TORA_EXIT_USAGE = 3,
};

/* which options a command takes */
enum tora_option {
	TORA_OPT_FORMAT = 1 << 0,
	TORA_OPT_ALL = 1 << 1,
	TORA_OPT_ENGINE = 1 << 2,
	TORA_OPT_TIMEOUT = 1 << 3,
	TORA_OPT_NO_DAEMON = 1 << 4,
	TORA_OPT_NO_CACHE = 1 << 5,
	TORA_OPT_UNDO = 1 << 6,
	TORA_OPT_UNINSTALL = 1 << 7,
	TORA_OPT_FOLLOW = 1 << 8,
	TORA_OPT_JSON = 1 << 9,
	TORA_OPT_FINDINGS =
		1 << 10, /* no option: what it prints has findings, which quickfix needs */
	TORA_OPT_LINES = 1 << 11,
	TORA_OPT_YES = 1 << 12,
	TORA_OPT_ALIKE = 1 << 13,
	TORA_OPT_SECONDS = 1 << 14,
	TORA_OPT_OUT = 1 << 15,
	TORA_OPT_FORCE = 1 << 16,
	TORA_OPT_FRAMEWORK = 1 << 17,
	TORA_OPT_COMMIT = 1 << 18,
};

struct tora_cli {
	const char *program; /* absolute path of this tora */
	struct tora_paths paths;
	int nargs; /* operands */
	char **args;
	unsigned given;                   /* enum tora_option bits that were on the command line */
	const struct tora_format *format; /* never NULL; human unless asked for */
	const char *engine;               /* NULL: not given */
	unsigned timeout_s;               /* 0: not given */
	unsigned lines;                   /* 0: not given */
	unsigned seconds;                 /* 0: not given */
	const char *out, *framework, *commit; /* NULL: not given */
	bool color;          /* stdout is a terminal that takes it, and NO_COLOR is not set */
	bool progress;       /* stderr is a terminal */
	unsigned columns;    /* of the terminal that stdout is; 0: it is none */
	bool is_reason_said; /* why a check failed is on stderr: not on stdout as well */
	enum tora_exit status;
};

typedef int tora_command_fn(struct tora_cli *cli, struct tora_err *err);

tora_command_fn tora_cmd_init, tora_cmd_status, tora_cmd_check, tora_cmd_show, tora_cmd_repro,
	tora_cmd_ack, tora_cmd_dismiss, tora_cmd_log, tora_cmd_doctor, tora_cmd_daemon,
	tora_cmd_pause, tora_cmd_resume, tora_cmd_trust, tora_cmd_prompt, tora_cmd_budget,
	tora_cmd_eval, tora_cmd_cache, tora_cmd_stats, tora_cmd_generate, tora_cmd_keep;

/* `tora hook EVENT ...` and `tora hook answered`: never fails the user. Returns an exit status. */
int tora_cmd_hook(int argc, char **argv, const char *program);

/*
 * Write all of `text` to stdout. What goes wrong there is found and said by main(), once; a
 * reader that left (`tora log | head`) ends us with SIGPIPE, as it does any other filter.
 */
void tora_client_put(struct tora_sv text);
/* "tora: " and a sentence, in which names of branches and files may be, on stderr, in the lines of its terminal. */
void tora_client_complain(const char *text);

#endif
