# How what is missing is got: Debian packages by apt-get, grammars by exact version from the
# npm registry, checked against their hash before anything is unpacked.
# `deps-build` is for building and running, `deps` for tests and lint as well.

.PHONY: deps deps-build packages packages-dev grammars
deps: packages-dev
	@$(MAKE) --no-print-directory grammars
deps-build: packages
	@$(MAKE) --no-print-directory grammars

packages:
	@tests/install-packages $(PACKAGES)
packages-dev:
	@tests/install-packages $(PACKAGES) $(PACKAGES_DEV)

# Other build folders (check-san, fuzz) are given this one's.
GRAMMAR_B    ?= $(B)/grammar
GRAMMAR_OBJS  = $(foreach g,$(GRAMMARS),$(GRAMMAR_B)/$g.o)
grammars: $(GRAMMAR_OBJS)

# A fetched grammar is complete only when its stamp exists.
$(GRAMMAR_B)/%/.stamp:
	@tests/fetch-grammar tree-sitter-$* $(GRAMMAR_$*_VERSION) $(GRAMMAR_$*_SHA256) $(@D)
	@touch $@

$(GRAMMAR_B)/%.o: $(GRAMMAR_B)/%/.stamp
	@echo "  CC   tree-sitter-$*"
	@for f in parser scanner; do \
	   $(CC) -std=c11 -O2 -w -I$(GRAMMAR_B)/$*/src -c $(GRAMMAR_B)/$*/src/$$f.c -o $(GRAMMAR_B)/$*/$$f.o || exit 1; done
	@ld -r -o $@ $(GRAMMAR_B)/$*/parser.o $(GRAMMAR_B)/$*/scanner.o
