#include "judge/evidence.h"
#include "judge/iterator.h"
#include "judge/marks.h"
#include "judge/signature.h"
#include "judge/text.h"
#include "judge/words.h"

#include <ctype.h>
#include <stdint.h>
#include <string.h>

/* A test that came with the change, or that it had to edit, behaves differently on the base: the
 * developer knows of this. What is new cannot differ in any other way. */
static bool shown_by_own_test(const struct tora_evidence *e)
{
	const tora_facts own = TORA_FACT(TEST_BROUGHT) | TORA_FACT(TEST_TAKEN);

	if (e->facts & (TORA_FACT(NEW_API) | TORA_FACT(WARNING) | TORA_FACT(MESSAGE)))
		return false;
	return (e->facts & TORA_FACT(TEST_ASSERTS)) ||
	       ((e->facts & own) && (e->facts & TORA_FACT(SEEN)));
}

/* A test that shows that an error went away says nothing of values that turned into others; one that did
 * not end on the base could say no more. */
static bool may_be_of_one_cause(const struct tora_evidence *own, const struct tora_case *own_case,
                                const struct tora_case *other)
{
	return (own->facts & TORA_FACT(HUNG)) ||
	       own_case->difference->kind == other->difference->kind;
}

/* "Avoid backtracking", with a test that fails on the base, is no refactoring whatever it calls itself. */
static void belie_claim(struct tora_evidence *e)
{
	const tora_facts nothing = TORA_FACT(CLAIM_KEEPS) | TORA_FACT(CLAIM_NONE);

	if (!(e->facts & nothing) || (e->facts & TORA_FACT(PROMISE)))
		return;
	tora_evidence_claim(e, TORA_CLAIM_CHANGES);
}

/* An error or a hang that went away, what is new, and what something written speaks of: that may be what a commit is for. */
static bool may_be_meant(const struct tora_evidence *e)
{
	const tora_facts nobodys = TORA_FACT(UNKNOWN) | TORA_FACT(ILLEGAL) | TORA_FACT(PRIVATE);
	const tora_facts better = TORA_FACT(GONE) | TORA_FACT(HUNG) | TORA_FACT(NEW_API);

	return tora_evidence_announced(e) || ((e->facts & better) && !(e->facts & nobodys));
}

static bool is_of_marks(const struct tora_evidence *e)
{
	return (e->facts & TORA_FACT(REACH_OUTSIDE)) && strcmp(e->outside, TORA_MARKS_NAME) == 0;
}

static void add_lone(struct tora_evidence *all, size_t n)
{
	size_t i, meant = 0;

	for (i = 0; i < n; i++)
		meant += may_be_meant(&all[i]);
	for (i = 0; i < n; i++)
		if (meant == may_be_meant(&all[i]))
			all[i].facts |= TORA_FACT(LONE);
}

/* Methods of one class, which are named in capitals, or the same function: of that the owner is a module. */
static bool are_of_one(const struct tora_case *a, const struct tora_case *b)
{
	struct tora_sv class = tora_text_owner(a->name);

	return strcmp(a->name, b->name) == 0 || (class.len && isupper((unsigned char)*class.at) &&
	                                         tora_sv_eq(class, tora_text_owner(b->name)));
}

/* What shows in the same way without an error, too, does not come of one; nor does what shows of a list come of an iterator. */
static bool shows_without(const struct tora_evidence *other, const struct tora_case *c,
                          tora_facts cause)
{
	const tora_facts values = TORA_FACT(VALUE) | TORA_FACT(ORDER);

	if (!(other->facts & values) || (other->facts & (cause | TORA_FACT(ILLEGAL))))
		return false;
	return cause == TORA_FACT(READ_ONCE) ? !tora_iterator_handed(tora_sv(c->test))
	                                     : !tora_words_match(tora_sv(c->test), "except|catch");
}

static void drop_causes(const struct tora_case *cases, size_t n, struct tora_evidence *all)
{
	for (size_t k = 0; k < n; k++)
		for (size_t i = 0; i < n; i++) {
			bool is_same = cases[i].difference->kind == cases[k].difference->kind &&
			               strcmp(cases[i].name, cases[k].name) == 0;

			if ((all[k].facts & TORA_FACT(HALF_DONE)) &&
			    are_of_one(&cases[i], &cases[k]) &&
			    tora_sv_eq(tora_signature_part(cases[i].difference),
			               tora_signature_part(cases[k].difference)) &&
			    shows_without(&all[i], &cases[i], TORA_FACT(HALF_DONE)))
				all[k].facts &= ~TORA_FACT(HALF_DONE);
			if ((all[k].facts & TORA_FACT(READ_ONCE)) && is_same &&
			    shows_without(&all[i], &cases[i], TORA_FACT(READ_ONCE)))
				all[k].facts &= ~TORA_FACT(READ_ONCE);
		}
}

static bool is_nothing(struct tora_sv value)
{
	value = tora_sv_trim(value);
	return tora_sv_is(value, "None") || tora_sv_is(value, "null") ||
	       tora_sv_is(value, "undefined");
}

static bool is_of_path(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '.';
}

/* Offset `at` begins an argument of a call, but of one that only prints. */
static bool is_argument(struct tora_sv test, size_t at)
{
	size_t end;

	while (at && test.at[at - 1] == ' ')
		at--;
	if (!at || !tora_one_of(test.at[at - 1], "(,"))
		return false;
	end = --at;
	while (at && is_of_path(test.at[at - 1]))
		at--;
	return test.at[end] == ',' ||
	       (end > at &&
	        !tora_words_match((struct tora_sv){ test.at + at, end - at }, "print|console.log"));
}

/* `f(p.name(1))` or `name(1).x`: what comes of it is used at once. */
static bool is_used_at_once(struct tora_sv test, struct tora_sv name)
{
	for (size_t at = 0; (at = tora_text_find(test, name, at, false)) != SIZE_MAX; at++) {
		size_t begin = at, end = at + name.len;
		unsigned depth = 1;

		if (end >= test.len || test.at[end] != '(' ||
		    (at && (isalnum((unsigned char)test.at[at - 1]) || test.at[at - 1] == '_')))
			continue;
		while (begin && is_of_path(test.at[begin - 1]))
			begin--;
		for (end++; depth && end < test.len; end++) {
			depth += test.at[end] == '(';
			depth -= test.at[end] == ')';
		}
		if (is_argument(test, begin) ||
		    (!depth && end < test.len && tora_one_of(test.at[end], ".[")))
			return true;
	}
	return false;
}

/* `parent(0)` gives None, which a test of the change asserts, and children(parent(0)) fails at that. */
static bool fails_of_it(const struct tora_case *told, const struct tora_case *c)
{
	return told->difference->kind == TORA_DIFF_VALUE &&
	       c->difference->kind == TORA_DIFF_EXCEPTION_APPEARED &&
	       is_nothing(tora_sv(told->difference->after)) &&
	       tora_words_match(tora_sv(c->difference->after), "NoneType|null|undefined") &&
	       is_used_at_once(tora_sv(c->test), tora_text_last(told->name));
}

void tora_evidence_siblings(const struct tora_case *cases, size_t n, struct tora_evidence *all)
{
	const tora_facts said = TORA_FACT(TEST_ASSERTS);
	size_t i, k;

	add_lone(all, n);
	drop_causes(cases, n, all);
	for (k = 0; k < n; k++)
		for (i = 0; i < n && shown_by_own_test(&all[k]); i++) {
			bool same = strcmp(cases[i].name, cases[k].name) == 0;

			/* A message that nobody could read is about what its tests show, wherever. */
			if ((same || (all[i].facts & TORA_FACT(CLAIM_NONE))) &&
			    may_be_of_one_cause(&all[k], &cases[k], &cases[i]))
				belie_claim(&all[i]);
			if (!same)
				continue;
			/* What the tests of the change show of a function is more than a word of
			 * the message for what it takes; not where it names characters and they have them. */
			if (i != k && may_be_of_one_cause(&all[k], &cases[k], &cases[i]) &&
			    !(is_of_marks(&all[i]) && (all[k].facts & TORA_FACT(REACH_INSIDE)))) {
				all[i].facts &= ~TORA_FACT(REACH_OUTSIDE);
				all[i].outside = "";
			}
			if (i != k && !(all[i].facts & said) &&
			    cases[i].difference->kind == cases[k].difference->kind &&
			    tora_sv_eq(tora_signature_part(cases[i].difference),
			               tora_signature_part(cases[k].difference)))
				all[i].facts |= TORA_FACT(SIBLING);
			if ((all[k].facts & said) && fails_of_it(&cases[k], &cases[i]))
				all[i].facts |= TORA_FACT(SIBLING);
		}
}
