#include "judge/rearrange.h"

#include "judge/means.h"
#include "judge/text.h"
#include "judge/words.h"
#include "lang/lang.h"

#include <ctype.h>
#include <stdint.h>
#include <string.h>

#define LONG      100 /* bytes: a story, which has some of these words by chance */
#define SHORT_MAX 3   /* words of a subject that is the name of a construct */
#define NAMED_MAX 5   /* words of "one small helper" */

/* Nobody outside sees how many of these there are. Files, tables and lines are as often what a program writes. */
static const char pieces[] =
	"class|classes|module|modules|function|functions|method|methods|helper|"
	"helpers|routine|routines|implementation|implementations";
/* Nor that there are any: who drops one of those above may take something away from others. */
static const char inner[] =
	"loop|loops|pass|code path|code paths|subclass|subclasses|base class*|closure|closures|"
	"regex|regexes|accumulator*|mixin*|wrapper|wrappers|recursion|nesting|indirection|"
	"boilerplate|allocation*|temporaries|intermediate*|inheritance|globals|global state|"
	"global variable*|star imports|wildcard imports|promise chain*|function call*|"
	"lines of code|duplication|repetition|new array|new arrays|new list|new lists|new dict|"
	"new dicts|new object|new objects";
/* What a thing may be written as. */
static const char forms[] =
	"generator|generators|data|tables|class|classes|dataclass*|function|functions|"
	"constant|constants|closure|closures|method|methods|mixin|mixins|decorator*|"
	"loop|loops|namedtuple*|enum|enums|recursion";
/* What a class or a function may be; an enum shows in the values that others get. */
static const char shapes[] = "dataclass*|namedtuple*|named tuple*|closure|closures|mixin|mixins";
/* What somebody else may do with the same result, beside all that ends in -ing. */
static const char tasks[] = "work|job|rest|arithmetic|math|maths|bookkeeping|conversion";
/* They decide for themselves. */
static const char people[] = "user|caller|client|guest|server|people|customer|admin|author|theme|"
			     "everybody|everyone|it|us|you|database|locale|postgres|excel";
/* Ends in -ing and is nothing that somebody does. */
static const char no_tasks[] = "nothing|something|everything|anything|thing|string|padding|spacing|"
			       "heading|setting";
/* What a call gives, and no class. */
static const char results[] = "result*|return*|row|rows|output|value|values|item|items|each|every|"
			      "dict|tuple|list|json";
/* Work that nobody outside sees, */
static const char unseen_work[] = "compile|recompile|copy|deepcopy|loop|iterate|allocate|"
				  "recompute|recalculate";
/* and what is made for a while. */
static const char temporaries[] = "list|lists|array|arrays|dict|dicts|object|objects|tuple|tuples|"
				  "string|strings|copy|copies|instance|instances";
/* These say what callers get or give. */
static const char says[] =
	"show|shows|print|prints|render|renders|return|returns|accept|accepts|allow|allows|treat|"
	"treats|format|formats|export|exports|write|writes|draw|draws|parse|parses|read|reads|"
	"count|counts|raise|raises|throw|throws|support|supports|expose|exposes|"
	"install|register|publish|send|sends|interpret|serialise|serialize|dump|load|list|report|"
	"log|mark|tag|add|adds|added|adding|implement|implements|enable|introduce|provide|define|"
	"include|hide|clarify|explain|create";
/* Work that can be done twice with the same result. */
static const char work[] =
	"compile|compiles|compute|computes|walk|walks|traverse|traverses|scan|scans|look up|"
	"looks up|split|splits|join|joins|sort|sorts|iterate|iterates|evaluate|evaluates|allocate|"
	"allocates|build|builds|create|creates|hash|hashes|encode|encodes|loop over|go over|"
	"tokenize|tokenise|parse|parses|measure|measures|calculate|calculates";
/* Nobody sees how often these are done. "Send the mail only once" is a mend. */
static const char found_out[] = "collect|gather|compute|calculate|evaluate|determine|look|scan|"
				"walk|compile|tokenize|tokenise";
static const char doing_work[] =
	"scanning|searching|looping|walking|iterating|recursing|recomputing|computing|copying|"
	"building|concatenating|appending|importing|subclassing|inheriting|looking it up|looking "
	"up|"
	"repeating|hard-coding|hardcoding|nesting|rebuilding|reparsing|resorting|sorting|"
	"instantiating|monkeypatching";
/* What is looked for sooner, or done once for all turns; an animation plays "in a loop". */
static const char turns[] =
	"by bisection|by binary search|with bisection|with binary search|with a binary search|"
	"outside the loop|outside of the loop|out of the loop|before the loop|in a while loop|"
	"in a for loop|in one loop";
static const char memory[] =
	"save memory|saves memory|saving memory|less memory|less garbage|gc pressure|"
	"memory footprint";
/* Constructs that are nothing else. */
static const char constructs[] =
	"walrus|f-strings|optional chaining|template literals|arrow functions|dataclasses|"
	"early return*|early exit*|guard clause*|flat ifs|pattern matching|es classes|"
	"const and let|async/await|de morgan|eafp|lbyl";
/* What a program is no longer written with, wherever it stands behind "instead of", */
static const char written_with[] =
	"of if|of ifs|an if|ifs|if/else|if/elif|elif|elifs|if statement*|nested if|"
	"nested conditional*|switch statement*|try/finally|try/except|flag variable*|"
	"index variable*|double negation*|string slicing|copy-paste|promise chain*";
/* and what it is written with from now on. */
static const char written_so[] =
	"comprehension*|ternar*|guard clause*|early return*|early exit*|for loop*|while loop*|"
	"dispatch table*|lookup table*|dict lookup|map lookup|async/await|destructuring|"
	"generator expression*|with-statement*|context manager*|named groups|set arithmetic|"
	"match statement*|pattern matching|for...of|enumerate|template literal*|f-strings|walrus";
/* Care for code that needs no object. */
static const char care[] = "housekeeping|chores|nits|nitpick*|codestyle|code style|linter happy|"
			   "linters happy|appease|"
			   "private attributes|private helpers|private methods|tidier|tidying|"
			   "dry up|drier|spring cleaning|fewer lines|untangle*|disentangle*|"
			   "decouple*";
/* What is of code where a thing of code stands beside it, or nothing does. */
static const char style[] = "more readable|clearer names|descriptive names|better names|complexity";
static const char spelling[] = "snake_case|camelcase";
static const char beside[] = "variable*|local*|internal*|private|identifier*|helper*";
/* Their names are for callers, too, or for a query; how complex they are, nobody outside sees. */
static const char beside_complexity[] = "attribute*|parameter*|method*|function*";

static const char reviewed[] =
	"address review|pr review|code review|review comment*|review feedback|"
	"review suggestion*|review change*|review remark*|from review|per review";

/* The next word, of letters, digits and what sticks to them; empty at the end of the piece: a comma, a stop. */
static struct tora_sv next_word(struct tora_sv *rest)
{
	struct tora_sv ret;
	size_t n = 0;

	while (rest->len && isspace((unsigned char)rest->at[0]))
		rest->at++, rest->len--;
	while (n < rest->len && !isspace((unsigned char)rest->at[n]) &&
	       !strchr(",;:.", rest->at[n]))
		n++;
	ret = (struct tora_sv){ rest->at, n };
	rest->at += n;
	rest->len -= n;
	return ret;
}

static struct tora_sv first_word(struct tora_sv subject)
{
	return next_word(&subject);
}

/* The same with its dots: "JSON.stringify". */
static struct tora_sv next_name(struct tora_sv *rest)
{
	struct tora_sv ret = next_word(rest), more;

	while (rest->len > 1 && rest->at[0] == '.' && isalpha((unsigned char)rest->at[1])) {
		rest->at++, rest->len--;
		more = next_word(rest);
		ret.len = (size_t)(more.at + more.len - ret.at);
	}
	return ret;
}

static size_t count_words(struct tora_sv text)
{
	size_t n = 0;

	for (struct tora_sv word; (word = next_word(&text)).len;)
		n++;
	return n;
}

static struct tora_sv last_word(struct tora_sv text)
{
	struct tora_sv ret = tora_sv("");

	for (struct tora_sv word; (word = next_word(&text)).len;)
		ret = word;
	return ret;
}

/* Up to the first word that says where or what for, or the end of the piece. *ret_next: that word. */
static struct tora_sv thing_of(struct tora_sv text, struct tora_sv *ret_next)
{
	struct tora_sv rest = text, word;

	while ((word = next_word(&rest)).len)
		if (tora_words_match(word,
		                     "for|of|in|into|to|from|on|by|per|that|which|where|who|"
		                     "with|when|if|until|till|behind|instead|rather|and|over|at"))
			break;
	*ret_next = word;
	return (struct tora_sv){ text.at, (size_t)((word.len ? word.at : rest.at) - text.at) };
}

static bool is_of_code(struct tora_sv text)
{
	return tora_words_match(text, pieces) || tora_words_match(text, inner) ||
	       tora_means_construct(text);
}

/* "Less nesting in resolve", "Less copying", "No more star imports": but "No wrapper when there is one row" is what comes out. */
static bool does_with_less(struct tora_sv subject, struct tora_sv first)
{
	struct tora_sv rest = subject, next;

	if (tora_words_match(subject, "when|if|unless|while"))
		return false;
	(void)next_word(&rest);
	if (tora_words_match(first, "ditch|drop|lose|kill|avoid") ||
	    (tora_words_match(first, "get|gets|getting") && tora_words_match(rest, "rid of")))
		return tora_words_match(rest, inner) || tora_means_construct(rest);
	if (!tora_words_match(first, "less|fewer|no|without"))
		return false;
	if (tora_words_match(rest, "need for"))
		return is_of_code(rest);
	/* "No need to copy" ends there: "no need to copy the file" is for who uses it. */
	if (tora_words_match(rest, "need to"))
		return (count_words(rest) <= 3 && tora_words_match(rest, unseen_work)) ||
		       (count_words(rest) <= 5 && tora_words_match(rest, "build|create|make") &&
		        tora_words_match(rest, temporaries));
	/* Whether a report is sorted is what it shows. */
	return (tora_words_match(first_word(rest), doing_work) && tora_sv_has(rest, "()")) ||
	       is_of_code(thing_of(rest, &next));
}

/* "One loop, ...", "Single module", "One place that knows x": "One method of payment" is none. */
static bool makes_one(struct tora_sv subject, struct tora_sv first)
{
	struct tora_sv next, thing = thing_of(subject, &next);
	static const char ones[] = "one|single|a|common|generic|shared|the same";

	if (!tora_words_match(first, ones) || count_words(thing) > NAMED_MAX ||
	    (tora_text_same(first, tora_sv("a")) &&
	     !tora_words_match(thing, "single|common|generic|shared") &&
	     !tora_words_match(subject, "for what was|for what were|for both|for all")))
		return false;
	if (tora_words_match(next, "of"))
		return false;
	return is_of_code(last_word(thing)) ||
	       (tora_text_same(last_word(thing), tora_sv("place")) &&
	        tora_words_match(next, "that|which|for|where"));
}

/* "Collapse three exporters into one", "one query rather than N". */
static bool makes_fewer(struct tora_sv subject, struct tora_sv first)
{
	return (tora_words_match(first, "collapse|fold|merge|condense|squash|turn|join|boil") &&
	        tora_words_match(subject, "into one|to one") &&
	        tora_words_match(subject, "two|three|four|five|several|both|all|"
	                                  "identical|almost")) ||
	       tora_words_match(subject, "rather than n|instead of n|n+1 quer*") ||
	       (tora_words_match(subject, "don't repeat|do not repeat|stop repeating") &&
	        tora_words_match(subject, "arithmetic|logic|code|computation*|calculation*|"
	                                  "expression*|pattern*|check|checks|loop|look-up"));
}

/* "Seat is a dataclass", "Seat -> dataclass", "Control: dataclass": how a class is written. */
static bool is_now_a(struct tora_sv subject)
{
	static const char *const links[] = { " is a ", " becomes a ", " -> " };

	if (count_words(subject) == 1)
		return tora_words_match(subject, shapes);
	for (size_t i = 0; i < sizeof links / sizeof *links; i++) {
		size_t at = tora_text_find(subject, tora_sv(links[i]), 0, true),
		       n = strlen(links[i]);
		struct tora_sv name = { subject.at, at }, what, next;

		/* "read() -> namedtuple", "the result is a namedtuple" are what it gives. */
		if (at == SIZE_MAX || !isupper((unsigned char)subject.at[0]) ||
		    count_words(name) != 1 ||
		    tora_text_find(name, tora_sv(")"), 0, false) != SIZE_MAX ||
		    tora_words_match(name, results))
			continue;
		what = thing_of((struct tora_sv){ subject.at + at + n, subject.len - at - n },
		                &next);
		if (count_words(what) < SHORT_MAX && tora_words_match(what, shapes))
			return true;
	}
	return false;
}

/* "Operators as data", "the scanner as a generator". */
static bool is_written_as(struct tora_sv subject)
{
	size_t at = tora_text_find(subject, tora_sv(" as "), 0, true);
	struct tora_sv rest, next;

	if (at == SIZE_MAX || tora_words_match(subject, "should|must|when|if|main"))
		return false;
	rest = (struct tora_sv){ subject.at + at + 4, subject.len - at - 4 };
	rest = thing_of(rest, &next);
	return (count_words(rest) < SHORT_MAX && tora_words_match(last_word(rest), forms)) ||
	       (count_words(rest) <= SHORT_MAX && tora_words_match(rest, "state machine"));
}

/* "Take the header apart", "Give the lexer its own file", "in one place". */
static bool puts_elsewhere(struct tora_sv subject, struct tora_sv first)
{
	static const char homes[] =
		"own function|own method|own class|own module|own file|own helper|own package|"
		"own type|function of its own|method of its own|class of its own|module of its own|"
		"file of its own|one place|module level|module-level|top level";

	if (tora_words_match(first, "take|takes|pull|pulls|tear|pick") &&
	    tora_words_match(subject, "apart"))
		return true;
	if (tora_sv_ends(subject, " in one place") && !tora_words_match(first, says))
		return true;
	return tora_words_match(first, "take|put|pull|give|move|get|have|keep|split|lift|hoist|"
	                               "bring|do|gather|collect") &&
	       tora_words_match(subject, homes) && !tora_words_match(subject, "each|every");
}

static bool is_builtin(struct tora_sv name)
{
	size_t n = 0;
	const struct tora_lang *const *langs = tora_lang_all(&n);

	for (size_t i = 0; i < n; i++)
		for (const char *const *b = langs[i]->builtins; *b; b++)
			if (tora_sv_is(name, *b))
				return true;
	return false;
}

/* "isFinite", "Array.isArray", "sorted()": what the language has, and no word. A field, "userId" or "input.name", may be
 * what is enough. */
static bool begins_with_builtin(struct tora_sv subject)
{
	struct tora_sv word = next_name(&subject), first = word;
	bool humps = tora_sv_ends(word, "()");

	for (first.len = 0; first.len < word.len && isalnum((unsigned char)word.at[first.len]);)
		first.len++;
	for (size_t i = 1; i < first.len; i++)
		humps |= islower((unsigned char)word.at[i - 1]) &&
		         isupper((unsigned char)word.at[i]);
	humps |= first.len < word.len && isupper((unsigned char)word.at[0]);
	return humps && is_builtin(first);
}

/* "typeof is enough", "a set will do". */
static bool says_what_does(struct tora_sv subject)
{
	return tora_words_match(subject,
	                        "is enough|are enough|suffices|suffice|will do|does the job|"
	                        "does it|is all it takes|is not needed|are not needed|"
	                        "isn't needed|aren't needed|not needed here") &&
	       (is_of_code(subject) || tora_words_match(subject, "our own") ||
	        (begins_with_builtin(subject) &&
	         !tora_words_match(subject, "not needed|isn't needed|aren't needed")));
}

/* "the arithmetic", "counting" */
static bool is_task(struct tora_sv text)
{
	struct tora_sv word = next_word(&text);

	if (tora_words_match(word, "the|all|its|our"))
		word = next_word(&text);
	return tora_words_match(word, tasks) ||
	       (tora_sv_ends(word, "ing") && !tora_words_match(word, no_tasks));
}

/* "Let datetime do the arithmetic": who does what is how. "Let users choose" is what comes of it. */
static bool hands_over(struct tora_sv subject, struct tora_sv first)
{
	struct tora_sv rest = subject, who, does;

	if (!tora_words_match(first, "let|lets"))
		return false;
	(void)next_word(&rest);
	who = next_name(&rest);
	does = next_word(&rest);
	if (tora_words_match(who, "the")) {
		who = does;
		if (!tora_words_match(next_word(&rest), "module|library|class"))
			return false;
		does = next_word(&rest);
	}
	if (tora_words_match(who, people) || tora_sv_ends(who, "s")) /* plugins, themes */
		return false;
	return (tora_words_match(does, "do") && is_task(rest)) ||
	       (tora_words_match(does, "take") && tora_words_match(rest, "apart"));
}

static bool saves(struct tora_sv subject)
{
	return tora_words_match(subject, memory) || tora_words_match(subject, turns) ||
	       (tora_words_match(first_word(subject), "look|work|split") &&
	        (tora_sv_ends(subject, "up once") || tora_sv_ends(subject, "out once"))) ||
	       (tora_words_match(first_word(subject), found_out) &&
	        (tora_sv_ends(subject, " only once") || tora_sv_ends(subject, " just once"))) ||
	       (tora_words_match(subject,
	                         "memory usage|memory use|memory used|memory consumption") &&
	        tora_words_match(subject, "less|lower|reduce*|cut|cuts|decrease*|halve|halves")) ||
	       (tora_words_match(subject, "once") &&
	        !tora_words_match(subject, "once again|once more|at once|only once|just once") &&
	        tora_words_match(subject, work) &&
	        !tora_words_match(subject, "when|if|unless|per|call|calls|warn*|print*|log*"));
}

/* What stands behind a place: "parse_row: three early returns". */
static struct tora_sv behind_place(struct tora_sv subject)
{
	size_t at = tora_text_find(subject, tora_sv(": "), 0, true);

	if (at == SIZE_MAX || memchr(subject.at, ' ', at))
		return subject;
	return (struct tora_sv){ subject.at + at + 2, subject.len - at - 2 };
}

static struct tora_sv up_to_comma(struct tora_sv text)
{
	const char *comma = memchr(text.at, ',', text.len);

	return comma ? (struct tora_sv){ text.at, (size_t)(comma - text.at) } : text;
}

/* "Loops, not recursion", "Bisect instead of scanning", "guard clauses instead of five levels of if". */
static bool does_otherwise(struct tora_sv subject)
{
	static const char *const links[] = { "instead of ", "rather than ", "in place of ",
		                             ", not " };

	for (size_t i = 0; i < sizeof links / sizeof *links; i++) {
		size_t at = tora_text_find(subject, tora_sv(links[i]), 0, true),
		       n = strlen(links[i]);
		struct tora_sv old, new, next;

		if (at == SIZE_MAX)
			continue;
		old = (struct tora_sv){ subject.at + at + n, subject.len - at - n };
		new = behind_place((struct tora_sv){ subject.at, at });
		if (tora_words_match(first_word(old), doing_work) ||
		    is_of_code(last_word(thing_of(old, &next))) ||
		    tora_words_match(up_to_comma(old), written_with) ||
		    (count_words(new) <= SHORT_MAX && tora_words_match(new, written_so)))
			return true;
	}
	return false;
}

/* "Defer the import of yaml", "imports of heavy modules"; "the import of bank statements" is what a program does. */
static bool imports_code(struct tora_sv subject)
{
	static const char *const imports[] = { "import of ", "imports of " };

	if (tora_words_match(subject, "import|imports") &&
	    tora_words_match(subject, "lazily|heavy|module*"))
		return true;
	for (size_t i = 0; i < sizeof imports / sizeof *imports; i++) {
		size_t at = tora_text_find(subject, tora_sv(imports[i]), 0, true),
		       n = strlen(imports[i]);
		struct tora_sv what, next;

		if (at == SIZE_MAX)
			continue;
		what = (struct tora_sv){ subject.at + at + n, subject.len - at - n };
		if (count_words(thing_of(what, &next)) == 1)
			return true;
	}
	return false;
}

/* "Make peek() cheaper", "remove dead branches", "constants for the states". */
static bool speaks_of_code(struct tora_sv subject, struct tora_sv first)
{
	if (tora_words_match(first, "stop|stops") &&
	    tora_words_match(subject, "stop using|stops using"))
		return tora_words_match(subject, "private|undocumented") || is_of_code(subject);
	if (tora_words_match(first, "defer|delay|postpone"))
		return imports_code(subject);
	if (tora_words_match(first, "declare|declares|hoist|hoists"))
		return tora_words_match(subject, "variable|variables|locals") &&
		       tora_words_match(subject, "where|const|let|closer|near");
	if (tora_words_match(first, "make|makes"))
		return tora_words_match(subject, "leaner|shorter to read|easier to read") ||
		       (tora_words_match(subject, "cheaper") &&
		        (tora_sv_has(subject, "()") || is_of_code(subject)));
	if (tora_words_match(first, "remove|removes|removed|drop|drops|delete"))
		return tora_words_match(subject, "dead branch*|dead method*|dead function*");
	return tora_words_match(subject, "constants for") &&
	       tora_words_match(subject, "states|names|keys|flags|magic");
}

/* "Return early", "bail out early in merge()": "Return early results" says what is given. */
static bool leaves_early(struct tora_sv subject)
{
	size_t at = tora_text_find(subject, tora_sv(" early"), 0, true);
	struct tora_sv before, rest, next;

	if (at == SIZE_MAX || tora_words_match(subject, "if|when|unless|once|until"))
		return false;
	before = last_word((struct tora_sv){ subject.at, at });
	rest = (struct tora_sv){ subject.at + at + strlen(" early"),
		                 subject.len - at - strlen(" early") };
	next = next_word(&rest);
	return tora_words_match(before, "return|returns|exit|exits|leave|leaves|bail|bails|out") &&
	       (!next.len || tora_words_match(next, "in|from|inside|instead|rather|where"));
}

/* "No need for else", "invert the condition", "single exit in scan()", "straighten out the main loop". */
static bool bends_flow(struct tora_sv subject, struct tora_sv first)
{
	if (tora_words_match(subject, "need for else|need for an else|else after return|"
	                              "else branch*|else clause*|needless else|unneeded else"))
		return true;
	if (tora_words_match(first, "invert|inverts|swap|swaps|de-nest|denest|unnest|unindent|"
	                            "straighten|straightens"))
		return tora_words_match(subject, "if|ifs|condition|conditions|loop|loops|"
		                                 "control flow") ||
		       tora_sv_ends(subject, "()");
	return tora_sv_has(subject, "()") &&
	       tora_words_match(subject, "single exit|single return|one return|one exit|"
	                                 "less indentation|fewer branches|control flow");
}

/* "Both readers go through one function", "Matcher owns the cursor". */
static bool says_who(struct tora_sv subject)
{
	/* Uploads go through a queue, and a cache lives in a folder. */
	return (tora_words_match(subject, "goes through|go through|lives in|live in") &&
	        (is_of_code(subject) || tora_sv_has(subject, "()") ||
	         tora_sv_has(subject, " _"))) ||
	       (tora_words_match(subject, "own the|owns the") &&
	        !tora_words_match(subject, "user|users|customer*|admin*|data"));
}

static bool is_of_style(struct tora_sv subject)
{
	if (tora_words_match(subject, beside) || tora_sv_has(subject, "()"))
		return tora_words_match(subject, style) || tora_words_match(subject, spelling);
	return (tora_sv_ends(subject, " names") && tora_words_match(subject, style)) ||
	       (tora_words_match(subject, "complexity") &&
	        tora_words_match(subject, beside_complexity));
}

/* "Optional chaining", "f-strings everywhere": "sorted keys" are what comes out. */
static bool is_a_construct(struct tora_sv subject)
{
	struct tora_sv next, thing = thing_of(subject, &next);

	return (count_words(subject) <= SHORT_MAX && tora_words_match(subject, constructs)) ||
	       (tora_words_match(next, "in|for|over|where") && count_words(thing) <= SHORT_MAX &&
	        (tora_words_match(thing, constructs) ||
	         (count_words(thing) == 1 && tora_sv_has(thing, "()") &&
	          tora_means_construct(thing)))) ||
	       (tora_means_construct(subject) &&
	        tora_words_match(subject, "everywhere|throughout|all over|where it helps"));
}

bool tora_rearranges(struct tora_sv subject)
{
	struct tora_sv s = tora_sv_trim(subject), first;

	/* "... go through one function now": of the present, not of what was otherwise before. */
	if (tora_sv_ends(s, " now"))
		s.len -= strlen(" now");
	first = first_word(s);
	if (s.len > LONG || tora_means_outcome(s) || tora_words_match(s, "fix|fixes|fixed|syntax"))
		return false;
	if (leaves_early(s))
		return true;
	if (tora_words_match(first, says))
		return false;
	return does_with_less(s, first) || makes_one(s, first) || makes_fewer(s, first) ||
	       is_written_as(s) || is_now_a(s) || hands_over(s, first) ||
	       puts_elsewhere(s, first) || says_what_does(s) || saves(s) || does_otherwise(s) ||
	       bends_flow(s, first) || speaks_of_code(s, first) || says_who(s) ||
	       is_a_construct(s) || is_of_style(s) || tora_words_match(s, care) ||
	       tora_words_match(s, reviewed);
}
