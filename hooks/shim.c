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

/*
 * The renamed hook runs first. One that is not executable was ignored by git, and still is.
 * pre-push reads refs from its input: both the old hook and tora get the same bytes.
 */
static const char chained_push[] =
	"refs=$(cat && echo .)\n"
	"if [ -x \"$0" TORA_SHIM_CHAINED "\" ]; then\n"
	"\tprintf '%s' \"${refs%.}\" | \"$0" TORA_SHIM_CHAINED "\" \"$@\" || exit\n"
	"fi\n"
	"[ -x \"$tora\" ] || exit 0\n"
	"printf '%s' \"${refs%.}\" | \"$tora\" \"${0##*/}\" \"$@\"\n";

static const char chained_post[] =
	"status=0\n"
	"[ ! -x \"$0" TORA_SHIM_CHAINED "\" ] || \"$0" TORA_SHIM_CHAINED "\" \"$@\" || status=$?\n"
	"[ ! -x \"$tora\" ] || \"$tora\" \"${0##*/}\" \"$@\" </dev/null\n"
	"exit $status\n";

/* post-rewrite gets the rewritten commits on its input; tora looks at the refs instead. */
static const char plain[] = "[ -x \"$tora\" ] || exit 0\n"
			    "exec \"$tora\" \"${0##*/}\" \"$@\"\n";

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

/* What tora_shell_quote() wrote, read back. */
static bool unquote(struct tora_sv text, struct tora_str *ret)
{
	if (!text.len || *text.at != '\'')
		return false;
	for (size_t i = 1; i < text.len; i++) {
		struct tora_sv rest = { text.at + i, text.len - i };

		if (tora_sv_starts(rest, "'\\''")) {
			tora_str_addc(ret, '\'');
			i += 3;
		} else if (*rest.at == '\'') {
			return true;
		} else {
			tora_str_addc(ret, *rest.at);
		}
	}
	return false;
}

bool tora_shim_program(struct tora_sv text, struct tora_str *ret)
{
	struct tora_sv line;

	while (tora_sv_line(&text, &line))
		if (tora_sv_starts(line, "tora='"))
			return unquote((struct tora_sv){ line.at + 5, line.len - 5 }, ret);
	return false;
}

#define CONFIG_GUARD "test ! -x "

/* git runs this with the hook's arguments behind it. A program that is gone must not refuse a push. */
void tora_shim_command(const char *event, const char *program, struct tora_str *out)
{
	tora_str_adds(out, CONFIG_GUARD);
	tora_shell_quote(program, out);
	tora_str_adds(out, " || ");
	tora_shell_quote(program, out);
	tora_str_addf(out, " %s", event);
}

bool tora_shim_command_program(struct tora_sv command, struct tora_str *ret)
{
	size_t guard = strlen(CONFIG_GUARD);

	if (!tora_sv_starts(command, CONFIG_GUARD))
		return false;
	return unquote((struct tora_sv){ command.at + guard, command.len - guard }, ret);
}
