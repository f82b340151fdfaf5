/*
 * err.h - an error is a value with a sentence in it.
 *
 * A function that can fail returns TORA_OK or one negative `enum tora_rc` and
 * fills its `struct tora_err` where the failure is first seen. On the way up,
 * tora_wrap() puts one piece of context in front per layer. Nothing here
 * allocates, so failing cannot fail. Callers branch on the code, never the text.
 */
#ifndef TORA_ERR_H
#define TORA_ERR_H

#define TORA_PRINTF(fmt, args) __attribute__((format(printf, fmt, args)))

enum tora_rc {
	TORA_OK = 0,
	TORA_E_SYS = -1,         /* a system call failed; err->sys has its errno */
	TORA_E_NOTFOUND = -2,    /* what was asked for does not exist */
	TORA_E_FORMAT = -3,      /* input from outside is malformed */
	TORA_E_LIMIT = -4,       /* input from outside exceeds a documented limit */
	TORA_E_TIMEOUT = -5,     /* a deadline passed */
	TORA_E_UNSUPPORTED = -6, /* a known thing that this build or machine cannot do */
	TORA_E_DENIED = -7,      /* policy or permission says no */
	TORA_E_CONFLICT = -8,    /* somebody else holds it, or it exists already */
	TORA_E_REMOTE = -9,      /* a peer (daemon, model, git) answered with a failure */
	TORA_E_CANCELED = -10,   /* asked to stop */
	TORA_E_USAGE = -11,      /* the caller's arguments make no sense */
};

struct tora_err {
	int rc;
	int sys; /* errno, or 0 */
	char msg[248];
};

#define TORA_ERR_INIT                                                                              \
	{                                                                                          \
		.rc = 0                                                                            \
	}

/* Fill `err` and return `rc`, so that a failure reads `return tora_fail(...)`. */
int tora_fail(struct tora_err *err, int rc, const char *fmt, ...) TORA_PRINTF(3, 4);

/* The same for a failed system call: ": <strerror>" is appended, rc is TORA_E_SYS. Reads errno first. */
int tora_fail_sys(struct tora_err *err, const char *fmt, ...) TORA_PRINTF(2, 3);

/* Put "<context>: " in front of the sentence and return err->rc, which must be set already. */
int tora_wrap(struct tora_err *err, const char *fmt, ...) TORA_PRINTF(2, 3);

#endif
