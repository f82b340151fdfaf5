#include "judge/rules.h"

#define F TORA_FACT
/* The developer wrote of this value or error somewhere. */
#define MENTIONED (F(NAMES_VALUE) | F(NAMES_EXCEPTION) | F(LOG_MENTIONS))
/* An error that is caught now may be what the change is about, or nobody's. */
#define CAUGHT_AND_TOLD                                                                            \
	(F(ILLEGAL) | F(UNKNOWN) | F(NEW_API) | F(QUOTE) | F(ABOUT_ERRORS) | F(REACH_INSIDE) |     \
	 F(DIFF_AIMS) | F(TEST_ASSERTS) | F(TEST_BROUGHT) | F(TEST_NEAR) | F(TEST_TAKEN) |         \
	 MENTIONED)
/* A word of any text, or a test that the change touches, could be about this error. */
#define TRACES                                                                                     \
	(MENTIONED | F(QUOTE) | F(NAMES_INPUT) | F(SHARES_WORDS) | F(REACH_INSIDE) |               \
	 F(ABOUT_ERRORS) | F(ABOUT_REMOVAL) | F(BREAKING) | F(REVERTS) | F(DOC_MENTIONS) |         \
	 F(TEST_ASSERTS) | F(TEST_EXPECTS) | F(TEST_BROUGHT) | F(TEST_TAKEN) | F(TEST_EDITED) |    \
	 F(TEST_NEAR) | F(SIBLING) | F(DIFF_AIMS) | F(DIFF_RAISES) | F(EDITION) | F(NEW_API))

/*
 * Facts: the first row that holds settles the verdict. The number is how sure that is.
 */
const struct tora_rule tora_rules_facts[] = {
	/* A new name cannot break anybody who called the old code. 35 of 140 harmless
	 * differences of the labelled set are this, none of the harmful ones. */
	{ "announced-new-api", F(NEW_API) | F(QUOTE), 0, 0.92, TORA_VERDICT_INTENDED },
	{ "new-api", F(NEW_API), 0, 0.9, TORA_VERDICT_IRRELEVANT },
	/* Rounding that reaches the last digits only; the comparator dropped the rest. */
	{ "float-noise", F(FLOAT), 0, 0.8, TORA_VERDICT_IRRELEVANT },
	/* It equals the tuple that it was. */
	{ "tuple-with-names", F(NAMED_TUPLE), 0, 0.8, TORA_VERDICT_IRRELEVANT },
	/* Versions and years are written anew by every release; 5 of the first 8 findings of two projects never seen
	 * before were these. */
	{ "version-of-a-release", F(RELEASE), 0, 0.9, TORA_VERDICT_IRRELEVANT },
	/* An option that is new has to be named there. */
	{ "usage-names-more", F(SYNOPSIS), 0, 0.85, TORA_VERDICT_IRRELEVANT },
	/* Warnings are advice to developers; a test that only shows one shows no behaviour. */
	{ "warning-only", F(WARNING), 0, 0.85, TORA_VERDICT_IRRELEVANT },
	/* The text of an error is for people. Nobody may depend on it, and many changes touch it. */
	{ "announced-message", F(MESSAGE) | F(QUOTE), 0, 0.7, TORA_VERDICT_INTENDED },
	{ "message-only", F(MESSAGE), F(GLITCH), 0.75, TORA_VERDICT_IRRELEVANT },
	/* A mapping's order carries no promise in most interfaces. */
	{ "order-of-unordered", F(ORDER) | F(UNORDERED), F(NAMES_FUNCTION), 0.65,
	  TORA_VERDICT_IRRELEVANT },
	/* Input outside the documented types: rejected differently is not a regression. That is
	 * half of all false alarms in real history. A hang or a crash still matters. */
	{ "illegal-input", F(ILLEGAL), F(HANGS), 0.75, TORA_VERDICT_IRRELEVANT },
	/* Nobody outside may use names with an underscore. */
	{ "private-names", F(PRIVATE), F(HANGS), 0.7, TORA_VERDICT_IRRELEVANT },
	/* The base was written for another interpreter or library, and could not do anything with this one. */
	{ "base-for-another-interpreter", F(WAS_ELSEWHERE) | F(GONE), 0, 0.8,
	  TORA_VERDICT_IRRELEVANT },
	/* Announced removal of a name. */
	{ "announced-removal", F(LOST_API) | F(QUOTE) | F(ABOUT_REMOVAL), F(PROMISE), 0.88,
	  TORA_VERDICT_INTENDED },
	/* Callers were warned that it goes, and now it does. Nobody ends anything by an accident. */
	{ "announced-end", F(WAS_DUE) | F(END_SAID) | F(QUOTE),
	  F(PROMISE) | F(CLAIM_KEEPS) | F(PROGRAM_ERROR) | F(HANGS), 0.85, TORA_VERDICT_INTENDED },
	/* A changed test that expects just this, in a commit whose message speaks of it. */
	{ "test-and-message", F(TEST_ASSERTS) | F(QUOTE),
	  F(PROMISE) | F(CLAIM_KEEPS) | F(TRUTH) | F(MEMBER_TEXT), 0.9, TORA_VERDICT_INTENDED },
	{ "test-and-message-exception", F(TEST_EXPECTS) | F(QUOTE) | F(APPEARED),
	  F(PROMISE) | F(CLAIM_KEEPS) | F(OLD_WORDS) | F(OTHER_THAN_SAID), 0.9,
	  TORA_VERDICT_INTENDED },
	/* A test that came with the commit passes on its head: what differs is what it is for. One that
	 * fails there, and expects no error, did not come for that. */
	{ "own-test-and-message", F(TEST_BROUGHT) | F(SEEN) | F(QUOTE),
	  F(PROMISE) | F(CLAIM_KEEPS) | F(APPEARED) | F(MEMBER_TEXT), 0.85, TORA_VERDICT_INTENDED },
	/* An internal error or a hang that went away, which no message mentions: good news. Where the
	 * tests of the commit do just that, it calls itself a fix, or what it adds is in the input, it is no news. */
	{ "mistake-went-away", F(GONE) | F(WAS_PROGRAM_ERROR) | F(SEEN),
	  F(QUOTE) | F(NEW_API) | F(TEST_BROUGHT) | F(TEST_NEAR) | F(CLAIM_FIXES) | F(DIFF_AIMS) |
	          F(EDITION) | F(DIFF_CATCHES) | F(SWALLOWED) | MENTIONED,
	  0.7, TORA_VERDICT_COINCIDENTAL_FIX },
	/* Of input that nobody wrote so, where the message says that nothing changes: any other may be about it. The three that
	 * were shown of the last unseen projects below other messages were all told of. */
	{ "mistake-went-away-plausible",
	  F(GONE) | F(WAS_PROGRAM_ERROR) | F(PLAUSIBLE) | F(CLAIM_KEEPS),
	  F(QUOTE) | F(NEW_API) | F(TEST_NEAR) | F(EDITION) | F(DIFF_CATCHES) | F(SWALLOWED) |
	          MENTIONED,
	  0.6, TORA_VERDICT_COINCIDENTAL_FIX },
	{ "announced-to-end", F(HUNG) | F(QUOTE), F(APPEARED) | F(CHANGED), 0.8,
	  TORA_VERDICT_INTENDED },
	/* What never ended nobody passes, whatever mistake it meets now. */
	{ "hang-becomes-a-mistake", F(HUNG) | F(PROGRAM_ERROR), F(SEEN), 0.7,
	  TORA_VERDICT_IRRELEVANT },
	/* An error that the diff raises is what somebody put in its place. And whether anybody passes what nobody is known to
	 * pass does not matter less for its being slow. */
	{ "hang-went-away", F(HUNG),
	  F(QUOTE) | F(TEST_BROUGHT) | F(TEST_NEAR) | F(CLAIM_FIXES) | F(DIFF_RAISES) | F(UNKNOWN) |
	          F(PROGRAM_ERROR) | MENTIONED,
	  0.7, TORA_VERDICT_COINCIDENTAL_FIX },
	/* The function's own documentation shows the new value, and never showed the old one. Of
	 * input like its own: with another argument put in, the same value may be a mistake. */
	{ "doc-was-right", F(DOC_SAYS_NEW) | F(VALUE),
	  F(QUOTE) | F(CLAIM_CHANGES) | F(UNKNOWN) | F(ILLEGAL), 0.7,
	  TORA_VERDICT_COINCIDENTAL_FIX },
	{ 0 },
};

/*
 * Scored rows: positive speaks for "nobody meant this". The sizes were set by reading the
 * labelled development set and by what was found to separate the cases:
 * legality and neighbourhood first, kind second, the class of the message last.
 */
const struct tora_rule tora_rules_scored[] = {
	/* -- what the message claims. Small on purpose: a claim is not evidence about this input. */
	{ "claims-to-keep-behaviour", F(CLAIM_KEEPS), 0, 1.1, 0 },
	{ "claims-nothing", F(CLAIM_NONE), 0, 0.4, 0 },
	{ "claims-a-feature", F(CLAIM_ADDS), 0, -0.2, 0 },
	{ "claims-a-fix", F(CLAIM_FIXES), 0, -0.4, 0 },
	{ "claims-a-change", F(CLAIM_CHANGES), 0, -0.7, 0 },
	/* A promise in so many words is the strongest thing a message can say against a difference. */
	/* An error that went away breaks no promise that anybody would hold somebody to. */
	{ "promises-no-change", F(PROMISE), F(GONE), 1.2, 0 },
	{ "announced-as-breaking", F(BREAKING), 0, -0.8, 0 },
	/* All that a commit did is undone, and that says so. */
	{ "takes-back-a-commit", F(REVERTS), F(PROGRAM_ERROR) | F(HANGS) | F(PROMISE), -1.5, 0 },

	/* -- what differs, by how legal the input is: a legal call that worked and now fails is the
	 * strongest signal there is, a changed result the next. */
	{ "legal-call-now-fails", F(APPEARED) | F(SEEN), F(LOST_API), 1.8, 0 },
	{ "plausible-call-now-fails", F(APPEARED) | F(PLAUSIBLE), F(LOST_API), 1.1, 0 },
	/* What the project itself refuses after a fix is as often what the fix is for. */
	{ "refused-after-a-fix", F(APPEARED) | F(PLAUSIBLE) | F(CLAIM_FIXES),
	  F(PROGRAM_ERROR) | F(HANGS) | F(OTHER_THAN_SAID), -0.5, 0 },
	{ "fails-by-mistake", F(APPEARED) | F(PROGRAM_ERROR), F(ILLEGAL) | F(UNKNOWN) | F(LOST_API),
	  0.6, 0 },
	/* An error by accident is no part of any fix: as much as a fix claims. */
	{ "mistake-is-no-fix", F(CLAIM_FIXES) | F(APPEARED) | F(PROGRAM_ERROR),
	  F(ILLEGAL) | F(UNKNOWN) | F(LOST_API), 0.4, 0 },
	/* Input that nobody passes and that the project now refuses in its own words. */
	{ "unlikely-call-refused", F(APPEARED) | F(UNKNOWN), F(PROGRAM_ERROR) | F(HANGS), -0.4, 0 },
	/* None in a list of numbers, bytes for a text: of 21 read ones that met an accident nobody was hurt by any. No promise
	 * is about these. */
	{ "accident-on-odd-input", F(APPEARED) | F(UNKNOWN) | F(PROGRAM_ERROR),
	  F(HANGS) | F(LOST_API), -1.5, 0 },
	{ "hangs-or-dies", F(HANGS), 0, 2.2, 0 },
	{ "legal-value-differs", F(VALUE) | F(SEEN), 0, 1.1, 0 },
	{ "plausible-value-differs", F(VALUE) | F(PLAUSIBLE), 0, 0.7, 0 },
	{ "value-differs", F(VALUE) | F(UNKNOWN), 0, 0.1, 0 },
	{ "order-differs", F(ORDER), F(UNORDERED), 0.5, 0 },
	/* Who fixes or changes something has a word for an order that is part of it. Below a refactoring nobody needs one. */
	{ "order-nobody-speaks-of", F(ORDER_UNSAID),
	  F(UNORDERED) | F(CLAIM_KEEPS) | F(CLAIM_NONE) | F(ILLEGAL) | F(UNKNOWN) | F(NEW_API) |
	          F(TEST_ASSERTS) | F(NAMES_VALUE),
	  1.3, 0 },
	/* What is written besides is often for whoever debugs; who tidies up has no reason to touch it. */
	{ "output-differs", F(OUTPUT), F(CLAIM_KEEPS), -0.3, 0 },
	/* A result of another type breaks callers that a slightly different value would not. */
	{ "another-type", F(TYPE_CHANGED), F(ILLEGAL) | F(UNKNOWN), 0.4, 0 },
	{ "value-emptied", F(EMPTIED), F(ILLEGAL), 0.4, 0 },
	/* Nothing at all of what was something: a change that does not speak of that is about another value. */
	{ "nothing-where-a-change-is-told", F(TYPE_CHANGED) | F(EMPTIED) | F(CLAIM_CHANGES),
	  TRACES | F(ILLEGAL) | F(UNKNOWN), 0.4, 0 },
	/* A name that callers use is gone and no message says so. What only ever failed nobody uses. */
	{ "lost-api", F(LOST_API), F(CHANGED), 1.6, 0 },
	/* Made for that name alone: no test, document or code of the project is seen to use it so. */
	{ "loss-that-nobody-uses", F(LOST_API) | F(UNKNOWN), F(CHANGED), -0.8, 0 },
	/* Who edits the tests or the documents of a name so that they do without it has seen it go. */
	{ "loss-that-tests-know", F(LOST_API) | F(GIVEN_UP), F(PROMISE), -1.6, 0 },
	/* "Remove unused *args from f" says so, though it promises the rest: as much as a loss and a promise weigh. */
	{ "loss-it-speaks-of", F(LOST_API) | F(ABOUT_REMOVAL) | F(NAMES_FUNCTION), F(PROMISE), -2.6,
	  0 },
	/* Rejected before, rejected now. Where the old error was an accident nobody relies on it; an
	 * error that was raised on purpose is part of what callers see. */
	{ "rejected-on-both-sides", F(CHANGED), F(CALLERS_ERROR), -1.0, 0 },
	/* Which error it is of what nobody passes, nobody relies on, whatever the message promises. */
	{ "rejected-and-unlike-any-use", F(CHANGED) | F(UNKNOWN), 0, -0.6, 0 },
	{ "accident-on-both-sides", F(CHANGED), F(WAS_MEANT) | F(CALLERS_ERROR), -1.4, 0 },
	/* What a callback raises is its caller's own: neither a refusal nor an accident, and who waits for it waits in vain. */
	{ "callers-error-lost", F(CALLERS_ERROR),
	  F(ILLEGAL) | F(UNKNOWN) | F(NAMES_EXCEPTION) | F(TEST_EXPECTS), 1.0, 0 },
	{ "meant-error-lost", F(CHANGED) | F(WAS_MEANT) | F(PROGRAM_ERROR) | F(CLAIM_KEEPS),
	  F(ILLEGAL) | F(UNKNOWN) | F(DIFF_RAISES), 1.0, 0 },
	/* Callers that catch the one do not catch the other, however good both are. */
	{ "another-error-in-refactoring", F(CHANGED) | F(WAS_MEANT) | F(CLAIM_KEEPS),
	  F(ILLEGAL) | F(UNKNOWN) | F(PROGRAM_ERROR) | F(DIFF_RAISES), 1.0, 0 },
	/* What the project's own tests or documents see refused is refused by accident now: nobody means that, whatever else they
	 * mean. Weighs as much as the claim of a change and that both sides fail. What was refused wrongly is what fixes are for. */
	{ "meant-error-lost-where-it-is-known",
	  F(CHANGED) | F(WAS_MEANT) | F(PROGRAM_ERROR) | F(SEEN),
	  F(CLAIM_KEEPS) | F(CLAIM_FIXES) | F(WAS_PROGRAM_ERROR) | TRACES, 2.7, 0 },
	{ "meant-error-lost-beside-a-fix",
	  F(CHANGED) | F(WAS_MEANT) | F(PROGRAM_ERROR) | F(SEEN) | F(CLAIM_FIXES) |
	          F(REACH_OUTSIDE),
	  F(WAS_PROGRAM_ERROR) | F(LONE) | TRACES, 1.6, 0 },
	/* What used to fail now works: seldom a regression, unless it was a check that is gone. */
	{ "no-longer-fails", F(GONE), 0, -0.6, 0 },
	{ "check-gone-in-refactoring", F(GONE) | F(CLAIM_KEEPS) | F(SEEN), F(WAS_PROGRAM_ERROR),
	  0.9, 0 },
	/* What the project refuses in its own words it means to refuse; to tidy up is no reason to stop. */
	{ "refusal-gone-in-refactoring", F(GONE) | F(CLAIM_KEEPS) | F(PLAUSIBLE) | F(WAS_MEANT),
	  F(WAS_PROGRAM_ERROR), 0.9, 0 },
	/* The project's own tests or documents pass what it refused, and nothing that was written speaks of it. */
	{ "refusal-gone-without-a-word", F(GONE) | F(WAS_MEANT) | F(SEEN),
	  F(CLAIM_KEEPS) | F(WAS_PROGRAM_ERROR) | TRACES, 1.2, 0 },
	/* A feature lifts the limits that it speaks of, and a fix those that were wrong. */
	{ "refusal-gone-of-other-input", F(GONE) | F(WAS_MEANT) | F(SEEN) | F(REACH_OUTSIDE),
	  F(CLAIM_KEEPS) | F(CLAIM_NONE) | F(WAS_PROGRAM_ERROR) | F(LONE) | TRACES, 0.9, 0 },
	/* A mistake that is caught is none that went away: who tidies up has no reason to hide it. */
	{ "mistake-caught-in-refactoring",
	  F(GONE) | F(CLAIM_KEEPS) | F(WAS_PROGRAM_ERROR) | F(DIFF_CATCHES),
	  F(ILLEGAL) | F(UNKNOWN) | F(QUOTE) | F(TEST_NEAR) | MENTIONED, 0.9, 0 },
	{ "feature-lifts-a-limit", F(GONE) | F(CLAIM_ADDS), 0, -0.9, 0 },
	/* But not by hiding an error that nobody speaks of: what a lifted limit takes away, and what one hidden by a tidying
	 * weighs. */
	{ "error-caught-beside-a-feature", F(GONE) | F(CLAIM_ADDS) | F(DIFF_CATCHES),
	  CAUGHT_AND_TOLD, 1.8, 0 },
	/* It breaks an old use as much as one that fails. */
	{ "feature-hides-an-error-of-old-use",
	  F(GONE) | F(CLAIM_ADDS) | F(DIFF_CATCHES) | F(OLD_USE), CAUGHT_AND_TOLD, 0.6, 0 },
	{ "fix-removes-a-failure", F(GONE) | F(CLAIM_FIXES), 0, -0.9, 0 },
	/* Another case, other blanks, or one detail among all the attributes of a large object: seldom what
	 * anybody relies on. Who promises the same result promises these too. */
	{ "cosmetic", F(COSMETIC), F(CLAIM_KEEPS), -0.5, 0 },
	/* "Missing argument.None": nobody means that, and people see it. */
	{ "glitch-in-text", F(GLITCH) | F(MESSAGE), F(ILLEGAL) | F(UNKNOWN), 1.2, 0 },
	{ "glitch-in-value", F(GLITCH) | F(VALUE), F(ILLEGAL) | F(UNKNOWN), 0.6, 0 },
	/* The other sign is another number, however small the difference. */
	{ "sign-changed", F(SIGN), F(ILLEGAL), 0.5, 0 },
	/* Some results are wrong whatever a message says: an index of -8, and an object that forgets on its
	 * way through a copy what was set on it. */
	{ "index-below-zero", F(BELOW_ZERO), F(ILLEGAL), 2.0, 0 },
	{ "what-was-set-is-lost", F(SET_LOST), F(ILLEGAL) | F(NAMES_VALUE), 1.2, 0 },
	/* A new attribute shows in the printed form of its object; nobody parses that. */
	{ "object-shows-more", F(FIELD_ADDED), F(CLAIM_KEEPS), -0.9, 0 },
	/* Who moves code about gives objects attributes; what they do with them shows elsewhere. */
	{ "object-shows-more-in-refactoring", F(FIELD_ADDED) | F(CLAIM_KEEPS), F(PROMISE), -1.3,
	  0 },
	/* A feature should leave alone what worked before it; input with the words that it adds is none of that. */
	{ "feature-touches-old-use", F(CLAIM_ADDS) | F(VALUE) | F(SEEN),
	  F(NAMES_VALUE) | F(DIFF_AIMS), 0.6, 0 },
	/* Where there was nothing, a feature puts something; so may be what a message is about that nobody can read. */
	{ "feature-fills-in", F(CLAIM_ADDS) | F(FILLED), 0, -0.6, 0 },
	{ "filled-in-without-a-claim", F(CLAIM_NONE) | F(FILLED) | F(PLAUSIBLE), F(PROMISE), -0.6,
	  0 },
	{ "feature-reorders-old-use", F(CLAIM_ADDS) | F(ORDER),
	  F(UNORDERED) | F(ILLEGAL) | F(UNKNOWN) | F(QUOTE) | F(NAMES_INPUT) | F(REACH_INSIDE) |
	          F(SHARES_WORDS) | F(TEST_NEAR) | F(TEST_ASSERTS) | F(TEST_BROUGHT) |
	          F(TEST_TAKEN) | F(SIBLING) | F(LOG_MENTIONS) | F(DOC_MENTIONS),
	  0.8, 0 },
	/* So should a fix, and what it is about it names, tests, or documents. It has to show somewhere, too: where nothing else that
	 * differs could be what is fixed, this is. */
	{ "fix-touches-old-use", F(CLAIM_FIXES) | F(VALUE) | F(SEEN),
	  F(QUOTE) | F(NAMES_VALUE) | F(NAMES_INPUT) | F(REACH_INSIDE) | F(SHARES_WORDS) |
	          F(TEST_NEAR) | F(TEST_ASSERTS) | F(TEST_BROUGHT) | F(TEST_TAKEN) | F(SIBLING) |
	          F(LOG_MENTIONS) | F(DOC_MENTIONS) | F(NAMES_FUNCTION) | F(LONE),
	  0.4, 0 },
	/* A fix has to change something, and where it says so. */
	{ "fix-of-this-function", F(CLAIM_FIXES) | F(NAMES_FUNCTION) | F(VALUE),
	  F(REACH_OUTSIDE) | F(REACH_INSIDE) | F(OLD_USE) | F(BELOW_ZERO) | F(SET_LOST), -0.6, 0 },
	/* Who says that something changes, and changes nothing but this, means what becomes of it. Some results are wrong all the
	 * same. */
	{ "change-of-nothing-else", F(WHOLE) | F(CLAIM_CHANGES) | F(VALUE),
	  F(PROMISE) | F(OLD_USE) | F(BELOW_ZERO) | F(SET_LOST) | F(GLITCH) | F(DOC_SAYS_OLD) |
	          F(EMPTIED),
	  -0.9, 0 },
	/* `//` in the input, and a pattern that has it now: that is the feature. */
	{ "feature-of-this-input", F(CLAIM_ADDS) | F(DIFF_AIMS),
	  F(PROGRAM_ERROR) | F(HANGS) | F(OLD_USE), -0.9, 0 },
	{ "feature-breaks-old-use", F(CLAIM_ADDS) | F(APPEARED) | F(SEEN), F(DIFF_AIMS), 0.6, 0 },

	/* -- the neighbourhood of the intent. Named things count against "nobody meant it", but not
	 * where the message promises to keep behaviour: "refactor slugify" names it too. */
	{ "names-the-exception", F(NAMES_EXCEPTION), F(CLAIM_KEEPS) | F(OTHER_THAN_SAID) | F(TAKEN),
	  -2.2, 0 },
	/* Nobody announces a mistake: "KeyError: 'indent'" is not what "Add an indent option" means. */
	{ "names-the-value", F(NAMES_VALUE), F(CLAIM_KEEPS) | F(PROGRAM_ERROR), -1.4, 0 },
	/* A name that is gone is no mistake: it is announced by being named. */
	{ "names-what-is-gone", F(NAMES_VALUE) | F(LOST_API) | F(PROGRAM_ERROR), F(CLAIM_KEEPS),
	  -1.4, 0 },
	{ "names-the-input", F(NAMES_INPUT), F(CLAIM_KEEPS) | F(OLD_USE), -0.8, 0 },
	/* A name says where. What happens there, only a message that claims something says. */
	{ "names-the-function", F(NAMES_FUNCTION),
	  F(CLAIM_KEEPS) | F(CLAIM_NONE) | F(REACH_OUTSIDE) | F(OLD_USE), -0.5, 0 },
	{ "same-words", F(SHARES_WORDS), F(CLAIM_KEEPS) | F(PROGRAM_ERROR) | F(OLD_USE), -0.7, 0 },
	{ "same-words-of-what-is-gone", F(SHARES_WORDS) | F(LOST_API) | F(PROGRAM_ERROR),
	  F(CLAIM_KEEPS), -0.7, 0 },
	{ "speaks-of-errors", F(ABOUT_ERRORS) | F(APPEARED), F(CLAIM_KEEPS) | F(PROGRAM_ERROR),
	  -1.2, 0 },
	{ "speaks-of-errors-gone", F(ABOUT_ERRORS) | F(GONE), F(CLAIM_KEEPS), -0.6, 0 },
	{ "speaks-of-errors-changed", F(ABOUT_ERRORS) | F(CHANGED), F(CLAIM_KEEPS), -0.6, 0 },
	{ "speaks-of-errors-shown", F(ABOUT_ERRORS) | F(SAYS_ERROR), F(CLAIM_KEEPS), -0.9, 0 },
	{ "input-it-speaks-of", F(REACH_INSIDE), F(CLAIM_KEEPS) | F(OLD_USE), -1.1, 0 },
	/* The three together are what an honest message about this difference looks like. */
	{ "fix-of-just-this", F(CLAIM_FIXES) | F(REACH_INSIDE) | F(NAMES_FUNCTION), 0, -0.7, 0 },
	/* A fix for one kind of input that changes another is how neighbours break. What its own tests
	 * pass is what it is for, whatever words it has for that. */
	{ "input-it-does-not-speak-of", F(REACH_OUTSIDE) | F(CLAIM_FIXES),
	  F(TEST_ASSERTS) | F(NAMES_VALUE) | F(TEST_BROUGHT) | F(TEST_NEAR), 1.1, 0 },
	/* What a feature or a change speaks of is as often its result. */
	{ "not-what-it-speaks-of", F(REACH_OUTSIDE),
	  F(TEST_ASSERTS) | F(NAMES_VALUE) | F(CLAIM_FIXES) | F(CLAIM_KEEPS) | F(TEST_BROUGHT) |
	          F(TEST_NEAR),
	  0.6, 0 },
	/* "Raise ValueError instead of KeyError", and what gave a value raises now: no longer the same place. What a changed test, documents and a
	 * changelog say of ValueError is said of that one, too. */
	{ "other-outcome-than-it-replaces", F(OTHER_THAN_SAID),
	  F(TEST_ASSERTS) | F(TEST_BROUGHT) | F(ILLEGAL), 1.8, 0 },
	{ "speaks-of-other-code", F(NAMES_OTHER), 0, 0.6, 0 },
	/* "Call onChange() with 'open'", and a line below it counts otherwise: whoever announced the one did not mean the other. Of
	 * 101 read cases it holds in two, and both are mistakes; 66 have an announced difference, of these 44 are intended. No more
	 * weight than this: how long an announced text is now, or how often it has a letter, is such a line, too. */
	{ "beside-what-is-announced", F(BESIDE), F(NAMES_VALUE) | F(TEST_ASSERTS), 0.5, 0 },

	/* -- the rest of the commit. A changed test is the best oracle in a diff. */
	{ "changed-test-asserts-it", F(TEST_ASSERTS), F(TRUTH), -2.6, 0 },
	/* Of the same type, but an error that was there before: the test is about the new one. */
	{ "changed-test-expects-it", F(TEST_EXPECTS) | F(APPEARED),
	  F(OLD_WORDS) | F(OTHER_THAN_SAID), -2.0, 0 },
	{ "changed-test-expects-other", F(TEST_EXPECTS) | F(CHANGED), F(TAKEN), -1.6, 0 },
	{ "changed-test-itself", F(TEST_BROUGHT) | F(SEEN),
	  F(TEST_ASSERTS) | F(PROMISE) | F(APPEARED), -1.8, 0 },
	/* What it stems from says that it has to fail. */
	{ "test-of-it-expects-the-error", F(AWAITED), F(PROGRAM_ERROR), -4.0, 0 },
	/* Who had to edit a use of it knows that it behaves differently. */
	{ "edited-test-itself", F(TEST_TAKEN) | F(SEEN), F(PROMISE), -1.6, 0 },
	/* The rest of a test that the change edits was seen by who edited it, whatever the message claims: of 42 read
	 * differences of this kind none was a mistake. */
	{ "stems-from-edited-test", F(TEST_EDITED), F(PROMISE), -1.2, 0 },
	{ "changed-test-nearby", F(TEST_NEAR), F(CLAIM_KEEPS), -0.6, 0 },
	/* No test expects a mistake: what fails beside one that the change brought is a neighbour that it broke. */
	{ "mistake-beside-changed-test",
	  F(TEST_NEAR) | F(APPEARED) | F(PROGRAM_ERROR) | F(PLAUSIBLE),
	  F(CLAIM_KEEPS) | F(TEST_EXPECTS) | F(LOST_API), 0.6, 0 },
	/* What they say of a function that gets an option is about the option. */
	{ "changelog-mentions-it", F(LOG_MENTIONS), F(OLD_USE) | F(TRUTH) | F(OTHER_THAN_SAID),
	  -1.2, 0 },
	/* "Bills of families with several dogs can change": that is what they are told. As much as a test that shows it. */
	{ "said-to-change", F(FORETOLD) | F(VALUE),
	  F(PROMISE) | F(OTHER_THAN_SAID) | F(OLD_USE) | F(GLITCH) | F(BELOW_ZERO) | F(SET_LOST) |
	          F(EMPTIED) | F(DOC_SAYS_OLD) | F(TRUTH),
	  -2.6, 0 },
	/* Who writes for users what the message leaves out has changed something for them, in other words than can be followed. */
	{ "changelog-says-what-the-message-does-not", F(LOG_SPEAKS) | F(CLAIM_NONE),
	  F(LOG_MENTIONS) | F(PROMISE) | F(PROGRAM_ERROR) | F(HANGS) | F(GLITCH) | F(DOC_SAYS_OLD),
	  -0.7, 0 },
	/* They say how something was before, in words that are none of the code's (otherwise.h). */
	{ "documents-tell-of-before", F(SAID_OTHERWISE),
	  F(PROMISE) | F(PROGRAM_ERROR) | F(HANGS) | F(GLITCH) | F(DOC_SAYS_OLD) | F(LOG_MENTIONS) |
	          F(TRUTH),
	  -1.8, 0 },
	/* Where what they mention is what a feature adds. */
	{ "documents-tell-of-old-use-before", F(SAID_OTHERWISE) | F(LOG_MENTIONS) | F(OLD_USE),
	  F(PROMISE) | F(PROGRAM_ERROR) | F(HANGS) | F(GLITCH) | F(DOC_SAYS_OLD) | F(TRUTH), -1.8,
	  0 },
	/* What is raised by mistake is a mistake more often: it weighs less there. */
	{ "documents-tell-of-before-a-mistake", F(SAID_OTHERWISE) | F(PROGRAM_ERROR),
	  F(PROMISE) | F(DOC_SAYS_OLD) | F(LOG_MENTIONS) | F(TRUTH), -1.0, 0 },
	{ "docs-mention-it", F(DOC_MENTIONS), F(CLAIM_KEEPS) | F(OLD_USE) | F(OTHER_THAN_SAID),
	  -0.7, 0 },
	/* Whoever uses what warns of its end has to be ready for it, said or not. */
	{ "end-warned-of", F(WAS_DUE), F(PROMISE) | F(CLAIM_KEEPS) | F(PROGRAM_ERROR), -1.0, 0 },
	{ "loss-warned-of", F(WAS_DUE) | F(LOST_API) | F(PROGRAM_ERROR),
	  F(PROMISE) | F(CLAIM_KEEPS), -1.0, 0 },
	/* Somebody wrote that raise: it was meant, though perhaps not announced. */
	{ "diff-adds-the-raise", F(DIFF_RAISES) | F(APPEARED),
	  F(PROGRAM_ERROR) | F(OLD_WORDS) | F(OTHER_THAN_SAID), -0.8, 0 },
	{ "diff-adds-the-value", F(DIFF_VALUE), F(CLAIM_KEEPS) | F(PROGRAM_ERROR), -0.7, 0 },
	{ "parameters-changed", F(DIFF_SIGNATURE), F(CLAIM_KEEPS) | F(OLD_USE), -0.4, 0 },
	/* How an object prints or compares is what who writes a method for it is about. */
	{ "method-written-for-it", F(METHOD_WRITTEN) | F(VALUE),
	  F(CLAIM_KEEPS) | F(GLITCH) | F(TRUTH), -1.0, 0 },
	/* "The last day is a day of the season", and `<` is `<=`: that is all there is to say of it. */
	{ "end-it-speaks-of", F(EDGE),
	  F(CLAIM_KEEPS) | F(PROMISE) | F(PROGRAM_ERROR) | F(HANGS) | F(GLITCH) | F(BELOW_ZERO) |
	          F(EMPTIED) | F(SET_LOST) | F(DOC_SAYS_OLD),
	  -1.4, 0 },
	/* "Update to Unicode 17": what the tables of the new edition say is what it is for. */
	{ "tables-of-an-edition", F(EDITION) | F(VALUE), F(PROMISE), -1.4, 0 },
	/* An option is what nobody sees who does not use it. */
	{ "option-seen-without-it", F(OLD_USE),
	  F(GONE) | F(CHANGED) | F(MESSAGE) | F(NEW_API) | F(LOST_API) | F(ILLEGAL) | F(UNKNOWN) |
	          F(FIELD_ADDED) | F(CLAIM_CHANGES) | F(NAMES_VALUE) | F(NAMES_EXCEPTION) |
	          F(TEST_ASSERTS) | F(TEST_BROUGHT) | F(TEST_TAKEN) | F(TEST_NEAR) | F(SIBLING),
	  1.0, 0 },
	{ "doc-shows-old-value", F(DOC_SAYS_OLD), F(TEST_ASSERTS), 1.5, 0 },
	/* A fix shows in more inputs than the one its test has. */
	{ "tests-or-documents-show-the-like", F(SIBLING), F(PROMISE), -1.2, 0 },
	/* Behaviour that is changed on purpose mostly comes with a test, a line of documentation or
	 * of the changelog; 14 of 20 such commits of the development set do, 1 of 24 mistakes. */
	{ "nothing-else-changed", F(SILENT),
	  F(GONE) | F(CHANGED) | F(MESSAGE) | F(WARNING) | F(OUTPUT) | F(NEW_API) | F(ILLEGAL) |
	          F(UNKNOWN) | F(NAMES_VALUE) | F(NAMES_EXCEPTION) | F(FIELD_ADDED),
	  0.5, 0 },
	/* A verb of a change says that something changes, not that this does. Without a word about it, nor a test, there is
	 * as little for it as where nothing is claimed. */
	{ "change-without-a-trace", F(SILENT) | F(CLAIM_CHANGES),
	  F(GONE) | F(CHANGED) | F(MESSAGE) | F(WARNING) | F(OUTPUT) | F(NEW_API) | F(LOST_API) |
	          F(ILLEGAL) | F(UNKNOWN) | F(BREAKING) | F(FIELD_ADDED) | F(QUOTE) |
	          F(NAMES_EXCEPTION) | F(NAMES_VALUE) | F(NAMES_INPUT) | F(REACH_INSIDE) |
	          F(SHARES_WORDS) | F(DIFF_AIMS) | F(DIFF_VALUE) | F(DIFF_RAISES),
	  1.1, 0 },

	/* -- the input. */
	{ "input-unlike-any-use", F(UNKNOWN), F(HANGS), -0.4, 0 },
	/* A text for a number, where each call that tests, documents and the changed files have passes a number. */
	{ "value-of-another-kind", F(OTHER_KIND), F(HANGS), -0.6, 0 },
	/* A feature gives a class a length, and code that asks `if it` or `it or another` takes its empty objects for missing. */
	{ "empty-is-false-now", F(TRUTH),
	  F(GONE) | F(UNKNOWN) | F(ILLEGAL) | F(NEW_API) | F(NAMES_VALUE) | F(TEST_BROUGHT), 3.2,
	  0 },
	/* A value that somebody passes is no template. A commit that makes it one speaks of other things: no word of it, nor one about
	 * errors, announces this. */
	{ "value-read-as-a-template", F(INSERTED),
	  F(GONE) | F(ILLEGAL) | F(TEST_ASSERTS) | F(NAMES_VALUE), 8.0, 0 },
	/* What a save, or who reads a stream, does to it besides. */
	{ "aspect-nobody-speaks-of", F(ASPECT),
	  F(ILLEGAL) | F(UNKNOWN) | F(NEW_API) | F(NAMES_VALUE), 4.0, 0 },
	/* Nine differences of the kind, of seven labelled changes, were read, and all were mistakes: what an error leaves behind is thought of last. */
	{ "after-an-error-of-the-caller", F(AFTER_ERROR),
	  F(ILLEGAL) | F(UNKNOWN) | F(NEW_API) | F(NAMES_VALUE), 3.5, 0 },
	/* Who says what is raised does not say what it leaves behind; who takes a table that fills itself thinks of what adds to it;
	 * who makes fields private thinks of those who set them; who spares a copy thinks of those who only look. */
	{ "half-done-when-it-fails", F(HALF_DONE),
	  F(ILLEGAL) | F(UNKNOWN) | F(NEW_API) | F(NAMES_VALUE) | F(TEST_ASSERTS), 4.0, 0 },
	{ "left-behind-by-asking", F(LEFT_BEHIND),
	  F(ILLEGAL) | F(UNKNOWN) | F(NEW_API) | F(NAMES_VALUE) | F(TEST_ASSERTS), 4.0, 0 },
	{ "changed-on-the-way", F(MIDWAY),
	  F(ILLEGAL) | F(UNKNOWN) | F(NEW_API) | F(NAMES_VALUE) | F(TEST_ASSERTS), 4.0, 0 },
	{ "no-longer-closed", F(UNCLOSED),
	  F(ILLEGAL) | F(UNKNOWN) | F(NEW_API) | F(NAMES_VALUE) | F(TEST_ASSERTS), 4.0, 0 },
	/* Who says what listeners are given, or shares what moves, does not think of those that look at the object. */
	{ "told-at-another-time", F(TOLD_EARLY),
	  F(ILLEGAL) | F(UNKNOWN) | F(NEW_API) | F(TEST_ASSERTS), 4.0, 0 },
	{ "saved-without-its-fields", F(SAVED_EMPTY),
	  F(ILLEGAL) | F(UNKNOWN) | F(NEW_API) | F(TEST_ASSERTS), 6.5, 0 },
	/* What looks at the first of its input, or goes through it again, and is said to take any iterable, loses what others gave it. */
	{ "input-that-is-read-once", F(READ_ONCE),
	  F(ILLEGAL) | F(UNKNOWN) | F(NEW_API) | F(NAMES_VALUE), 4.0, 0 },
	/* Who says what a method returns does not say that errors are lost where __exit__ returns it, too. */
	{ "error-swallowed", F(SWALLOWED),
	  F(ILLEGAL) | F(UNKNOWN) | F(NEW_API) | F(NAMES_EXCEPTION) | F(TEST_ASSERTS), 8.0, 0 },
	/* Who takes a Map for an object, so that inherited names are keys like others, does not think of numbers that somebody typed. With
	 * what a legal or a plausible call weighs it is shown. */
	{ "number-and-its-text-as-keys", F(KEY_SPLIT),
	  F(ILLEGAL) | F(UNKNOWN) | F(NEW_API) | F(NAMES_VALUE) | F(TEST_ASSERTS), 1.5, 0 },
	/* Who writes `value or default` for `default if value is None else value` has forgotten 0, "" and []. */
	{ "false-taken-for-missing", F(FALSY),
	  F(ILLEGAL) | F(UNKNOWN) | F(NEW_API) | F(NAMES_VALUE) | F(TEST_ASSERTS) | F(TEST_BROUGHT),
	  1.5, 0 },
	/* Who adds an optional parameter thinks of those who call, and not of those who hand the function on. */
	{ "map-fills-in-a-parameter", F(MAPPED),
	  F(ILLEGAL) | F(UNKNOWN) | F(NEW_API) | F(TEST_ASSERTS), 6.5, 0 },
	/* Who takes an ending off, or reads lines in another way, has names and files in mind that have it. */
	{ "name-nobody-gave", F(NAME_MANGLED),
	  F(ILLEGAL) | F(UNKNOWN) | F(NEW_API) | F(TEST_ASSERTS) | F(TEST_EXPECTS), 3.0, 0 },
	{ "line-end-is-left", F(LINE_END_LEFT),
	  F(ILLEGAL) | F(UNKNOWN) | F(NEW_API) | F(TEST_ASSERTS), 4.0, 0 },
	/* Who changes how numbers are written, and has no word about how many digits they keep, keeps them. */
	{ "digits-lost", F(DIGITS_LOST),
	  F(ILLEGAL) | F(UNKNOWN) | F(NEW_API) | F(NAMES_VALUE) | F(TEST_ASSERTS), 4.0, 0 },
	/* Who looks for a name by how it begins, or for a mark in all of a text, finds more than was asked for: nobody means that. */
	{ "neighbour-is-met", F(NEIGHBOUR_MET),
	  F(ILLEGAL) | F(UNKNOWN) | F(NEW_API) | F(TEST_ASSERTS), 6.5, 0 },
	{ "quoted-text-is-met", F(QUOTED_MET),
	  F(ILLEGAL) | F(UNKNOWN) | F(NEW_API) | F(TEST_ASSERTS), 5.5, 0 },
	/* An error that the project raised for something else, or none: of what callbacks raise a message speaks if it means that. */
	{ "callers-error-taken", F(TAKEN), F(ILLEGAL) | F(UNKNOWN), 6.5, 0 },
	/* Who overrides a method as a document says it waits in vain to be asked. */
	{ "override-is-lost", F(OVERRIDE_LOST), F(ILLEGAL) | F(UNKNOWN) | F(NEW_API), 4.0, 0 },
	/* Who says more in an error does not say that nobody catches it any more. */
	{ "error-of-another-class", F(REWRAPPED),
	  F(ILLEGAL) | F(UNKNOWN) | F(NAMES_EXCEPTION) | F(TEST_EXPECTS) | F(PROGRAM_ERROR), 8.0,
	  0 },
	/* Who turns to another library thinks of what it gives, and not of what it raises. */
	{ "error-of-a-new-library", F(ESCAPED),
	  F(ILLEGAL) | F(UNKNOWN) | F(NEW_API) | F(NAMES_EXCEPTION) | F(TEST_EXPECTS), 2.0, 0 },
	/* An enumeration that is a text as well is announced as one that changes nothing, and what is printed of it is forgotten. */
	{ "member-for-its-value", F(MEMBER_TEXT), F(ILLEGAL) | F(UNKNOWN), 8.0, 0 },
	/* The README says that it will do, and says so after the change: who means to refuse it takes it out. */
	{ "documents-still-show-it", F(DOCUMENTED) | F(APPEARED),
	  F(LOST_API) | F(ABOUT_REMOVAL) | F(BREAKING) | F(TEST_EXPECTS) | F(NAMES_EXCEPTION) |
	          F(DIFF_RAISES),
	  7.0, 0 },
	/* And who adds something leaves what documents show as it is, whatever words are in both. They do not show the
	 * attribute that is added. */
	{ "feature-changes-what-documents-show", F(DOCUMENTED) | F(CLAIM_ADDS) | F(VALUE) | F(SEEN),
	  F(NEW_API) | F(BREAKING) | F(TEST_ASSERTS) | F(TEST_EXPECTS) | F(FIELD_ADDED), 2.5, 0 },
	/* "The value of `write` must fit into its width. This is not checked": whether a made-up one does, nobody has looked. */
	{ "documents-leave-it-open", F(LEFT_OPEN), F(SEEN), -0.8, 0 },
	/* Each program that asks for a name shows that it is gone. */
	{ "many-tests-show-it", F(MANY), F(LOST_API), 0.2, 0 },
	{ "many-calls-show-it", F(MANY) | F(LOST_API) | F(DIFF_SIGNATURE), 0, 0.2, 0 },
	{ 0 },
};

/*
 * Quiet: what is shown all the same, and a push does not speak of (rules.h). Set by the first looks at real commits
 * that MISSES.md tells of: of 38 commits that a push told of, 11 rightly, most of the right ones are calls that fail by mistake.
 */
const struct tora_rule tora_rules_quiet[] = {
	/* Who deletes a definition has it in view, whatever it is called: of nine commits that were shown for a lost name
	 * without a promise one was news. */
	{ "loss-by-own-hand", F(LOST_API) | F(TAKEN_OUT), F(PROMISE), -2.0, 0 },
	/* What no test, document or code of the project is seen to use has no users that anybody knows of. At first looks a push was
	 * right about one of eight lost names; of the labelled ones of real history that it told of, six of six such were false. */
	{ "loss-of-what-nobody-is-seen-to-use", F(LOST_API) | F(PLAUSIBLE), F(PROMISE), -2.0, 0 },
	/* Who rewrites much of a package, and does not promise to keep what there is, knows that names go, */
	{ "loss-in-a-rework", F(LOST_API) | F(WIDE), F(PROMISE) | F(CLAIM_KEEPS), -1.5, 0 },
	/* and that a call which nobody wrote so, or one result of many, is another. */
	{ "call-in-a-rework", F(APPEARED) | F(PLAUSIBLE) | F(CLAIM_NONE) | F(WIDE), F(HANGS), -1.5,
	  0 },
	{ "result-in-a-rework", F(VALUE) | F(CLAIM_NONE) | F(WIDE), 0, -1.5, 0 },
	{ "not-done-yet", F(UNFINISHED), 0, -2.0, 0 },
	/* A fix, a feature and a change are there to change results, and say in words of their own which. Of some twenty such
	 * commits two were news; with a mistake they are as often as below any other message. */
	{ "result-of-a-fix", F(CLAIM_FIXES) | F(VALUE), 0, -1.5, 0 },
	{ "result-of-a-change", F(CLAIM_CHANGES) | F(VALUE), 0, -1.5, 0 },
	/* Handed to code that is as it was, such a result fails there: arrow 8151564f, normalize_timestamp(month_number("juli")) below
	 * "Corrections in Serbian locale". The same difference by another name. */
	{ "result-of-a-fix-handed-on", F(CLAIM_FIXES) | F(HANDED_ON), 0, -1.5, 0 },
	{ "result-of-a-change-handed-on", F(CLAIM_CHANGES) | F(HANDED_ON), 0, -1.5, 0 },
	/* But nobody means what a feature does to those who do not use it. */
	{ "result-of-a-feature", F(CLAIM_ADDS) | F(VALUE), F(OLD_USE), -1.5, 0 },
	{ 0 },
};
