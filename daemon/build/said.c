#include "build/said.h"

const char *tora_build_last_line(struct tora_sv log, struct tora_arena *arena)
{
	struct tora_str shown = TORA_STR_INIT(400);
	struct tora_sv line, last = { 0 };
	const char *text;

	while (tora_sv_line(&log, &line))
		if (tora_sv_trim(line).len)
			last = tora_sv_trim(line);
	if (last.len > 200)
		last.len = 200;
	tora_str_add_escaped(&shown, last, false);
	text = tora_arena_text(arena, tora_str_view(&shown));
	tora_str_free(&shown);
	return text;
}
