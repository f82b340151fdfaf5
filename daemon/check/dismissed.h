/*
 * dismissed.h - the precision meter: what people here dismiss more often than not is not shown any more.
 *
 * Issue trackers of warning tools agree that a checker whose reports are mostly waved away is read no
 * more. Only the verdict changes, to "unsure": the finding
 * stays in the record, in `tora status --all` and `tora show`, and says why it is quiet.
 */
#ifndef TORA_CHECK_DISMISSED_H
#define TORA_CHECK_DISMISSED_H

#include "model/check.h"

/*
 * Look at check->findings by what the user said of earlier ones in the same repository
 * (store/stats.h). Without a store, or when it cannot be read: nothing goes quiet. An answer that is
 * used again (tora_record_reuse) stays as it was.
 */
void tora_dismissed_hush(struct tora_check *check);

#endif
