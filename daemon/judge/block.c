#include "judge/block.h"

#include "judge/text.h"

#include <ctype.h>
#include <string.h>

size_t tora_block_indent(struct tora_sv line)
{
	size_t n = 0;

	while (n < line.len && tora_one_of(line.at[n], " \t"))
		n++;
	return n;
}

/* `def name(`, `class Name:` */
static bool defines(struct tora_sv line, const char *keyword, struct tora_sv name)
{
	struct tora_scan scan = { .text = line };
	struct tora_token first, second;

	if (!tora_scan_solid(&scan, &first))
		return false;
	if (tora_sv_is(first.text, "async") && !tora_scan_solid(&scan, &first))
		return false;
	return tora_sv_is(first.text, keyword) && tora_scan_solid(&scan, &second) &&
	       tora_sv_eq(second.text, name);
}

struct tora_sv tora_block_defined(struct tora_sv text, const char *keyword, struct tora_sv name)
{
	struct tora_sv line, ret = tora_sv("");
	size_t indent = 0;

	while (tora_sv_line(&text, &line)) {
		if (!ret.len) {
			if (!defines(line, keyword, name))
				continue;
			indent = tora_block_indent(line);
			ret = line;
			continue;
		}
		if (tora_sv_trim(line).len && tora_block_indent(line) <= indent)
			break;
		ret.len = (size_t)(line.at + line.len - ret.at);
	}
	return ret;
}

unsigned tora_block_around(struct tora_sv text, unsigned number, const char *opener)
{
	struct tora_sv line = tora_text_nth(text, number);
	size_t indent = tora_block_indent(line);

	for (unsigned n = number; n > 1 && indent;) {
		line = tora_text_nth(text, --n);
		if (!tora_sv_trim(line).len || tora_block_indent(line) >= indent)
			continue;
		indent = tora_block_indent(line);
		if (tora_sv_starts(tora_sv_trim(line), opener))
			return n;
	}
	return 0;
}
