#include "judge/evidence.h"

#include "judge/aimed.h"
#include "judge/awaited.h"
#include "judge/class.h"
#include "judge/documented.h"
#include "judge/documents.h"
#include "judge/due.h"
#include "judge/edge.h"
#include "judge/edited.h"
#include "judge/errorwords.h"
#include "judge/foreign.h"
#include "judge/foretold.h"
#include "judge/helper.h"
#include "judge/inside.h"
#include "judge/inwords.h"
#include "judge/instead.h"
#include "judge/kept.h"
#include "judge/kind.h"
#include "judge/leftover.h"
#include "judge/madeby.h"
#include "judge/madeup.h"
#include "judge/marks.h"
#include "judge/means.h"
#include "judge/moved.h"
#include "judge/namedtuple.h"
#include "judge/newuse.h"
#include "judge/olduse.h"
#include "judge/owndoc.h"
#include "judge/owntest.h"
#include "judge/parts.h"
#include "judge/quiet.h"
#include "judge/quote.h"
#include "judge/raised.h"
#include "judge/reach.h"
#include "judge/removal.h"
#include "judge/shape.h"
#include "judge/shown.h"
#include "judge/signature.h"
#include "judge/subject.h"
#include "judge/telling.h"
#include "judge/text.h"
#include "judge/truth.h"
#include "judge/unsaid.h"
#include "judge/whole.h"
#include "judge/wrote.h"
#include "lang/lang.h"

#include <ctype.h>
#include <string.h>

#define SET(e, name, condition) ((e)->facts |= (condition) ? TORA_FACT(name) : 0)

/* ---- the input --------------------------------------------------------------------------- */

static bool passes_another_kind(const struct tora_case *c)
{
	return c->said && tora_usage_of(&c->said->usage, tora_sv(c->test)) == TORA_OF_OTHER_KIND;
}

static void add_input(const struct tora_case *c, struct tora_arena *arena, struct tora_evidence *e)
{
	enum tora_legality legality = tora_made_up(c, e->facts);
	struct tora_own_test own = { 0 };
	bool as_written = c->origin == TORA_ORIGIN_TEST || c->origin == TORA_ORIGIN_DOC;

	SET(e, SEEN, legality == TORA_LEGAL_SEEN);
	SET(e, PLAUSIBLE, legality == TORA_LEGAL_PLAUSIBLE);
	SET(e, UNKNOWN, legality == TORA_LEGAL_UNKNOWN);
	SET(e, ILLEGAL, legality == TORA_LEGAL_ILLEGAL);
	SET(e, OTHER_KIND, legality == TORA_LEGAL_UNKNOWN && passes_another_kind(c));
	SET(e, DOCUMENTED, legality == TORA_LEGAL_SEEN && tora_documented(c));
	SET(e, LEFT_OPEN, tora_domain_warns(c));
	SET(e, PRIVATE, tora_inside(c));
	SET(e, MANY, c->cluster >= 5);
	/* With another literal it is nobody's test any more, but still near. */
	if (c->change && (as_written || c->origin == TORA_ORIGIN_MUTATED))
		own = tora_own_test(c->change, tora_sv(c->test));
	SET(e, TEST_BROUGHT, own.brought && as_written);
	SET(e, TEST_TAKEN, own.taken && !own.brought && as_written);
	e->took_its_test = own.deleted && as_written;
	SET(e, TEST_NEAR, (own.brought && !as_written) || own.odd);
	SET(e, TEST_EDITED,
	    c->change && !own.brought && (!own.taken || !as_written) && !own.deleted &&
	            (own.taken || tora_edited_test(c->change, c->where, tora_sv(c->test), arena)));
	/* Who means to change behaviour mostly says so in one of those, or where the function says what it does. */
	SET(e, SILENT,
	    c->change && !c->intent->test_lines.n && !c->intent->docs.n &&
	            !c->intent->changelog.n && !tora_own_doc_rewritten(c->function));
}

/* ---- the message -------------------------------------------------------------------------- */

/* How much a message has to do with this difference. */
static size_t relevance(const struct tora_telling *t, struct tora_sv text, struct tora_arena *arena)
{
	struct tora_mentions m = tora_telling_in(t, text, arena);

	return 8u * m.function + 4u * m.value + 4u * m.exception + 2u * m.name + 2u * m.input +
	       (m.shown > 2 ? 2 : m.shown);
}

/* The subject of the message that speaks most about it, the newest of equals; the title
 * where no message says anything. */
static const char *speaking_subject(const struct tora_case *c, const struct tora_telling *t,
                                    struct tora_arena *arena)
{
	struct tora_sv best = tora_sv(c->intent->messages.n ? "" : c->intent->title);
	size_t i, most = 0, n;

	for (i = c->intent->messages.n; i-- > 0;) {
		struct tora_sv text = tora_sv(c->intent->messages.at[i].text);
		struct tora_sv subject = tora_message_subject(text);

		n = relevance(t, text, arena);
		if (!subject.len || (best.len && n <= most))
			continue;
		best = subject;
		most = n;
	}
	return tora_arena_text(arena, best);
}

/* As a word, give or take an s at its end: "_WrappingExceptions" is about the class. */
static bool has_name(struct tora_sv text, struct tora_sv name)
{
	struct tora_sv one = { name.at, name.len - tora_sv_ends(name, "s") };
	size_t i, end;

	for (i = 0; (i = tora_text_find(text, one, i, true)) != SIZE_MAX; i++) {
		end = i + one.len;
		end += end < text.len && tolower((unsigned char)text.at[end]) == 's';
		if ((!i || !(isalnum((unsigned char)text.at[i - 1]) || text.at[i - 1] == '_')) &&
		    (end == text.len ||
		     !(isalnum((unsigned char)text.at[end]) || text.at[end] == '_')))
			return true;
	}
	return false;
}

/* "ordinal_num" of p.u.to_ordinal_num: a name of two words and more is not another's by chance. */
static bool ends_name(struct tora_sv whole, struct tora_sv part)
{
	size_t from = whole.len - part.len;

	return memchr(part.at, '_', part.len) && whole.len > part.len &&
	       whole.at[from - 1] == '_' && tora_text_find(whole, part, from, true) == from;
}

static bool is_of_case(const struct tora_case *c, struct tora_sv name)
{
	return has_name(tora_sv(c->test), name) || has_name(tora_sv(c->name), name) ||
	       ends_name(tora_text_last(c->name), name);
}

/* Identifiers a subject marks as code: `x`, x(), x.y, x_y. */
static bool names_only_others(struct tora_sv subject, const struct tora_case *c)
{
	struct tora_scan scan = { .text = subject };
	struct tora_token t;
	bool named = false;

	/* "Extract the body of wraps to update_wrapper": plain words are names too. */
	if (*c->name && tora_text_has_word(subject, tora_text_last(c->name), false))
		return false;
	while (tora_scan_solid(&scan, &t)) {
		size_t at = scan.at - t.text.len;
		bool code = t.kind == TORA_TOKEN_WORD && t.text.len > 2 &&
		            (memchr(t.text.at, '_', t.text.len) ||
		             (at > 0 && strchr("`.", subject.at[at - 1])) ||
		             (scan.at < subject.len && strchr("`(", subject.at[scan.at]) &&
		              !memchr(subject.at + at, ' ', t.text.len)));

		if (!code || (scan.at < subject.len && subject.at[scan.at] == ':'))
			continue;
		if (is_of_case(c, t.text))
			return false;
		named = true;
	}
	return named;
}

/* Outside only when every message speaks of kinds of input, and of none that the test passes:
 * one that does not restrict itself may mean this. */
static void add_reach(const struct tora_case *c, struct tora_sv all, struct tora_evidence *e)
{
	uint32_t passes = tora_reach_of_test(tora_sv(c->test)), spoken = 0, one;
	uint32_t gives =
		tora_reach_of_values(tora_sv(c->difference->before), tora_sv(c->difference->after));
	bool restricted = true, within = false, marked = false;
	size_t i;

	for (i = 0; i < c->intent->messages.n; i++) {
		struct tora_sv subject =
			tora_message_subject(tora_sv(c->intent->messages.at[i].text));
		bool named = tora_marks_named(subject);

		one = tora_reach_of_subject(subject, c->name);
		restricted &= one != 0 || named || !subject.len;
		spoken |= one;
		marked |= named;
		SET(e, REACH_INSIDE, tora_marks_passed(subject, tora_sv(c->test)));
		within |= tora_marks_printed(subject, tora_sv(c->difference->before)) ||
		          tora_marks_printed(subject, tora_sv(c->difference->after));
	}
	within |= (e->facts & TORA_FACT(REACH_INSIDE)) || (spoken & (passes | gives));
	SET(e, REACH_INSIDE, tora_reach_of_text(all) & passes);
	/* "Fix the empty last page" is about a result. */
	SET(e, REACH_OUTSIDE, restricted && (spoken || marked) && !within);
	if (e->facts & TORA_FACT(REACH_OUTSIDE))
		e->outside = spoken ? tora_reach_name(spoken) : TORA_MARKS_NAME;
}

/* The messages say that results come one by one, and this difference is another: other results. */
static bool other_than_lazier(const struct tora_case *c)
{
	const struct tora_difference *d = c->difference;
	struct tora_sv text, subject;
	size_t i, lazier = 0, others = 0;

	if (d->kind != TORA_DIFF_VALUE || strstr(d->before, "<iterator") ||
	    strstr(d->after, "<iterator"))
		return false;
	for (i = 0; i < c->intent->messages.n; i++) {
		text = tora_sv(c->intent->messages.at[i].text);
		subject = tora_message_subject(text);
		if (tora_means_lazier(subject, text))
			lazier++;
		else
			others += tora_message_claims(text).claim != TORA_CLAIM_KEEPS;
	}
	return lazier && !others;
}

/* Each message says only with which functions of others it is done, or which helper it is done without. */
static bool says_only_by_what(const struct tora_case *c)
{
	struct tora_sv subject;
	size_t i;

	for (i = 0; i < c->intent->messages.n && c->change; i++) {
		subject = tora_message_subject(tora_sv(c->intent->messages.at[i].text));
		if (!tora_foreign_only(subject, c->change) && !tora_helper_gone(subject, c->change))
			return false;
	}
	return i > 0;
}

/* The one message adds something that it names, which the test has nothing of; what the rest of it claims. */
static bool beside_what_is_added(const struct tora_case *c, enum tora_claim *ret_rest)
{
	return c->intent->messages.n == 1 &&
	       tora_parts_beside(tora_message_subject(tora_sv(c->intent->messages.at[0].text)),
	                         tora_sv(c->test), ret_rest);
}

/* `Revert "Quote names"`, "This reverts commit 1234567": what it was before that is what it is to be. */
static bool takes_back(const struct tora_case *c)
{
	size_t i;

	for (i = 0; i < c->intent->messages.n; i++) {
		struct tora_sv text = tora_sv(c->intent->messages.at[i].text);

		if (!tora_sv_starts(tora_message_subject(text), "Revert \"") ||
		    !tora_sv_has(text, "This reverts commit "))
			return false;
	}
	return i > 0;
}

/* Each message says that it is for another version of what runs it: what fails here was not written for this one. */
static bool is_for_another_version(const struct tora_case *c)
{
	size_t i;

	for (i = 0; i < c->intent->messages.n; i++)
		if (!tora_subject_for_another_version(
			    tora_message_subject(tora_sv(c->intent->messages.at[i].text))))
			return false;
	return i > 0;
}

static bool misspells_lost(const struct tora_case *c, const struct tora_telling *t,
                           struct tora_sv messages, struct tora_arena *arena)
{
	size_t i;

	for (i = 0; i < t->values.n && c->difference->api_missing_head; i++)
		if (tora_removal_misspells(messages, t->values.at[i], arena))
			return true;
	return false;
}

/* The name that is gone is told of in other words. */
static bool tells_of_lost(const struct tora_case *c, const struct tora_telling *t,
                          struct tora_arena *arena)
{
	size_t i;

	for (i = 0; i < t->values.n && c->difference->api_missing_head; i++)
		if (tora_removal_tells(c->said->messages, t->values.at[i], c->said->removed,
		                       arena) ||
		    tora_moved_renamed(c, t->values.at[i]))
			return true;
	return false;
}

static bool gives_up_lost(const struct tora_case *c, const struct tora_telling *t)
{
	for (size_t i = 0; i < t->values.n && c->difference->api_missing_head; i++)
		if (tora_moved_given_up(c, t->values.at[i]))
			return true;
	return false;
}

/* "'T' object is not iterable", and the message makes it iterable; "unhashable", and it is hashable now. "Get all tests
 * to pass": one that failed does. */
static bool gives_what_was_missing(const struct tora_case *c, struct tora_sv messages)
{
	const struct tora_exception *x = c->before->exception;
	struct tora_scan scan = { .text = tora_sv(x && x->message ? x->message : "") };
	struct tora_token t, last = { .kind = TORA_TOKEN_SPACE };

	if (c->difference->kind == TORA_DIFF_EXCEPTION_GONE && c->origin == TORA_ORIGIN_TEST &&
	    tora_words_match(messages, "tests passed|tests pass|tests to pass|tests passing|"
	                               "failing test*|broken test*|test failure*"))
		return true;
	while (c->difference->kind == TORA_DIFF_EXCEPTION_GONE && tora_scan_solid(&scan, &t)) {
		bool able = t.kind == TORA_TOKEN_WORD &&
		            (tora_sv_ends(t.text, "able") || tora_sv_ends(t.text, "ible"));
		size_t cut = tora_sv_starts(t.text, "un") ? 2 : 0;

		if (able && (cut || tora_sv_is(last.text, "not")) &&
		    tora_text_has_word(messages,
		                       (struct tora_sv){ t.text.at + cut, t.text.len - cut }, true))
			return true;
		last = t;
	}
	return false;
}

/* The base failed where the test imports it: nothing that it does could be told apart from that. */
static bool could_not_import(const struct tora_case *c)
{
	const struct tora_exception *x = c->before->exception;
	struct tora_sv test = tora_sv(c->test), line = tora_sv("");
	unsigned n = x && !c->difference->api_missing_base && x->frames.n &&
	                             strcmp(x->frames.at[0].file, TORA_TEST_FILE) == 0
	                     ? x->frames.at[0].line
	                     : 0;

	while (n && tora_sv_line(&test, &line))
		if (!--n)
			return tora_sv_starts(line, "import ") || tora_sv_starts(line, "from ");
	return false;
}

/* The function whose parameters the new error is about. Else the one of the case. */
static const char *function_blamed(const struct tora_case *c, struct tora_arena *arena)
{
	const struct tora_exception *x = c->after->exception;
	struct tora_sv blamed = { .at = NULL };

	if (x && x->message)
		blamed = tora_lang_blames(x);
	return blamed.len ? tora_arena_text(arena, blamed) : c->name;
}

/* "Move the check for empty ones into Tree.add()": what it refuses now it took before. */
static bool moves_check_here(const struct tora_case *c, struct tora_sv messages,
                             struct tora_sv function)
{
	static const char *const links[] = { " into ", " to " };
	bool refuses = c->difference->kind == TORA_DIFF_EXCEPTION_APPEARED;
	struct tora_sv line;

	while (refuses && tora_sv_line(&messages, &line)) {
		bool moves = tora_words_match(line, "move|moves|moved|moving") &&
		             tora_words_match(line, "check|checks|validation|guard|guards|"
		                                    "assertion|assertions");

		for (size_t i = 0; moves && i < sizeof links / sizeof *links; i++) {
			size_t at = tora_text_find(line, tora_sv(links[i]), 0, true);

			if (at != SIZE_MAX &&
			    tora_telling_named((struct tora_sv){ line.at + at, line.len - at },
			                       function))
				return true;
		}
	}
	return false;
}

/* A message, or a line of the changelog, says what this comes in the place of, and it was something else. */
static bool replaces_other(const struct tora_case *c, const struct tora_telling *t,
                           struct tora_sv messages, struct tora_arena *arena)
{
	for (size_t i = 0; i < c->intent->changelog.n; i++)
		if (tora_instead_of_other(tora_sv(c->intent->changelog.at[i]), t, c->difference,
		                          arena))
			return true;
	return tora_instead_of_other(messages, t, c->difference, arena);
}

void tora_evidence_claim(struct tora_evidence *e, enum tora_claim claim)
{
	e->claims.claim = claim;
	e->facts &= ~(TORA_FACT(CLAIM_NONE) | TORA_FACT(CLAIM_ADDS) | TORA_FACT(CLAIM_FIXES) |
	              TORA_FACT(CLAIM_KEEPS) | TORA_FACT(CLAIM_CHANGES));
	SET(e, CLAIM_NONE, claim == TORA_CLAIM_NONE);
	SET(e, CLAIM_ADDS, claim == TORA_CLAIM_ADDS);
	SET(e, CLAIM_FIXES, claim == TORA_CLAIM_FIXES);
	SET(e, CLAIM_KEEPS, claim == TORA_CLAIM_KEEPS);
	SET(e, CLAIM_CHANGES, claim == TORA_CLAIM_CHANGES);
}

static void add_message(const struct tora_case *c, const struct tora_telling *t,
                        struct tora_arena *arena, struct tora_evidence *e)
{
	struct tora_sv all = c->said->messages, of_all;
	struct tora_mentions m = tora_telling_in(t, all, arena);
	const char *blamed = function_blamed(c, arena);
	bool tells = tells_of_lost(c, t, arena) || tora_moved_told(c), other;
	bool kept = tora_kept_told(all, c->name, arena);
	enum tora_claim rest;

	e->subject = speaking_subject(c, t, arena);
	e->claims = tora_message_about(c->intent, blamed);
	if (e->claims.claim == TORA_CLAIM_NONE &&
	    ((blamed != c->name && tora_message_updates(c->intent, blamed)) ||
	     tora_message_describes(c->intent, blamed)))
		e->claims.claim = TORA_CLAIM_CHANGES;
	if (!e->claims.breaking &&
	    (other_than_lazier(c) || (e->claims.claim != TORA_CLAIM_FIXES &&
	                              (says_only_by_what(c) || tora_error_words_only(c)))))
		e->claims.claim = TORA_CLAIM_KEEPS;
	/* What calls itself a refactoring and tells of what goes keeps the rest, not this. */
	if (e->claims.claim == TORA_CLAIM_KEEPS && !e->claims.promises_same && tells)
		e->claims.claim = TORA_CLAIM_CHANGES;
	if (e->claims.claim == TORA_CLAIM_KEEPS && !e->claims.promises_same &&
	    (tora_class_told(c) || moves_check_here(c, all, t->function)))
		e->claims.claim = TORA_CLAIM_CHANGES;
	/* "Simplify quoting", and tests that expect something else of it. */
	if (e->claims.claim == TORA_CLAIM_KEEPS && !e->claims.promises_same &&
	    c->said->expects_otherwise && !tora_message_has_more(all))
		e->claims.claim = TORA_CLAIM_CHANGES;
	if (e->claims.claim == TORA_CLAIM_ADDS && c->change &&
	    tora_old_use_ended(c->change, c->function, all))
		e->claims.claim = TORA_CLAIM_CHANGES;
	if (e->claims.claim == TORA_CLAIM_ADDS && beside_what_is_added(c, &rest)) {
		SET(e, OLD_USE, rest == TORA_CLAIM_NONE && !tora_message_has_more(all));
		if (rest == TORA_CLAIM_KEEPS)
			e->claims.claim = TORA_CLAIM_KEEPS;
	}
	if (tora_whole_typo(c)) {
		e->claims.claim = TORA_CLAIM_FIXES;
		e->facts &= ~TORA_FACT(SILENT);
	}
	if (kept) {
		e->claims.claim = TORA_CLAIM_KEEPS;
		e->claims.promises_same = true;
	}
	/* What a release says of the branch is not said of a commit that claims to change nothing. */
	if (e->claims.claim == TORA_CLAIM_KEEPS && c->intent->beside &&
	    c->intent->beside == c->intent->changelog.n + c->intent->docs.n)
		SET(e, SILENT,
		    c->change && !c->intent->test_lines.n && !tora_own_doc_rewritten(c->function));
	tora_evidence_claim(e, e->claims.claim);
	SET(e, PROMISE, e->claims.promises_same);
	SET(e, BREAKING, e->claims.breaking);
	SET(e, REVERTS, takes_back(c));
	SET(e, ABOUT_REMOVAL, e->claims.about_removal);
	SET(e, NAMES_FUNCTION,
	    m.function || tora_telling_in_words(all, t->function) ||
	            tora_telling_named(all, tora_whole_class(c->name)) ||
	            (blamed != c->name && tora_telling_named(all, tora_text_last(blamed))) ||
	            (c->difference->api_missing_head &&
	             tora_removal_covers(all, c->name,
	                                 c->function ? c->function->base_body : tora_sv(""),
	                                 arena)));
	other = replaces_other(c, t, all, arena);
	SET(e, OTHER_THAN_SAID, other);
	SET(e, NAMES_EXCEPTION, m.exception && !other);
	SET(e, NAMES_VALUE,
	    (m.value && !other) || tells || misspells_lost(c, t, all, arena) ||
	            gives_what_was_missing(c, all) || tora_in_words(c, all) ||
	            tora_leftover_gone(c) ||
	            tora_marks_told(all, tora_sv(c->difference->before),
	                            tora_sv(c->difference->after)));
	SET(e, NAMES_INPUT, m.input);
	SET(e, SHARES_WORDS, m.shown >= 1 && m.shown + m.test + m.function >= 2);
	SET(e, SHARES_WORDS,
	    m.fields &&
	            (e->claims.claim == TORA_CLAIM_FIXES || e->claims.claim == TORA_CLAIM_CHANGES));
	SET(e, SHARES_WORDS, tora_class_speaks_of(all, tora_text_last(c->name)));
	SET(e, NAMES_OTHER, names_only_others(tora_sv(e->subject), c));
	add_reach(c, all, e);
	SET(e, ABOUT_ERRORS, e->claims.about_errors && !other);
	e->quote = other || kept ? NULL : tora_telling_quote(t, c->intent, arena);
	if (!e->quote && !kept && c->difference->api_missing_head &&
	    tora_removal_of_all(all, arena, &of_all))
		e->quote = tora_quote_in(c->intent, of_all, arena);
	if (!kept)
		tora_due(c, arena, e);
	SET(e, QUOTE, e->quote != NULL);
}

/* ---- the diff ------------------------------------------------------------------------------ */

/* What one difference is looked for in: the kinds for which the new value can be written down. */
static bool has_new_value(const struct tora_difference *d)
{
	return d->kind == TORA_DIFF_VALUE || d->kind == TORA_DIFF_ORDER ||
	       d->kind == TORA_DIFF_EXCEPTION_GONE;
}

/* `is None` stands in the tests of every project; a sentence that says None means this one. */
static bool is_constant(struct tora_sv value)
{
	return tora_words_match(value, "none|true|false|nan|ellipsis|notimplemented") &&
	       !memchr(value.at, ' ', value.len);
}

/* A printed value is often too short to be telling by itself: with the function's name and
 * an input on the same line it is. */
static bool asserts_value(struct tora_sv line, const struct tora_case *c,
                          const struct tora_telling *t, const struct tora_mentions *m)
{
	struct tora_sv after = tora_sv_trim(tora_sv(c->difference->after));
	size_t i;

	if (!has_new_value(c->difference))
		return false;
	for (i = 0; i < t->values.n; i++)
		if (!is_constant(t->values.at[i]) &&
		    !tora_text_has_word(tora_sv(c->test), t->values.at[i], false) &&
		    tora_text_has_word(line, t->values.at[i], false) &&
		    tora_text_has_word(after, t->values.at[i], false))
			return true;
	/* What the program has itself comes of other calls as well. */
	return m->function && m->input && after.len && after.len < 80 &&
	       tora_text_has_word(line, after, false) &&
	       !tora_text_has_word(tora_sv(c->test), after, false);
}

/* The very call with the very result, in what was added to tests or documents; or a value that looks like the new one. */
static void add_shown(const struct tora_case *c, struct tora_arena *arena, struct tora_evidence *e)
{
	struct tora_sv after = tora_sv(c->difference->after);
	const struct tora_said *said = c->said;
	struct tora_shown shown;

	if (!has_new_value(c->difference))
		return;
	tora_shown(tora_sv(c->test), arena, &shown);
	SET(e, TEST_ASSERTS, tora_shown_with(&shown, said->tests, after, arena));
	SET(e, TEST_ASSERTS, tora_shown_with(&shown, said->docs, after, arena));
	SET(e, TEST_ASSERTS, tora_shown_with(&shown, said->added, after, arena));
	SET(e, TEST_ASSERTS,
	    c->difference->kind == TORA_DIFF_VALUE &&
	            tora_likewise_shown(&said->edits, tora_sv(c->difference->before), after));
	SET(e, NAMES_VALUE, tora_shown_with(&shown, said->messages, after, arena));
	SET(e, NAMES_VALUE,
	    c->difference->kind == TORA_DIFF_VALUE &&
	            tora_shape_shown(said->messages, tora_sv(c->difference->before), after));
	SET(e, SIBLING,
	    c->difference->kind == TORA_DIFF_VALUE &&
	            (tora_shape_shown(said->docs, tora_sv(c->difference->before), after) ||
	             tora_shape_shown(said->tests, tora_sv(c->difference->before), after) ||
	             tora_likewise(&said->edits, tora_sv(c->difference->before), after)));
}

#define FRAGMENT_MIN 8  /* bytes of new text that a test does not have by chance */
#define LINE_MIN     12 /* of a whole line */

/* "`</code>" is made of what every such value has. */
static bool has_new_word(struct tora_sv fragment, struct tora_sv before)
{
	struct tora_scan scan = { .text = fragment };
	struct tora_token t;

	while (tora_scan_solid(&scan, &t))
		if (t.kind != TORA_TOKEN_PUNCT && !tora_text_has_word(before, t.text, false))
			return true;
	return false;
}

/* A call without anything that the change adds for callers to pass. */
static bool is_old_use(const struct tora_case *c, struct tora_sv program)
{
	return c->change && tora_old_use(c->change, program) &&
	       !tora_new_names_used(&c->said->names, program);
}

/* What an added test line asserts is of such calls: what comes with an option is tested with it. */
static bool is_of_old_use(const struct tora_case *c, size_t line, struct tora_arena *arena)
{
	return is_old_use(c, tora_made_by(c->change, c->intent, line, arena));
}

/* What a test that was added would not have by chance: new words of the line that differs, or, where only marks are new,
 * all of it, if no such test has what it was. Empty: nothing. */
static struct tora_sv telling_fragment(const struct tora_case *c)
{
	struct tora_sv before = tora_sv_trim(tora_sv(c->difference->before));
	struct tora_sv fragment = tora_telling_put(c->difference);

	if (fragment.len >= FRAGMENT_MIN && has_new_word(fragment, before))
		return fragment;
	fragment = tora_sv_trim(tora_sv(c->difference->after));
	if (fragment.len < LINE_MIN || !before.len ||
	    tora_text_find(c->said->tests, before, 0, false) != SIZE_MAX)
		return tora_sv("");
	return fragment;
}

/* With other words around it, a test that was added asserts it too: not, what comes with an option, of a call without. */
static bool asserts_fragment(const struct tora_case *c, bool old, struct tora_arena *arena)
{
	struct tora_sv fragment, tests = c->said->tests;

	if (c->difference->kind != TORA_DIFF_VALUE || !*c->difference->before)
		return false;
	fragment = telling_fragment(c);
	if (!fragment.len ||
	    tora_text_find(tora_sv(c->difference->before), fragment, 0, false) != SIZE_MAX ||
	    tora_text_find(tora_sv(c->test), fragment, 0, false) != SIZE_MAX)
		return false;
	if (!old)
		return tora_text_find(tests, fragment, 0, false) != SIZE_MAX;
	for (size_t i = 0; i < c->intent->test_lines.n; i++)
		if (tora_text_find(tora_sv(c->intent->test_lines.at[i]), fragment, 0, false) !=
		            SIZE_MAX &&
		    is_of_old_use(c, i, arena))
			return true;
	return false;
}

static void add_test_lines(const struct tora_case *c, const struct tora_telling *t,
                           struct tora_arena *arena, struct tora_evidence *e)
{
	uint32_t passes = tora_reach_of_test(tora_sv(c->test));
	bool old = is_old_use(c, tora_sv(c->test));
	bool beside = c->said->names.tests_use_only &&
	              !tora_new_names_used(&c->said->names, tora_sv(c->test));
	size_t i;

	SET(e, TEST_ASSERTS, asserts_fragment(c, old, arena));
	for (i = 0; i < c->intent->test_lines.n; i++) {
		struct tora_sv line = tora_sv(c->intent->test_lines.at[i]);
		struct tora_mentions m = tora_telling_names_in(t, line);

		bool asserts = asserts_value(line, c, t, &m);
		bool near = !beside && t->function.len > 2 &&
		            tora_text_has_word(line, t->function, false) &&
		            (m.input || (tora_reach_of_test(line) & passes));

		SET(e, TEST_EXPECTS,
		    t->raised.len && tora_text_has_word(line, t->raised, false) &&
		            tora_words_match(line, "raises*|assertRaises*|throws"));
		if ((asserts || near) && (!old || is_of_old_use(c, i, arena))) {
			SET(e, TEST_ASSERTS, asserts);
			SET(e, TEST_NEAR, near);
		}
	}
}

static void add_diff(const struct tora_case *c, const struct tora_telling *t,
                     struct tora_arena *arena, struct tora_evidence *e)
{
	struct tora_sv added = c->said->added;
	const struct tora_function *f = c->function;
	const char *message =
		c->after->exception ? c->after->exception->message : c->difference->after;
	size_t i;

	if (!c->change)
		return;
	SET(e, OLD_WORDS,
	    f && !tora_wrote_message(added, message) && tora_wrote_message(f->base_body, message));
	/* `raise TypeError("expected a callable")`: whoever wrote these words meant it. */
	if (tora_wrote_raise(c->change, c->after->exception, t->raised) ||
	    (strchr(message, ' ') && (tora_wrote_message(added, message) ||
	                              (f && tora_wrote_message(f->head_body, message)))))
		e->facts &= ~TORA_FACT(PROGRAM_ERROR);
	SET(e, OLD_WORDS, tora_wrote_others(t->raised, added, message));
	SET(e, DIFF_CATCHES,
	    tora_wrote_catch(added, c->said->removed, t->gone) &&
	            (!f || tora_wrote_catch_for(c->change, f, t->gone)));
	if (t->raised.len && !tora_wrote_others(t->raised, added, message))
		SET(e, DIFF_RAISES,
		    tora_wrote_message(added, message) ||
		            (tora_text_has_word(added, t->raised, false) &&
		             tora_words_match(added, "raise|throw")));
	if (c->difference->kind == TORA_DIFF_VALUE)
		SET(e, DIFF_VALUE,
		    tora_wrote_run(added, tora_sv(c->difference->after), true) &&
		            !tora_wrote_run(tora_sv(c->difference->before),
		                            tora_sv(c->difference->after), true));
	for (i = 0; i < t->values.n; i++) /* what a removed line has, too, was only moved */
		SET(e, DIFF_VALUE,
		    tora_text_has_word(added, t->values.at[i], false) &&
		            !tora_text_has_word(c->said->removed, t->values.at[i], false) &&
		            tora_text_has_word(tora_sv(c->difference->after), t->values.at[i],
		                               false));
	SET(e, OLD_USE,
	    !tora_message_has_more(c->said->messages) && is_old_use(c, tora_sv(c->test)));
	SET(e, WHOLE, tora_whole(c));
	SET(e, GIVEN_UP, gives_up_lost(c, t));
	SET(e, METHOD_WRITTEN, tora_whole_writes_method(c));
	SET(e, TRUTH, tora_truth_changed(c));
	e->facts |= tora_unsaid_facts(c, t);
	SET(e, NAMED_TUPLE, tora_named_tuple(c));
	SET(e, AWAITED, tora_awaited(c, t));
	SET(e, EDITION, c->said->is_edition);
	SET(e, WAS_ELSEWHERE,
	    tora_foreign_lacks(c->before->exception, c->change) || could_not_import(c) ||
	            ((e->facts & TORA_FACT(WAS_PROGRAM_ERROR)) && is_for_another_version(c)));
	SET(e, RELEASE, tora_release_explains(&c->said->release, c->difference, arena));
	SET(e, NEW_API, tora_class_lacked(c, added));
	SET(e, EDGE, tora_edge(c));
	SET(e, DIFF_AIMS, tora_aimed(added, c->said->removed, tora_sv(c->test)));
	tora_own_doc(c, t, arena, e);
	if (f && f->kind == TORA_CHANGE_MODIFIED && f->signature && f->base_body.len &&
	    f->head_body.len)
		SET(e, DIFF_SIGNATURE,
		    !tora_sv_has(f->base_body, f->signature) &&
		            tora_sv_has(f->head_body, f->signature));
}

/* "Bills can change", of what bill() gives. */
static void add_foretold(const struct tora_case *c, struct tora_arena *arena,
                         struct tora_evidence *e)
{
	struct tora_sv sentence =
		c->difference->kind == TORA_DIFF_VALUE ? tora_foretold(c) : tora_sv("");

	SET(e, FORETOLD, sentence.len > 0);
	if (sentence.len && !e->quote &&
	    !(e->facts & (TORA_FACT(PROMISE) | TORA_FACT(OTHER_THAN_SAID))))
		e->quote = tora_quote_in(c->intent, sentence, arena);
	SET(e, QUOTE, e->quote != NULL);
}

/* What is said of the input, or of the test, is said of the line that differs as announced. */
static void look_beside(const struct tora_case *c, struct tora_evidence *e)
{
	if (!c->difference->beside)
		return;
	e->facts &= ~(TORA_SAID_OF_INPUT | TORA_FACT(TEST_EDITED) | TORA_FACT(TEST_NEAR) |
	              TORA_FACT(DIFF_AIMS));
	SET(e, BESIDE, true);
}

void tora_evidence(const struct tora_case *asked, struct tora_arena *arena,
                   struct tora_evidence *ret)
{
	struct tora_telling telling;
	struct tora_case with = *asked;
	const struct tora_case *c = &with;
	struct tora_said said;

	memset(ret, 0, sizeof *ret);
	ret->subject = ret->outside = "";
	if (!with.said) {
		tora_said(c->intent, c->change, arena, &said);
		with.said = &said;
	}
	tora_telling(c, arena, &telling);
	ret->facts |= tora_kind_facts(c, &telling);
	add_input(c, arena, ret);
	add_message(c, &telling, arena, ret);
	add_foretold(c, arena, ret);
	add_test_lines(c, &telling, arena, ret);
	add_shown(c, arena, ret);
	ret->facts |=
		tora_documents_facts(c, &telling, ret->claims.claim == TORA_CLAIM_KEEPS, arena);
	if ((ret->facts & TORA_FACT(SAID_OTHERWISE)) && !(ret->facts & TORA_FACT(PROMISE)) &&
	    tora_raised_in_test(c->after->exception))
		ret->facts &= ~TORA_FACT(PROGRAM_ERROR); /* it takes what it asked for apart */
	add_diff(c, &telling, arena, ret);
	tora_new_use(c, &telling, ret);
	look_beside(c, ret);
	ret->facts |= tora_quiet_facts(c, &telling);
}

bool tora_evidence_announced(const struct tora_evidence *e)
{
	return e->facts &
	       (TORA_FACT(TEST_ASSERTS) | TORA_FACT(TEST_EXPECTS) | TORA_FACT(NAMES_VALUE) |
	        TORA_FACT(NAMES_EXCEPTION) | TORA_FACT(REACH_INSIDE) | TORA_FACT(LOG_MENTIONS) |
	        TORA_FACT(TEST_BROUGHT));
}

bool tora_evidence_unsaid(const struct tora_evidence *e)
{
	return e->facts & TORA_UNSAID;
}
