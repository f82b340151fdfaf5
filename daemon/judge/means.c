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
	"no|one|two|less|fewer|eliminat*|employ|leverage|delegat*|stop|fix|fold|drop";

/* Constructs of a language or its library. */
static const char constructs[] =
	"f-string*|f string*|fstring*|comprehension*|generator expression*|walrus|ternar*|"
	"conditional expression*|lambda*|builtin*|built-in*|divmod|enumerate|zip|itertools|"
	"functools|defaultdict|deque|a counter|counter|heap|heapq|bisect|dataclass*|namedtuple*|"
	"named tuple*|slices|slicing|list.sort|sorted|str.format|format string*|pathlib|os.path|"
	"context manager*|with statement*|pattern matching|match statement*|yield from|"
	"regular expression*|a regex|the regex|regexes|lookaround*|lookahead*|lookup table*|a "
	"table|dispatch table*|table-driven|"
	"one pass|single pass|a loop|for loop*|while loop*|nested loop*|recursion|"
	"explicit stack|if chain*|elif|if/else|nesting|early return*|early exit*|guard clause*|"
	"use a set|use sets|use a dict|in a set|in a dict|standard library|stdlib|super|"
	"staticmethod*|classmethod*|setdefault|isinstance|map and filter|map/filter|"
	"string concatenation|concatenation|str.join|descriptor*|metaclass*|mixin*|"
	"arrow function*|template literal*|template string*|optional chaining|destructuring|"
	"async/await|array method*|object.entries|object.assign|structuredclone";

/* Code about which nobody outside knows. */
static const char own_code[] =
	"our own|own code|own implementation|own version|hand-written|handwritten|hand-rolled|"
	"home-grown|homegrown|custom implementation|custom code|custom loop|boilerplate|"
	"duplication|duplicate code|duplicated code|duplicated logic|repetition|copy-paste*|"
	"copy and paste|leftover*|left-over*|remnant*|dead code|unused|unreachable|helper*|"
	"temporary variable*|local variable*|intermediate variable*|intermediate list*|"
	"python 2|python2|py2|python 3.*|six|future import*|legacy code|compat code|"
	"pylint|flake8|ruff|mypy|pyright|black|isort|pyupgrade|pycodestyle|eslint|prettier|"
	"linter*|lint|sonar*|review comment*|review feedback|review remark*|nitpick*|"
	"code smell*|magic number*|cyclomatic complexity|same code|twice the same|"
	"back and forth|lines of code|do the work|does the work";

/* Too much of something that only code has. */
static const char needless[] =
	"redundant|needless*|unnecessary|superfluous|useless|repeated|un-used|unneeded|obsolete";
static const char of_code[] =
	"cop*|call*|check*|import*|variable*|branch*|condition*|loop*|cast*|conversion*|code|"
	"else|parenthes*|assign*|lambda*|pass*|comprehension*|allocation*|statement*|"
	"work|lookup*|wrapper*|recomputation*|intermediate*|u-prefix*|return|returns";

/* An outcome that somebody sees: then the message announces something after all. */
static const char outcomes[] =
	"bug*|crash*|error*|exception*|rais*|wrong*|incorrect*|fail*|no longer|now|default*|"
	"support*|allow*|accept*|reject*|invalid|endless|infinite|breaking|always|"
	"never|by design|so that users|sentinel|hang*|leak*|problem|undefined|unknown|unbound|"
	"broken";

/* "Fix slicing after removals" is about what the construct does, not about using it. */
static const char mends[] = "fix|stop";

bool tora_means_outcome(struct tora_sv subject)
{
	return tora_words_match(subject, outcomes) || tora_sv_has(subject, "Error");
}

/* "cut the number into pieces instead of the regex": whatever the verb is, this is about how. */
static bool replaces_construct(struct tora_sv subject)
{
	static const char *const instead[] = { "instead of ", "rather than ", "in place of " };

	for (size_t i = 0; i < sizeof instead / sizeof *instead; i++) {
		size_t at = tora_text_find(subject, tora_sv(instead[i]), 0, true);

		if (at != SIZE_MAX &&
		    tora_words_match((struct tora_sv){ subject.at + at, subject.len - at },
		                     constructs))
			return true;
	}
	return false;
}

bool tora_means_only(struct tora_sv subject)
{
	struct tora_sv first = subject;
	size_t n = 0;

	while (n < subject.len && !isspace((unsigned char)subject.at[n]))
		n++;
	first.len = n;
	if (tora_means_outcome(subject) || tora_words_match(subject, "deprecat*"))
		return false;
	if (tora_words_match(first, "rename|renames") &&
	    tora_words_match(subject, "variable|variables|locals"))
		return true;
	if (replaces_construct(subject) && !tora_words_match(first, mends))
		return true;
	return tora_words_match(first, verbs) &&
	       ((tora_words_match(subject, constructs) && !tora_words_match(first, mends)) ||
	        tora_words_match(subject, own_code) ||
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
	return tora_words_match(subject,
	                        "lazy|lazily|laziness|one by one|one at a time|on demand") ||
	       (tora_words_match(subject, "yield*|stream*|generator*|iterator*|iterat*") &&
	        tora_words_match(message, "one by one|one at a time|lazy|lazily|into memory|"
	                                  "in memory|memory|instead of a list|instead of lists|"
	                                  "instead of building*"));
}
