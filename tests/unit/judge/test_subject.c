/* What a subject says of the work that is done (judge/subject.h). */
#include "trials.h"

#include "judge/subject.h"

static void test_spares_work(void **state)
{
	static const struct {
		const char *subject;
		bool wanted;
	} rows[] = {
		{ "next_after: don't build the whole series", true },
		{ "Stop copying an entire table", true },
		{ "Don't build every row anew", true },
		{ "Build the whole series", false },
		{ "Don't build the series", false },
		{ "Don't show the whole series", false },
		/* Of what is created the whole may be too much. */
		{ "Don't create the whole tree for a missing path", false },
		{ "Don't create a tree for each missing path", true },
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		row_int(rows[i].subject, tora_subject_spares_work(tora_sv(rows[i].subject)),
		        rows[i].wanted);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_spares_work),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
