Route #1: 1 2
Ruote #2: 3
Cost 184
