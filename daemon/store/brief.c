/*
 * brief.c - a finding in a few lines.
 */
#include "store/brief.h"
#include "tora/json.h"

/* Cut at a whole UTF-8 character. */
static struct tora_sv clip_to(struct tora_sv text, size_t max)
{
	size_t at = 0, rune;

	while (at < text.len) {
		unsigned code;

		rune = tora_sv_rune((struct tora_sv){ text.at + at, text.len - at }, &code);
		if (rune == 0)
			rune = 1;
		if (at + rune > max)
			break;
		at += rune;
	}
	text.len = at;
	return text;
}

/* The first line in which `text` differs from `other`, or "" when `text` ended before. */
static struct tora_sv differing_line(const char *text, const char *other)
{
	struct tora_sv a = tora_sv(text), b = tora_sv(other), line_a, line_b;

	while (tora_sv_line(&a, &line_a))
		if (!tora_sv_line(&b, &line_b) || !tora_sv_eq(line_a, line_b))
			return line_a;
	return (struct tora_sv){ "", 0 };
}

static void put_side(cJSON *brief, const char *key, const cJSON *finding, const char *piece,
                     const char *other_key)
{
	const cJSON *side = tora_json_obj(finding, key), *other = tora_json_obj(finding, other_key);
	const cJSON *exception = tora_json_obj(side, "exception");
	const char *value = tora_json_text(finding, piece, NULL);
	struct tora_str text = TORA_STR_INIT(4096);

	if (value) {
		tora_str_add_clip(&text, tora_sv(value));
	} else if (exception) {
		tora_str_add_clip(&text, tora_sv(tora_json_text(exception, "type", "")));
		tora_str_add_clip(&text, TORA_SV(": "));
		tora_str_add_clip(&text, tora_sv(tora_json_text(exception, "message", "")));
	} else {
		tora_str_add_clip(&text, differing_line(tora_json_text(side, "stdout", ""),
		                                        tora_json_text(other, "stdout", "")));
	}
	for (size_t i = 0; i < text.len; i++)
		if (text.buf[i] == '\n' || text.buf[i] == '\r')
			text.buf[i] = ' ';
	tora_json_put_sv(brief, key, clip_to(tora_str_view(&text), TORA_BRIEF_LINE));
	tora_str_free(&text);
}

static void put_steps(cJSON *brief, const cJSON *finding)
{
	static const char *const texts[] = { "commit", "commit_subject", "before", "after" };
	const cJSON *list = tora_json_list(finding, "steps"), *step;
	cJSON *steps = list ? tora_json_put_list(brief, "steps") : NULL;

	cJSON_ArrayForEach(step, list)
	{
		cJSON *one = cJSON_CreateObject();

		for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
			tora_json_put_sv(one, texts[i],
			                 clip_to(tora_sv(tora_json_text(step, texts[i], "")),
			                         TORA_BRIEF_STEP));
		cJSON_AddItemToArray(steps, one);
	}
}

struct cJSON *tora_brief(const struct cJSON *finding)
{
	static const char *const texts[] = { "id",          "fingerprint", "verdict", "file",
		                             "function",    "commit",      "engine",  "difference",
		                             "explanation", "quote",       "acked" };
	cJSON *brief = cJSON_CreateObject();

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		tora_json_put_text(brief, texts[i], tora_json_text(finding, texts[i], NULL));
	tora_json_put_num(brief, "confidence", tora_json_num(finding, "confidence", 0));
	tora_json_put_int(brief, "line", tora_json_int(finding, "line", 0));
	tora_json_put_sv(brief, "test",
	                 clip_to(tora_sv(tora_json_text(finding, "test", "")), TORA_BRIEF_TEST));
	put_side(brief, "before", finding, "value_before", "after");
	put_side(brief, "after", finding, "value_after", "before");
	put_steps(brief, finding);
	return brief;
}
