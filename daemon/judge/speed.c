#include "judge/speed.h"

#include "judge/text.h"
#include "judge/words.h"

#include <ctype.h>
#include <stdint.h>
#include <string.h>

/* The number of durations: "1.94 s", "30ms", "2 seconds". */
static unsigned durations(struct tora_sv text)
{
	static const char units[] = "s|sec|secs|second|seconds|ms|us|µs|ns|min|minutes";
	unsigned n = 0;

	for (size_t i = 0, end; i < text.len; i = end + 1) {
		size_t unit;

		end = i;
		if (!isdigit((unsigned char)text.at[i]))
			continue;
		while (end < text.len &&
		       (isdigit((unsigned char)text.at[end]) || text.at[end] == '.'))
			end++;
		unit = end + (end < text.len && text.at[end] == ' ');
		for (end = unit; end < text.len && (isalpha((unsigned char)text.at[end]) ||
		                                    (unsigned char)text.at[end] >= 0x80);)
			end++;
		n += end > unit &&
		     tora_words_match((struct tora_sv){ text.at + unit, end - unit }, units);
	}
	return n;
}

/* "every 5 s", and not "for every list". */
static bool says_how_often(struct tora_sv text)
{
	for (size_t at = 0; (at = tora_text_find(text, TORA_SV("every "), at, true)) != SIZE_MAX;
	     at += 6)
		if (at + 6 < text.len && isdigit((unsigned char)text.at[at + 6]))
			return true;
	return tora_words_match(text, "every second|every minute|every hour|every day");
}

bool tora_speed_is_measured(struct tora_sv message)
{
	unsigned n = durations(message);

	if (says_how_often(message) ||
	    tora_words_match(message,
	                     "timeout*|time-out*|delay*|pause*|sleep*|retry|retries|backoff|"
	                     "interval*|deadline*|ttl|expir*|duration*|clock|timestamp*|"
	                     "live*|last|lasts|keep|kept|"
	                     "fix|fixes|fixed"))
		return false;
	return tora_words_match(message,
	                        "times as fast|times faster|x faster|% faster|% less time") ||
	       (n >= 1 && tora_words_match(message, "less|faster|saves|saved|quicker|slower")) ||
	       (n >= 2 &&
	        tora_words_match(message, "before|after|was|now|from|to|old|new|instead of"));
}

static struct tora_sv last_word(struct tora_sv text)
{
	size_t n = 0;

	text = tora_sv_trim(text);
	while (n < text.len && !isspace((unsigned char)text.at[text.len - n - 1]))
		n++;
	return (struct tora_sv){ text.at + text.len - n, n };
}

static struct tora_sv without_last(struct tora_sv text, struct tora_sv last)
{
	return tora_sv_trim((struct tora_sv){ text.at, (size_t)(last.at - text.at) });
}

/* "was a third", "which was 40 %": what is said to have been so much, and not how often something happens. */
static bool is_share(struct tora_sv before)
{
	struct tora_sv word = last_word(before);

	if (!tora_words_match(word,
	                      "third|thirds|quarter|quarters|fifth|fifths|half|most|percent") &&
	    !tora_sv_ends(word, "%"))
		return false;
	do {
		before = without_last(before, word);
		word = last_word(before);
	} while (word.len &&
	         (isdigit((unsigned char)word.at[0]) ||
	          tora_words_match(word, "a|one|two|three|about|over|some|almost|nearly|"
	                                 "around|more|than")));
	return tora_words_match(word,
	                        "was|were|is|are|took|take|takes|cost|costs|spent|spends|for|up");
}

/* "a third of the run", "two thirds of the time went into f()" */
static bool shares_time(struct tora_sv text)
{
	static const char *const of[] = { " of the ", " of its " };
	static const char times[] = "time|run|runtime|cpu";

	for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
		size_t n = strlen(of[i]);

		for (size_t at = 0;
		     (at = tora_text_find(text, tora_sv(of[i]), at, true)) != SIZE_MAX; at += n) {
			struct tora_sv rest = { text.at + at + n, text.len - at - n }, word = rest;

			for (word.len = 0;
			     word.len < rest.len && isalpha((unsigned char)rest.at[word.len]);)
				word.len++;
			if (tora_words_match(word, times) &&
			    is_share((struct tora_sv){ text.at, at }))
				return true;
		}
	}
	return false;
}

bool tora_speed_is_told(struct tora_sv body)
{
	static const char phrases[] =
		"takes half as long|took twice as long|takes half the time|in half the time|"
		"half the time to|third of the time to|a third less time|a quarter less time|"
		"takes less time|much less time|% less time|time went into|time goes into|"
		"time is spent|time was spent|time is lost|times as fast|twice as fast|"
		"times faster|x faster|% faster|much faster|a lot faster|times quicker|"
		"hot path|hot loop|microbenchmark*";
	/* Who profiles says what takes time; the name of a tool alone may be about anything. */
	static const char tools[] = "profiling|profiler|profile showed|profile shows|profile says|"
				    "cprofile|flame graph*|flamegraph*";
	static const char measured[] = "time|slow|slowest|seconds|percent|%|third|thirds|half|most";
	/* Now and then it fails, and who calls it has to do something about it. */
	static const char others[] =
		"timeout*|time-out*|delay*|sleep*|retry|retries|backoff|deadline*|expir*|fail*|"
		"crash*|wrong*|bug*|flaky|fixes|callers|from now on|by default|deprecat*|"
		"raises|reject*";

	return !tora_words_match(body, others) &&
	       (tora_words_match(body, phrases) || shares_time(body) ||
	        (tora_words_match(body, tools) && tora_words_match(body, measured)));
}

bool tora_speed_is_all(struct tora_sv line)
{
	static const char speed[] =
		"faster|quicker|quickly|speed|speeds|sped up|speedup|speed-up|performance|"
		"less memory|less time|fewer allocations|optimiz*|optimise*|optimisation*";
	static const char more[] =
		"return*|raise*|throw*|error*|exception*|fix*|correct*|reject*|accept*|refuse*|"
		"allow*|support*|add*|new|remove*|drop*|no longer|anymore|any "
		"more|instead|default*|"
		"breaking|now a|now an|change*|differ*|option*|argument*|parameter*|order*|"
		"print*|round*|format*|skip*|ignor*|cach*|sort*|limit*|lazy|lazily";

	return tora_words_match(line, speed) && !tora_words_match(line, more);
}
