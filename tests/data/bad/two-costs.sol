Route #1: 1 2 3
Cost 184
Cost 185
