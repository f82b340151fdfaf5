#include "judge/aspect.h"

#include "judge/iterator.h"
#include "judge/message.h"
#include "judge/said.h"
#include "judge/text.h"
#include "judge/words.h"

#include <stdint.h>
#include <string.h>

#define SENTENCES_MAX 50 /* of documents, that are looked for in what was there before */

enum besides {
	OF_FAILURE = 1, /* nothing fails */
	OF_OWN = 2,     /* the test hands over what it has opened itself */
};

static const struct aspect {
	const char *asked;          /* a part of the line that prints it */
	const char *before, *after; /* what is printed, or how it begins */
	const char *words;          /* that speak of it */
	unsigned besides;           /* what is said of these alone is not said of this */
} aspects[] = {
	{ ".st_mode", "0o", "0o",
	  "mode|modes|permission*|umask|chmod|fchmod|copymode|copystat|owner|owners|executable|"
	  "readable|access rights|st_mode",
	  0 },
	{ "os.path.islink(", "True", "False", "link|links|linked|symlink*|realpath|readlink|islink",
	  0 },
	{ "os.path.samefile(", "True", "False", "link|links|linked|hardlink*|inode*|samefile", 0 },
	{ ".closed", "", "True", /* `s.closed or s.getvalue()` */
	  "close|closes|closed|closing|detach*|open afterwards|stays open", OF_FAILURE | OF_OWN },
};

/* How many lines of two outputs are the same before one differs. */
static unsigned same_lines(const struct tora_case *c)
{
	struct tora_sv before = c->before->out, after = c->after->out, a, b;
	unsigned n = 0;

	while (tora_sv_line(&before, &a) && tora_sv_line(&after, &b) && tora_sv_eq(a, b))
		n++;
	return n;
}

/* The line of the test that prints line `n` of its output, where each that prints before it prints one line. */
static struct tora_sv printing(struct tora_sv test, unsigned n)
{
	struct tora_sv line;

	while (tora_sv_line(&test, &line))
		if (tora_text_print_head(tora_sv_trim(line)) && !n--)
			return line;
	return tora_sv("");
}

static const struct aspect *aspect_of(const struct tora_case *c)
{
	struct tora_sv before = tora_sv_trim(tora_sv(c->difference->before));
	struct tora_sv after = tora_sv_trim(tora_sv(c->difference->after));
	struct tora_sv line = printing(tora_sv(c->test), same_lines(c));

	for (size_t i = 0; i < sizeof aspects / sizeof *aspects; i++)
		if (tora_sv_has(line, aspects[i].asked) &&
		    tora_sv_starts(before, aspects[i].before) &&
		    tora_sv_starts(after, aspects[i].after))
			return &aspects[i];
	return NULL;
}

/* Without "Closes #42" at its beginning: that is no stream. */
static struct tora_sv without_trailer(struct tora_sv line)
{
	struct tora_scan scan = { .text = line };
	struct tora_token word, mark;

	if (tora_scan_solid(&scan, &word) && tora_scan_solid(&scan, &mark) &&
	    tora_sv_is(mark.text, "#") && tora_words_match(word.text, "close|closes|closed"))
		return (struct tora_sv){ line.at + scan.at, line.len - scan.at };
	return line;
}

/* "Close the file when writing it fails" */
static bool is_of_failure(struct tora_sv line)
{
	return tora_words_match(line, "when|if|on|after|where|once|unless") &&
	       tora_words_match(line, "fail|fails|failed|failing|failure|error|errors|exception|"
	                              "exceptions|raises|throws|crashes|missing|invalid|broken");
}

/* "load() closes the file that it opened" */
static bool is_of_own(struct tora_sv line)
{
	return tora_words_match(line, "opened|opens|reopen*|unclosed") &&
	       !tora_words_match(line, "handed|given|passed|caller*|every|also|too|all|both");
}

/* `besides`: lines that say it of these alone do not count. */
static bool speaks(struct tora_sv text, const char *words, unsigned besides)
{
	struct tora_sv line;

	while (tora_sv_line(&text, &line))
		if (tora_words_match(without_trailer(line), words) &&
		    !(besides & OF_FAILURE && is_of_failure(line)) &&
		    !(besides & OF_OWN && is_of_own(line)))
			return true;
	return false;
}

static bool any_speaks(const struct tora_case *c, const char *words, unsigned besides)
{
	for (size_t i = 0; i < c->intent->changelog.n; i++)
		if (speaks(tora_sv(c->intent->changelog.at[i]), words, besides))
			return true;
	return speaks(c->said->messages, words, besides);
}

/* A sentence that a document had before says nothing of the change, though others of its line are new. */
static bool had_document(const struct tora_case *c, struct tora_sv sentence)
{
	for (size_t i = 0; c->change && i < c->change->files.n; i++)
		if (c->change->files.at[i].role == TORA_FILE_DOC &&
		    tora_text_find(c->change->files.at[i].base_text, sentence, 0, false) !=
		            SIZE_MAX)
			return true;
	return false;
}

/* The next sentence of a line; false: there is none. */
static bool next_sentence(struct tora_sv *line, struct tora_sv *ret)
{
	size_t end = tora_text_find(*line, TORA_SV(". "), 0, false);

	*ret = (struct tora_sv){ line->at, end == SIZE_MAX ? line->len : end + 2 };
	*line = (struct tora_sv){ line->at + ret->len, line->len - ret->len };
	return ret->len > 0;
}

static unsigned sentences_with(struct tora_sv text, const char *words)
{
	struct tora_sv line, sentence;
	unsigned n = 0;

	while (tora_sv_line(&text, &line))
		while (next_sentence(&line, &sentence))
			n += tora_words_match(sentence, words);
	return n;
}

/* No document has more sentences with these words than before: one of which another part is new has them as it had. */
static bool have_documents_no_more(const struct tora_case *c, const char *words)
{
	bool any = false;

	for (size_t i = 0; c->change && i < c->change->files.n; i++) {
		const struct tora_file_change *file = &c->change->files.at[i];

		if (file->role != TORA_FILE_DOC)
			continue;
		any = true;
		if (sentences_with(file->head_text, words) > sentences_with(file->base_text, words))
			return false;
	}
	return any;
}

static bool documents_speak(const struct tora_case *c, const char *words, unsigned besides)
{
	struct tora_sv rest = c->said->docs, line, sentence;
	unsigned asked = 0;

	while (tora_sv_line(&rest, &line))
		while (next_sentence(&line, &sentence)) {
			sentence = tora_sv_trim(sentence);
			if (tora_words_match(sentence, words) &&
			    !(besides & OF_OWN && is_of_own(sentence)) &&
			    (++asked > SENTENCES_MAX || !had_document(c, sentence)))
				return !have_documents_no_more(c, words);
		}
	return false;
}

/* In what is written for users and developers, or in what documents and tests of the change have. */
static bool is_spoken_of(const struct tora_case *c, const char *words, unsigned besides)
{
	return !c->said || any_speaks(c, words, besides) || documents_speak(c, words, besides) ||
	       tora_words_match(c->said->tests, words);
}

/* `\\r` that is no backslash before a letter. */
static bool ends_in_return(struct tora_sv content)
{
	size_t n = 0;

	if (!tora_sv_ends(content, "\\r"))
		return false;
	while (n + 1 < content.len && content.at[content.len - 2 - n] == '\\')
		n++;
	return n % 2;
}

/* What is handed over is cut within the end of a line: "one\r", and "\ntwo" next. In a list of line ends they stand beside each other. */
static bool cuts_line_end(struct tora_sv test)
{
	struct tora_scan scan = { .text = test };
	struct tora_token t, last = { .text = tora_sv("") };
	bool is_open = false;

	for (; tora_scan_solid(&scan, &t); last = t) {
		struct tora_sv content = tora_token_content(t);

		if (t.kind != TORA_TOKEN_STRING)
			continue;
		if (is_open && tora_sv_starts(content, "\\n") && !tora_sv_is(last.text, ","))
			return true;
		is_open = ends_in_return(content);
	}
	return false;
}

static bool cut_unsaid(const struct tora_case *c)
{
	static const char words[] = "chunk*|piece*|packet*|block*|across|boundary|boundaries|"
				    "cut|cuts|split between|split across|partial*|incomplete";
	const struct tora_difference *d = c->difference;

	return (d->kind == TORA_DIFF_VALUE || d->kind == TORA_DIFF_ORDER ||
	        d->kind == TORA_DIFF_EXCEPTION_APPEARED) &&
	       cuts_line_end(tora_sv(c->test)) && !is_spoken_of(c, words, 0);
}

/* Does one side fail, or does the test see something fail? */
static bool fails(const struct tora_case *c)
{
	return c->before->exception || c->after->exception ||
	       tora_words_match(tora_sv(c->test), "except|catch");
}

bool tora_aspect_unsaid(const struct tora_case *c)
{
	const struct aspect *a = c->difference->kind == TORA_DIFF_VALUE ? aspect_of(c) : NULL;

	return (a && !is_spoken_of(c, a->words,
	                           fails(c) ? a->besides & ~(unsigned)OF_FAILURE : a->besides)) ||
	       cut_unsaid(c);
}

/* What had lost all of it before never took such a thing. */
static bool is_nothing(const char *value)
{
	static const char *const nothing[] = { "",      "[]", "()",        "{}",
		                               "set()", "''", "Set(0) {}", "Map(0) {}" };

	for (size_t i = 0; i < sizeof nothing / sizeof *nothing; i++)
		if (tora_sv_is(tora_sv_trim(tora_sv(value)), nothing[i]))
			return true;
	return false;
}

/* A sum, a count or a place of nothing is 0; so may be that of something. */
static bool is_none(const char *value)
{
	return is_nothing(value) || tora_sv_is(tora_sv_trim(tora_sv(value)), "0");
}

bool tora_aspect_never_took(const struct tora_case *c)
{
	return c->difference->kind == TORA_DIFF_VALUE && is_nothing(c->difference->before) &&
	       tora_iterator_handed(tora_sv(c->test));
}

/* All of it is lost, as if there were none: that "everything was there twice" is another matter then. Who speaks of lists may mean that
 * those are taken. */
static bool is_used_up(const struct tora_case *c)
{
	static const char once[] = "iter|iterator*|iterable*|generator*|lazy|lazily|exhaust*|"
				   "consum*";
	static const char lists[] =
		"array|arrays|a list|the list|list of|lists of|in lists|as lists|"
		"into lists|only lists|sequence|sequences|tuple|tuples";

	return c->difference->kind == TORA_DIFF_VALUE && is_none(c->difference->after) &&
	       !is_spoken_of(c, once, 0) && !any_speaks(c, lists, 0);
}

/* "Newest first" in a subject; in a body "first" is about anything. */
static bool any_subject_has(const struct tora_case *c, const char *words)
{
	for (size_t i = 0; i < c->intent->messages.n; i++)
		if (tora_words_match(tora_message_subject(tora_sv(c->intent->messages.at[i].text)),
		                     words))
			return true;
	return false;
}

bool tora_aspect_order_unsaid(const struct tora_case *c)
{
	static const char orders[] =
		"order*|reorder*|unordered|sort*|unsorted|ascend*|descend*|revers*|rank*|"
		"alphabetic*|chronologic*|shuffl*|priorit*|sequence*|newest|oldest|earliest|latest";
	static const char places[] = "first|last|top|bottom|before|behind|after|ahead|front|back|"
				     "end|stable|insertion|in turn|next to";

	return c->difference->kind == TORA_DIFF_ORDER && !strchr(c->difference->before, '{') &&
	       !is_spoken_of(c, orders, 0) && !any_subject_has(c, places);
}

/* What fails now is another line of the test than the one that hands an iterator over: that one refuses nothing. */
static bool fails_without_it(const struct tora_case *c)
{
	const struct tora_exception *x = c->after->exception;

	return c->difference->kind == TORA_DIFF_EXCEPTION_APPEARED && x && x->frames.n &&
	       strcmp(x->frames.at[0].file, TORA_TEST_FILE) == 0 &&
	       !tora_iterator_handed(tora_text_nth(tora_sv(c->test), x->frames.at[0].line));
}

bool tora_aspect_read_once(const struct tora_case *c)
{
	static const char words[] = "iter|iterator*|iterable*|generator*|lazy|lazily|twice|more "
				    "than once|exhaust*|consum*";
	bool is_value = c->difference->kind == TORA_DIFF_VALUE ||
	                c->difference->kind == TORA_DIFF_ORDER || fails_without_it(c);

	return is_value && !is_none(c->difference->before) &&
	       c->after->out.len <= c->before->out.len && tora_iterator_handed(tora_sv(c->test)) &&
	       (!is_spoken_of(c, words, 0) || is_used_up(c));
}

/* `raise E`, `throw new E()` */
static bool makes_error(struct tora_sv line)
{
	return tora_sv_starts(tora_sv_trim(line), "raise ") || tora_sv_has(line, "throw new ");
}

/* Where the block ends that catches what the test raises, and how much was printed by then at least. */
struct caught {
	unsigned line;    /* of the test, the first behind the block; 0: there is none */
	unsigned printed; /* lines of output */
};

static struct caught caught_in(struct tora_sv test)
{
	static const char ends[] = "else|finally|except|catch";
	struct caught ret = { 0 };
	bool raises = false, tries = false, catches = false, prints = false;
	struct tora_sv line;

	for (unsigned n = 1; tora_sv_line(&test, &line); n++) {
		struct tora_sv code = tora_sv_trim(line);
		bool is_print = tora_text_print_head(code) > 0;

		if (catches && code.len && code.at == line.at && *code.at != '}' &&
		    !tora_words_match(code, ends)) {
			ret.line = raises ? n : 0;
			break;
		}
		raises |= makes_error(code);
		if (tora_sv_is(code, "try:") || tora_sv_is(code, "try {"))
			tries = true;
		else if (tries && (tora_sv_starts(code, "except") || tora_sv_has(code, "catch")))
			catches = true;
		ret.printed += is_print && !tries;
		prints |= is_print && catches;
	}
	ret.printed += prints; /* that it was caught */
	return ret;
}

static unsigned lines_of(struct tora_sv text)
{
	struct tora_sv line;
	unsigned n = 0;

	while (tora_sv_line(&text, &line))
		n++;
	return n;
}

/* The output that differs, or the line that fails, comes behind the block. Of what fails while it is waited for no line is known: then
 * the block has said that it caught something. */
static bool is_behind(const struct tora_case *c, struct caught block)
{
	const struct tora_exception *x = c->after->exception;

	if (!block.line)
		return false;
	if (c->difference->kind == TORA_DIFF_VALUE)
		return same_lines(c) >= block.printed;
	if (c->difference->kind != TORA_DIFF_EXCEPTION_APPEARED || !x)
		return false;
	for (size_t i = 0; i < x->frames.n; i++) {
		if (strcmp(x->frames.at[i].file, TORA_TEST_FILE) != 0)
			continue;
		/* an error that was kept comes from where it was made */
		if (makes_error(tora_text_nth(tora_sv(c->test), x->frames.at[i].line)))
			break;
		return x->frames.at[i].line >= block.line;
	}
	return block.printed && lines_of(c->after->out) >= block.printed;
}

/* What the test prints where it has caught what it raises itself; empty: it does neither. */
static struct tora_sv said_of_own(struct tora_sv test)
{
	bool raises = false, catches = false;
	struct tora_sv line;

	while (tora_sv_line(&test, &line)) {
		struct tora_sv code = tora_sv_trim(line);
		size_t head = tora_text_print_head(code);

		raises |= makes_error(code);
		if (catches && head)
			return (struct tora_sv){ code.at + head, code.len - head };
		catches |= raises && (tora_sv_starts(code, "except") || tora_sv_has(code, "catch"));
	}
	return tora_sv("");
}

/* The test raises an error, says "raised" when it comes back, and waits in vain for it since. */
static bool is_swallowed(const struct tora_case *c)
{
	struct tora_scan scan = { .text = said_of_own(tora_sv(c->test)) };
	struct tora_token said;
	struct tora_sv words;

	if (c->difference->kind != TORA_DIFF_VALUE || !tora_scan_solid(&scan, &said) ||
	    said.kind != TORA_TOKEN_STRING)
		return false;
	words = tora_token_content(said);
	return words.len && tora_text_has_word(c->before->out, words, false) &&
	       !tora_text_has_word(c->after->out, words, false) &&
	       lines_of(c->before->out) == lines_of(c->after->out) + 1;
}

/* What a function of the test raises comes through the code that called it, and that the base saw to. */
static bool comes_through(const struct tora_case *c)
{
	const struct tora_exception *x = c->after->exception;
	const struct tora_frame *last;

	if (c->difference->kind != TORA_DIFF_EXCEPTION_APPEARED || !x || x->frames.n < 3)
		return false;
	last = &x->frames.at[x->frames.n - 1];
	return strcmp(last->file, TORA_TEST_FILE) == 0 &&
	       strcmp(last[-1].file, TORA_TEST_FILE) != 0 &&
	       makes_error(tora_text_nth(tora_sv(c->test), last->line));
}

bool tora_aspect_after_error(const struct tora_case *c)
{
	/* Of what comes through a changelog that says what becomes of failures says nothing. */
	static const char through[] =
		"raise|raises|raised|raising|throw|throws|thrown|reject*|propagat*|escape*|"
		"unhandled|uncaught|swallow*|suppress*|first error|abort*|passed on|let through";
	static const char words[] =
		"error|errors|exception*|fail*|raise|raises|raised|raising|throw|throws|thrown|"
		"ignore*|swallow*|suppress*|tolerat*|broken|"
		"reject*|abort*|interrupt*|crash*|clean up|cleans up|cleanup|finally|roll back|"
		"rolled back|rollback|restore*|retry|retries";

	if (!c->said)
		return false;
	if (comes_through(c))
		return !speaks(c->said->messages, words, 0) && !any_speaks(c, through, 0);
	return (is_behind(c, caught_in(tora_sv(c->test))) || is_swallowed(c)) &&
	       !any_speaks(c, words, 0);
}
