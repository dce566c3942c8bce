# Sourced by what goes through all commands: the names of those that a --help on standard input lists.
listed_commands() { sed -n '/^Commands:/,/^$/s/^  \([a-z][a-z-]*\) .*/\1/p'; }
