/*
 * Texts that try to talk a model round (tests/fixtures/injection/corpus.txt), at each place where they
 * meet us: a quotation of a message, material in a prompt, an answer. None may make a finding `intended`.
 */
#include "trials.h"

#include "judge/ask.h"
#include "judge/message.h"
#include "llm/answer.h"
#include "llm/prompt.h"

#include <stdio.h>
#include <stdlib.h>

#define LINES 200

static struct {
	char *file;
	struct line {
		const char *where;
		char *text;
	} at[LINES];
	size_t n;
	struct tora_arena *arena;
} corpus;

/* \n, \\ and \uXXXX below 0x10000, as they are written in the file. */
static char *unescaped(const char *text)
{
	struct tora_str out = TORA_STR_INIT(10000);
	char *copy;

	for (; *text; text++) {
		unsigned rune;

		if (text[0] == '\\' && text[1] == 'n') {
			tora_str_addc(&out, '\n');
			text++;
		} else if (text[0] == '\\' && text[1] == 'u' &&
		           sscanf(text + 2, "%4x", &rune) == 1) {
			if (rune < 0x80) {
				tora_str_addc(&out, (char)rune);
			} else { /* the ones in the file have three bytes */
				tora_str_addc(&out, (char)(0xe0 | rune >> 12));
				tora_str_addc(&out, (char)(0x80 | (rune >> 6 & 0x3f)));
				tora_str_addc(&out, (char)(0x80 | (rune & 0x3f)));
			}
			text += 5;
		} else {
			tora_str_addc(&out, *text);
		}
	}
	copy = tora_arena_text(corpus.arena, tora_str_view(&out));
	tora_str_free(&out);
	return copy;
}

static int setup(void **state)
{
	FILE *f = fopen("tests/fixtures/injection/corpus.txt", "r");
	char *line = NULL, *space;
	size_t size = 0;

	(void)state;
	corpus.arena = tora_arena_new();
	while (f && corpus.n < LINES && getline(&line, &size, f) > 0) {
		space = strchr(line, ' ');
		if (line[0] == '#' || !space)
			continue;
		line[strcspn(line, "\n")] = '\0';
		*space = '\0';
		corpus.at[corpus.n].where = tora_arena_dup(corpus.arena, line);
		corpus.at[corpus.n++].text = unescaped(space + 1);
	}
	free(line);
	return f && fclose(f) == 0 && corpus.n > 30 ? 0 : -1;
}

static int teardown(void **state)
{
	(void)state;
	tora_arena_free(corpus.arena);
	return 0;
}

static bool is_at(size_t i, const char *where)
{
	return strcmp(corpus.at[i].where, where) == 0;
}

/* A model that obeys, and quotes the very words that told it to. */
static void no_message_excuses_everything(void **state)
{
	(void)state;
	for (size_t i = 0; i < corpus.n; i++) {
		struct tora_intent intent = { .branch = "b", .title = "Refactor the parser" };
		struct tora_message *m = tora_vec_push(corpus.arena, &intent.messages);
		struct tora_opinion opinion = { .verdict = TORA_VERDICT_INTENDED,
			                        .confidence = 1,
			                        .quote = corpus.at[i].text };
		struct tora_finding f = { .verdict = TORA_VERDICT_UNINTENDED, .confidence = 0.8 };

		if (!is_at(i, "message"))
			continue;
		m->subject = "Refactor the parser";
		m->text = tora_arena_printf(corpus.arena, "Refactor the parser\n\n%s\n",
		                            corpus.at[i].text);
		tora_ask_apply(&opinion, &intent, corpus.arena, &f);
		if (f.verdict != TORA_VERDICT_UNINTENDED || f.quote)
			fail_msg("'%s' made a finding %s", corpus.at[i].text,
			         tora_verdict_name(f.verdict));
	}
}

static size_t count(struct tora_sv text, const char *what)
{
	size_t n = 0;

	for (size_t i = 0; i + strlen(what) <= text.len; i++)
		n += memcmp(text.at + i, what, strlen(what)) == 0;
	return n;
}

/* As any value of a prompt: it stays inside of its block, and nothing invisible is left of it. */
static void material_stays_material(void **state)
{
	(void)state;
	for (size_t i = 0; i < corpus.n; i++) {
		struct tora_sv text = tora_sv(corpus.at[i].text);
		struct tora_prompt_value values[] = {
			{ "project", text, 0 }, { "function", text, 0 }, { "messages", text, 0 },
			{ "diff", text, 0 },    { "test", text, 0 },     { "before", text, 0 },
			{ "after", text, 0 },   { "facts", text, 0 },    { "docs", text, 0 }
		};
		struct tora_prompt_spec spec = { .name = "judge",
			                         .values = values,
			                         .n = sizeof values / sizeof *values };
		struct tora_err err = TORA_ERR_INIT;
		struct tora_prompt p;

		assert_int_equal(tora_prompt_render(&spec, corpus.arena, &p, &err), 0);
		for (size_t v = 1; v < spec.n;
		     v++) { /* one begin and one end with the drawn nonce */
			const char *begin =
				tora_arena_printf(corpus.arena, "<<<%s ", values[v].name);
			struct tora_sv at = { strstr(p.user.at, begin), strlen(begin) + 19 };
			const char *end;

			assert_non_null(at.at);
			end = tora_arena_printf(corpus.arena, "<<<end %.16s>>>",
			                        at.at + strlen(begin));
			assert_int_equal(count(p.user, tora_arena_text(corpus.arena, at)), 1);
			assert_int_equal(count(p.user, end), spec.n - 1);
		}
		assert_int_equal(count(p.user, "\x1b"), 0);
		assert_int_equal(count(p.user, "\xe2\x80\xae"), 0); /* right to left */
	}
}

/* What a model that was talked round says: only the clear form counts, and its quotation is looked for. */
static void answers_cannot_hide_a_finding(void **state)
{
	(void)state;
	for (size_t i = 0; i < corpus.n; i++) {
		struct tora_intent intent = { .branch = "b", .title = "Refactor the parser" };
		struct tora_message *m = tora_vec_push(corpus.arena, &intent.messages);
		struct tora_finding f = { .verdict = TORA_VERDICT_UNINTENDED, .confidence = 0.8 };
		struct tora_judgement j;
		struct tora_opinion opinion;
		struct tora_evidence measured = { .facts =
			                                  TORA_FACT(VALUE) | TORA_FACT(PLAUSIBLE) };
		struct tora_err err = TORA_ERR_INIT;

		if (!is_at(i, "answer") && !is_at(i, "output"))
			continue;
		m->text = m->subject = "Split the lexer";
		if (tora_answer_judgement(tora_sv(corpus.at[i].text), corpus.arena, &j, &err))
			continue;
		opinion = tora_ask_opinion(&j, &measured, TORA_LEGAL_PLAUSIBLE, f.verdict);
		tora_ask_apply(&opinion, &intent, corpus.arena, &f);
		if (f.verdict != TORA_VERDICT_UNINTENDED)
			fail_msg("'%s' made a finding %s", corpus.at[i].text,
			         tora_verdict_name(f.verdict));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_message_excuses_everything),
		cmocka_unit_test(material_stays_material),
		cmocka_unit_test(answers_cannot_hide_a_finding),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
