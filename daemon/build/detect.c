#include "build/detect.h"

#include <string.h>

#define SETUP "-q build_ext --inplace"

static bool has_any(struct tora_sv text, const char *const *words)
{
	for (size_t i = 0; words[i]; i++)
		if (tora_sv_has(text, words[i]))
			return true;
	return false;
}

const char *tora_build_detect(struct tora_sv setup_py, struct tora_sv pyproject)
{
	static const char *const in_setup[] = { "ext_modules", "cffi_modules", NULL };
	static const char *const in_project[] = { "ext-modules", NULL };
	static const char *const others[] = { "mesonpy",      "scikit_build",
		                              "scikit-build", "maturin",
		                              "hatchling",    "flit_core",
		                              "poetry.core",  NULL };

	if (has_any(setup_py, in_setup))
		return "exec \"$0\" setup.py " SETUP;
	if (has_any(pyproject, in_project) && !has_any(pyproject, others))
		return "exec \"$0\" -c 'import setuptools; setuptools.setup()' " SETUP;
	return NULL;
}
