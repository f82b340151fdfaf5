/*
 * line.h - the daemon's socket: bytes to it and from it, never without a deadline. What is in
 * them is not this file's matter.
 *
 * Times are tora_clock_mono_ms(). Nothing is sent to a daemon that is stopped (SIGSTOP, a
 * debugger): it would do it much later, when nobody expects it.
 */
#ifndef TORA_HOOKS_LINE_H
#define TORA_HOOKS_LINE_H

#include "tora/paths.h"
#include "tora/str.h"

#include <stdint.h>

#define TORA_LINE_ANSWER_MS 200 /* a daemon that is up answers in well under one */

/*
 * The caller closes *ret_fd. TORA_E_NOTFOUND: nobody listens. TORA_E_TIMEOUT: somebody does and does not
 * react, or is stopped. TORA_E_DENIED: the socket is another user's.
 */
int tora_line_open(const struct tora_paths *paths, int *ret_fd, struct tora_err *err);

/* TORA_E_CANCELED: the daemon went away. TORA_E_TIMEOUT: it does not read. */
int tora_line_send(int fd, struct tora_sv bytes, int64_t until, struct tora_err *err);

/*
 * Wait until something comes, and take at most `size` bytes of it; *ret_n 0: ask again. A daemon that is
 * stopped meanwhile is not waited for. Errors as above.
 */
int tora_line_read(int fd, const struct tora_paths *paths, int64_t until, char *buf, size_t size,
                   size_t *ret_n, struct tora_err *err);

#endif
