Route #1: 3
Route #2:
Route #3: 1 2
