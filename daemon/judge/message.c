#include "judge/message.h"

#include "judge/means.h"
#include "judge/rearrange.h"
#include "judge/removal.h"
#include "judge/speed.h"
#include "judge/states.h"
#include "judge/subject.h"
#include "judge/text.h"
#include "judge/wording.h"
#include "judge/words.h"

#include <ctype.h>
#include <stdint.h>
#include <string.h>

#define CLAIM_BYTES 4096 /* of a message are read for its claim: what matters stands in front */
#define SUBJECT_MAX 300
#define ONE_WORD    1.5 /* of the subject, which is not its first */
#define BODY_ALONE  1   /* two words of the body, and none of the subject */
#define REARRANGES  5   /* more than a first word and two others: "instead of", "don't" */

/* Words that make a message one of a class. '*' is any ending. */
static const char keeps_words[] =
	"refactor*|clean up|cleanup*|clean-up|cleaning|simplif*|perf|performance|speed*|"
	"faster|optimi*|vectori*|rewrit*|rewrote|reimplement*|moderni*|type hint*|"
	"type annotation*|annotat*|lint|lints|linted|linter*|linting*|pre-commit|pre commit|"
	"formatting|typo*|reorgani*|extract|extracts|extracted|extracting|dedup*|inline*|"
	"memoi*|cleaned up|cleans up|pythonic|idiomatic|shorter|tidy*|consolidat*|restruct*|"
	"unif*|homogeni*|harmoni*|trivial|move*|reuse*|readability|more readable|maintainab*|"
	"maintenance|maintainer*|flatten*|shorten*|in one go|one pass|single pass|"
	"concurrently|in parallel|at once|maintain compat*|maintain backward*|"
	"maintain behavio*|maintain existing";
/* What a subject begins with; within it they are as often what the code does: "HTML comments", "to avoid a crash". */
static const char keeps_first_words[] =
	"style|typing|cache|caching|bump*|f-strings|docs|docstring*|comments|internal*|split*|"
	"cleaned";
/* In a body most of those words are about something else: "in a comment", "the cache". */
static const char keeps_body_words[] =
	"refactor*|clean up|cleanup*|clean-up|simplif*|performance|speed*|faster|times as fast|"
	"optimi*|rewrit*|less code|no need to|not needed|lines twice|same lines|same code|"
	"were the same|lines of their own|copy-pasted|copied code";
/* And of what "chang*" and the others of changes_words say there, most describes the past. */
static const char changes_body_words[] =
	"now|no longer|breaking|deprecat*|raises|returns|reject*|refus*|must|become*|"
	"will|from now on|by default|are gone|is gone|removed|renamed|dropped|not allowed|"
	"requires|anymore|any more";
static const char work_of_code[] = "compile|compiling|recompile|recompiling|recompute|recomputing|"
				   "reparse|reparsing|rescan|rescanning|rebuild|rebuilding";
static const char promise_words[] =
	"no functional change*|no behavio*|no behavioral change*|no behavioural change*|"
	"same behavio*|same result*|same output*|identical behavio*|identical result*|"
	"no user-visible change*|no user visible change*|mechanical|pure refactor*|"
	"without changing behavio*|without changing the behavio*|should not change behavio*|"
	"does not change behavio*|behavio* unchanged|behavior is unchanged|behaviour is unchanged|"
	"no change in behavio*|no change of behavio*|no change to behavio*|no changes in behavio*|"
	"no changes of behavio*|no changes to behavio*|no intended change*|no change in output|"
	"behavio* stays the same|behavio* is the same";
static const char fixes_words[] =
	"fix*|bug*|bugfix*|correct|corrects|corrected|correctly|incorrect*|wrong*|crash*|prevent*|"
	"resolve*|regression*|handle|handles|handled|handling|unhandled|properly|broken|restor*|"
	"workaround|"
	"edge case*|don't|do not|account "
	"for|closes|repair*|respect|respects|honour|honours|honor|honors|cope|copes|tolerate|"
	"tolerates|security|vulnerab*|sanitis*|sanitiz*|cve|mistake*";
static const char adds_words[] = "add|adds|added|adding|support*|allow*|implement|implements|"
				 "implemented|introduc*|enabl*|feature*|accept*|"
				 "option*|learn*|expos*|provide*|extend*";
static const char changes_words[] =
	"chang*|deprecat*|remov*|drop*|rais*|throw*|reject*|validat*|requir*|disallow*|forbid*|"
	"renam*|default*|now|instead of|no longer|breaking|strict*|restrict*|rework*|rephras*|"
	"reword*|warn*|revert*|always|never|replac*|merge*|limit*|ignor*|return|returns|treat*|"
	"strip|strips|preserv*|switch*|convert*|normali*|round*|escap*|quote|quotes|sort|sorts|"
	"trim*|truncat*|skip*|refus*|maintain|maintains|lowercase|uppercase|capitali*|append|"
	"prepend|percent-encode|percent-encodes|reinstat*|consistently|automatically|print|prints|"
	"show|shows|say|"
	"says|yield|yields|omit*|"
	"precise|precision|accuracy|more "
	"accurate|kill|kills|delete*|cap|caps|clamp*|bail*|retire|retires|retired|discontinu*";

static const struct {
	const char *prefix;
	enum tora_claim claim;
} prefixes[] = {
	{ "refactor", TORA_CLAIM_KEEPS },  { "perf", TORA_CLAIM_KEEPS },
	{ "style", TORA_CLAIM_KEEPS },     { "chore", TORA_CLAIM_KEEPS },
	{ "build", TORA_CLAIM_KEEPS },     { "ci", TORA_CLAIM_KEEPS },
	{ "docs", TORA_CLAIM_KEEPS },      { "doc", TORA_CLAIM_KEEPS },
	{ "test", TORA_CLAIM_KEEPS },      { "tests", TORA_CLAIM_KEEPS },
	{ "typing", TORA_CLAIM_KEEPS },    { "cleanup", TORA_CLAIM_KEEPS },
	{ "fix", TORA_CLAIM_FIXES },       { "bug", TORA_CLAIM_FIXES },
	{ "bugfix", TORA_CLAIM_FIXES },    { "hotfix", TORA_CLAIM_FIXES },
	{ "feat", TORA_CLAIM_ADDS },       { "feature", TORA_CLAIM_ADDS },
	{ "enh", TORA_CLAIM_ADDS },        { "revert", TORA_CLAIM_CHANGES },
	{ "depr", TORA_CLAIM_CHANGES },    { "deprecate", TORA_CLAIM_CHANGES },
	{ "new", TORA_CLAIM_ADDS },        { "add", TORA_CLAIM_ADDS },
	{ "improve", TORA_CLAIM_CHANGES }, { "improvement", TORA_CLAIM_CHANGES },
	{ "change", TORA_CLAIM_CHANGES },  { "maintain", TORA_CLAIM_KEEPS },
	{ "maint", TORA_CLAIM_KEEPS },     { "lint", TORA_CLAIM_KEEPS },
	{ "docfix", TORA_CLAIM_KEEPS },    { "types", TORA_CLAIM_KEEPS },
	{ "security", TORA_CLAIM_FIXES },  { "api", TORA_CLAIM_CHANGES },
	{ "remove", TORA_CLAIM_CHANGES },
};

const char *tora_claim_name(enum tora_claim c)
{
	switch (c) {
	case TORA_CLAIM_NONE:
		return "none";
	case TORA_CLAIM_ADDS:
		return "adds";
	case TORA_CLAIM_FIXES:
		return "fixes";
	case TORA_CLAIM_KEEPS:
		return "keeps";
	case TORA_CLAIM_CHANGES:
		return "changes";
	}
	return "none";
}

/* Lines a tool wrote, or that say nothing about the change. */
static bool is_trailer(struct tora_sv line)
{
	static const char *const starts[] = { "Co-authored-by:",
		                              "Signed-off-by:",
		                              "Reviewed-by:",
		                              "Acked-by:",
		                              "Cc:",
		                              "Change-Id:",
		                              "[skip",
		                              "---",
		                              "Merge pull request",
		                              "Merge branch",
		                              "Merge remote",
		                              "Apply suggestions",
		                              "Update changelog",
		                              "* Update changelog" };
	size_t i;

	for (i = 0; i < sizeof starts / sizeof *starts; i++)
		if (line.len >= strlen(starts[i]) &&
		    tora_text_same((struct tora_sv){ line.at, strlen(starts[i]) },
		                   tora_sv(starts[i])))
			return true;
	return false;
}

static struct tora_sv without_bullet(struct tora_sv s)
{
	s = tora_sv_trim(s);
	if (s.len > 2 && strchr("*-+", s.at[0]) && s.at[1] == ' ') {
		s.at += 2;
		s.len -= 2;
	}
	return tora_sv_trim(s);
}

/* "3.1.2", "Release v3.1.2 (2022-01-31)": how often something was released says nothing of what it is. */
static bool is_version(struct tora_sv line)
{
	struct tora_scan scan = { .text = line };
	struct tora_token t;
	bool any = false;

	while (tora_scan_solid(&scan, &t)) {
		bool counts = false;

		for (size_t i = 0; i < t.text.len; i++)
			counts |= isdigit((unsigned char)t.text.at[i]);
		any |= counts;
		if (!counts && t.kind == TORA_TOKEN_WORD &&
		    !tora_words_match(t.text, "release|version|bump|bumps|bumped|v|to|tag|stable|"
		                              "final|chore|beta|alpha|rc"))
			return false;
	}
	return any && memchr(line.at, '.', line.len);
}

/* The next line that says something, without what begins an item. "=====" below a heading does not. */
static bool next_saying(struct tora_sv *text, struct tora_sv *ret)
{
	while (tora_sv_line(text, ret)) {
		bool any = false;

		for (size_t i = 0; i < ret->len; i++)
			any |= isalnum((unsigned char)ret->at[i]) ||
			       (unsigned char)ret->at[i] >= 0x80;
		if (!any || is_trailer(tora_sv_trim(*ret)))
			continue;
		*ret = without_bullet(*ret);
		return true;
	}
	return false;
}

/* The first line that says something: below "Merge pull request", the request's title. A version gives way to the one
 * line below it. */
static struct tora_sv subject_of(struct tora_sv text, struct tora_sv *ret_body)
{
	struct tora_sv rest = text, ret, only, more;

	*ret_body = tora_sv("");
	if (!next_saying(&rest, &ret))
		return tora_sv("");
	*ret_body = rest;
	if (is_version(ret) && next_saying(&rest, &only) && !next_saying(&rest, &more)) {
		*ret_body = tora_sv("");
		return only;
	}
	return ret;
}

/* "fix(scope)!: text": the claim of the prefix, and what follows it. */
static enum tora_claim cut_prefix(struct tora_sv *subject, bool *ret_breaking)
{
	const char *colon = memchr(subject->at, ':', subject->len);
	size_t word = 0, i, n;

	if (!colon)
		return TORA_CLAIM_NONE;
	n = (size_t)(colon - subject->at);
	while (word < n && isalpha((unsigned char)subject->at[word]))
		word++;
	for (i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
		if (!tora_text_same((struct tora_sv){ subject->at, word },
		                    tora_sv(prefixes[i].prefix)) ||
		    (word < n && !strchr("(!", subject->at[word])))
			continue;
		*ret_breaking |= n && subject->at[n - 1] == '!';
		subject->at += n + 1;
		subject->len -= n + 1;
		*subject = tora_sv_trim(*subject);
		return prefixes[i].claim;
	}
	return TORA_CLAIM_NONE;
}

static unsigned at_most(unsigned n, unsigned max)
{
	return n < max ? n : max;
}

static double weigh(struct tora_sv subject, struct tora_sv body, const char *words,
                    const char *body_words, enum tora_talk talk)
{
	struct tora_sv first = tora_words_first(subject);

	return 2.5 * (tora_words_match(first, words) || tora_words_count_talk(first, talk)) +
	       1.5 * at_most(tora_words_count(subject, words) +
	                             tora_words_count_talk(subject, talk),
	                     2) +
	       0.5 * at_most(tora_words_count(body, body_words), 2);
}

/* "treewalk: use X": what stands before the first colon says where. */
static struct tora_sv without_scope(struct tora_sv subject)
{
	const char *colon = memchr(subject.at, ':', subject.len);
	size_t n = colon ? (size_t)(colon - subject.at) : subject.len;

	if (!colon || memchr(subject.at, ' ', n) || n + 1 >= subject.len || colon[1] != ' ')
		return subject;
	return tora_sv_trim((struct tora_sv){ colon + 1, subject.len - n - 1 });
}

/* "Convert keys to snake_case", "Limit ...": the verb says what becomes of it. What is dropped or merged may be code. */
static bool claims_first(struct tora_sv subject)
{
	struct tora_sv first = tora_words_first(subject);

	/* "Return early", unlike "Return 0". */
	return !tora_words_match(subject, "return early|returns early|else after return") &&
	       (tora_words_match(first, changes_words) || tora_words_match(first, adds_words)) &&
	       !tora_words_match(first,
	                         "drop|kill|merge|remove|removes|removed|delete|optional|bail|"
	                         "bails");
}

/* "eslint: prefer-template": what finds faults in code wants it so. */
static bool is_for_a_tool(struct tora_sv subject)
{
	/* These look at code of any language. */
	static const char finders[] =
		"sonar*|codacy|codeclimate|code climate|coverity|deepsource|lgtm|semgrep";
	struct tora_sv scope = { subject.at, subject.len - without_scope(subject).len };

	return scope.len && (tora_words_match(scope, finders) ||
	                     tora_words_count_talk(scope, TORA_TALK_FORMATTERS) ||
	                     tora_words_count_talk(scope, TORA_TALK_FINDERS));
}

/* "Internal: fix x": the word behind the place says what is done, where it says so. */
static struct tora_sv without_place(struct tora_sv subject)
{
	struct tora_sv rest = without_scope(subject), first = rest;

	for (first.len = 0; first.len < rest.len && isalpha((unsigned char)rest.at[first.len]);)
		first.len++;
	return tora_words_match(first, "fix|fixes|fixed|correct|corrects|add|adds|support|supports|"
	                               "allow|allows|raise|raises|change|changes|remove|removes")
	               ? rest
	               : subject;
}

/* "Closes #77." */
static bool names_an_issue(struct tora_sv piece)
{
	struct tora_sv first = tora_words_first(piece = tora_sv_trim(piece));

	return tora_words_match(first, "closes|close|closed|resolves|resolved|see|refs|part") &&
	       (tora_sv_has(piece, " #") || tora_sv_has(piece, " GH-"));
}

/* "Simplify f. Fix incorrect exception." does two things; the second leaves room. */
static enum tora_claim second_claim(struct tora_sv subject)
{
	struct tora_sv piece;
	size_t i, from = 0;
	enum tora_claim claim;

	if (subject.len > SUBJECT_MAX)
		subject.len = SUBJECT_MAX;
	for (i = 0; i < subject.len; i++) {
		bool stop = i + 1 == subject.len ||
		            (strchr(".;", subject.at[i]) && subject.at[i + 1] == ' ');

		if (!stop)
			continue;
		/* The piece has no stop inside, so this goes one level deep. */
		piece = (struct tora_sv){ subject.at + from, i + 1 - from };
		claim = from && !names_an_issue(piece) ? tora_message_claims(piece).claim
		                                       : TORA_CLAIM_KEEPS;
		if (claim != TORA_CLAIM_NONE && claim != TORA_CLAIM_KEEPS)
			return claim;
		from = i + 1;
	}
	return TORA_CLAIM_KEEPS;
}

/* A line says so, and not "BREAKING CHANGE: none" or "No breaking changes". */
static bool says_breaking(struct tora_sv text)
{
	struct tora_sv line;

	while (tora_sv_line(&text, &line))
		if (tora_words_match(line, "breaking change*|backward* incompatib*") &&
		    !tora_words_match(line, "no breaking change*|not a breaking change*|"
		                            "breaking change: none|breaking changes: none|"
		                            "breaking change: nothing|breaking changes: nothing"))
			return true;
	return false;
}

/* Of several claims that may each be meant, the one that leaves most room counts: blaming
 * a refactoring for what the feature beside it announces would be wrong. */
static int room(enum tora_claim c)
{
	switch (c) {
	case TORA_CLAIM_NONE:
		return 0;
	case TORA_CLAIM_KEEPS:
		return 1;
	case TORA_CLAIM_ADDS:
		return 2;
	case TORA_CLAIM_FIXES:
		return 3;
	case TORA_CLAIM_CHANGES:
		break;
	}
	return 4;
}

/* What the lines below a version claim. */
static enum tora_claim claim_of_lines(struct tora_sv lines)
{
	enum tora_claim ret = TORA_CLAIM_NONE;
	struct tora_sv line;

	while (next_saying(&lines, &line)) {
		enum tora_claim one = tora_message_claims(line).claim;

		if (room(one) > room(ret))
			ret = one;
	}
	return ret;
}

/* The body is about time taken, and the subject says nothing else by itself: "the keys instead of the items" is how. */
static bool is_for_speed(struct tora_sv subject, struct tora_sv body)
{
	enum tora_claim claim;

	if (!tora_speed_is_told(body))
		return false;
	/* A subject has no body, so this goes one level deep. */
	claim = tora_message_claims(subject).claim;
	return claim == TORA_CLAIM_NONE || claim == TORA_CLAIM_KEEPS ||
	       (claim == TORA_CLAIM_CHANGES && tora_words_match(subject, "instead of") &&
	        tora_words_count(subject, changes_words) == 1);
}

/* "+ joins lists": the plus is what the sentence is about, and no mark of an item. */
static bool states_result(struct tora_sv text, struct tora_sv subject, struct tora_sv said)
{
	return tora_states_result(subject, said) ||
	       (subject.len && subject.at >= text.at + 2 && subject.at[-1] == ' ' &&
	        tora_one_of(subject.at[-2], "+*-") && tora_states_what_a_mark_does(subject));
}

/* Subjects that the lists of words would read as something else. */
static void add_wording(struct tora_sv subject, struct tora_sv said, struct tora_sv body,
                        struct tora_sv text, double score[5])
{
	score[TORA_CLAIM_CHANGES] +=
		(tora_wording_of_interface(said) || tora_wording_gives(said) ? 6 : 0) +
		(tora_subject_updates_data(said) || tora_wording_of_language(subject) ? 9 : 0) +
		(tora_wording_acts(said) ? 2.5 : 0);
	score[TORA_CLAIM_FIXES] += tora_wording_typo_that_runs(subject) ? 9 : 0;
	score[TORA_CLAIM_KEEPS] += tora_wording_of_storage(subject) ? 2.5 : 0;
	score[TORA_CLAIM_KEEPS] += tora_wording_spares_memory(subject, text) ? REARRANGES : 0;
	score[TORA_CLAIM_KEEPS] += tora_wording_drops_code(without_scope(subject)) ? 4 : 0;
	/* "Leave unset options out of saved profiles" */
	score[TORA_CLAIM_CHANGES] += tora_words_match(tora_words_first(said), "leave|leaves") &&
	                                             tora_words_match(said, "out")
	                                     ? 4
	                                     : 0;
	score[TORA_CLAIM_KEEPS] += tora_wording_has_another(said) ? 4 : 0;
	score[TORA_CLAIM_KEEPS] += tora_wording_shares_code(subject) ? 4 : 0;
	score[TORA_CLAIM_ADDS] += tora_subject_makes_able(said)  ? 2.5
	                          : tora_wording_takes_too(body) ? BODY_ALONE
	                                                         : 0;
}

struct tora_claims tora_message_claims(struct tora_sv text)
{
	struct tora_sv head = { text.at, text.len < CLAIM_BYTES ? text.len : CLAIM_BYTES };
	struct tora_sv below, body, subject = subject_of(head, &below), said, plain;
	char subject_buf[CLAIM_BYTES], body_buf[CLAIM_BYTES];
	struct tora_claims ret = { .claim = TORA_CLAIM_NONE };
	double score[5] = { 0.1 }, best = 0;
	enum tora_claim mark = tora_wording_mark(&subject);
	enum tora_claim prefix = cut_prefix(&subject, &ret.breaking), c;
	static const enum tora_claim order[] = { TORA_CLAIM_NONE, TORA_CLAIM_CHANGES,
		                                 TORA_CLAIM_FIXES, TORA_CLAIM_ADDS,
		                                 TORA_CLAIM_KEEPS };
	size_t i;

	prefix = prefix ? prefix : mark;
	score[prefix] += prefix ? 5 : 0;
	if (!prefix)
		subject = without_place(subject);
	said = tora_wording_without_code(subject, subject_buf);
	plain = tora_subject_without_aside(said);
	body = tora_wording_without_code(below, body_buf);
	score[TORA_CLAIM_KEEPS] +=
		weigh(plain, body, keeps_words, keeps_body_words, TORA_TALK_FORMATTERS) +
		4 * tora_words_match(tora_words_first(said), keeps_first_words);
	score[TORA_CLAIM_FIXES] += weigh(said, body, fixes_words, fixes_words, TORA_TALKS);
	score[TORA_CLAIM_ADDS] += weigh(plain, body, adds_words, adds_words, TORA_TALKS);
	score[TORA_CLAIM_CHANGES] +=
		weigh(plain, body, changes_words, changes_body_words, TORA_TALKS);
	ret.promises_same =
		tora_words_match(head, promise_words) || tora_wording_spares_callers(head);
	ret.breaking |= says_breaking(head);
	ret.breaking |= !ret.promises_same &&
	                tora_words_match(head, "change behavio*|changes behavio*|behavio* change*|"
	                                       "changed behavio*|changes the behavio*|"
	                                       "incompatible change*");
	if (tora_subject_adds_no_behaviour(subject) || tora_subject_ports(subject) ||
	    ((!prefix || prefix == TORA_CLAIM_KEEPS) && tora_means_only(without_scope(subject))))
		score[TORA_CLAIM_KEEPS] += 7;
	score[TORA_CLAIM_KEEPS] += ret.promises_same ? 5 : 0;
	score[TORA_CLAIM_KEEPS] += tora_subject_divides_code(without_scope(subject)) ? 2.5 : 0;
	score[TORA_CLAIM_KEEPS] += tora_subject_unites_code(without_scope(subject)) ? 2.5 : 0;
	score[TORA_CLAIM_KEEPS] += tora_subject_moves_duty(said) ? 2.5 : 0;
	score[TORA_CLAIM_KEEPS] +=
		!prefix && (is_for_a_tool(subject) || (!claims_first(without_scope(said)) &&
	                                               tora_rearranges(without_scope(subject))))
			? REARRANGES
			: 0;
	/* What is created or copied twice may be what callers got; nobody gets what is compiled. */
	score[TORA_CLAIM_KEEPS] += !tora_subject_spares_work(said)        ? 0
	                           : tora_words_match(said, work_of_code) ? REARRANGES
	                                                                  : 2.5;
	score[TORA_CLAIM_KEEPS] +=
		!prefix && (tora_speed_is_measured(head) || tora_subject_of_speed(subject) ||
	                    is_for_speed(subject, below))
			? 4
			: 0;
	/* "Avoid a KeyError" */
	score[TORA_CLAIM_FIXES] +=
		tora_words_match(tora_words_first(said), "avoid*") && tora_means_outcome(said) ? 5
											       : 0;
	score[TORA_CLAIM_CHANGES] += tora_subject_splits_data(subject) ||
	                                             tora_subject_improves_output(subject) ||
	                                             tora_subject_resizes_default(said)
	                                     ? 6
	                                     : 0;
	add_wording(subject, said, body, head, score);
	score[TORA_CLAIM_ADDS] += !prefix && tora_subject_tells_of_new(said) ? 2.5 : 0;
	score[TORA_CLAIM_CHANGES] += ret.breaking || tora_subject_takes_back(subject) ? 8 : 0;
	for (i = 0; i < sizeof order / sizeof *order; i++) {
		c = order[i];
		if (score[c] > best) {
			best = score[c];
			ret.claim = c;
		}
	}
	/* "The empty password was accepted": what is complained of is no feature. */
	if ((best <= BODY_ALONE || (ret.claim == TORA_CLAIM_CHANGES && best <= ONE_WORD) ||
	     (ret.claim == TORA_CLAIM_ADDS && !prefix &&
	      !tora_words_match(tora_words_first(said), adds_words))) &&
	    tora_subject_complains(said))
		ret.claim = TORA_CLAIM_FIXES;
	if (best <= BODY_ALONE && tora_subject_allows(said))
		ret.claim = TORA_CLAIM_ADDS;
	if (ret.claim == TORA_CLAIM_NONE &&
	    (tora_subject_improves(said) || tora_subject_orders_results(body) ||
	     states_result(head, subject, said)))
		ret.claim = TORA_CLAIM_CHANGES;
	if (ret.claim == TORA_CLAIM_KEEPS && !ret.promises_same)
		ret.claim = tora_subject_fixes_too(said)  ? TORA_CLAIM_FIXES
		            : tora_subject_adds_too(said) ? TORA_CLAIM_ADDS
		                                          : second_claim(subject);
	c = is_version(subject) ? claim_of_lines(below) : TORA_CLAIM_NONE;
	if (c != TORA_CLAIM_NONE && !ret.promises_same && !ret.breaking)
		ret.claim = c;
	ret.about_errors = tora_wording_of_errors(head);
	ret.about_warnings = tora_words_match(head, "warn*|deprecat*");
	ret.about_removal = tora_words_match(head, TORA_REMOVAL_WORDS
	                                     "|renam*|replac*|merge*|inline*|inlining|deprecat*");
	return ret;
}

static bool names_it(struct tora_sv text, const char *function)
{
	struct tora_sv last = tora_text_last(function);

	return last.len > 2 && tora_text_has_word(text, last, false);
}

struct tora_sv tora_message_subject(struct tora_sv text)
{
	struct tora_sv body;

	return subject_of(text, &body);
}

bool tora_message_updates(const struct tora_intent *intent, const char *function)
{
	static const char verbs[] = "update|updates|updated|adjust*|modif*|adapt*|rework*|tweak*";
	size_t i;

	for (i = 0; i < intent->messages.n; i++) {
		struct tora_sv subject = tora_message_subject(tora_sv(intent->messages.at[i].text));
		struct tora_sv first = { subject.at, 0 };

		while (first.len < subject.len && isalpha((unsigned char)subject.at[first.len]))
			first.len++;
		if (tora_words_match(first, verbs) && names_it(subject, function))
			return true;
	}
	return false;
}

bool tora_message_describes(const struct tora_intent *intent, const char *function)
{
	for (size_t i = 0; i < intent->messages.n; i++) {
		struct tora_sv subject = tora_message_subject(tora_sv(intent->messages.at[i].text));
		struct tora_sv name = tora_text_last(function), first = tora_words_first(subject);
		struct tora_sv rest = { first.at + first.len, subject.len - first.len };

		if (name.len > 2 && tora_text_same(first, name) && !tora_means_construct(subject) &&
		    !tora_words_match(
			    subject,
			    "recursion|recursive*|loop*|list*|table*|cache*|dict*|"
			    "comprehension*|intermediate|temporary|copy|copies|copying|"
			    "lock*|thread*|regex*|bisect|stack|queue|pass|one go|set|map") &&
		    tora_words_match(tora_words_first(tora_sv_trim(rest)),
		                     "without|with|in|by|per|of|from|as|for|at|up|rounded|sorted"))
			return true;
	}
	return false;
}

/* Without the ending that a noun or a verb takes: comments and commenting are about a comment. */
static struct tora_sv stem_of(struct tora_sv w)
{
	static const char *const endings[] = { "ings", "ing", "ed", "es", "s" };
	size_t i;

	for (i = 0; i < sizeof endings / sizeof *endings; i++)
		if (w.len >= strlen(endings[i]) + 4 && tora_sv_ends(w, endings[i])) {
			w.len -= strlen(endings[i]);
			/* formatt-ing */
			w.len -= w.at[w.len - 1] == w.at[w.len - 2];
			break;
		}
	return w;
}

/* The first word, `n` bytes, is "unify:" of p.unify.merge, and none of the words that say what kind of change it is. */
static bool is_place(struct tora_sv subject, size_t n, const char *function)
{
	struct tora_sv rest = subject;
	bool breaking = false;

	return n > 2 && subject.at[n - 1] == ':' &&
	       tora_text_has_word(tora_sv(function), (struct tora_sv){ subject.at, n - 1 }, true) &&
	       cut_prefix(&rest, &breaking) == TORA_CLAIM_NONE;
}

/*
 * Comments are what handle_comment() is for, and formatting is what format_size() does: a word that names the code
 * speaks of what it does, and not of how it is written. The first word says what is done, whatever the code is for; where it
 * is the place, "unify: order of patches", it is a name too.
 * `text` in `buf` (at least CLAIM_BYTES) without such words of its subject, at the same length.
 */
static struct tora_sv without_own_words(struct tora_sv text, const char *function, char *buf)
{
	struct tora_sv ret = { buf, text.len < CLAIM_BYTES ? text.len : CLAIM_BYTES }, body;
	struct tora_sv subject;
	size_t i = 0, from, at;

	memcpy(buf, text.at, ret.len);
	subject = subject_of(ret, &body);
	at = subject.len ? (size_t)(subject.at - buf) : 0;
	while (i < subject.len && !isspace((unsigned char)subject.at[i]))
		i++;
	if (is_place(subject, i, function))
		memset(buf + at, 'X', i - 1);
	while (i < subject.len) {
		struct tora_sv word;

		from = i;
		while (i < subject.len && isalpha((unsigned char)subject.at[i]))
			i++;
		word = (struct tora_sv){ subject.at + from, i - from };
		if (word.len > 3 &&
		    (tora_words_match(word, keeps_words) ||
		     tora_words_count_talk(word, TORA_TALK_FORMATTERS) ||
		     tora_subject_of_no_behaviour(word)) &&
		    tora_text_find(tora_sv(function), stem_of(word), 0, true) != SIZE_MAX)
			memset(buf + at + from, 'X', word.len);
		i += i == from;
	}
	return ret;
}

struct tora_claims tora_message_about(const struct tora_intent *intent, const char *function)
{
	char buf[CLAIM_BYTES];
	struct tora_claims ret = { .claim = TORA_CLAIM_NONE, .promises_same = true }, one;
	bool named = false, any = false;
	size_t i;

	for (i = 0; i < intent->messages.n; i++)
		named |= names_it(tora_sv(intent->messages.at[i].text), function);
	for (i = 0; i < intent->messages.n; i++) {
		struct tora_sv text = tora_sv(intent->messages.at[i].text);

		if ((named && !names_it(text, function)) || !tora_message_subject(text).len)
			continue;
		one = tora_message_claims(without_own_words(text, function, buf));
		if (!any || room(one.claim) > room(ret.claim))
			ret.claim = one.claim;
		ret.promises_same &= one.promises_same;
		ret.breaking |= one.breaking;
		ret.about_errors |= one.about_errors;
		ret.about_warnings |= one.about_warnings;
		ret.about_removal |= one.about_removal;
		any = true;
	}
	if (!any)
		return tora_message_claims(
			without_own_words(tora_sv(intent->title), function, buf));
	return ret;
}

/* ---- sentences ------------------------------------------------------------------------ */

static void push_sentence(struct tora_sv s, struct tora_arena *arena, struct tora_sentences *ret)
{
	s = without_bullet(s);
	while (s.len && strchr(".;", s.at[s.len - 1]))
		s.len--;
	if (s.len && !is_trailer(s))
		*tora_vec_push(arena, &ret->of) = s;
}

static bool starts_item(struct tora_sv line)
{
	line = tora_sv_trim(line);
	return line.len > 1 && strchr("*-+", line.at[0]) && line.at[1] == ' ';
}

/* Ends of sentences inside a paragraph: ". A", "; ". Wrapped lines stay together. */
static void split_paragraph(struct tora_sv p, struct tora_arena *arena, struct tora_sentences *ret)
{
	size_t i, from = 0;

	for (i = 0; i + 1 < p.len; i++) {
		bool stop = strchr(".!?;", p.at[i]) && isspace((unsigned char)p.at[i + 1]);

		if (!stop)
			continue;
		push_sentence((struct tora_sv){ p.at + from, i + 1 - from }, arena, ret);
		from = i + 1;
	}
	push_sentence((struct tora_sv){ p.at + from, p.len - from }, arena, ret);
}

void tora_message_sentences(struct tora_sv text, struct tora_arena *arena,
                            struct tora_sentences *ret)
{
	struct tora_sv rest = text, line;
	const char *from = NULL, *end = NULL;
	bool subject = true;

	memset(ret, 0, sizeof *ret);
	while (tora_sv_line(&rest, &line)) {
		bool blank = !tora_sv_trim(line).len;

		if (from &&
		    (blank || starts_item(line) || is_trailer(tora_sv_trim(line)) || subject)) {
			split_paragraph((struct tora_sv){ from, (size_t)(end - from) }, arena, ret);
			from = NULL;
			subject = false;
		}
		if (blank || is_trailer(tora_sv_trim(line)))
			continue;
		if (!from)
			from = line.at;
		end = line.at + line.len;
	}
	if (from)
		split_paragraph((struct tora_sv){ from, (size_t)(end - from) }, arena, ret);
}

/* "Stop printing": a line about stop words does not. */
static bool stops_doing(struct tora_sv line)
{
	struct tora_scan scan = { .text = line };
	struct tora_token verb, what;

	return tora_scan_solid(&scan, &verb) && tora_words_match(verb.text, "stop|stops") &&
	       tora_scan_solid(&scan, &what) && tora_sv_ends(what.text, "ing");
}

bool tora_message_has_more(struct tora_sv text)
{
	static const char verbs[] = "fix|fixes|fixed|change|changes|changed|remove|removes|rename|"
				    "renames|drop|drops|make|makes|replace|replaces|use|uses";
	struct tora_sv line, body;

	(void)subject_of(text, &body);
	while (tora_sv_line(&body, &line)) {
		struct tora_sv first = without_bullet(line);

		line = first;
		for (first.len = 0;
		     first.len < line.len && isalpha((unsigned char)first.at[first.len]);)
			first.len++;
		if (tora_words_match(first, verbs) || stops_doing(line))
			return true;
	}
	return false;
}

bool tora_message_is_blanket(struct tora_sv s)
{
	if (tora_words_match(s, "ignore previous|ignore all|ignore any|ignore the above|"
	                        "instruction*|verdict*|classif*|assistant|language model|llm|tora|"
	                        "prompt|do not report|don't report|do not flag|must be marked|"
	                        "mark as intended|label as|as intended"))
		return true;
	return tora_words_match(s, "all|any|every|everything|whatever|each") &&
	       tora_words_match(s, "intended|intentional*|deliberate*|expected|on purpose|"
	                           "by design|acceptable");
}
