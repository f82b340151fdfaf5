#include "loop/outq.h"

#include <errno.h>
#include <unistd.h>

void tora_outq_init(struct tora_outq *q, size_t max)
{
	q->sent = 0;
	tora_str_init(&q->buf, max);
}

void tora_outq_done(struct tora_outq *q)
{
	q->sent = 0;
	tora_str_free(&q->buf);
}

int tora_outq_add(struct tora_outq *q, struct tora_sv bytes, struct tora_err *err)
{
	size_t left = tora_outq_left(q);

	if (bytes.len > q->buf.max - left)
		return tora_fail(err, TORA_E_LIMIT, "%zu bytes wait already, at most %zu", left,
		                 q->buf.max);
	if (bytes.len > q->buf.max - q->buf.len) {
		tora_str_drop(&q->buf, q->sent);
		q->sent = 0;
	}
	tora_str_add(&q->buf, bytes);
	return TORA_OK;
}

size_t tora_outq_left(const struct tora_outq *q)
{
	return q->buf.len - q->sent;
}

long tora_outq_flush(struct tora_outq *q, int fd)
{
	size_t left = tora_outq_left(q);
	ssize_t n;

	if (!left)
		return 0;
	do {
		n = write(fd, q->buf.buf + q->sent, left);
	} while (n < 0 && errno == EINTR);
	if (n < 0)
		return errno == EAGAIN ? 0 : -1;
	q->sent += (size_t)n;
	if (q->sent == q->buf.len) {
		tora_str_reset(&q->buf);
		q->sent = 0;
	}
	return n;
}
