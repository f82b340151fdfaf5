#include "judge/subject.h"

#include "judge/means.h"
#include "judge/text.h"
#include "judge/words.h"
#include "lang/lang.h"

#include <ctype.h>
#include <stdint.h>
#include <string.h>

#define CLAUSE_MAX 300 /* bytes: what is longer is no sentence */

static const char no_behaviour[] =
	"docstring*|documentation|docs|type hint*|typing|type annotation*|annotations|comments|"
	"tests|test "
	"case*|changelog|lint|lints|linted|linter*|linting*|typo|typos|readme|contributor*|build "
	"backend|"
	"build system|overloads|doctest*|type parameter*|test suite|unit test*|unittest*|coverage|"
	"spelling|version bump|version number|copyright*|license|licence|code "
	"style|benchmark*|todos|pep8|pep-8|stylistic|ci|travis|tox|github actions";

bool tora_subject_of_no_behaviour(struct tora_sv subject)
{
	return tora_words_match(subject, no_behaviour) ||
	       tora_words_count_talk(subject, TORA_TALK_FORMATTERS) ||
	       tora_words_count_talk(subject, TORA_TALK_PACKAGING);
}

static struct tora_sv first_word(struct tora_sv subject)
{
	struct tora_sv first = { subject.at, 0 };

	while (first.len < subject.len && isalpha((unsigned char)subject.at[first.len]))
		first.len++;
	return first;
}

/* What a preposition begins says where or what for: "tests for slugify()". */
static const char prepositions[] = "for|of|in|into|to|from|about|with|on|by|when|if|after|that|"
				   "which|where|using|over|as|at|against|so|since|because";
static const char edits[] =
	"add|adds|added|adding|fix|fixes|fixed|fixing|update|updates|updated|updating|improv*|"
	"remov*|delet*|drop|drops|dropped|renam*|move|moves|moved|chang*|tweak*|edit|edits|correct|"
	"corrects|corrected|rm|clarif*|convert*|replac*|rework*|rewrite|rewrites|reword*|polish*|"
	"adjust*|adapt*|extend*|expand*|simplif*|clean*|increas*|more|missing|minor|small|some|"
	"better";
/* What is done beside such edits. */
static const char also_edits[] = "bump*|version|formatting|style|clean up|cleanup*";

/* The bytes before its first preposition, and that. */
static struct tora_sv before_preposition(struct tora_sv piece, struct tora_sv *ret_preposition)
{
	struct tora_scan scan = { .text = piece };
	struct tora_token t, last = { .text = tora_sv("") };

	*ret_preposition = tora_sv("");
	for (; tora_scan_solid(&scan, &t); last = t)
		if (t.kind == TORA_TOKEN_WORD && tora_words_match(t.text, prepositions) &&
		    !tora_words_match(last.text,
		                      "couple|lot|lots|bunch|amount*|number|version|draft")) {
			*ret_preposition = t.text;
			return (struct tora_sv){ piece.at, (size_t)(t.text.at - piece.at) };
		}
	return piece;
}

static bool of_tools(struct tora_sv piece)
{
	return tora_words_count_talk(piece, TORA_TALK_FORMATTERS) ||
	       tora_words_count_talk(piece, TORA_TALK_PACKAGING);
}

/* "Fix style", and nothing more: "Fix style of headings" may be about what is written. */
static bool edits_style(struct tora_sv piece)
{
	struct tora_sv verb = first_word(piece);
	struct tora_sv object = { piece.at + verb.len, piece.len - verb.len };

	return tora_words_match(verb, edits) &&
	       tora_text_same(tora_sv_trim(object), tora_sv("style"));
}

/* "Fix swallowing comments", and not "Fix missing comments". */
static bool second_is_gerund(struct tora_sv piece)
{
	struct tora_scan scan = { .text = piece };
	struct tora_token verb, what;

	return tora_scan_solid(&scan, &verb) && tora_scan_solid(&scan, &what) &&
	       tora_sv_ends(what.text, "ing") &&
	       !tora_words_match(what.text, "missing|typing|existing|remaining|misleading");
}

/* "Fix docstrings of x", "Add Ada to contributors", "more tests": what is edited does not run. "Fix reading of comments" does. */
static bool edits_no_behaviour(struct tora_sv piece, bool is_edit, struct tora_sv *ret_preposition)
{
	static const char data[] =
		"annotations|comments|overloads|typing|type annotation*|type parameter*";
	static const char places[] =
		"docs|documentation|readme|tests|test suite|changelog|contributor*|doctests|ci";
	struct tora_sv object = before_preposition(piece, ret_preposition), rest = piece;

	/* An option, whatever it is called; and what reads comments. */
	if (tora_sv_has(object, "--") || tora_words_match(object, "behavio*") ||
	    (tora_words_match(object, data) && second_is_gerund(object)))
		return false;
	rest.at += object.len;
	rest.len -= object.len;
	is_edit |= tora_words_match(object, edits);
	if (is_edit && of_tools(piece))
		return true;
	if (is_edit)
		return tora_words_match(object, no_behaviour) || edits_style(piece) ||
		       (tora_words_match(object, "comment") && !ret_preposition->len) ||
		       (tora_words_match(object, "test") && !tora_words_match(object, "fix*")) ||
		       (tora_words_match(*ret_preposition, "to|in|into|from") &&
		        !tora_words_match(first_word(object), "chang*|convert*|renam*|replac*") &&
		        tora_words_match(rest, places));
	return tora_words_match(object, no_behaviour) && !tora_words_match(object, data);
}

/* The next of what commas, stops and "and" divide. */
static bool next_piece(struct tora_sv *rest, struct tora_sv *ret)
{
	static const char *const ends[] = { ", ", "; ", ". ", " and ", " & ", " + " };
	size_t i, n = rest->len, skip = 0;

	if (!rest->len)
		return false;
	for (i = 0; i < sizeof ends / sizeof *ends; i++) {
		size_t at = tora_text_find(*rest, tora_sv(ends[i]), 0, true);

		if (at < n) {
			n = at;
			skip = strlen(ends[i]);
		}
	}
	*ret = tora_sv_trim((struct tora_sv){ rest->at, n });
	rest->at += n + skip;
	rest->len -= n + skip;
	if (tora_sv_starts(*rest, "and ")) {
		rest->at += 4;
		rest->len -= 4;
	}
	return true;
}

struct tora_sv tora_subject_without_aside(struct tora_sv subject)
{
	const char *open = memchr(subject.at, '(', subject.len);

	if (open && open > subject.at && open[-1] == ' ')
		subject.len = (size_t)(open - subject.at);
	return tora_sv_trim(subject);
}

bool tora_subject_adds_no_behaviour(struct tora_sv subject)
{
	static const char first_verbs[] = "enable|enables|use|uses|switch|finish|autoformat|run|"
					  "reformat*|format";
	struct tora_sv first = first_word(subject), rest = tora_subject_without_aside(subject),
		       piece = rest;
	struct tora_sv preposition = tora_sv(""), next = rest;
	bool any = false;

	if (tora_words_match(first, "prepare|prepares|preparing|finalize|finalise|tag") &&
	    tora_words_match(subject, "release|version"))
		return true;
	/* "Test if there is a name" is what the code does, and so are "test_runner exits", "Test runner: exit with 3". */
	if (tora_words_match(first, "test|tests|testing|document|documents|documenting") &&
	    (first.len == subject.len || subject.at[first.len] == ' ') &&
	    !tora_sv_has(subject, ": ") && !tora_words_match(subject, "if|whether|before|instead"))
		return true;
	if (tora_words_match(first, "bugfix|bugfixes") ||
	    tora_words_match(rest, "bug|bugs|crash*|wrong*"))
		return false;
	(void)next_piece(&next, &piece);
	/* "Ignoring pylint warning": what a linter says of the code, and not what the code says. */
	if (tora_words_match(first, "ignor*|silenc*|suppress*|disabl*") && !next.len &&
	    (of_tools(piece) || tora_words_count_talk(piece, TORA_TALK_FINDERS)))
		return true;
	if (tora_words_match(first, first_verbs) &&
	    (of_tools(piece) ||
	     tora_words_match(before_preposition(piece, &preposition), no_behaviour)))
		return true;
	preposition = tora_sv("");
	while (next_piece(&rest, &piece)) {
		struct tora_sv verb = first_word(piece);

		/* "tests for lists, sets and None", "Add and update tests" */
		if ((preposition.len && !tora_words_match(verb, edits)) ||
		    (verb.len == piece.len && tora_words_match(verb, edits)))
			continue;
		if (edits_no_behaviour(piece, any, &preposition))
			any = true;
		else if (verb.len && !tora_words_match(piece, also_edits) &&
		         !tora_means_only(piece))
			return false;
	}
	return any;
}

bool tora_subject_updates_data(struct tora_sv subject)
{
	return tora_words_match(first_word(subject), "update|updates|updated|refresh|refreshes|"
	                                             "regenerate|regenerates|sync|synchronise|"
	                                             "synchronize") &&
	       tora_words_match(subject, "list|lists|table|tables|data|database|mapping|mappings|"
	                                 "codes|dictionary|entries|registry|unicode|zones") &&
	       !tora_subject_of_no_behaviour(subject) &&
	       !tora_words_match(subject, "test|benchmark*|class|classes|structure*|type|types");
}

bool tora_subject_tells_of_new(struct tora_sv subject)
{
	/* "Give messages a __len__()" */
	bool gives = tora_words_match(first_word(subject), "give|gives|gave") &&
	             tora_words_match(subject, "a|an");

	return (gives || tora_words_match(first_word(subject), "new")) &&
	       !tora_subject_of_no_behaviour(subject);
}

bool tora_subject_improves(struct tora_sv subject)
{
	/* "Modify f to be lazy" says what f is to do, "Modified tree.c" says where. */
	bool modifies = tora_words_match(first_word(subject), "modif*|adjust*|alter*") &&
	                tora_words_match(subject, "to") &&
	                !tora_words_count_talk(subject, TORA_TALK_PACKAGING);

	return (modifies || tora_words_match(first_word(subject),
	                                     "improv*|enhance*|make|makes|made|let|lets|check|"
	                                     "checks|guard|guards|ensure|ensures")) &&
	       !tora_subject_adds_no_behaviour(subject) &&
	       !tora_words_count_talk(subject, TORA_TALK_FORMATTERS) &&
	       !tora_words_match(subject, "code|readab*|internal*|quality|structure*|efficien*|"
	                                  "memory|names|naming|style|coverage|imports|"
	                                  "simpl*|shorter|smaller|private|static|faster|use of");
}

bool tora_subject_splits_data(struct tora_sv subject)
{
	if (tora_words_match(subject, "split from|split on|split at|split by|split only"))
		return true;
	return tora_words_match(subject, "split|splits|extract|extracts") &&
	       tora_words_match(subject, "string*|value*|text|input*|argument*|line*|token*|word*|"
	                                 "list*|path*|url*|date*|number*|parameter*|field*") &&
	       !tora_words_match(subject, "module*|class*|method*|function*|file*|helper*|code|"
	                                  "logic|test*|package*|import*|common|shared|into");
}

static bool is_platform(struct tora_sv word)
{
	size_t n = 0;
	const struct tora_lang *const *langs = tora_lang_all(&n);

	for (size_t i = 0; i < n; i++)
		if (langs[i]->platform && tora_text_same(word, tora_sv(langs[i]->platform)))
			return true;
	return false;
}

static bool names_version(struct tora_sv subject, bool is_dropped)
{
	size_t n = 0;
	const struct tora_lang *const *langs = tora_lang_all(&n);

	for (size_t i = 0; i < n; i++) {
		const char *of = is_dropped ? langs[i]->dropped_versions : langs[i]->versions;

		if (of && tora_words_match(subject, of))
			return true;
	}
	return false;
}

bool tora_subject_for_another_version(struct tora_sv subject)
{
	struct tora_sv first = { subject.at, 0 };

	while (first.len < subject.len && isalpha((unsigned char)subject.at[first.len]))
		first.len++;
	if (tora_words_match(subject, "crash*|wrong*|incorrect*|when|if|rais*|hang*|fail*|broken"))
		return false;
	if (tora_words_match(subject, "compat|compatible|compatibility") &&
	    names_version(subject, false))
		return true;
	if (tora_words_match(first, "fix|fixes|fixed|silence|avoid|address|resolve|suppress|get"))
		return names_version(subject, false) ||
		       tora_words_match(subject, "deprecation warning*|deprecationwarning*|"
		                                 "pendingdeprecationwarning*|syntaxwarning*");
	if (tora_words_match(first, "drop|drops|remove|removes|end|require|requires|bump"))
		return names_version(subject, true);
	return (tora_words_match(
			first,
			"support|supports|add|adds|added|prepare|adapt|port|make|makes|update|"
			"compatibility|announce*|declare*|enable|enables|mark|marks|marked") ||
	        is_platform(first)) &&
	       names_version(subject, false);
}

bool tora_subject_ports(struct tora_sv subject)
{
	struct tora_sv preposition, object = before_preposition(subject, &preposition);

	if (!tora_subject_for_another_version(subject))
		return false;
	/* "Support the operators of Python 3.9" is for who writes them, and "support truth values on Python 3" for who has some. */
	if (tora_words_match(first_word(subject), "add|adds|added|support|supports"))
		return !tora_words_match(subject, "operator*|syntax|grammar|feature*|statement*") &&
		       !(tora_words_match(preposition, "on|in|under") &&
		         !names_version(object, false));
	return !tora_words_match(subject, "fix|fixes|fixed|address|resolve") ||
	       tora_words_match(
		       subject,
		       "compat*|deprecat*|support|syntax|build|builds|import|imports|"
		       "warning*|DeprecationWarning*|PendingDeprecationWarning*|SyntaxWarning*");
}

bool tora_subject_divides_code(struct tora_sv subject)
{
	struct tora_sv first = { subject.at, 0 };

	while (first.len < subject.len && isalpha((unsigned char)subject.at[first.len]))
		first.len++;
	return tora_words_match(first, "break|breaks|factor|factors|pull|pulls|carve|hoist|lift|"
	                               "tease|separate|disentangle|untangle|unfold") &&
	       tora_words_match(subject, "up|out|apart|into|from");
}

bool tora_subject_unites_code(struct tora_sv subject)
{
	static const char pieces_of_code[] =
		"code|logic|function|method|helper*|loop|routine|implementation|base class|"
		"code path|look-up|lookup|parsing|handling|checking|computation|calculation|set-up|"
		"boilerplate|plumbing|mixin|decorator";
	struct tora_sv preposition, object = before_preposition(subject, &preposition);

	if (!tora_words_match(object, pieces_of_code))
		return false;
	if (tora_words_match(first_word(subject), "share|shares|sharing"))
		return tora_words_match(subject, "between|among|across|with");
	return tora_words_match(first_word(subject), "one|single|common") &&
	       tora_words_match(preposition, "for|of|in") &&
	       tora_words_match(subject, "both|all|two|three|every|each");
}

bool tora_subject_moves_duty(struct tora_sv subject)
{
	return tora_words_match(
		       subject,
		       "knows its own|know their own|knows how to|knows about its|owns its|"
		       "own its|own their|owns the|takes care of its|is responsible for") ||
	       (tora_words_match(first_word(subject), "let|have") &&
	        tora_words_match(subject, "check its own|check their own|know its own|"
	                                  "know their own|print itself|print themselves|"
	                                  "parse its own|parse their own|describe itself|"
	                                  "describe themselves|hold its own|hold their own|"
	                                  "build its own|build their own|render itself|"
	                                  "render themselves|keep its own|keep their own"));
}

bool tora_subject_spares_work(struct tora_sv subject)
{
	return tora_words_match(subject, "don't|do not|stop|no longer|avoid|without") &&
	       tora_words_match(subject,
	                        "build|building|copy|copying|compute|computing|recompute|"
	                        "recomputing|recompile|recompiling|compile|compiling|allocate|"
	                        "allocating|create|creating|instantiate|instantiating|reparse|"
	                        "reparsing|rescan|rescanning|rebuild|rebuilding|materialise|"
	                        "materialize|materialising|materializing") &&
	       (tora_words_match(subject,
	                         "every|each|per|twice|again|anew|needlessly|unnecessar*|"
	                         "once more|all the time|repeatedly|intermediate|temporar*") ||
	        /* Of what is created the whole may be too much, and nobody's work. */
	        (tora_words_match(subject, "the whole|the entire|a whole|an entire") &&
	         !tora_words_match(subject, "create|creating|instantiate|instantiating")) ||
	        /* What is built is nobody's result: "rows of zeros" may be. */
	        tora_words_match(subject, "build lists|building lists|build a list|build dicts|"
	                                  "build arrays|build tuples|create lists|create arrays|"
	                                  "create copies|make copies|copy lists|copy arrays|"
	                                  "creating copies|building arrays"));
}

bool tora_subject_resizes_default(struct tora_sv subject)
{
	return tora_words_match(subject,
	                        "shorter|longer|smaller|larger|bigger|higher|lower|shorten|"
	                        "lengthen|lower|raise|increase|decrease|reduce|bump|bumps|bumped|"
	                        "widen*") &&
	       tora_words_match(subject,
	                        "default*|limit|limits|ttl|timeout*|time-out*|maximum|minimum|"
	                        "threshold|range|ranges") &&
	       !tora_words_match(subject, "version*|dependenc*|requirement*");
}

bool tora_subject_improves_output(struct tora_sv subject)
{
	return tora_words_match(subject, "improv*|better|nicer|pretti*|friendl*|clearer|helpful|"
	                                 "readable|polish*|reword*|rephras*") &&
	       tora_words_match(subject, "repr|representation*|message*|output|display*|wording|"
	                                 "rendering|layout|help text*|traceback*|error text*") &&
	       !tora_words_match(subject, "commit message*|code|performance|docs|documentation");
}

bool tora_subject_makes_able(struct tora_sv subject)
{
	struct tora_sv first = { subject.at, 0 };

	while (first.len < subject.len && isalpha((unsigned char)subject.at[first.len]))
		first.len++;
	return tora_words_match(first, "make|makes|made|let|lets") &&
	       tora_words_match(subject, "iterable|hashable|callable|picklable|pickleable|copyable|"
	                                 "subscriptable|comparable|orderable|sortable|awaitable|"
	                                 "serializable|serialisable|configurable|usable|optional|"
	                                 "reversible|immutable|public|accept|accepts") &&
	       !tora_words_match(subject, "code|module|internal*|test|tests|docs|helper*");
}

/* "(fixes #845)": the reason of a change, whatever else it calls itself. "Closes #5" says of what kind none is: features
 * and refactorings have a number in a tracker, too. */
static bool fixes_issue(struct tora_sv subject)
{
	static const char *const marks[] = { "fix #",   "fixes #",  "fixes GH-",
		                             "fixed #", "fixes: #", "fixes issue" };
	size_t i;

	for (i = 0; i < sizeof marks / sizeof *marks; i++)
		if (tora_text_find(subject, tora_sv(marks[i]), 0, true) != SIZE_MAX)
			return true;
	return false;
}

bool tora_subject_takes_back(struct tora_sv subject)
{
	return tora_words_match(first_word(subject),
	                        "revert|reverts|reverted|reverting|rollback|undo|undoes");
}

bool tora_subject_of_speed(struct tora_sv subject)
{
	struct tora_sv piece = tora_sv("");

	(void)next_piece(&subject, &piece);
	return tora_words_match(piece,
	                        "perf|performance|o(1)|o(n*|o(log*|constant time|linear time|"
	                        "faster|speed up|speeds up|efficiently|optimize|optimise");
}

/* A piece behind the first begins with one of these, and edits what runs. */
static bool does_too(struct tora_sv subject, const char *verbs)
{
	struct tora_sv piece, preposition;
	bool second = false;

	for (; next_piece(&subject, &piece); second = true)
		if (second && tora_words_match(first_word(piece), verbs) &&
		    !edits_no_behaviour(piece, false, &preposition) && !tora_subject_ports(piece) &&
		    !tora_words_match(piece, "deprecation*"))
			return true;
	return false;
}

bool tora_subject_fixes_too(struct tora_sv subject)
{
	/* What was slow is the issue of what is faster now. */
	return ((fixes_issue(subject) && !tora_subject_of_speed(subject)) ||
	        does_too(subject, "fix|fixes|fixed|fixing") ||
	        tora_words_match(subject, "to fix|to correct|to prevent|which fixes|fixes bug*")) &&
	       !tora_subject_adds_no_behaviour(subject);
}

bool tora_subject_adds_too(struct tora_sv subject)
{
	return (tora_words_match(subject, "to allow|to support|to accept") &&
	        !names_version(subject, false) && !names_version(subject, true)) ||
	       (does_too(subject, "add|adds|allow|allows|support|supports|implement|implements") &&
	        !tora_subject_adds_no_behaviour(subject));
}

/* "Sort order", "Limit of ten": the word behind says that it is none. */
static bool is_noun_before(struct tora_sv text, size_t n)
{
	struct tora_sv next;
	size_t end;

	while (n < text.len && isspace((unsigned char)text.at[n]))
		n++;
	for (end = n; end < text.len && isalpha((unsigned char)text.at[end]); end++)
		;
	next = (struct tora_sv){ text.at + n, end - n };
	return tora_words_match(next, "of|order|value|values|type|types|mode|style|was|were|is|"
	                              "are|has|have|did|does|used|got");
}

bool tora_subject_orders_results(struct tora_sv body)
{
	static const char verbs[] =
		"round|give|return|raise|throw|reject|accept|allow|keep|ignore|skip|treat|strip|"
		"trim|"
		"escape|quote|sort|normalise|normalize|limit|refuse|require|preserve|print|show|"
		"say|"
		"yield|omit|truncate|clamp|warn|honour|honor|respect|stop|don't|never|always";
	struct tora_sv rest = body, word;
	bool starts = true;
	size_t n;

	while (rest.len) {
		bool blank = isspace((unsigned char)rest.at[0]) || strchr("-*", rest.at[0]);

		for (n = 0; n < rest.len && !isspace((unsigned char)rest.at[n]); n++)
			;
		if (blank) {
			rest.at++, rest.len--;
			continue;
		}
		word = (struct tora_sv){ rest.at, n };
		if (starts && isupper((unsigned char)word.at[0]) && tora_words_match(word, verbs) &&
		    !is_noun_before(rest, n))
			return true;
		starts = strchr(".!;", word.at[n - 1]) != NULL ||
		         (n < rest.len && n + 1 < rest.len && rest.at[n] == '\n' &&
		          rest.at[n + 1] == '\n');
		rest.at += n;
		rest.len -= n;
	}
	return false;
}

/* `text` in `buf` up to the first word that begins a clause of its own: "60 seconds after they were put in" complains of
 * nothing. A clause that stands in front ends at its comma; what is in brackets, an aside or the arguments of a call, is left out. */
static struct tora_sv main_clause(struct tora_sv text, char buf[CLAUSE_MAX])
{
	struct tora_scan scan = { .text = text };
	struct tora_token t;
	size_t n = 0;
	unsigned depth = 0;
	bool in_front = false;

	while (tora_scan_next(&scan, &t)) {
		bool opens = tora_sv_is(t.text, "("), closes = tora_sv_is(t.text, ")");

		depth += opens;
		depth -= closes && depth;
		if (opens || closes || depth || (!n && t.kind == TORA_TOKEN_SPACE))
			continue;
		if (tora_one_of(t.text.at[0], ".;") || t.text.len > CLAUSE_MAX - n)
			break;
		if (tora_words_match(t.text, "that|which|who|what|where|when|after|before|as|if|"
		                             "than|because|since|until|while|so")) {
			if (n)
				break;
			in_front = true;
		} else if (in_front) {
			in_front = !tora_sv_is(t.text, ",");
		} else {
			memcpy(buf + n, t.text.at, t.text.len);
			n += t.text.len;
		}
	}
	return (struct tora_sv){ buf, n };
}

/* What somebody did is told, and complained of by nobody; "an error was raised" is no change of the error, "raised to 30 s" is one. */
static bool is_told(struct tora_sv clause)
{
	static const char *const be[] = { " was ", " were " };
	static const char done[] =
		"added|introduced|made|already|removed|renamed|moved|changed|replaced|rewritten|"
		"reimplemented|turned|fixed|dropped|limited|converted|deprecated|capped|switched|"
		"reverted|merged";

	for (size_t i = 0; i < sizeof be / sizeof *be; i++) {
		size_t n = strlen(be[i]);

		for (size_t at = 0;
		     (at = tora_text_find(clause, tora_sv(be[i]), at, true)) != SIZE_MAX; at += n) {
			struct tora_sv rest = { clause.at + at + n, clause.len - at - n };

			if (tora_words_match(first_word(rest), done) ||
			    tora_sv_starts(rest, "raised to "))
				return true;
		}
	}
	return false;
}

bool tora_subject_complains(struct tora_sv subject)
{
	static const char of_code[] =
		"code|class|classes|module|modules|function|functions|method|methods|helper*";
	char clause[CLAUSE_MAX];
	struct tora_sv rest = main_clause(subject, clause);

	while (rest.len && !isspace((unsigned char)rest.at[0]))
		rest.at++, rest.len--;
	if (tora_subject_of_no_behaviour(subject) || tora_words_match(subject, of_code) ||
	    is_told(rest))
		return false;
	return tora_words_match(rest,
	                        "was|were|had no|got|gets lost|is lost|are lost|came out|comes out|"
	                        "went missing|did not|didn't|could not|couldn't") ||
	       tora_words_match(subject,
	                        "guard against|guards against|off by one|off-by-one|race between|"
	                        "race condition*|deadlock*|memory leak*|swallows|don't swallow|"
	                        "do not swallow|loses|don't lose|do not lose|slipped through|"
	                        "slips through|slip through|end up|ends up|ended up|blow up|"
	                        "blows up|blew up|vanished|vanishes|disappeared|disappears|"
	                        "should not|should never|shouldn't|must not|must never");
}

bool tora_subject_allows(struct tora_sv subject)
{
	struct tora_sv rest = subject;

	while (rest.len && !isspace((unsigned char)rest.at[0]))
		rest.at++, rest.len--;
	if (tora_subject_of_no_behaviour(subject) ||
	    tora_words_match(subject, "cannot|can't|can not|may not|code|ci|build|builds"))
		return false;
	if (tora_words_match(rest, "can") || tora_text_has_word(rest, tora_sv("may"), false))
		return !tora_words_match(subject, "only|if|so|that|which|who|ensure|assure|assert");
	if (tora_words_match(first_word(subject), "also"))
		return !tora_words_match(rest, "test|tests|update|link|use|document|install");
	return tora_words_match(first_word(subject), "can|understand|understands|recognise|"
	                                             "recognises|recognize|recognizes|optional|"
	                                             "optionally") ||
	       tora_words_match(rest, "works too|work too|works as well|work as well|fine too|"
	                              "fine as well");
}
