/*
 * suite_report.h - what `tora generate` says of a suite, as JSON. Pure.
 *
 * { version, repo, commit, scope: [NAME], language, framework, proved_by, proved_alone,
 *   functions: { public, reached, not_reached: [NAME] },
 *   tests: { generated, valid, run, passing, pass_rate: passing of run, kept },
 *   invalid: { why: n } of those generated, failures: { class: n } of those run,
 *   assertions: { total, nontrivial } of those kept; trivial ones are not written,
 *   coverage: { statements: { covered, total, by_import, share }, branches: likewise, files: their number, how },
 *   files: [{ path, text }], cost, notes, ms }
 * The client adds `written`, where the file is. It changes by addition only.
 */
#ifndef TORA_CHECK_SUITE_REPORT_H
#define TORA_CHECK_SUITE_REPORT_H

#include "check/suite.h"

/* The caller owns it. `words`: what was asked about. */
cJSON *tora_suite_report(const struct tora_suite *s, const char *const *words, size_t n_words,
                         int64_t ms);

/* What a class of failure means, for a person; one without words of its own is named. */
const char *tora_suite_why_not(const char *failure);

#endif
