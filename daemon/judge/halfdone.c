#include "judge/halfdone.h"

#include "judge/said.h"
#include "judge/signature.h"
#include "judge/text.h"
#include "judge/words.h"

#include <ctype.h>

/* `ShortStock`, as `type(error).__name__` has it. */
static bool is_name(struct tora_sv line)
{
	if (!line.len || !isupper((unsigned char)*line.at) ||
	    tora_words_match(line, "none|true|false|ellipsis"))
		return false;
	for (size_t i = 0; i < line.len; i++)
		if (!isalnum((unsigned char)line.at[i]) && line.at[i] != '_')
			return false;
	return true;
}

/* By what is printed of it, or as JavaScript shows it: `[RangeError: no]`. By its name alone where nothing else could have been printed
 * there. */
static bool shows_error(struct tora_sv line, bool may_be_result)
{
	struct tora_caught caught;

	if (tora_sv_starts(line, "[") && tora_sv_ends(line, "]"))
		line = (struct tora_sv){ line.at + 1, line.len - 2 };
	return (is_name(line) && (!may_be_result || tora_sv_ends(line, "Error") ||
	                          tora_sv_ends(line, "Exception"))) ||
	       tora_signature_caught(line, &caught);
}

/* The blocks of a test that catch something, each of which prints one line. */
struct blocks {
	unsigned
		printed; /* lines by the end of the last of them; 0: there is none that can be told */
	bool prints_a_result; /* the last one does, where nothing fails */
};

/* None where what it catches is the test's own, a loop has it over and over, or a block prints more than once. */
static struct blocks blocks_of(struct tora_sv test)
{
	static const char *const no_block[] = { "raise ", "throw ", "for ",
		                                "for(",   "while ", "while(" };
	unsigned outside = 0, blocks = 0, results = 0;
	struct blocks ret = { .printed = 0 };
	struct tora_sv line;

	while (tora_sv_line(&test, &line)) {
		struct tora_sv code = tora_sv_trim(line);
		bool is_outside = code.len && code.at == line.at;
		bool prints = tora_text_print_head(code) > 0;

		for (size_t i = 0; i < sizeof no_block / sizeof *no_block; i++)
			if (tora_sv_starts(code, no_block[i]))
				return (struct blocks){ .printed = 0 };
		outside += is_outside && prints;
		if (is_outside && tora_sv_starts(code, "try")) {
			blocks++;
			results = 0;
		} else if (tora_sv_starts(code, "except") || tora_sv_has(code, "} catch ")) {
			ret = (struct blocks){ outside + blocks, results > 0 };
			if (results > 1)
				return (struct blocks){ .printed = 0 };
		}
		results += !is_outside && prints;
	}
	return ret;
}

/* What differs comes behind the blocks, and the last line of those is of an error, the same on both sides. */
static bool comes_behind_error(const struct tora_case *c, struct blocks blocks)
{
	struct tora_sv before = c->before->out, after = c->after->out, a, b;

	for (unsigned n = 1; tora_sv_line(&before, &a) && tora_sv_line(&after, &b); n++) {
		if (!tora_sv_eq(a, b))
			return false;
		if (n == blocks.printed)
			return shows_error(tora_sv_trim(a), blocks.prints_a_result);
	}
	return false;
}

static bool is_spoken_of(const struct tora_case *c)
{
	static const char words[] =
		"all or nothing|all-or-nothing|nothing or all|atomic*|partial*|half|halfway|"
		"roll back|rolls back|rolled back|rollback|restore*|undo|undone|transaction*|"
		"as a whole|at once|up front|upfront|beforehand|first error|even if|even when|"
		"until|up to|as far as|stays|remains|kept|keeps|left|leaves|remember*|"
		"cache|cached|caches|memo|memos|memoi*|retry|retries|retried|try again|tried again";

	return !c->said || tora_said_speaks(c->said, c->intent, words) ||
	       tora_words_match(c->said->docs, words);
}

/* `inspect(null, false)` fails, and `inspect('"')` is printed behind it: a function that is called by its name alone, and asked again, gives what it
 * always does. */
static bool asks_the_same(struct tora_sv test)
{
	struct tora_sv rest = test, line, last = tora_sv("");
	struct tora_scan scan = { 0 };
	struct tora_token name, open;

	while (tora_sv_line(&rest, &line))
		last = tora_sv_trim(line).len ? line : last;
	scan.text = last;
	scan.at = tora_text_print_head(last);
	return scan.at && tora_scan_solid(&scan, &name) && name.kind == TORA_TOKEN_WORD &&
	       tora_scan_solid(&scan, &open) && tora_sv_is(open.text, "(") &&
	       tora_text_calls((struct tora_sv){ test.at, (size_t)(last.at - test.at) }, name.text);
}

bool tora_half_done(const struct tora_case *c)
{
	struct blocks blocks = blocks_of(tora_sv(c->test));

	return c->difference->kind == TORA_DIFF_VALUE && blocks.printed &&
	       comes_behind_error(c, blocks) && !asks_the_same(tora_sv(c->test)) &&
	       !is_spoken_of(c);
}
