#include "judge/leftover.h"

#include "judge/said.h"
#include "judge/text.h"
#include "judge/words.h"

#include <stdint.h>

static const char words[] =
	"print statement*|print call*|print line*|uncaught print|stray print*|leftover print*|"
	"forgotten print*|remove print*|removed print*|debug print*|debug output|debugging output|"
	"debug statement*|debug line*|debug log*|stray debug*|leftover debug*|console.log*";

/* `print(x)`, `console.log(x)` */
static bool prints(struct tora_sv line)
{
	static const char *const starts[] = {
		"print ",         "pprint(",      "pprint.pprint(",        "sys.stdout.write(",
		"console.debug(", "console.dir(", "process.stdout.write(", "printf("
	};

	for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
		if (tora_sv_starts(tora_sv_trim(line), starts[i]))
			return true;
	return tora_text_print_head(tora_sv_trim(line)) > 0;
}

static bool lost_print(const struct tora_said *said)
{
	struct tora_sv rest = said->removed, line;

	while (tora_sv_line(&rest, &line))
		if (prints(line) &&
		    tora_text_find(said->added, tora_sv_trim(line), 0, false) == SIZE_MAX)
			return true;
	return false;
}

/* All lines of `after` stand in `before`, in their order, and there are others. */
static bool is_without_some(struct tora_sv before, struct tora_sv after)
{
	struct tora_sv old, new;
	bool any = false;

	while (tora_sv_line(&after, &new)) {
		for (;; any = true) {
			if (!tora_sv_line(&before, &old))
				return false;
			if (tora_sv_eq(old, new))
				break;
		}
	}
	return any || tora_sv_line(&before, &old);
}

bool tora_leftover_gone(const struct tora_case *c)
{
	return c->said && c->before && c->after && c->before->status == c->after->status &&
	       (c->after->status == TORA_TRIAL_OK || c->after->status == TORA_TRIAL_EXCEPTION) &&
	       is_without_some(c->before->out, c->after->out) &&
	       tora_said_speaks(c->said, c->intent, words) && lost_print(c->said);
}
