#include "judge/synopsis.h"

#include "judge/text.h"

#define USAGE "usage: "
#define LINES_MAX                                                                                  \
	200 /* of what is said beside it; each is looked for among those of the other side */

/* "[--order {name,number}]" at the start, its brackets included; 0: there is none. */
static size_t option_len(struct tora_sv text)
{
	size_t i = 0;
	int depth = 0;

	if (!tora_sv_starts(text, "[-"))
		return 0;
	for (; i < text.len; i++) {
		depth += (text.at[i] == '[') - (text.at[i] == ']');
		if (!depth)
			return i + 1;
	}
	return 0;
}

/* The option itself, "--order", is what a line of the source says that is new. */
static bool is_added(struct tora_sv option, const struct tora_said *said)
{
	struct tora_sv name = { option.at + 1, 0 };

	while (name.len + 2 < option.len && !tora_one_of(name.at[name.len], " ]=,|"))
		name.len++;
	for (size_t at = 0; (at = tora_text_find(said->added, name, at, false)) != SIZE_MAX; at++)
		if (at && tora_one_of(said->added.at[at - 1], "'\"`") &&
		    at + name.len < said->added.len &&
		    tora_one_of(said->added.at[at + name.len], "'\"` "))
			return true;
	return false;
}

/* All lines of the base but the usage are there still: what else the program says is no less. */
static bool keeps_lines(struct tora_sv before, struct tora_sv after)
{
	struct tora_sv line, rest, one;
	unsigned n = 0;

	while (tora_sv_line(&before, &line)) {
		bool is_there = !tora_sv_trim(line).len || tora_sv_starts(line, USAGE);

		if (++n > LINES_MAX)
			return false;
		for (rest = after; !is_there && tora_sv_line(&rest, &one);)
			is_there = tora_sv_eq(line, one);
		if (!is_there)
			return false;
	}
	return true;
}

static void skip_blanks(struct tora_sv *text)
{
	while (text->len && *text->at == ' ')
		*text = (struct tora_sv){ text->at + 1, text->len - 1 };
}

bool tora_synopsis_grew(const struct tora_case *c)
{
	struct tora_sv before = tora_sv(c->difference->before),
		       after = tora_sv(c->difference->after);
	bool any = false;

	if (!c->said || !tora_sv_starts(before, USAGE) || !tora_sv_starts(after, USAGE) ||
	    !keeps_lines(c->before->out, c->after->out) ||
	    !keeps_lines(c->before->err, c->after->err))
		return false;
	while (after.len) {
		size_t same = tora_text_common(before, after), n;

		/* Back to where a bracket begins: "[-h] [-" is common to what follows and to what was put before it. */
		while (same && after.len > same && after.at[same] != ' ' &&
		       after.at[same - 1] != ' ')
			same--;
		before = (struct tora_sv){ before.at + same, before.len - same };
		after = (struct tora_sv){ after.at + same, after.len - same };
		skip_blanks(&before);
		skip_blanks(&after);
		if (!before.len && !after.len)
			return any;
		n = option_len(after);
		if (!n || !is_added((struct tora_sv){ after.at, n }, c->said))
			return false;
		any = true;
		after = (struct tora_sv){ after.at + n, after.len - n };
		skip_blanks(&after);
	}
	return any && !before.len;
}
