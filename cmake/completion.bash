# Completes commands, options and files of l2r. What there is to complete l2r says itself, in its --help.
_l2r() {
    local program word=${COMP_WORDS[COMP_CWORD]} words=() help commands root i
    local below='/^Commands:/,/^$/s/^  \([a-z][a-z-]*\) .*/\1/p'
    program=$(type -P "${COMP_WORDS[0]}") || return
    root=$(dirname "$(readlink -f "$program")")
    if [[ -f $root/cmake/setup.sh ]]; then # the launcher, which would install and build first
        program=$(compgen -G "$root/build/release*/app/l2r" | head -n 1)
        [[ $program ]] || return
    fi
    help=$("$program" --help 2>/dev/null)
    for ((i = 1; i < COMP_CWORD; i++)); do
        commands=$(sed -n "$below" <<<"$help")
        if [[ ${COMP_WORDS[i]} == help && $i == 1 ]]; then continue; fi
        grep -qxF -e "${COMP_WORDS[i]}" <<<"$commands" || break
        words+=("${COMP_WORDS[i]}")
        help=$("$program" "${words[@]}" --help 2>/dev/null)
    done
    if [[ $word == -* ]]; then
        commands=$(sed -nE 's/^  (-[a-zA-Z],)?(--[a-z-]+).*/\2/p' <<<"$help")
    else
        commands=$(sed -n "$below" <<<"$help")
    fi
    mapfile -t COMPREPLY < <(compgen -W "$commands" -- "$word")
}
complete -o default -F _l2r l2r
