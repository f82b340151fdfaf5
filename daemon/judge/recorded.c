#include "judge/recorded.h"

#include "judge/compare.h"
#include "judge/signature.h"
#include "judge/text.h"
#include "judge/verdict.h"
#include "lang/lang.h"

#include <ctype.h>
#include <stdint.h>
#include <string.h>

/* `  File "X", line N, in f`: false when the line is none. */
static bool read_frame(struct tora_sv line, struct tora_arena *arena, struct tora_frame *ret)
{
	struct tora_sv t = tora_sv_trim(line);
	size_t quote, in;
	const char *p;

	if (!tora_sv_starts(t, "File \""))
		return false;
	quote = tora_text_find(t, TORA_SV("\", line "), 0, false);
	if (quote == SIZE_MAX)
		return false;
	ret->file = tora_arena_text(arena, (struct tora_sv){ t.at + 6, quote - 6 });
	ret->line = 0;
	for (p = t.at + quote + 8; p < t.at + t.len && isdigit((unsigned char)*p); p++)
		ret->line = ret->line < 1000000 ? ret->line * 10 + (unsigned)(*p - '0') : ret->line;
	in = tora_text_find(t, TORA_SV(", in "), quote, false);
	ret->function =
		in == SIZE_MAX
			? "<module>"
			: tora_arena_text(arena, (struct tora_sv){ t.at + in + 5, t.len - in - 5 });
	return true;
}

/* Where the runner would have put the file. */
static const char *place(const char *file, const char *test, struct tora_arena *arena)
{
	const char *src = strstr(file, "/src/");

	if (strcmp(file, test) == 0)
		return TORA_TEST_FILE;
	if (strstr(file, "/lib/python") || tora_lang_is_installed(file))
		return file;
	return tora_arena_printf(arena, "%s%s%s", TORA_MOUNT, *file == '/' ? "" : "/",
	                         src ? src : file);
}

/* From the line after "Traceback ...": frames, then the type and the message. */
static struct tora_exception *read_traceback(struct tora_sv rest, struct tora_arena *arena)
{
	struct tora_exception *e = tora_arena_alloc(arena, sizeof *e);
	const char *test = NULL; /* the outermost file: what was run */
	struct tora_sv line;
	size_t colon;

	while (tora_sv_line(&rest, &line)) {
		struct tora_frame frame;

		if (read_frame(line, arena, &frame)) {
			if (!test)
				test = frame.file;
			frame.file = place(frame.file, test, arena);
			*tora_vec_push(arena, &e->frames) = frame;
			continue;
		}
		if (!line.len || line.at[0] == ' ')
			continue;
		colon = tora_text_find(line, TORA_SV(": "), 0, false);
		if (colon == SIZE_MAX)
			colon = line.len;
		e->type = tora_arena_text(arena, (struct tora_sv){ line.at, colon });
		rest = (struct tora_sv){ line.at + colon,
			                 (size_t)(rest.at + rest.len - line.at) - colon };
		e->message = tora_arena_text(
			arena, tora_sv_trim(tora_sv_starts(rest, ":")
		                                    ? (struct tora_sv){ rest.at + 1, rest.len - 1 }
		                                    : rest));
		return e;
	}
	return NULL;
}

static bool says_place(struct tora_sv line)
{
	for (size_t i = 1; i < line.len; i++)
		if (line.at[i] == ':' && tora_lang_says_place((struct tora_sv){ line.at, i }))
			return true;
	return false;
}

/* "path.py:12: SomeWarning: text": *ret_at is where the category starts. */
static bool is_warning(struct tora_sv line, size_t *ret_at)
{
	size_t at = tora_text_find(line, TORA_SV("Warning: "), 0, false);

	if (at == SIZE_MAX || !says_place(line))
		return false;
	while (at > 0 && (isalnum((unsigned char)line.at[at - 1]) || line.at[at - 1] == '.'))
		at--;
	*ret_at = at;
	return true;
}

static void add_warning(struct tora_sv line, size_t at, struct tora_arena *arena,
                        struct tora_trial *ret)
{
	struct tora_warning *w = tora_vec_push(arena, &ret->warnings);
	size_t colon = tora_text_find(line, TORA_SV(": "), at, false);

	w->category = tora_arena_text(arena, (struct tora_sv){ line.at + at, colon - at });
	w->message = tora_arena_text(arena,
	                             (struct tora_sv){ line.at + colon + 2, line.len - colon - 2 });
}

void tora_recorded_trial(struct tora_sv output, struct tora_arena *arena, struct tora_trial *ret)
{
	struct tora_str out = TORA_STR_INIT(1u << 20);
	struct tora_sv rest = output, line;
	bool after_warning = false;
	size_t at;

	memset(ret, 0, sizeof *ret);
	while (tora_sv_line(&rest, &line)) {
		if (tora_sv_starts(line, "Traceback (most recent call last)")) {
			ret->exception = read_traceback(rest, arena);
			if (ret->exception)
				ret->status = TORA_TRIAL_EXCEPTION;
			/* Several in a row: the last one is what the program died of. */
			continue;
		}
		if (ret->exception)
			continue;
		if (is_warning(line, &at)) {
			if (!tora_sv_has(line, "CoverageWarning"))
				add_warning(line, at, arena, ret);
			after_warning = true;
			continue;
		}
		/* Below a warning stands the line of source that caused it. */
		if (!(after_warning && line.len && line.at[0] == ' ')) {
			tora_str_add_clip(&out, line);
			tora_str_add_clip(&out, TORA_SV("\n"));
		}
		after_warning = false;
	}
	ret->out = tora_arena_sv(arena, tora_str_view(&out));
	tora_str_free(&out);
}

void tora_recorded_rule(const struct tora_record *r, struct tora_arena *arena,
                        struct tora_finding *ret, struct tora_case *ret_case,
                        struct tora_evidence *ret_evidence)
{
	struct tora_case c = { .intent = r->intent,
		               .name = r->function,
		               .test = r->test,
		               .legality = TORA_LEGAL_PLAUSIBLE,
		               .origin = TORA_ORIGIN_MODEL,
		               .before = &ret->before,
		               .after = &ret->after,
		               .difference = &ret->difference,
		               .cluster = 1 };

	memset(ret, 0, sizeof *ret);
	memset(ret_evidence, 0, sizeof *ret_evidence);
	*ret_case = c;
	ret->test = r->test;
	ret->function = r->function;
	ret->file = ret->fingerprint = ret->where = "";
	ret->legality = c.legality;
	ret->origin = c.origin;
	tora_recorded_trial(r->before, arena, &ret->before);
	tora_recorded_trial(r->after, arena, &ret->after);
	tora_compare(&ret->before, &ret->after, arena, &ret->difference);
	if (ret->difference.kind == TORA_DIFF_NONE) {
		ret->verdict = TORA_VERDICT_IRRELEVANT;
		ret->confidence = 1;
		ret->explanation = "The two outputs do not differ.";
		return;
	}
	tora_evidence(&c, arena, ret_evidence);
	tora_verdict_rule(&c, ret_evidence, arena, ret);
}
