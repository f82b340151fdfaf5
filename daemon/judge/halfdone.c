#include "judge/halfdone.h"

#include "judge/said.h"
#include "judge/signature.h"
#include "judge/text.h"
#include "judge/words.h"

#include <ctype.h>

/* `ShortStock`, as `type(error).__name__` has it. */
static bool is_name_of_error(struct tora_sv line)
{
	if (!line.len || !isupper((unsigned char)*line.at) ||
	    tora_words_match(line, "none|true|false|ellipsis"))
		return false;
	for (size_t i = 0; i < line.len; i++)
		if (!isalnum((unsigned char)line.at[i]) && line.at[i] != '_')
			return false;
	return true;
}

/* By its name, by what is printed of it, or as JavaScript shows it: `[RangeError: no]`. */
static bool shows_error(struct tora_sv line)
{
	struct tora_caught caught;

	if (tora_sv_starts(line, "[") && tora_sv_ends(line, "]"))
		line = (struct tora_sv){ line.at + 1, line.len - 2 };
	return is_name_of_error(line) || tora_signature_caught(line, &caught);
}

/* How many lines are the same before one differs; 0 as well where none of them is an error's. */
static unsigned same_lines_with_error(const struct tora_case *c)
{
	struct tora_sv before = c->before->out, after = c->after->out, a, b;
	bool any = false;
	unsigned n = 0;

	for (; tora_sv_line(&before, &a) && tora_sv_line(&after, &b) && tora_sv_eq(a, b); n++)
		any |= shows_error(tora_sv_trim(a));
	return any ? n : 0;
}

/* How many lines are printed by the end of the last block that catches something, if each prints what came of it; 0: there is no such block, what
 * it catches is the test's own, or a loop has it over and over. */
static unsigned printed_by_blocks(struct tora_sv test)
{
	unsigned outside = 0, blocks = 0, ret = 0;
	struct tora_sv line;

	while (tora_sv_line(&test, &line)) {
		struct tora_sv code = tora_sv_trim(line);
		bool is_outside = code.len && code.at == line.at;

		if (tora_sv_starts(code, "raise ") || tora_sv_has(code, "throw ") ||
		    tora_sv_starts(code, "for ") || tora_sv_starts(code, "while "))
			return 0;
		outside += is_outside && tora_text_print_head(code);
		blocks += is_outside && tora_sv_starts(code, "try");
		if (tora_sv_starts(code, "except ") || tora_sv_has(code, "} catch "))
			ret = outside + blocks;
	}
	return ret;
}

static bool is_spoken_of(const struct tora_case *c)
{
	static const char words[] =
		"all or nothing|all-or-nothing|nothing or all|atomic*|partial*|half|halfway|"
		"roll back|rolls back|rolled back|rollback|restore*|undo|undone|transaction*|"
		"as a whole|at once|up front|upfront|beforehand|first error|even if|even when|"
		"until|up to|as far as|stays|remains|kept|keeps|left|leaves|remember*|"
		"cache|cached|caches|memo*|retry|retries|retried|try again|tried again";

	return !c->said || tora_said_speaks(c->said, c->intent, words) ||
	       tora_words_match(c->said->docs, words);
}

bool tora_half_done(const struct tora_case *c)
{
	unsigned printed = printed_by_blocks(tora_sv(c->test));

	return c->difference->kind == TORA_DIFF_VALUE && printed &&
	       same_lines_with_error(c) >= printed && !is_spoken_of(c);
}
