/* Knight moves: a knight visits every square exactly once.

   (15)-(21) are the numbers of Hartmann, More logic puzzle apps solved by mathematical programming. (19) and (21) are
   the idea of Miller, Tucker and Zemlin: numbers z that grow along the tour, so it cannot bite its tail.
   The same model in Pyomo: mtz in puzzles_lib/models/knight.py.
   Run it:  glpsol -m knight_moves.mod                                                                              */

# --- the puzzle: what the data section below must give ---------------------------------------------------------------

param rows, integer, >= 1;
param columns, integer, >= 1;
param M := rows * columns;
param closed, binary, default 0;        # 1 if the last move leads back to the start

# What stands in each square: S the start, E the end, x a hole, or the number of the step; a point: nothing
param board{1..rows, 1..columns}, symbolic, default ".";

set V := {i in 1..rows, j in 1..columns: board[i,j] <> "x"};               # the squares
set START := {(i,j) in V: board[i,j] = "S"};
check card(START) = 1;                  # there is exactly one start
param si := min{(i,j) in START} i;      # the start is the square (si,sj)
param sj := min{(i,j) in START} j;
set OTHERS := V diff START;             # all squares but the start
set ENDS := {(i,j) in V: board[i,j] = "E"};         # the last square, if it is given
set GIVEN := {(i,j) in V: board[i,j] not in {".", "S", "E"}};              # the squares whose step is given
set COUNTED := if card(GIVEN) > 0 then V else GIVEN;

# (i,j,k,l) is in E if a knight can move from (i,j) to (k,l): two squares one way and one square the other way
set E := {(i,j) in V, (k,l) in V: abs(k - i) * abs(l - j) = 2};

# Moves along which z must grow: all but those that close the tour
set ONWARD := {(i,j,k,l) in E: closed = 0 or k <> si or l <> sj};

# --- the variables ---------------------------------------------------------------------------------------------------

# (20) x[i,j,k,l] = 1 if the knight moves from (i,j) to (k,l)
var x{E}, binary;

# (21) z[i,j] grows with every move; it need not be the number of the step
var z{V}, >= 0;

# --- the constraints -------------------------------------------------------------------------------------------------
# "R2" to "R5" are the rules of the puzzle that a constraint serves, as the course numbers them.

# (15) R4: no move leads to the start of an open tour; one leads back to that of a closed tour
s.t. moves_to_start:
  sum{(k,l,si,sj) in E} x[k,l,si,sj] = closed;

# (16) R4: one move leads away from the start
s.t. one_move_from_start:
  sum{(si,sj,k,l) in E} x[si,sj,k,l] = 1;

# (17) R2: one move leads to every other square
s.t. one_move_to_each_square{(i,j) in OTHERS}:
  sum{(k,l,i,j) in E} x[k,l,i,j] = 1;

# (18) R2: at most one move leads away; only the last square has none
s.t. at_most_one_move_from_each_square{(i,j) in OTHERS}:
  sum{(i,j,k,l) in E} x[i,j,k,l] <= 1;

# R4: no move leads away from the end, if one is given
s.t. no_move_from_the_end{(i,j) in ENDS}:
  sum{(i,j,k,l) in E} x[i,j,k,l] = 0;

# (19) R3: z is larger after a move than before it
s.t. z_grows{(i,j,k,l) in ONWARD}:
  z[k,l] - z[i,j] + M * (1 - x[i,j,k,l]) >= 1;

# R5: from 1 to |V| there is room for growing by exactly 1 with each move; needed only if steps are given
s.t. z_counts_steps{(i,j) in COUNTED}:
  1 <= z[i,j] <= card(V);

# R5: given steps stay as they are
s.t. given_steps{(i,j) in GIVEN}:
  z[i,j] = board[i,j];

solve;

# --- the board: the step of a square is 1 + the number of squares with a smaller z -----------------------------------

printf "\n";
for {i in 1..rows}
{ for {j in 1..columns}
  { printf {0..0: board[i,j] <> "x"} "%2d ", 1 + sum{(k,l) in V: z[k,l] < z[i,j] - 0.5} 1;
    printf {0..0: board[i,j] = "x"} " x ";
  }
  printf "\n";
}
printf "\n";

# --- data: Five by five, from data/knight/five_5x5.txt ---------------------------------------------------------------

data;

param rows := 5;
param columns := 5;

param board : 1  2  3  4  5 :=
          1   S  . 17  .  .
          2   .  .  .  .  .
          3   .  .  .  .  .
          4   .  .  6  9  .
          5   .  .  .  .  . ;

end;
