#include "judge/otherwise.h"

#include "judge/text.h"
#include "judge/words.h"

#include <string.h>

/* How fast, how much memory and what is warned of changes nothing that comes out. */
static bool is_beside_results(struct tora_sv line)
{
	return tora_words_match(line, "fast|faster|slow|slower|speed*|quick*|performance|memory|"
	                              "times|cheap*|warning*|warn|warns|supported|"
	                              "maintained|install*|build*|depend on|dependenc*");
}

/* "Up to 1.3 a token was let through": a number with a dot behind such a word, and a verb of the past. */
static bool tells_of_version(struct tora_sv line)
{
	struct tora_scan scan = { .text = line };
	struct tora_token t, last = { .text = tora_sv("") };

	if (!tora_words_match(line, "was|were|had|did|could"))
		return false;
	for (; tora_scan_solid(&scan, &t); last = t)
		if (t.kind == TORA_TOKEN_NUMBER && memchr(t.text.at, '.', t.text.len) &&
		    tora_words_match(last.text, "to|until|till|before"))
			return true;
	return false;
}

static bool tells_of_before(struct tora_sv line, const char *phrases)
{
	return (tora_words_match(line, phrases) || tells_of_version(line)) &&
	       !is_beside_results(line);
}

/* A document says "now" and "instead of" of what it explains, a changelog of what changes. */
bool tora_otherwise_said(const struct tora_intent *intent)
{
	static const char before[] = "used to|no longer|any more|anymore|previously|formerly|"
				     "up to version|up to now|before version|until version|"
				     "so far|until now";
	static const char changes[] = "now|instead of|rather than";

	for (size_t i = 0; i < intent->changelog.n; i++)
		if (tells_of_before(tora_sv(intent->changelog.at[i]), before) ||
		    tells_of_before(tora_sv(intent->changelog.at[i]), changes))
			return true;
	for (size_t i = 0; i < intent->docs.n; i++)
		if (tells_of_before(tora_sv(intent->docs.at[i]), before))
			return true;
	return false;
}
