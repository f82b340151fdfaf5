/*
 * escaped.h - an error of a library that came with the change, and is not among those which the code around it catches. Pure.
 *
 * `try: amount = Decimal(number)` / `except ValueError:` where it was float(): what is no number is an InvalidOperation now, which is
 * no ValueError. Who turns to another library thinks of what it gives, and leaves the `except` clause as it was.
 */
#ifndef TORA_JUDGE_ESCAPED_H
#define TORA_JUDGE_ESCAPED_H

#include "judge/evidence.h"
#include "judge/telling.h"

/*
 * The head fails with an error of a package that is not the project's, which an added line of source names and no line did before; the
 * base did not fail with one of its kind. A changed function has an `except` clause, and none with that error. No message or
 * changelog names it.
 */
bool tora_escaped(const struct tora_case *c, const struct tora_telling *t);

#endif
