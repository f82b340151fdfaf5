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

/* Before the first line that differs there is one of an error. */
static bool same_error_before(const struct tora_case *c)
{
	struct tora_sv before = c->before->out, after = c->after->out, a, b;
	bool any = false;

	while (tora_sv_line(&before, &a) && tora_sv_line(&after, &b) && tora_sv_eq(a, b))
		any |= shows_error(tora_sv_trim(a));
	return any;
}

/* It catches something, and raises nothing itself. */
static bool catches_only(struct tora_sv test)
{
	struct tora_sv line;
	bool catches = false;

	while (tora_sv_line(&test, &line)) {
		struct tora_sv code = tora_sv_trim(line);

		if (tora_sv_starts(code, "raise ") || tora_sv_has(code, "throw "))
			return false;
		catches |= tora_sv_starts(code, "except ") || tora_sv_has(code, "} catch ");
	}
	return catches;
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
	return c->difference->kind == TORA_DIFF_VALUE && catches_only(tora_sv(c->test)) &&
	       same_error_before(c) && !is_spoken_of(c);
}
