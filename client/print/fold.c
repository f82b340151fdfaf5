#include "client/print/fold.h"

#include <sys/ioctl.h>
#include <unistd.h>

#define COLUMNS_MAX 110 /* longer lines are hard to read */

unsigned tora_fold_terminal(int fd)
{
	struct winsize size = { 0 };

	if (!isatty(fd))
		return 0;
	if (ioctl(fd, TIOCGWINSZ, &size) < 0 || size.ws_col < 40)
		return TORA_FOLD_COLUMNS;
	return size.ws_col < COLUMNS_MAX ? size.ws_col : COLUMNS_MAX;
}

/* Of UTF-8, without what sets colors: ESC [ ... letter. */
static size_t columns_of(struct tora_sv text)
{
	size_t n = 0;

	for (size_t i = 0; i < text.len; i++) {
		if (text.at[i] == '\033')
			while (i < text.len && text.at[i] != 'm')
				i++;
		else
			n += ((unsigned char)text.at[i] & 0xc0) != 0x80;
	}
	return n;
}

static size_t run_of(struct tora_sv text, size_t at, bool blanks)
{
	while (at < text.len && (text.at[at] == ' ') == blanks)
		at++;
	return at;
}

static void fold_line(struct tora_str *out, struct tora_sv line, unsigned columns,
                      const char *indent)
{
	size_t at = run_of(line, 0, true), column = at; /* its own indent is not broken off */

	tora_str_add(out, (struct tora_sv){ line.at, at });
	for (size_t word = at; at < line.len; word = run_of(line, at, true)) {
		size_t end = run_of(line, word, false);
		size_t wide = columns_of((struct tora_sv){ line.at + at, end - at });

		if (word > at && column + wide > columns) {
			tora_str_addc(out, '\n');
			tora_str_adds(out, indent);
			column = columns_of(tora_sv(indent));
			at = word;
			wide = columns_of((struct tora_sv){ line.at + at, end - at });
		}
		tora_str_add(out, (struct tora_sv){ line.at + at, end - at });
		column += wide;
		at = end;
	}
}

void tora_fold(struct tora_str *out, size_t from, unsigned columns, const char *indent)
{
	struct tora_str flat = TORA_STR_INIT(out->max);
	struct tora_sv rest, line;

	if (!columns || out->over || out->len <= from)
		return;
	tora_str_add(&flat, (struct tora_sv){ out->buf + from, out->len - from });
	out->len = from;
	out->buf[from] = '\0';
	rest = tora_str_view(&flat);
	while (tora_sv_line(&rest, &line)) {
		fold_line(out, line, columns, indent);
		if (rest.len || flat.buf[flat.len - 1] == '\n')
			tora_str_addc(out, '\n');
	}
	tora_str_free(&flat);
}

unsigned tora_fold_table(unsigned columns)
{
	return columns && columns < TORA_FOLD_COLUMNS ? columns : TORA_FOLD_COLUMNS;
}
