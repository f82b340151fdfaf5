#include "hooks/shim.h"

#include <string.h>

#define MARK_STEM "# tora-hook v"

void tora_shell_quote(const char *text, struct tora_str *out)
{
	tora_str_addc(out, '\'');
	for (; *text; text++) {
		if (*text == '\'')
			tora_str_adds(out, "'\\''");
		else
			tora_str_addc(out, *text);
	}
	tora_str_addc(out, '\'');
}

/* pre-push reads refs from its input: both the old hook and tora get the same bytes. */
static const char chained_push[] =
	"refs=$(cat && echo .)\n"
	"printf '%s' \"${refs%.}\" | \"$0" TORA_SHIM_CHAINED "\" \"$@\" || exit\n"
	"[ -x \"$tora\" ] || exit 0\n"
	"printf '%s' \"${refs%.}\" | \"$tora\" hook \"${0##*/}\" \"$@\"\n";

static const char chained_post[] =
	"\"$0" TORA_SHIM_CHAINED "\" \"$@\"\n"
	"status=$?\n"
	"[ -x \"$tora\" ] && \"$tora\" hook \"${0##*/}\" \"$@\" </dev/null\n"
	"exit $status\n";

/* post-rewrite gets the rewritten commits on its input; tora looks at the refs instead. */
static const char plain[] = "[ -x \"$tora\" ] || exit 0\n"
			    "exec \"$tora\" hook \"${0##*/}\" \"$@\"\n";

void tora_shim_text(const char *event, const char *program, bool chained, struct tora_str *out)
{
	tora_str_adds(out,
	              "#!/bin/sh\n" TORA_SHIM_MARK " (tora init --uninstall takes it out again)\n");
	tora_str_adds(out, "tora=");
	tora_shell_quote(program, out);
	tora_str_addc(out, '\n');
	if (!chained)
		tora_str_adds(out, plain);
	else if (strcmp(event, "pre-push") == 0)
		tora_str_adds(out, chained_push);
	else
		tora_str_adds(out, chained_post);
}

bool tora_shim_is_ours(struct tora_sv text)
{
	struct tora_sv line;

	for (int i = 0; i < 3 && tora_sv_line(&text, &line); i++)
		if (tora_sv_starts(line, MARK_STEM))
			return true;
	return false;
}

struct tora_sv tora_shim_program(struct tora_sv text)
{
	struct tora_sv line;

	while (tora_sv_line(&text, &line)) {
		if (!tora_sv_starts(line, "tora='") || !tora_sv_ends(line, "'"))
			continue;
		return (struct tora_sv){ line.at + 6, line.len - 7 };
	}
	return (struct tora_sv){ 0 };
}
