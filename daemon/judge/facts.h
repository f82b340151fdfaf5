/*
 * facts.h - what can be known about a difference: one bit each, one name each. evidence.h finds them, rules.h
 * weighs them. Pure.
 */
#ifndef TORA_JUDGE_FACTS_H
#define TORA_JUDGE_FACTS_H

#include <stdbool.h>
#include <stdint.h>

enum tora_fact {
	TORA_FACT_CLAIM_NONE,
	TORA_FACT_CLAIM_ADDS,
	TORA_FACT_CLAIM_FIXES,
	TORA_FACT_CLAIM_KEEPS,
	TORA_FACT_CLAIM_CHANGES,
	TORA_FACT_PROMISE,
	TORA_FACT_BREAKING,
	TORA_FACT_REVERTS, /* each message says which commit it takes back */
	TORA_FACT_NAMES_FUNCTION,
	TORA_FACT_NAMES_OTHER,     /* the subject names identifiers, and none of this test's */
	TORA_FACT_NAMES_EXCEPTION, /* the exception of the new side, or the one that went away */
	TORA_FACT_NAMES_VALUE,
	TORA_FACT_NAMES_INPUT, /* a keyword or literal of the test */
	TORA_FACT_SHARES_WORDS,
	TORA_FACT_ABOUT_ERRORS,
	TORA_FACT_ABOUT_REMOVAL,
	TORA_FACT_REACH_INSIDE,  /* the message speaks of a kind of input, and the test passes it */
	TORA_FACT_REACH_OUTSIDE, /* it does, and the test passes none of those */
	TORA_FACT_OTHER_THAN_SAID, /* it announces this outcome in place of one that the base had not */
	TORA_FACT_QUOTE,           /* a sentence that names something of this difference */
	/* the diff */
	TORA_FACT_TEST_ASSERTS, /* a changed test expects the new value */
	TORA_FACT_TEST_EXPECTS, /* a changed test expects the new exception */
	TORA_FACT_TEST_BROUGHT, /* this test is one that the change brought */
	TORA_FACT_TEST_TAKEN,   /* this test is one that the change edited or took out */
	TORA_FACT_TEST_EDITED,  /* it stems from a test that the change edits elsewhere */
	TORA_FACT_TEST_NEAR,    /* a changed test calls the function with the same kind of input */
	TORA_FACT_LOG_MENTIONS, /* a changelog line names the function, the value or the input */
	TORA_FACT_LOG_SPEAKS,   /* one of them is a sentence */
	TORA_FACT_FORETOLD, /* a sentence says that what the function gives can be another: foretold.h */
	TORA_FACT_SAID_OTHERWISE, /* what users read says how something was before: otherwise.h */
	TORA_FACT_DOC_MENTIONS,   /* a documentation line does */
	TORA_FACT_DIFF_RAISES,    /* the diff adds the raise, or the text of the message */
	TORA_FACT_DIFF_CATCHES,   /* the diff catches the type of the error that went away */
	TORA_FACT_OLD_WORDS,  /* the function raised this before, or the diff adds errors of this
	                      * type in words that are none of these */
	TORA_FACT_DIFF_VALUE, /* a telling part of the new value stands in an added line */
	TORA_FACT_DIFF_AIMS,  /* new literals of the source are about this input */
	TORA_FACT_DIFF_SIGNATURE, /* the function's parameters or defaults changed */
	TORA_FACT_WHOLE, /* the change touches one function or class, and the difference comes from it */
	TORA_FACT_INSERTED, /* a text is read as a template where it was put in as it is: inserted.h */
	TORA_FACT_ASPECT, /* the mode of a file, whether a stream is open, a line end that is cut, of which nobody speaks: aspect.h */
	TORA_FACT_AFTER_ERROR, /* it comes after an error that the test raised, or that does not come back, of which nobody speaks: aspect.h */
	TORA_FACT_HALF_DONE, /* what a call that fails leaves behind is another, of which nobody speaks: halfdone.h */
	TORA_FACT_LEFT_BEHIND, /* what a call that only asks leaves behind is another, of which nobody speaks: leftbehind.h */
	TORA_FACT_MIDWAY, /* what is gone through is changed on the way, of which nobody speaks: midway.h */
	TORA_FACT_UNCLOSED, /* what is gone through is not closed any more, of which nobody speaks: unclosed.h */
	TORA_FACT_TOLD_EARLY, /* who is told sees the object as it is at another time: toldearly.h */
	TORA_FACT_SAVED_EMPTY, /* an object is written as JSON without its fields, of which nobody speaks: saved.h */
	TORA_FACT_READ_ONCE, /* the input can be gone through once, of which nobody speaks, and less of it is seen: aspect.h */
	TORA_FACT_ORDER_UNSAID, /* the same in another order, of which nobody speaks: aspect.h */
	TORA_FACT_DIGITS_LOST, /* a number is written with fewer digits, of which nobody speaks: digits.h */
	TORA_FACT_NEIGHBOUR_MET, /* a name that begins or ends like the one that is given is met too, of which nobody speaks: alike.h */
	TORA_FACT_QUOTED_MET, /* what stands in quotes within a text is changed, of which nobody speaks: alike.h */
	TORA_FACT_OVERRIDE_LOST, /* a method of an heir is asked no more, of which nobody speaks: override.h */
	TORA_FACT_NAMED_TUPLE, /* the same tuple has names since: namedtuple.h */
	TORA_FACT_AWAITED,     /* the test that it stems from expects the error: awaited.h */
	TORA_FACT_TAKEN, /* what a function of the test raises is taken for something else: taken.h */
	TORA_FACT_REWRAPPED, /* the same error is of another class than the README has: rewrapped.h */
	TORA_FACT_ESCAPED, /* an error of a library that is new, which nothing catches: escaped.h */
	TORA_FACT_MEMBER_TEXT, /* the name of a member is printed where its value was: membertext.h */
	TORA_FACT_SWALLOWED, /* an error in a `with` block comes through no more, of which nobody speaks: swallowed.h */
	TORA_FACT_NAME_MANGLED,  /* a name is looked for that nobody gave: mangled.h */
	TORA_FACT_LINE_END_LEFT, /* a carriage return is left of a line's end: mangled.h */
	TORA_FACT_MAPPED, /* map() fills in a parameter that is new, of which nobody speaks: mapped.h */
	TORA_FACT_KEY_SPLIT, /* a number and its text were one key, of which nobody speaks: keysplit.h */
	TORA_FACT_FALSY, /* what is there and false is taken for missing, of which nobody speaks: falsy.h */
	TORA_FACT_TRUTH, /* objects that were true are false while they are empty: truth.h */
	TORA_FACT_METHOD_WRITTEN, /* it is a method that only the language calls, and the change writes it */
	TORA_FACT_EDGE,    /* only ends of comparisons are moved, and the message speaks of ends */
	TORA_FACT_EDITION, /* tables of data, of the edition that the message names */
	TORA_FACT_RELEASE, /* a version, a year: what every release writes into its sources */
	TORA_FACT_OLD_USE, /* the change adds parameters, and the test passes none of those */
	/* The function's own documentation shows the new value, and did so before the change. */
	TORA_FACT_DOC_SAYS_NEW,
	TORA_FACT_DOC_SAYS_OLD, /* it shows this input, and the old value still */
	TORA_FACT_DOCUMENTED,   /* a document shows this input, and does so still: documented.h */
	TORA_FACT_LEFT_OPEN, /* the README says of some input of what is called that nothing is promised: domain.h */
	TORA_FACT_SILENT, /* the commits touch no line of tests, documents or changelog */
	/* A changed test shows another difference of this function, like this; or it, or a document, a value that looks like the new one. */
	TORA_FACT_SIBLING,
	TORA_FACT_GIVEN_UP, /* tests or documents that the change edits have the lost name no more */
	TORA_FACT_LONE,     /* nothing else that differs is what the commits could be for */
	TORA_FACT_BESIDE, /* another line of the output differs as announced, and this one otherwise */
	/* what makes it no news (quiet.h) */
	TORA_FACT_TAKEN_OUT,  /* the diff takes the definition of the lost name away */
	TORA_FACT_WIDE,       /* many functions are changed */
	TORA_FACT_UNFINISHED, /* each message says that the work is not done */
	TORA_FACT_HANDED_ON,  /* a result that is another one failed in code that did not change */
	/* the difference */
	TORA_FACT_APPEARED,
	TORA_FACT_GONE,
	TORA_FACT_CHANGED,
	TORA_FACT_MESSAGE,
	TORA_FACT_HANGS, /* the new side hangs, dies of a signal, or cannot be imported */
	TORA_FACT_HUNG,  /* the old side did */
	TORA_FACT_VALUE,
	TORA_FACT_ORDER,
	TORA_FACT_UNORDERED, /* the order of something that has none */
	TORA_FACT_OUTPUT,
	TORA_FACT_WARNING,
	TORA_FACT_NEW_API,
	TORA_FACT_LOST_API,
	TORA_FACT_FLOAT,
	TORA_FACT_PROGRAM_ERROR, /* the new exception is one that code raises by mistake */
	TORA_FACT_WAS_PROGRAM_ERROR, /* the one that went away was; what a line is known to raise on purpose is none */
	TORA_FACT_WAS_ELSEWHERE, /* the old error is that an interpreter or a library has not what is asked, or that nothing could be imported */
	TORA_FACT_CALLERS_ERROR, /* what a function of the test raised is another error now */
	TORA_FACT_WAS_MEANT, /* the old exception is the project's own, or a line of the project or the function raises it */
	TORA_FACT_WAS_DUE,  /* the base warned that this goes, and what warned is gone: due.h */
	TORA_FACT_END_SAID, /* and a sentence says that it goes */
	TORA_FACT_TYPE_CHANGED,
	TORA_FACT_SIGN,       /* the same number with the other sign */
	TORA_FACT_BELOW_ZERO, /* an index or a count became a negative number */
	TORA_FACT_SET_LOST, /* an attribute that the test sets, or gives by its name, is another or nothing now */
	TORA_FACT_EMPTIED, /* a value became None or empty */
	TORA_FACT_FILLED,  /* None or an empty value became one that is not */
	TORA_FACT_COSMETIC,
	TORA_FACT_SYNOPSIS,    /* the usage of a program names an option more: synopsis.h */
	TORA_FACT_FIELD_ADDED, /* the printed form of an object shows something more */
	TORA_FACT_GLITCH, /* a text has a None, undefined, %s ... inside, that it had not before */
	TORA_FACT_SAYS_ERROR, /* the new output reports an error where the old did not */
	/* the input */
	TORA_FACT_SEEN,
	TORA_FACT_PLAUSIBLE,
	TORA_FACT_UNKNOWN,
	TORA_FACT_ILLEGAL,
	TORA_FACT_OTHER_KIND, /* it passes a value of another kind than each call that is known: usage.h */
	TORA_FACT_PRIVATE, /* the test needs private names, or nothing but some of an object's differ */
	TORA_FACT_MANY,
	TORA_FACT_COUNT,
};

/* A set of facts. More than 64 of them; both compilers have this type on every 64-bit machine. */
__extension__ typedef unsigned __int128 tora_facts;

#define TORA_FACT(name) ((tora_facts)1 << TORA_FACT_##name)

const char *tora_fact_name(
	enum tora_fact f); /* "claim-keeps"; written into findings and labelled rows */
/* false: no fact has this name. */
bool tora_fact_parse(const char *name, enum tora_fact *ret);

#endif
