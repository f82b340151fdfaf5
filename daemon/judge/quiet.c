#include "judge/quiet.h"

#include "judge/message.h"
#include "judge/text.h"
#include "judge/words.h"
#include "lang/lang.h"

#include <ctype.h>
#include <stdint.h>
#include <string.h>
#include <strings.h>

#define WIDE_FUNCTIONS 15 /* changed ones: who changes as many rewrites, whatever it is called */

#define SET(facts, name, condition) ((facts) |= (condition) ? TORA_FACT(name) : 0)

/* ---- a name that is gone --------------------------------------------------------------------- */

static struct tora_sv cut(struct tora_sv text, size_t n)
{
	return tora_sv_trim((struct tora_sv){ text.at + n, text.len - n });
}

/* `def name(...):`, `class name`, `name = ...`, `self.name = ...`, `name: int`; neither `name=1,`, an argument, nor `name => 1` */
static bool is_definition(struct tora_sv line, struct tora_sv name)
{
	static const struct {
		const char *word;
		bool says_so;
	} before[] = { { "export ", false },  { "default ", false }, { "static ", true },
		       { "async ", false },   { "self.", false },    { "this.", false },
		       { "exports.", false }, { "def ", true },      { "class ", true },
		       { "const ", true },    { "function ", true }, { "function* ", true },
		       { "let ", true },      { "var ", true } };
	struct tora_sv rest = tora_sv_trim(line);
	bool says_so = false;

	for (size_t i = 0; i < sizeof before / sizeof *before; i++)
		if (tora_sv_starts(rest, before[i].word)) {
			says_so |= before[i].says_so;
			rest = cut(rest, strlen(before[i].word));
		}
	if (rest.len < name.len || memcmp(rest.at, name.at, name.len) != 0)
		return false;
	rest = (struct tora_sv){ rest.at + name.len, rest.len - name.len };
	if (says_so)
		return !rest.len || (!isalnum((unsigned char)*rest.at) && *rest.at != '_');
	rest = tora_sv_trim(rest);
	return !tora_sv_ends(rest, ",") && !tora_sv_starts(rest, "==") &&
	       !tora_sv_starts(rest, "=>") &&
	       (tora_sv_starts(rest, "=") || tora_sv_starts(rest, ":"));
}

static bool define(struct tora_sv lines, struct tora_sv name)
{
	struct tora_sv line;

	while (tora_sv_line(&lines, &line))
		if (is_definition(line, name))
			return true;
	return false;
}

/* "utils" of unidiff/utils.py, and of unidiff/utils/__init__.py */
static bool is_module(const char *path, struct tora_sv name)
{
	const char *last = strrchr(path, '/'), *end = strrchr(path, '.');

	if (last && tora_sv_starts(tora_sv(last), "/__init__.")) {
		end = last;
		last = memrchr(path, '/', (size_t)(last - path));
	}
	last = last ? last + 1 : path;
	return end && end > last &&
	       tora_sv_eq((struct tora_sv){ last, (size_t)(end - last) }, name);
}

static bool takes_module_away(const struct tora_change *change, struct tora_sv name)
{
	for (size_t i = 0; i < change->files.n; i++) {
		const struct tora_file_change *f = &change->files.at[i];

		if (f->role == TORA_FILE_SOURCE && is_module(f->old_path, name) &&
		    (f->kind == TORA_CHANGE_DELETED || f->kind == TORA_CHANGE_RENAMED))
			return true;
	}
	return false;
}

/* The diff takes the definition of the lost name away, and brings it nowhere, or moves the file that it is: that is seen by
 * who does it. A name that is lost otherwise, with a line of imports or where a function has moved, may be lost by accident. */
static bool is_taken_out(const struct tora_case *c, const struct tora_telling *t)
{
	for (size_t i = 0; i < t->values.n && c->difference->api_missing_head; i++) {
		struct tora_sv lost = t->values.at[i];
		const char *dot = memrchr(lost.at, '.', lost.len);

		if (dot)
			lost = cut(lost, (size_t)(dot + 1 - lost.at));
		if (lost.len &&
		    ((define(c->said->removed, lost) && !define(c->said->added, lost)) ||
		     takes_module_away(c->change, lost)))
			return true;
	}
	return false;
}

/* ---- the change ------------------------------------------------------------------------------ */

static bool is_edge(struct tora_sv text, size_t at)
{
	return at >= text.len || !isalnum((unsigned char)text.at[at]);
}

/* "WIP: split the parser", "Work in progress.", "A new parser (in progress)"; what a subject has in its middle is about a part of it. */
static bool is_unfinished(struct tora_sv subject)
{
	static const char *const words[] = { "wip", "work in progress", "in progress" };

	while (subject.len && is_edge(subject, 0))
		subject = (struct tora_sv){ subject.at + 1, subject.len - 1 };
	while (subject.len && is_edge(subject, subject.len - 1))
		subject.len--;
	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		size_t n = strlen(words[i]), rest;

		if (subject.len < n)
			continue;
		rest = subject.len - n;
		if ((strncasecmp(subject.at, words[i], n) == 0 && is_edge(subject, n)) ||
		    (strncasecmp(subject.at + rest, words[i], n) == 0 &&
		     (!rest || is_edge(subject, rest - 1))))
			return true;
	}
	return false;
}

static bool are_unfinished(const struct tora_intent *intent)
{
	for (size_t i = 0; i < intent->messages.n; i++)
		if (!is_unfinished(tora_message_subject(tora_sv(intent->messages.at[i].text))))
			return false;
	return intent->messages.n > 0;
}

/* ---- a result that is handed on --------------------------------------------------------------- */

static bool is_changed_file(const struct tora_change *change, const char *file)
{
	const char *path = tora_build_path(file);

	return path && tora_change_file(change, path);
}

/* `outer(` and another call inside of its brackets. */
static bool hands_result_to(struct tora_sv line, struct tora_sv outer)
{
	for (size_t at = 0; (at = tora_text_find(line, outer, at, false)) != SIZE_MAX;
	     at += outer.len) {
		size_t end = at + outer.len, depth = 1;

		if ((at && (isalnum((unsigned char)line.at[at - 1]) || line.at[at - 1] == '_')) ||
		    end >= line.len || line.at[end] != '(')
			continue;
		for (end++; end < line.len && depth; end++) {
			if (line.at[end] == '(' && line.at[end - 1] != '(')
				return true;
			depth += line.at[end] == '(';
			depth -= line.at[end] == ')';
		}
	}
	return false;
}

/* f(g(x)), made for this check, fails in f, which is as it was, with all that it calls: what g gives is another value. Not where
 * f calls by its name something that is gone, or with arguments that are not taken any more. */
static bool is_handed_on(const struct tora_case *c)
{
	const struct tora_exception *x = c->after ? c->after->exception : NULL;

	if (!x || x->frames.n < 2 || c->difference->kind != TORA_DIFF_EXCEPTION_APPEARED ||
	    c->legality == TORA_LEGAL_SEEN || c->difference->api_missing_head ||
	    strcmp(x->frames.at[0].file, TORA_TEST_FILE) != 0 || tora_lang_blames(x).len ||
	    (tora_sv_is(tora_text_last(x->type), "AttributeError") &&
	     !strstr(x->message, "NoneType")))
		return false;
	for (size_t i = 1; i < x->frames.n; i++)
		if (is_changed_file(c->change, x->frames.at[i].file))
			return false;
	return hands_result_to(tora_text_nth(tora_sv(c->test), x->frames.at[0].line),
	                       tora_text_last(x->frames.at[1].function));
}

tora_facts tora_quiet_facts(const struct tora_case *c, const struct tora_telling *t)
{
	tora_facts facts = 0;

	SET(facts, UNFINISHED, are_unfinished(c->intent));
	if (!c->change)
		return facts;
	SET(facts, TAKEN_OUT, is_taken_out(c, t));
	SET(facts, HANDED_ON, is_handed_on(c));
	SET(facts, WIDE, c->change->functions.n + c->change->functions_shed >= WIDE_FUNCTIONS);
	return facts;
}
