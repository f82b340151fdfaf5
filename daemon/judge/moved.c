#include "judge/moved.h"

#include "judge/text.h"
#include "judge/words.h"

#include <string.h>

static const char moves[] =
	"move|moves|moved|moving|split|splits|splitting|extract|extracts|relocate|"
	"reorgani*|restructur*|into modules|into files|into a package|"
	"own module|own file|separate";

/* `def name`, `class name`, `function name` in these lines. */
static bool define(struct tora_sv lines, struct tora_sv name)
{
	struct tora_scan scan = { .text = lines };
	struct tora_token t, last = { .kind = TORA_TOKEN_SPACE };

	while (tora_scan_solid(&scan, &t)) {
		if (tora_sv_eq(t.text, name) &&
		    (tora_sv_is(last.text, "def") || tora_sv_is(last.text, "class") ||
		     tora_sv_is(last.text, "function")))
			return true;
		last = t;
	}
	return false;
}

/* "make" of p.u.make; of what makes objects, "SurveyError" of src/line.SurveyError.constructor: it moves with its class. */
static struct tora_sv last_name(const char *name)
{
	struct tora_sv last = tora_text_last(name);
	bool makes = tora_sv_is(last, "constructor") || tora_sv_is(last, "__init__");

	return makes ? tora_text_owner(name) : last;
}

/* A function of this name is on the head, elsewhere; or here, where it came from: the test asks for it at its old place. */
static bool is_elsewhere(const struct tora_case *c)
{
	struct tora_sv last = last_name(c->name);
	bool found = false;

	for (size_t i = 0; i < c->change->functions.n; i++) {
		const struct tora_function *f = &c->change->functions.at[i];

		if (!f->head_body.len)
			continue;
		if (strcmp(f->name, c->name) == 0)
			return c->said && define(c->said->removed, last) &&
			       define(c->said->added, last);
		found |= last.len && tora_sv_eq(last_name(f->name), last);
	}
	return found;
}

/* "'Env' object has no attribute 'kill'" and "Move process management out of Env": a definition of it came elsewhere. */
static bool is_out_of_class(const struct tora_case *c, struct tora_sv subject)
{
	const struct tora_exception *x = c->after ? c->after->exception : NULL;
	struct tora_scan scan = { .text = tora_sv(x && x->message ? x->message : "") };
	struct tora_sv quoted[2] = { { 0 } };
	struct tora_token t;

	if (!tora_words_match(scan.text, "object has no attribute") ||
	    !tora_words_match(subject, "out of|from"))
		return false;
	for (size_t n = 0; n < 2 && tora_scan_solid(&scan, &t);)
		if (t.kind == TORA_TOKEN_STRING && t.text.len > 2)
			quoted[n++] = (struct tora_sv){ t.text.at + 1, t.text.len - 2 };
	return tora_text_has_word(subject, quoted[0], false) && define(c->said->added, quoted[1]);
}

/* Two files of the change: one had a definition of it and has none, one has it and had none. */
static bool changed_places(const struct tora_change *change, struct tora_sv name)
{
	bool lost = false, got = false;

	for (size_t i = 0; i < change->files.n; i++) {
		bool had = define(change->files.at[i].base_text, name);
		bool has = define(change->files.at[i].head_text, name);

		lost |= had && !has;
		got |= has && !had;
	}
	return lost && got;
}

/* "LootError is not a constructor" and "Move LootError out of table.js": what the error names stands elsewhere. */
static bool names_what_moved(const struct tora_case *c, struct tora_sv subject)
{
	const struct tora_exception *x = c->after ? c->after->exception : NULL;
	struct tora_scan scan = { .text = tora_sv(x && x->message ? x->message : "") };
	struct tora_token t;

	while (tora_scan_solid(&scan, &t)) {
		struct tora_sv name = tora_token_content(t);

		if (name.len && tora_text_has_word(subject, name, false) &&
		    changed_places(c->change, name))
			return true;
	}
	return false;
}

bool tora_moved_told(const struct tora_case *c)
{
	bool elsewhere;

	if (!c->difference->api_missing_head || !c->change)
		return false;
	elsewhere = is_elsewhere(c);
	for (size_t i = 0; i < c->intent->messages.n; i++) {
		struct tora_sv subject =
			tora_message_subject(tora_sv(c->intent->messages.at[i].text));

		if (tora_words_match(subject, moves) &&
		    (elsewhere || names_what_moved(c, subject) || is_out_of_class(c, subject)))
			return true;
	}
	return false;
}

bool tora_moved_renamed(const struct tora_case *c, struct tora_sv lost)
{
	for (size_t i = 0; lost.len && i < c->intent->messages.n; i++) {
		struct tora_sv subject =
			tora_message_subject(tora_sv(c->intent->messages.at[i].text));
		struct tora_scan scan = { .text = subject };
		struct tora_token t, last = { .kind = TORA_TOKEN_SPACE };

		while (tora_words_match(subject, "rename*") && tora_scan_solid(&scan, &t)) {
			if (t.kind == TORA_TOKEN_PUNCT && t.text.at[0] == '`')
				continue;
			if (tora_sv_is(last.text, "to") && t.kind == TORA_TOKEN_WORD &&
			    define(c->said->added, t.text) && define(c->said->removed, lost))
				return true;
			last = t;
		}
	}
	return false;
}

bool tora_moved_given_up(const struct tora_case *c, struct tora_sv lost)
{
	bool had = false;

	if (!c->change || !tora_text_has_word(c->said->removed, lost, false))
		return false;
	for (size_t i = 0; i < c->change->files.n; i++) {
		const struct tora_file_change *f = &c->change->files.at[i];

		if (f->role != TORA_FILE_TEST && f->role != TORA_FILE_DOC)
			continue;
		if (tora_text_has_word(f->head_text, lost, false))
			return false;
		had |= tora_text_has_word(f->base_text, lost, false);
	}
	return had;
}
