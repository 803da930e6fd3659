/* Binary Sudoku: as many zeros as ones in each line, never three alike side by side, and no two equal lines.

   (29)-(38) are the numbers of Hartmann, More logic puzzle apps solved by mathematical programming. Two lines differ
   if they differ as binary numbers. The M for that is 2^(n+1): this model is for small boards only. The notebook
   05_binary_sudoku shows at which size it goes wrong, and what to do instead.
   The same model in Pyomo: big_m in puzzles_lib/models/binary_sudoku.py.
   Run it:  glpsol -m binary_sudoku.mod                                                                             */

# --- the puzzle: what the data section below must give ---------------------------------------------------------------

param rows, integer, >= 2;
param columns, integer, >= 2;

set I := 1..rows;
set J := 1..columns;
param given{I, J}, integer, in -1..1, default -1;   # -1: not given
set A := {i in I, j in J: given[i,j] = 0};          # the given zeros
set B := {i in I, j in J: given[i,j] = 1};          # the given ones

set ROWS := {i in I, k in I: i < k};                # pairs of rows
set COLUMNS := {j in J, k in J: j < k};             # pairs of columns
param M_row := 2^(columns + 1);
param M_column := 2^(rows + 1);

# --- the variables ---------------------------------------------------------------------------------------------------

# x[i,j] = 1 if cell (i,j) contains 1, and 0 if it contains 0
var x{I, J}, binary;

# y[i,k] = 1 if the number in row i is larger than that in row k, 0 if it is smaller; z[j,k] likewise for columns
var y{ROWS}, binary;
var z{COLUMNS}, binary;

# --- the constraints -------------------------------------------------------------------------------------------------
# "R1" to "R4" are the rules of the puzzle that a constraint serves, as the course numbers them.

# (29) R4: given zeros stay as they are
s.t. given_zeros{(i,j) in A}:
  x[i,j] = 0;

# (30) R4: given ones stay as they are
s.t. given_ones{(i,j) in B}:
  x[i,j] = 1;

# (31) R1: half of the cells of each row contain 1
s.t. ones_in_row{i in I}:
  sum{j in J} x[i,j] = columns / 2;

# (32) R1: half of the cells of each column contain 1
s.t. ones_in_column{j in J}:
  sum{i in I} x[i,j] = rows / 2;

# (33) R2: three neighbours in a row are neither all 0 nor all 1
s.t. three_in_row{i in I, j in 1..columns-2}:
  1 <= sum{k in j..j+2} x[i,k] <= 2;

# (34) R2: three neighbours in a column are neither all 0 nor all 1
s.t. three_in_column{i in 1..rows-2, j in J}:
  1 <= sum{k in i..i+2} x[k,j] <= 2;

# (35) R3: row i is smaller than row k, or y = 1
s.t. row_smaller{(i,k) in ROWS}:
  sum{j in J} 2^(j-1) * x[i,j] - sum{j in J} 2^(j-1) * x[k,j] <= M_row * y[i,k] - 1;

# (36) R3: row i is larger than row k, or y = 0
s.t. row_larger{(i,k) in ROWS}:
  sum{j in J} 2^(j-1) * x[i,j] - sum{j in J} 2^(j-1) * x[k,j] >= 1 - M_row * (1 - y[i,k]);

# (37) R3: column j is smaller than column k, or z = 1
s.t. column_smaller{(j,k) in COLUMNS}:
  sum{i in I} 2^(i-1) * x[i,j] - sum{i in I} 2^(i-1) * x[i,k] <= M_column * z[j,k] - 1;

# (38) R3: column j is larger than column k, or z = 0
s.t. column_larger{(j,k) in COLUMNS}:
  sum{i in I} 2^(i-1) * x[i,j] - sum{i in I} 2^(i-1) * x[i,k] >= 1 - M_column * (1 - z[j,k]);

solve;

# --- the board -------------------------------------------------------------------------------------------------------

printf "\n";
for {i in I}
{ for {j in J} printf "%d ", x[i,j];
  printf "\n";
}
printf "\n";

# --- data: Bits, 6 x 6, from data/binary_sudoku/bits_6x6.txt ---------------------------------------------------------

data;

param rows := 6;
param columns := 6;

# A point means: not given.
param given : 1 2 3 4 5 6 :=
          1   . 0 . . . .
          2   . . . . 0 0
          3   . 0 . . . .
          4   1 . . . . .
          5   . . . . . .
          6   0 0 . 1 . . ;

end;
