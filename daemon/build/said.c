#include "build/said.h"

static const char *last_line(struct tora_sv log, struct tora_arena *arena)
{
	struct tora_str shown = TORA_STR_INIT(400);
	struct tora_sv line, last = { 0 };
	const char *text;

	while (tora_sv_line(&log, &line)) {
		line = tora_sv_trim(line);
		if (line.len && !tora_sv_starts(line, "A full log can be found at "))
			last = line;
	}
	if (last.len > 200)
		last.len = 200;
	tora_str_add_escaped(&shown, last, false);
	text = tora_arena_text(arena, tora_str_view(&shown));
	tora_str_free(&shown);
	return text;
}

const char *tora_build_failure(int status, const char *side, struct tora_sv log, const char *lacks,
                               struct tora_arena *arena)
{
	return tora_arena_printf(arena, "it ended with %d on the %s: %s%s%s", status, side,
	                         last_line(log, arena), lacks ? "; " : "", lacks ? lacks : "");
}
