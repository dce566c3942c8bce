# Completes commands, options and files of l2r. What there is to complete l2r says itself, in its --help.
_l2r() {
    local program=${COMP_WORDS[0]} word=${COMP_WORDS[COMP_CWORD]} words=() help commands i
    command -v "$program" >/dev/null || return
    help=$("$program" --help 2>/dev/null)
    for ((i = 1; i < COMP_CWORD; i++)); do
        commands=$(sed -n '/^Commands:/,/^$/s/^  \([a-z][a-z-]*\) .*/\1/p' <<<"$help")
        if [[ ${COMP_WORDS[i]} == help && $i == 1 ]]; then continue; fi
        grep -qxF -e "${COMP_WORDS[i]}" <<<"$commands" || break
        words+=("${COMP_WORDS[i]}")
        help=$("$program" "${words[@]}" --help 2>/dev/null)
    done
    if [[ $word == -* ]]; then
        commands=$(sed -nE 's/^  (-[a-zA-Z],)?(--[a-z-]+).*/\2/p' <<<"$help")
    else
        commands=$(sed -n '/^Commands:/,/^$/s/^  \([a-z][a-z-]*\) .*/\1/p' <<<"$help")
    fi
    mapfile -t COMPREPLY < <(compgen -W "$commands" -- "$word")
}
complete -o default -F _l2r l2r
