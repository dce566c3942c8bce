Route #1: 2 1

route 7 : 3 
COST : 183.25
