#include "judge/means.h"

#include "judge/text.h"
#include "judge/words.h"

#include <ctype.h>
#include <stdint.h>
#include <string.h>

/* First words that leave open what is changed; "add", "allow", "raise" are about behaviour. */
static const char verbs[] =
	"use|uses|using|convert*|switch*|replac*|remov*|drop*|prefer*|express*|comput*|calculat*|"
	"keep|avoid*|get|migrat*|port|adopt*|merge*|turn*|make|work|shorten*|flatten*|delete*|"
	"address*|apply|let|do|build|write|collapse*|transform*|share|store|hold|put|implement|"
	"no|one|two|less|fewer|eliminat*|employ|leverage|delegat*|stop|fix|fold|drop|rm";

/* Constructs that many languages have; each has its own besides. */
static const char constructs[] =
	"comprehension*|ternar*|conditional expression*|lambda*|builtin*|built-in*|heap|slices|"
	"slicing|format string*|pattern matching|regular expression*|a regex|the regex|regexes|"
	"lookaround*|lookahead*|lookup table*|a table|dispatch table*|table-driven|"
	"one pass|single pass|one go|iterative*|a loop|for loop*|while loop*|nested "
	"loop*|recursion|splicing|"
	"explicit stack|if chain*|nesting|if/else|early return*|early exit*|guard clause*|"
	"use a set|use sets|in a set|standard library|stdlib|super|map and filter|map/filter|"
	"string concatenation|concatenation|descriptor*|mixin*|destructuring|async/await";

/* Code about which nobody outside knows. */
static const char own_code[] =
	"our own|own code|own implementation|own version|hand-written|handwritten|hand-rolled|"
	"home-grown|homegrown|custom implementation|custom code|custom loop|boilerplate|"
	"duplication|duplicate code|duplicated code|duplicated logic|repetition|copy-paste*|"
	"copy and paste|leftover*|left-over*|remnant*|cruft|dead "
	"code|commented|commented-out|todos|unused|unreachable|"
	"temporary variable*|local variable*|intermediate variable*|intermediate list*|"
	"legacy code|compat code|linter*|lint|sonar*|review comment*|review feedback|review "
	"remark*|nitpick*|"
	"code smell*|magic number*|cyclomatic complexity|same code|twice the same|"
	"back and forth|lines of code|do the work|does the work";

/* Too much of something that only code has. */
static const char needless[] =
	"redundant|redundent|needless*|unnecessary|unecessary|superfluous|useless|repeated|un-used|"
	"unneeded|"
	"obsolete|duplicate|duplicated|irrelevant|pointless|spurious|extraneous|old";
static const char of_code[] =
	"cop*|call*|check*|import*|variable*|branch*|condition*|loop*|cast*|conversion*|code|"
	"else|parenthes*|assign*|lambda*|pass*|comprehension*|allocation*|statement*|"
	"paren|parens|base class*|baseclass*|raise|assertion*|construction*|conditional*|comment*|"
	"work|indirection*|computation*|lookup*|wrapper*|recomputation*|intermediate*|u-prefix*|"
	"return|returns";

/* An outcome that somebody sees: then the message announces something after all. */
static const char outcomes[] =
	"bug*|crash*|error*|exception*|rais*|wrong*|incorrect*|fail*|no longer|now|default*|"
	"regression*|consistent with|inconsisten*|support*|allow*|accept*|reject*|invalid|endless|"
	"infinite|breaking|always|behave like|behaves like|act like|acts like|stomping|clobber*|"
	"overwriting|zero division|"
	"never|by design|so that users|sentinel|hang*|leak*|problem|undefined|unknown|unbound|"
	"broken";

/* "Fix slicing after removals" is about what the construct does, not about using it. */
static const char mends[] = "fix|stop";

bool tora_means_outcome(struct tora_sv subject)
{
	return tora_words_match(subject, outcomes) || tora_sv_has(subject, "Error");
}

bool tora_means_construct(struct tora_sv text)
{
	return tora_words_match(text, constructs) ||
	       tora_words_count_talk(text, TORA_TALK_CONSTRUCTS);
}

/* "Use a helper", and not "Fix the page in object_list() helper" nor "Implement a transaction helper": one that callers have. */
static bool names_own_code(struct tora_sv text, struct tora_sv first)
{
	return tora_words_match(text, own_code) ||
	       (tora_words_match(text, "helper*") && !tora_words_match(first, "fix|implement")) ||
	       tora_words_count_talk(text, TORA_TALK_FORMATTERS) ||
	       tora_words_count_talk(text, TORA_TALK_FINDERS);
}

/* "cut the number into pieces instead of the regex": whatever the verb is, this is about how. */
static bool replaces_construct(struct tora_sv subject)
{
	static const char *const instead[] = { "instead of ", "rather than ", "in place of " };

	for (size_t i = 0; i < sizeof instead / sizeof *instead; i++) {
		size_t at = tora_text_find(subject, tora_sv(instead[i]), 0, true);

		if (at == SIZE_MAX)
			continue;
		/* "Change f to use a dict instead of its own table" says so of what comes. */
		if (tora_means_construct((struct tora_sv){ subject.at + at, subject.len - at }) ||
		    (tora_words_match(subject, "to use") &&
		     tora_means_construct((struct tora_sv){ subject.at, at })))
			return true;
	}
	return false;
}

/* "parse a part with one regular expression", "one expression for the tokens": of what only code has, one does it. What is matched
 * with an expression may be what users write. */
static bool is_done_by_one(struct tora_sv subject, struct tora_sv first)
{
	static const char one[] =
		"one expression|one regular expression|one regex|one loop|one pass|one scan|"
		"single expression|single regular expression|single regex|single compiled "
		"regex|single loop|single pass|single scan";
	static const char does[] =
		"return*|send*|search*|limit*|combin*|remov*|drop*|add|adds|added|support*|"
		"allow*|accept*|fix*|handle*|new|give|gives|print*|show*";

	if (!tora_words_match(subject, one) || tora_words_match(first, does))
		return false;
	return tora_words_match(first, "one|single")
	               ? tora_words_match(subject, "for")
	               : tora_words_match(subject, "with|by|in|as|into");
}

bool tora_means_only(struct tora_sv subject)
{
	struct tora_sv first = subject;
	size_t n = 0;

	while (n < subject.len && !isspace((unsigned char)subject.at[n]))
		n++;
	first.len = n;
	if (tora_means_outcome(subject))
		return false;
	/* Of others: who deprecates his own says so first. */
	if (tora_words_match(subject, "deprecat*"))
		return tora_words_match(
			subject, "replace deprecated|replaces deprecated|replaced deprecated|"
				 "fix deprecated|fixes deprecated|fixed deprecated|"
				 "fixing deprecated|avoid deprecated|using deprecated");
	if (tora_words_match(first, "rename|renames") &&
	    tora_words_match(subject, "variable|variables|locals|internals"))
		return true;
	if ((replaces_construct(subject) && !tora_words_match(first, mends)) ||
	    is_done_by_one(subject, first))
		return true;
	return tora_words_match(first, verbs) &&
	       (((tora_means_construct(subject) ||
	          tora_words_count_talk(subject, TORA_TALK_LEFTOVERS)) &&
	         !tora_words_match(first, mends)) ||
	        names_own_code(subject, first) ||
	        (tora_words_match(subject, needless) && tora_words_match(subject, of_code)));
}

/* To take generators, or to fix what happens to them, is about what is passed. */
bool tora_means_lazier(struct tora_sv subject, struct tora_sv message)
{
	if (tora_words_match(subject, "accept*|allow*|support*|take|takes|fix*|handle*|for "
	                              "generators|for iterators|too|also"))
		return false;
	/* "Don't hold the whole log in memory", and what yields below it. */
	if (tora_words_match(subject, "in memory|into memory") &&
	    tora_words_match(message, "yield|yields|iterator*|generator*|lazily"))
		return true;
	/* Work is put off; what is escaped, rounded or shown as needed comes out in another way. */
	if (tora_words_match(subject,
	                     "comput*|calculat*|work out|works out|build|builds|creat*|load*|"
	                     "read|reads|fetch*|look up|looks up|pars*|fill*|import*|resolv*|"
	                     "open|opens|connect*|prepar*|evaluat*|defer*|delay*|generat*|"
	                     "compil*|initiali*|determin*|find|finds|make|makes") &&
	    tora_words_match(subject,
	                     "as needed|if needed|when needed|when they are needed|"
	                     "when it is needed|when it is first needed|when first needed|"
	                     "when it is used|when they are used|when first used|on first use|"
	                     "on first access|until first use|until first used|when asked|"
	                     "until it is needed|until they are needed|when it is asked for|"
	                     "when they are asked for|when it is first asked for"))
		return true;
	return tora_words_match(subject,
	                        "lazy|lazily|laziness|one by one|one at a time|on demand") ||
	       (tora_words_match(subject, "yield*|stream*|generator*|iterator*|iterat*") &&
	        tora_words_match(message, "one by one|one at a time|lazy|lazily|into memory|"
	                                  "in memory|memory|instead of a list|instead of lists|"
	                                  "instead of building*"));
}
