#include "judge/aspect.h"

#include "judge/said.h"
#include "judge/text.h"
#include "judge/words.h"

static const struct aspect {
	const char *asked;   /* a part of the line that prints it */
	const char *outcome; /* what the head says, or NULL: anything else */
	const char *words;   /* that speak of it */
} aspects[] = {
	{ ".st_mode", NULL,
	  "mode|modes|permission*|umask|chmod|fchmod|copymode|copystat|owner|owners|executable|"
	  "readable|access rights|st_mode" },
	{ "os.path.islink(", NULL, "link|links|linked|symlink*|realpath|readlink|islink" },
	{ "os.path.samefile(", NULL, "link|links|linked|hardlink*|inode*|samefile" },
	{ ".closed", "True", "close|closes|closed|closing|detach*|open afterwards|stays open" },
};

static struct tora_sv last_line(struct tora_sv test)
{
	struct tora_sv line, last = tora_sv("");

	while (tora_sv_line(&test, &line))
		if (tora_sv_trim(line).len)
			last = line;
	return last;
}

static const struct aspect *aspect_of(struct tora_sv test)
{
	struct tora_sv last = tora_sv_trim(last_line(test));

	if (!tora_text_print_head(last))
		return NULL;
	for (size_t i = 0; i < sizeof aspects / sizeof *aspects; i++)
		if (tora_sv_has(last, aspects[i].asked))
			return &aspects[i];
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
	const struct aspect *a = aspect_of(tora_sv(c->test));

	if (c->difference->kind != TORA_DIFF_VALUE || !a || !c->said ||
	    (a->outcome && !tora_sv_is(tora_sv_trim(tora_sv(c->difference->after)), a->outcome)))
		return false;
	return !tora_words_match(c->said->messages, a->words) &&
	       !tora_words_match(c->said->docs, a->words) &&
	       !tora_words_match(c->said->tests, a->words) &&
	       !any_speaks(c->intent->changelog.at, c->intent->changelog.n, a->words);
}

/* It raises an error, and has a block that may catch it; and something comes after that. */
static bool goes_on_after_error(struct tora_sv test)
{
	struct tora_sv rest = test, line, last = last_line(test);
	bool raises = false, tries = false, catches = false;

	while (tora_sv_line(&rest, &line)) {
		struct tora_sv code = tora_sv_trim(line);

		raises |= tora_sv_starts(code, "raise ") || tora_sv_has(code, "throw new ");
		tries |= tora_sv_is(code, "try:") || tora_sv_is(code, "try {");
		catches |=
			tries && (tora_sv_starts(code, "except ") || tora_sv_has(code, "catch ("));
	}
	return raises && catches && !tora_one_of(*last.at, " \t}");
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
