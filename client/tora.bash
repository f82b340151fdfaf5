# shellcheck shell=bash
# tora.bash - completes commands and options in bash, as tora --help lists them.
_tora() {
	local words
	if [ "$COMP_CWORD" -eq 1 ]; then
		words=$(tora --help 2>/dev/null | grep -oE '^  [a-z]+')
	else
		words=$(tora "${COMP_WORDS[1]}" --help 2>/dev/null | grep -oE '^  -[a-z-]+')
	fi
	mapfile -t COMPREPLY < <(compgen -W "$words" -- "${COMP_WORDS[COMP_CWORD]}")
}
complete -o default -F _tora tora
