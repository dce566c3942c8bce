Route #1 1 2
