#include "judge/owntest.h"

#include "judge/text.h"

#include <string.h>

#define TELLING_MIN 10 /* bytes of a line that is looked for */

static bool has(struct tora_sv text, struct tora_sv piece)
{
	return text.len >= piece.len && memmem(text.at, text.len, piece.at, piece.len);
}

static const char *const prints[] = { "print(", "console.log(", NULL };

static bool is_silent(struct tora_sv line)
{
	static const char *const silent[] = { "import ", "from ", "const {", "@", "#", "//", NULL };
	size_t i;

	for (i = 0; silent[i]; i++)
		if (tora_sv_starts(line, silent[i]))
			return true;
	return false;
}

/* The line itself, what is inside print(...), or nothing. */
static struct tora_sv telling_part(struct tora_sv line)
{
	size_t i;

	line = tora_sv_trim(line);
	if (is_silent(line))
		return tora_sv("");
	for (i = 0; prints[i]; i++)
		if (tora_sv_starts(line, prints[i])) {
			line.at += strlen(prints[i]);
			line.len -= strlen(prints[i]);
			while (line.len && strchr(");", line.at[line.len - 1]))
				line.len--;
		}
	return line.len >= TELLING_MIN ? line : tora_sv("");
}

static void look(const struct tora_change *change, struct tora_sv piece, struct tora_own_test *ret)
{
	bool base = false, head = false;
	size_t i;

	for (i = 0; i < change->files.n; i++) {
		const struct tora_file_change *f = &change->files.at[i];

		if (f->role != TORA_FILE_TEST && f->role != TORA_FILE_DOC)
			continue;
		base |= has(f->base_text, piece);
		head |= has(f->head_text, piece);
	}
	ret->brought |= head && !base;
	ret->taken |= base && !head;
}

/* Lines of a text are often short: two of them, as they stand, tell as much as a long one. Code that
 * the test has at another depth than the project is not found so, which says nothing. */
static struct tora_sv with_next(struct tora_sv line, struct tora_sv rest)
{
	struct tora_sv next;
	size_t i;

	line = tora_sv_trim(line);
	if (!line.len || is_silent(line) || !tora_sv_line(&rest, &next) || !tora_sv_trim(next).len)
		return tora_sv("");
	for (i = 0; prints[i]; i++)
		if (tora_sv_starts(line, prints[i]) ||
		    tora_sv_starts(tora_sv_trim(next), prints[i]))
			return tora_sv("");
	line.len = (size_t)(next.at + next.len - line.at);
	return line.len >= TELLING_MIN ? line : tora_sv("");
}

/* A text that is passed: a row of a parametrised test stands in no line of the program. */
static void look_for_texts(const struct tora_change *change, struct tora_sv line,
                           struct tora_own_test *ret)
{
	struct tora_scan scan = { .text = line };
	struct tora_token t;

	while (!is_silent(tora_sv_trim(line)) && tora_scan_solid(&scan, &t))
		if (t.kind == TORA_TOKEN_STRING && t.text.len >= TELLING_MIN + 2)
			look(change, (struct tora_sv){ t.text.at + 1, t.text.len - 2 }, ret);
}

struct tora_own_test tora_own_test(const struct tora_change *change, struct tora_sv test)
{
	struct tora_own_test ret = { 0 };
	struct tora_sv line, piece;

	while (tora_sv_line(&test, &line)) {
		piece = telling_part(line);
		if (piece.len)
			look(change, piece, &ret);
		look_for_texts(change, line, &ret);
		piece = with_next(line, test);
		if (piece.len)
			look(change, piece, &ret);
	}
	return ret;
}
