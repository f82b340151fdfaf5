#include "tora/near.h"

#include <ctype.h>
#include <string.h>

#define WORD_MAX 40 /* "tora.llm.branchBudgetRequests" has 29 */

static unsigned least(unsigned a, unsigned b)
{
	return a < b ? a : b;
}

static int lower(char c)
{
	return tolower((unsigned char)c);
}

unsigned tora_near_steps(const char *a, const char *b)
{
	/* Of the first i letters of `a` to the first k of `b`: the last three i. */
	unsigned row[3][WORD_MAX + 1];
	size_t n = strlen(a), m = strlen(b), i, k, longer = n > m ? n : m;
	unsigned *now = row[0], *before = row[1], *earlier = row[2], *turn;

	if (longer > WORD_MAX)
		return TORA_NEAR_FAR;
	for (k = 0; k <= m; k++)
		now[k] = (unsigned)k;
	for (i = 1; i <= n; i++) {
		turn = earlier;
		earlier = before;
		before = now;
		now = turn;
		now[0] = (unsigned)i;
		for (k = 1; k <= m; k++) {
			now[k] = least(before[k - 1] + (lower(a[i - 1]) != lower(b[k - 1])),
			               least(before[k], now[k - 1]) + 1);
			if (i > 1 && k > 1 && lower(a[i - 1]) == lower(b[k - 2]) &&
			    lower(a[i - 2]) == lower(b[k - 1]))
				now[k] = least(now[k], earlier[k - 2] + 1);
		}
	}
	return 2 * now[m] <= longer ? now[m] : TORA_NEAR_FAR;
}

const char *tora_near(const char *typed, const char *word, const char *best)
{
	unsigned steps = word ? tora_near_steps(typed, word) : TORA_NEAR_FAR;

	if (steps == TORA_NEAR_FAR || (best && tora_near_steps(typed, best) <= steps))
		return best;
	return word;
}
