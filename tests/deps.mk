# How `make deps` gets what is missing: Debian packages by apt-get, grammars by exact
# version from the npm registry, checked against their hash before anything is unpacked.

missing = $(shell for p in $1; do dpkg-query -W -f='$${Status}' $$p 2>/dev/null | grep -q 'ok installed' || echo $$p; done)

.PHONY: deps deps-packages grammars grammars-headers
deps: deps-packages grammars

deps-packages:
	@tests/install-packages $(PACKAGES) $(PACKAGES_DEV)

GRAMMAR_DIRS := $(foreach g,$(GRAMMARS),$(B)/grammar/$g)
GRAMMAR_OBJS  = $(foreach g,$(GRAMMARS),$(B)/grammar/$g.o)
grammars: $(GRAMMAR_OBJS)
grammars-headers:

# A fetched grammar is complete only when its stamp exists.
$(B)/grammar/%/.stamp:
	@tests/fetch-grammar tree-sitter-$* $(GRAMMAR_$*_VERSION) $(GRAMMAR_$*_SHA256) $(@D)
	@touch $@

$(B)/grammar/%.o: $(B)/grammar/%/.stamp
	@echo "  CC   tree-sitter-$*"
	@for f in parser scanner; do \
	   $(CC) -std=c11 -O2 -w -I$(B)/grammar/$*/src -c $(B)/grammar/$*/src/$$f.c -o $(B)/grammar/$*/$$f.o || exit 1; done
	@ld -r -o $@ $(B)/grammar/$*/parser.o $(B)/grammar/$*/scanner.o
