/* Starbattle: S stars in each row, in each column and on each island, and no two stars touch.

   (1)-(5) are the numbers of Hartmann, More logic puzzle apps solved by mathematical programming.
   The same model in Pyomo: windows in puzzles_lib/models/starbattle.py.
   Run it:  glpsol -m starbattle.mod                                                                                */

# --- the puzzle: what the data section below must give ---------------------------------------------------------------

param n, integer, >= 1;                 # the board has n rows and n columns
param S, integer, >= 1;                 # stars in each row

set N := 1..n;
set C := N cross N;                     # the cells
param island{C}, symbolic;              # the letter of the island on which a cell lies
set ISLANDS := setof{(i,j) in C} island[i,j];

param given{C}, integer, in -1..1, default -1;      # 1 a star, 0 no star; -1: not given
set CLUES := {(i,j) in C: given[i,j] >= 0};

# --- the variables ---------------------------------------------------------------------------------------------------

# (5) x[i,j] = 1 if a star is placed in cell (i,j)
var x{C}, binary;

# --- the constraints -------------------------------------------------------------------------------------------------
# "R1" to "R5" are the rules of the puzzle that a constraint serves, as the course numbers them.

# (1) R1: S stars in each row
s.t. stars_in_row{i in N}:
  sum{j in N} x[i,j] = S;

# (2) R2: S stars in each column
s.t. stars_in_column{j in N}:
  sum{i in N} x[i,j] = S;

# (3) R3: S stars on each island
s.t. stars_on_island{k in ISLANDS}:
  sum{(i,j) in C: island[i,j] = k} x[i,j] = S;

# (4) R4: at most one star in each 2 x 2 window
s.t. stars_do_not_touch{(i,j) in C: i < n and j < n}:
  x[i,j] + x[i+1,j] + x[i,j+1] + x[i+1,j+1] <= 1;

# R5: given cells stay as they are
s.t. given_cells{(i,j) in CLUES}:
  x[i,j] = given[i,j];

solve;

# --- the board -------------------------------------------------------------------------------------------------------

printf "\n";
for {i in N}
{ for {j in N} printf "%s ", if x[i,j] > 0.5 then "*" else "-";
  printf "\n";
}
printf "\n";

# --- data: Lantern, 6 x 6, from data/starbattle/lantern_6x6.txt ------------------------------------------------------

data;

param n := 6;
param S := 1;

param island : 1 2 3 4 5 6 :=
           1   a a b b c c
           2   a d d b c c
           3   d d b b c c
           4   b b b e e e
           5   b b b b f e
           6   b b b b f f ;

# Nothing is given here. A star in row 2, column 3 would be:  param given := [2,3] 1;

end;
