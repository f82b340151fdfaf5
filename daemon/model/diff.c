#include "model/diff.h"

char tora_diff_line(struct tora_sv *rest, struct tora_sv *ret_line)
{
	struct tora_sv line;

	while (tora_sv_line(rest, &line)) {
		char mark = line.len ? line.at[0] : ' ';

		if (mark != '-' && mark != '+')
			continue;
		if (tora_sv_starts(line, "--- ") && tora_sv_starts(*rest, "+++ ")) {
			(void)tora_sv_line(rest, &line);
			continue;
		}
		*ret_line = (struct tora_sv){ line.at + 1, line.len - 1 };
		return mark;
	}
	return '\0';
}
