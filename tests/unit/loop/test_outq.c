#include "tests/unit/loop/unit.h"

#include "loop/outq.h"

#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

static void test_limit(void **state)
{
	struct tora_outq q;
	struct tora_err err = TORA_ERR_INIT;

	(void)state;
	tora_outq_init(&q, 4);
	assert_int_equal(tora_outq_add(&q, TORA_SV("abc"), &err), TORA_OK);
	assert_int_equal(tora_outq_add(&q, TORA_SV("de"), &err), TORA_E_LIMIT);
	assert_int_equal(tora_outq_left(&q), 3); /* refused whole, and good for more */
	assert_int_equal(tora_outq_add(&q, TORA_SV("d"), &err), TORA_OK);
	assert_int_equal(tora_outq_left(&q), 4);
	tora_outq_done(&q);
}

static void read_all(int fd, char *into, size_t *len)
{
	ssize_t n;

	while ((n = read(fd, into + *len, 65536)) > 0)
		*len += (size_t)n;
}

/* More than a pipe holds goes through whole and in order, with adds in between. */
static void test_flush(void **state)
{
	static char sent[400000], got[600000];
	struct tora_err err = TORA_ERR_INIT;
	struct tora_outq q;
	size_t len = 0, added = 0;
	int ends[2];

	(void)state;
	assert_int_equal(pipe2(ends, O_NONBLOCK), 0);
	for (size_t i = 0; i < sizeof(sent); i++)
		sent[i] = (char)(i * 7 + i / 256);
	tora_outq_init(&q, 200000);
	while (len < sizeof(sent)) {
		size_t n = sizeof(sent) - added < 50000 ? sizeof(sent) - added : 50000;

		if (n && tora_outq_add(&q, (struct tora_sv){ sent + added, n }, &err) == TORA_OK)
			added += n;
		assert_true(tora_outq_flush(&q, ends[1]) >= 0);
		read_all(ends[0], got, &len);
	}
	assert_int_equal(tora_outq_left(&q), 0);
	assert_memory_equal(sent, got, sizeof(sent));
	assert_int_equal(tora_outq_flush(&q, ends[1]), 0); /* nothing to do */
	(void)close(ends[0]);
	assert_int_equal(tora_outq_add(&q, TORA_SV("x"), &err), TORA_OK);
	assert_int_equal(tora_outq_flush(&q, ends[1]), -1); /* nobody reads */
	tora_outq_done(&q);
	(void)close(ends[1]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		LOOP_TEST(test_limit),
		LOOP_TEST(test_flush),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
