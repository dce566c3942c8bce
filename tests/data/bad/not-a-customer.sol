Route #1: 1 x2
Route #2: 3
Cost 184
