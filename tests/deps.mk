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
	@for p in $(or $(GRAMMAR_$*_PARSERS),.); do for f in $(or $(GRAMMAR_$*_FILES),parser scanner); do d=$(GRAMMAR_B)/$*/$$p; \
	   $(CC) -std=c11 -O2 -w -I$$d/src -c $$d/src/$$f.c -o $$d/$$f.o || exit 1; done; done
	@ld -r -o $@ $(foreach p,$(or $(GRAMMAR_$*_PARSERS),.),$(foreach f,$(or $(GRAMMAR_$*_FILES),parser scanner),$(GRAMMAR_B)/$*/$p/$f.o))
