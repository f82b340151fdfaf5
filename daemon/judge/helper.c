#include "judge/helper.h"

#include "judge/means.h"
#include "judge/text.h"
#include "judge/words.h"

#include <ctype.h>
#include <string.h>

#define NAME_MIN 3 /* letters: shorter ones are words of a sentence by chance */
#define LINE_MAX 400

static const char removes[] =
	"remove|removes|removed|drop|drops|dropped|delete|deletes|deleted|kill|"
	"rm|inline|inlines|get|no|replace|replaces";
static const char besides[] =
	"the|a|an|our|own|and|unused|helper|helpers|function|functions|method|"
	"methods|need|for|rid|of|private|internal|old|obsolete|needless";

static const struct tora_function *deleted(const struct tora_change *change, struct tora_sv name)
{
	for (size_t i = 0; i < change->functions.n && name.len >= NAME_MIN; i++) {
		const struct tora_function *f = &change->functions.at[i];

		if (f->kind == TORA_CHANGE_DELETED && tora_sv_eq(tora_text_last(f->name), name))
			return f;
	}
	return NULL;
}

/* `name(` of this line, else SIZE_MAX. */
static size_t find_call(struct tora_sv line, struct tora_sv name)
{
	size_t at = 0;

	for (; (at = tora_text_find(line, name, at, false)) != SIZE_MAX; at += name.len) {
		size_t end = at + name.len;
		bool is_part =
			at && (isalnum((unsigned char)line.at[at - 1]) || line.at[at - 1] == '_');

		if (!is_part && end < line.len && line.at[end] == '(')
			return at;
	}
	return SIZE_MAX;
}

/* Nothing but `self.name(...)`: it was called for what it does. */
static bool is_statement(struct tora_sv line, size_t call)
{
	struct tora_sv before = tora_sv_trim((struct tora_sv){ line.at, call });

	return !before.len || tora_sv_is(before, "self.") || tora_sv_is(before, "this.") ||
	       tora_sv_is(before, "await");
}

/* `line` with the argument of the call in the place of the call, in `buf` of LINE_MAX. */
static struct tora_sv with_bare_argument(struct tora_sv line, size_t call, size_t name, char *buf)
{
	size_t open = call + name, close = open, depth = 0, n = call;

	for (; close < line.len; close++) {
		depth += line.at[close] == '(';
		depth -= line.at[close] == ')';
		if (!depth)
			break;
	}
	if (close == line.len)
		return line;
	memcpy(buf, line.at, n);
	memcpy(buf + n, line.at + open + 1, close - open - 1);
	n += close - open - 1;
	memcpy(buf + n, line.at + close + 1, line.len - close - 1);
	return tora_sv_trim((struct tora_sv){ buf, n + line.len - close - 1 });
}

static bool has_line(struct tora_sv text, unsigned first, unsigned count, struct tora_sv wanted)
{
	struct tora_sv line;

	for (unsigned n = 1; tora_sv_line(&text, &line); n++)
		if (n >= first && n < first + count && tora_sv_eq(tora_sv_trim(line), wanted))
			return true;
	return false;
}

/* Something else stands where `line`, which calls it, was taken out. */
static bool is_replaced(const struct tora_file_change *f, const struct tora_hunk *hunk,
                        struct tora_sv line, size_t call, size_t name)
{
	char buf[LINE_MAX];

	return hunk->head_count && !is_statement(line, call) && line.len < sizeof buf &&
	       !has_line(f->head_text, hunk->head_first, hunk->head_count,
	                 with_bare_argument(line, call, name, buf));
}

/* The calls of `helper` that the change took out of this file. False where one of them has nothing in its place. */
static bool count_replaced(const struct tora_file_change *f, const struct tora_function *helper,
                           size_t *calls)
{
	struct tora_sv name = tora_text_last(helper->name), rest = f->base_text, line;
	bool is_home = strcmp(f->old_path, helper->file) == 0 || strcmp(f->path, helper->file) == 0;

	for (unsigned n = 1; tora_sv_line(&rest, &line); n++) {
		size_t call = find_call(line, name);

		if (call == SIZE_MAX ||
		    (is_home && n >= helper->base_first && n <= helper->base_last))
			continue;
		for (size_t i = 0; i < f->hunks.n; i++) {
			const struct tora_hunk *hunk = &f->hunks.at[i];

			if (n < hunk->base_first || n >= hunk->base_first + hunk->base_count)
				continue;
			if (!is_replaced(f, hunk, line, call, name.len))
				return false;
			++*calls;
		}
	}
	return true;
}

static bool is_done_otherwise(const struct tora_change *change, const struct tora_function *helper)
{
	size_t calls = 0;

	for (size_t i = 0; i < change->files.n; i++)
		if (change->files.at[i].role == TORA_FILE_SOURCE &&
		    !count_replaced(&change->files.at[i], helper, &calls))
			return false;
	return calls > 0;
}

bool tora_helper_gone(struct tora_sv subject, const struct tora_change *change)
{
	struct tora_scan scan = { .text = subject };
	struct tora_token t;
	const struct tora_function *helper;
	size_t helpers = 0;

	if (tora_means_outcome(subject) || !tora_scan_solid(&scan, &t) ||
	    !tora_words_match(t.text, removes))
		return false;
	while (tora_scan_solid(&scan, &t)) {
		/* Behind a stop stands why. */
		if (tora_one_of(t.text.at[0], ",;:."))
			break;
		if (t.kind != TORA_TOKEN_WORD)
			continue;
		helper = deleted(change, t.text);
		if (helper ? !is_done_otherwise(change, helper)
		           : !tora_words_match(t.text, besides))
			return false;
		helpers += helper != NULL;
	}
	return helpers > 0;
}
