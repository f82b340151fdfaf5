/*
 * trim.h - give back what only starting needed.
 *
 * torad is linked with everything a check needs; loading and initialising those libraries touches
 * megabytes of their code that the supervisor never runs again.
 */
#ifndef TORA_SERVE_TRIM_H
#define TORA_SERVE_TRIM_H

/*
 * Drop the pages of mapped program code from our resident set, and free heap to the system. Code is never written
 * to, so a page that is needed again comes back from the page cache. Failing is harmless.
 */
void tora_trim(void);

#endif
