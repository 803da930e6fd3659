/* Battleship with a variable for each symbol in each cell.

   (1)-(25) are the numbers of Meuffels and den Hertog (2010), Solving the Battleship puzzle as an integer
   programming problem, INFORMS Transactions on Education 10(3). (6a) and (6b) stand for the paper's (6), which counts
   some ships wrongly: it adds up what lies to the right and what lies below. They look in one direction at a time.

   The same model in Pyomo: cell_based in puzzles_lib/models/battleship.py.
   Run it:  glpsol -m battleship_cells.mod                                                                          */

# --- the puzzle: what the data section below must give ---------------------------------------------------------------

param I, integer, >= 1;                 # rows
param J, integer, >= 1;                 # columns
param L, integer, >= 1;                 # the length of the longest ship

set ROWS := 1..I;
set COLUMNS := 1..J;
set CELLS := ROWS cross COLUMNS;
set SYMBOLS := 0..6;                    # 0 water, 1 left, 2 right, 3 top, 4 bottom, 5 middle, 6 submarine
set PARTS := 1..6;                      # the symbols that are part of a ship
set LENGTHS := 1..L;
set LONGER := 2..L;                     # the lengths of ships that are no submarines

param R{ROWS}, integer;                 # ship parts in each row
param C{COLUMNS}, integer;              # ship parts in each column
param S{LENGTHS}, integer, default 0;   # ships of each length
param given{CELLS}, integer, in -1..6, default -1;  # the symbol of a given cell; -1: not given
set CLUES := {(i,j) in CELLS: given[i,j] >= 0};

# --- the variables ---------------------------------------------------------------------------------------------------

# (24) x[i,j,k] = 1 if cell (i,j) contains symbol k
var x{CELLS, SYMBOLS}, binary;

# (25) s[i,j,l] = 1 if a ship of length l starts in cell (i,j)
var s{CELLS, LENGTHS}, binary;

# --- the constraints -------------------------------------------------------------------------------------------------
# Remark 1 of the paper: outside the board every x is zero. That is what "if ... then ... else 0" is for.
# "R1" to "R6" are the rules of the puzzle that a constraint serves, as the course numbers them.

# (1) R1: each cell holds exactly one symbol
s.t. one_symbol_per_cell{(i,j) in CELLS}:
  sum{k in SYMBOLS} x[i,j,k] = 1;

# (2) R6: given cells keep their symbol
s.t. given_symbols{(i,j) in CLUES}:
  x[i,j,given[i,j]] = 1;

# (3) R4: row totals
s.t. row_totals{i in ROWS}:
  sum{j in COLUMNS, k in PARTS} x[i,j,k] = R[i];

# (4) R5: column totals
s.t. column_totals{j in COLUMNS}:
  sum{i in ROWS, k in PARTS} x[i,j,k] = C[j];

# (5) R2: a submarine is a ship of length 1
s.t. submarines{(i,j) in CELLS}:
  s[i,j,1] = x[i,j,6];

# (6a) R2: a ship that does not start with a top end lies to the right
s.t. parts_to_the_right{(i,j) in CELLS, l in LONGER}:
  l * s[i,j,l] <= l * x[i,j,3]
    + x[i,j,1] + (if j + l - 1 <= J then x[i,j+l-1,2] else 0) + sum{c in j+1..j+l-2: c <= J} x[i,c,5];

# (6b) R2: a ship that does not start with a left end lies below
s.t. parts_below{(i,j) in CELLS, l in LONGER}:
  l * s[i,j,l] <= l * x[i,j,1]
    + x[i,j,3] + (if i + l - 1 <= I then x[i+l-1,j,4] else 0) + sum{r in i+1..i+l-2: r <= I} x[r,j,5];

# (7) R2: the fleet is complete
s.t. fleet{l in LENGTHS}:
  sum{(i,j) in CELLS} s[i,j,l] = S[l];

# (8) R3: no two ships touch diagonally, downwards to the right
s.t. apart_down_right{(i,j) in CELLS}:
  sum{k in PARTS} x[i,j,k] + (if i < I and j < J then sum{k in PARTS} x[i+1,j+1,k] else 0) <= 1;

# (9) R3: no two ships touch diagonally, upwards to the right
s.t. apart_up_right{(i,j) in CELLS}:
  sum{k in PARTS} x[i,j,k] + (if i > 1 and j < J then sum{k in PARTS} x[i-1,j+1,k] else 0) <= 1;

# (10) R1: a left end goes on to the right
s.t. left_end_goes_on{(i,j) in CELLS}:
  x[i,j,1] <= if j < J then x[i,j+1,2] + x[i,j+1,5] else 0;

# (11) R3: water before a left end
s.t. left_end_begins{(i,j) in CELLS: j <> 1}:
  x[i,j,1] <= x[i,j-1,0];

# (12) R3: water after a right end
s.t. right_end_stops{(i,j) in CELLS: j <> J}:
  x[i,j,2] <= x[i,j+1,0];

# (13) R1: a right end comes from the left
s.t. right_end_comes_from{(i,j) in CELLS}:
  x[i,j,2] <= if j > 1 then x[i,j-1,1] + x[i,j-1,5] else 0;

# (14) R1: a top end goes on downwards
s.t. top_end_goes_on{(i,j) in CELLS}:
  x[i,j,3] <= if i < I then x[i+1,j,4] + x[i+1,j,5] else 0;

# (15) R3: water above a top end
s.t. top_end_begins{(i,j) in CELLS: i <> 1}:
  x[i,j,3] <= x[i-1,j,0];

# (16) R3: water below a bottom end
s.t. bottom_end_stops{(i,j) in CELLS: i <> I}:
  x[i,j,4] <= x[i+1,j,0];

# (17) R1: a bottom end comes from above
s.t. bottom_end_comes_from{(i,j) in CELLS}:
  x[i,j,4] <= if i > 1 then x[i-1,j,3] + x[i-1,j,5] else 0;

# (18) R1: a middle part has its ship above or to the right
s.t. middle_above_or_right{(i,j) in CELLS}:
  x[i,j,5] <= (if i > 1 then x[i-1,j,3] + x[i-1,j,5] else 0) + (if j < J then x[i,j+1,2] + x[i,j+1,5] else 0);

# (19) R1: a middle part has its ship above or to the left
s.t. middle_above_or_left{(i,j) in CELLS}:
  x[i,j,5] <= (if i > 1 then x[i-1,j,3] + x[i-1,j,5] else 0) + (if j > 1 then x[i,j-1,1] + x[i,j-1,5] else 0);

# (20) R1: a middle part has its ship below or to the left
s.t. middle_below_or_left{(i,j) in CELLS}:
  x[i,j,5] <= (if i < I then x[i+1,j,4] + x[i+1,j,5] else 0) + (if j > 1 then x[i,j-1,1] + x[i,j-1,5] else 0);

# (21) R1: a middle part has its ship below or to the right
s.t. middle_below_or_right{(i,j) in CELLS}:
  x[i,j,5] <= (if i < I then x[i+1,j,4] + x[i+1,j,5] else 0) + (if j < J then x[i,j+1,2] + x[i,j+1,5] else 0);

# (22) R3: no two submarines side by side
s.t. submarines_apart_in_row{(i,j) in CELLS: j <> 1}:
  x[i,j,6] <= 1 - x[i,j-1,6];

# (23) R3: no two submarines one above the other
s.t. submarines_apart_in_column{(i,j) in CELLS: i <> 1}:
  x[i,j,6] <= 1 - x[i-1,j,6];

solve;

# --- the board, with its totals --------------------------------------------------------------------------------------

param drawn{SYMBOLS}, symbolic;         # how a symbol is printed

printf "\n";
for {i in ROWS}
{ for {j in COLUMNS, k in SYMBOLS: x[i,j,k] > 0.5} printf "%s ", drawn[k];
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
