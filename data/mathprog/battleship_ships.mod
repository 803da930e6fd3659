/* Battleship with a variable for each place where a ship can lie.

   (26)-(31) are the numbers of Meuffels and den Hertog (2010), Solving the Battleship puzzle as an integer
   programming problem, INFORMS Transactions on Education 10(3). A "grid" g of the paper is a board with one ship.
   The paper's (30) knows that a given cell is part of a ship, but not which part. Here the set GRIDS takes care of
   that: it has only the places that agree with the symbols, the totals and the fleet.

   The same model in Pyomo: ship_based in puzzles_lib/models/battleship.py.
   Run it:  glpsol -m battleship_ships.mod                                                                          */

# --- the puzzle: what the data section below must give ---------------------------------------------------------------

param I, integer, >= 1;                 # rows
param J, integer, >= 1;                 # columns
param L, integer, >= 1;                 # the length of the longest ship

set ROWS := 1..I;
set COLUMNS := 1..J;
set CELLS := ROWS cross COLUMNS;
set LENGTHS := 1..L;

param R{ROWS}, integer;                 # ship parts in each row
param C{COLUMNS}, integer;              # ship parts in each column
param S{LENGTHS}, integer, default 0;   # ships of each length

# The symbol of a given cell: 0 water, 1 left, 2 right, 3 top, 4 bottom, 5 middle, 6 submarine; -1: not given
param given{CELLS}, integer, in -1..6, default -1;
set CLUES := {(i,j) in CELLS: given[i,j] >= 0};

# --- all places for all ships ----------------------------------------------------------------------------------------
# A place is (l,a,b,d): a ship of length l starts in cell (a,b) and lies in direction d, "h" to the right or "v" down.
# A submarine has no direction: it counts as "h".

set PLACES := {l in LENGTHS, a in ROWS, b in COLUMNS, d in {"h", "v"}:
               (d = "h" and b + l - 1 <= J) or (d = "v" and l > 1 and a + l - 1 <= I)};

param bottom{(l,a,b,d) in PLACES} := if d = "v" then a + l - 1 else a;     # the ship's last row
param right {(l,a,b,d) in PLACES} := if d = "h" then b + l - 1 else b;     # the ship's last column

# G = 1 if the ship has a part in cell (i,j)
param G{(i,j) in CELLS, (l,a,b,d) in PLACES} :=
  if a <= i and i <= bottom[l,a,b,d] and b <= j and j <= right[l,a,b,d] then 1 else 0;

# P = 1 if the ship has a part among the four cells (i,j), (i,j+1), (i+1,j), (i+1,j+1)
param P{(i,j) in CELLS, (l,a,b,d) in PLACES} :=
  if a <= i + 1 and i <= bottom[l,a,b,d] and b <= j + 1 and j <= right[l,a,b,d] then 1 else 0;

# part = the symbol that the ship shows in cell (i,j); 0, water, if the cell is not its own
param part{(i,j) in CELLS, (l,a,b,d) in PLACES} :=
  if G[i,j,l,a,b,d] = 0 then 0
  else if l = 1 then 6
  else if d = "h" then (if j = b then 1 else if j = right[l,a,b,d] then 2 else 5)
  else (if i = a then 3 else if i = bottom[l,a,b,d] then 4 else 5);

# --- the places that are possible: all of the clues that lie on the ship or around it agree, and it is not too long ---

set GRIDS := {(l,a,b,d) in PLACES:
  S[l] > 0
  and (forall{(i,j) in CLUES: a - 1 <= i and i <= bottom[l,a,b,d] + 1 and b - 1 <= j and j <= right[l,a,b,d] + 1}
         given[i,j] = part[i,j,l,a,b,d])
  and (forall{i in a..bottom[l,a,b,d]} right[l,a,b,d] - b + 1 <= R[i])
  and (forall{j in b..right[l,a,b,d]} bottom[l,a,b,d] - a + 1 <= C[j])};

# --- the variables ---------------------------------------------------------------------------------------------------

# (31) y[g] = 1 if the ship of grid g lies on the final board
var y{GRIDS}, binary;

# --- the constraints -------------------------------------------------------------------------------------------------
# "R2" to "R6" are the rules of the puzzle that a constraint serves, as the course numbers them.

# (26) R4: row totals
s.t. row_totals{i in ROWS}:
  sum{j in COLUMNS, (l,a,b,d) in GRIDS} G[i,j,l,a,b,d] * y[l,a,b,d] = R[i];

# (27) R5: column totals
s.t. column_totals{j in COLUMNS}:
  sum{i in ROWS, (l,a,b,d) in GRIDS} G[i,j,l,a,b,d] * y[l,a,b,d] = C[j];

# (28) R2: the fleet is complete
s.t. fleet{l in LENGTHS}:
  sum{(l,a,b,d) in GRIDS} y[l,a,b,d] = S[l];

# (29) R3: ships do not touch or overlap: at most one in each 2 x 2 window
s.t. ships_do_not_touch{(i,j) in CELLS}:
  sum{(l,a,b,d) in GRIDS} P[i,j,l,a,b,d] * y[l,a,b,d] <= 1;

# (30) R6: given cells are ship or water, as the clue says
s.t. given_cells{(i,j) in CLUES}:
  sum{(l,a,b,d) in GRIDS} G[i,j,l,a,b,d] * y[l,a,b,d] = if given[i,j] = 0 then 0 else 1;

solve;

# --- the board, with its totals --------------------------------------------------------------------------------------

param drawn{0..6}, symbolic;            # how a symbol is printed

printf "\n";
for {i in ROWS}
{ for {j in COLUMNS} printf "%s ", drawn[sum{(l,a,b,d) in GRIDS: y[l,a,b,d] > 0.5} part[i,j,l,a,b,d]];
  printf " %d\n", R[i];
}
for {j in COLUMNS} printf "%d ", C[j];
printf "\n\n";

# --- data: Bay, 7 x 7, from data/battleship/bay_7x7.txt --------------------------------------------------------------

data;

param I := 7;
param J := 7;
param L := 4;

param R := 1 2  2 4  3 1  4 1  5 3  6 1  7 2;
param C := 1 2  2 2  3 1  4 3  5 0  6 5  7 1;
param S := 1 3  2 2  3 1  4 1;

# A point means: not given.
param given : 1 2 3 4 5 6 7 :=
          1   . . . . . . .
          2   . . . . . . .
          3   . . . . . 3 .
          4   . . . . . . .
          5   . 0 . . . . .
          6   . . . . . . .
          7   . . . . . . . ;

param drawn := 0 "~"  1 "<"  2 ">"  3 "^"  4 "v"  5 "#"  6 "o";

end;
