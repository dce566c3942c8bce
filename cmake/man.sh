#!/usr/bin/env bash
# man.sh PROGRAM FOLDER: writes a manual page for the program and each of its commands, from their --help.
set -euo pipefail

source "$(dirname "$0")/commands.sh"
program=$1 folder=$2

# page WORD…: of the command of these words, and of those below it.
page() {
    local help name=l2r command
    (($# == 0)) || name=$(IFS=-; echo "l2r-$*")
    help=$("$program" "$@" --help)
    help2man --no-info --name="$(head -n 1 <<<"$help")" --help-option="${*@Q} --help" "$program" |
        sed -e "s/^\.TH L2R /.TH ${name^^} /" -e "/^\.SH NAME/{n;s/^l2r /$name /}" \
            -e '/^\.SH DESCRIPTION/,/^\.S[HS]/{/^\.SH DESC/!{/^\.S[HS]/!d}}' -e '/^\.SH DESCRIPTION/d' >"$folder/$name.1"
    for command in $(listed_commands <<<"$help"); do page "$@" "$command"; done
}

rm -rf "$folder"
mkdir -p "$folder"
page
