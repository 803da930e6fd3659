/* Monodot: place a list of nodes into the cells; a node with the number t has exactly t nodes in the cells around it.

   (10)-(14) are the numbers of Hartmann, More logic puzzle apps solved by mathematical programming.
   The same model in Pyomo: m_is_8 in puzzles_lib/models/monodot.py.
   Run it:  glpsol -m monodot.mod                                                                                   */

# --- the puzzle: what the data section below must give ---------------------------------------------------------------

param rows, integer, >= 1;
param columns, integer, >= 1;

set C := {1..rows, 1..columns};         # the cells
set T := 1..8;                          # the numbers that a node can have
param a{T}, integer, default 0;         # how many nodes of each number there are
param M := 8;                           # no cell has more neighbours

# N[i,j] = the cells around cell (i,j)
set N{(i,j) in C} := {(k,l) in C: abs(k - i) <= 1 and abs(l - j) <= 1 and (k <> i or l <> j)};

# The number of the node in a given cell, 0 if the cell is empty; -1: not given
param given{C}, integer, in -1..8, default -1;
set CLUES := {(i,j) in C: given[i,j] >= 0};

# --- the variables ---------------------------------------------------------------------------------------------------

# (14) x[i,j,t] = 1 if a node that needs t neighbours is placed in cell (i,j)
var x{C, T}, binary;

# --- the constraints -------------------------------------------------------------------------------------------------
# "R1" to "R3" are the rules of the puzzle that a constraint serves, as the course numbers them.

# (10) R1: at most one node in each cell
s.t. one_node_per_cell{(i,j) in C}:
  sum{t in T} x[i,j,t] <= 1;

# (11) R1: all nodes of the list are placed
s.t. all_nodes_placed{t in T}:
  sum{(i,j) in C} x[i,j,t] = a[t];

# (12) R2: a node with number t has at least t neighbours
s.t. enough_neighbours{(i,j) in C}:
  sum{(k,l) in N[i,j], t in T} x[k,l,t] >= sum{t in T} t * x[i,j,t];

# (13) R2: a node with number t has at most t neighbours; where there is no node, M says nothing
s.t. not_too_many_neighbours{(i,j) in C}:
  sum{(k,l) in N[i,j], t in T} x[k,l,t] <= sum{t in T} t * x[i,j,t] + M * (1 - sum{t in T} x[i,j,t]);

# R3: given cells stay as they are
s.t. given_cells{(i,j) in CLUES, t in T}:
  x[i,j,t] = if given[i,j] = t then 1 else 0;

solve;

# --- the board -------------------------------------------------------------------------------------------------------

printf "\n";
for {i in 1..rows}
{ for {j in 1..columns}
  { printf {t in T: x[i,j,t] > 0.5} "%d ", t;
    printf {0..0: sum{t in T} x[i,j,t] < 0.5} "- ";
  }
  printf "\n";
}
printf "\n";

# --- data: Twig, 4 x 4, from data/monodot/twig_4x4.txt ---------------------------------------------------------------

data;

param rows := 4;
param columns := 4;

param a := 1 4  2 2;

# A point means: not given.
param given : 1 2 3 4 :=
          1   . . . .
          2   . . 1 .
          3   2 . . .
          4   . 1 . 1 ;

end;
