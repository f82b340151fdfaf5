#include "generate/touched.h"

bool tora_touched_line(const struct tora_file_change *file, unsigned line)
{
	for (size_t i = 0; i < file->hunks.n; i++)
		if (line >= file->hunks.at[i].head_first &&
		    line < file->hunks.at[i].head_first + file->hunks.at[i].head_count)
			return true;
	return false;
}
