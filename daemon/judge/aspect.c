#include "judge/aspect.h"

#include "judge/said.h"
#include "judge/text.h"
#include "judge/words.h"

static const struct aspect {
	const char *asked;          /* a part of the line that prints it */
	const char *before, *after; /* what is printed, or how it begins */
	const char *words;          /* that speak of it */
} aspects[] = {
	{ ".st_mode", "0o", "0o",
	  "mode|modes|permission*|umask|chmod|fchmod|copymode|copystat|owner|owners|executable|"
	  "readable|access rights|st_mode" },
	{ "os.path.islink(", "True", "False",
	  "link|links|linked|symlink*|realpath|readlink|islink" },
	{ "os.path.samefile(", "True", "False", "link|links|linked|hardlink*|inode*|samefile" },
	{ ".closed", "", "True", /* `s.closed or s.getvalue()` */
	  "close|closes|closed|closing|detach*|open afterwards|stays open" },
};

/* It is printed in some line of the test, and what differs is of its form: which line printed what is not known. */
static const struct aspect *aspect_of(const struct tora_case *c)
{
	struct tora_sv before = tora_sv_trim(tora_sv(c->difference->before));
	struct tora_sv after = tora_sv_trim(tora_sv(c->difference->after));

	for (size_t i = 0; i < sizeof aspects / sizeof *aspects; i++) {
		struct tora_sv test = tora_sv(c->test), line;

		if (!tora_sv_starts(before, aspects[i].before) ||
		    !tora_sv_starts(after, aspects[i].after))
			continue;
		while (tora_sv_line(&test, &line))
			if (tora_text_print_head(tora_sv_trim(line)) &&
			    tora_sv_has(line, aspects[i].asked))
				return &aspects[i];
	}
	return NULL;
}

static bool any_speaks(const char *const *lines, size_t n, const char *words)
{
	for (size_t i = 0; i < n; i++)
		if (tora_words_match(tora_sv(lines[i]), words))
			return true;
	return false;
}

bool tora_aspect_unsaid(const struct tora_case *c)
{
	const struct aspect *a = c->difference->kind == TORA_DIFF_VALUE ? aspect_of(c) : NULL;

	return a && c->said && !tora_words_match(c->said->messages, a->words) &&
	       !tora_words_match(c->said->docs, a->words) &&
	       !tora_words_match(c->said->tests, a->words) &&
	       !any_speaks(c->intent->changelog.at, c->intent->changelog.n, a->words);
}

/* It raises an error, and has a block that may catch it; and something comes after that. */
static bool goes_on_after_error(struct tora_sv test)
{
	bool raises = false, tries = false, catches = false;
	struct tora_sv line;

	while (tora_sv_line(&test, &line)) {
		struct tora_sv code = tora_sv_trim(line);

		if (catches && code.len && code.at == line.at && *code.at != '}')
			return raises;
		raises |= tora_sv_starts(code, "raise ") || tora_sv_has(code, "throw new ");
		tries |= tora_sv_is(code, "try:") || tora_sv_is(code, "try {");
		catches |=
			tries && (tora_sv_starts(code, "except ") || tora_sv_has(code, "catch ("));
	}
	return false;
}

bool tora_aspect_after_error(const struct tora_case *c)
{
	static const char words[] =
		"error|errors|exception*|fail*|raise|raises|raised|raising|throw|throws|thrown|"
		"reject*|abort*|interrupt*|crash*|clean up|cleans up|cleanup|finally|roll back|"
		"rolled back|rollback|restore*|retry|retries";

	return (c->difference->kind == TORA_DIFF_VALUE ||
	        c->difference->kind == TORA_DIFF_EXCEPTION_APPEARED) &&
	       c->said && goes_on_after_error(tora_sv(c->test)) &&
	       !tora_words_match(c->said->messages, words) &&
	       !any_speaks(c->intent->changelog.at, c->intent->changelog.n, words);
}
