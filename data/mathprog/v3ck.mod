/* V3ck: give each edge of a graph a colour; each node says how many edges of each colour it has.

   (6)-(9) are the numbers of Hartmann, More logic puzzle apps solved by mathematical programming.
   The same model in Pyomo: directed in puzzles_lib/models/v3ck.py.
   Run it:  glpsol -m v3ck.mod                                                                                      */

# --- the puzzle: what the data section below must give ---------------------------------------------------------------

set V;                                  # the nodes
set K;                                  # the colours
set EDGES, within V cross V;            # each edge once
param a{V, K}, integer;                 # how many edges of each colour a node has
param given{EDGES}, symbolic, default "none";       # the colour of an edge, if it is given
set GIVEN := {(i,j) in EDGES: given[i,j] <> "none"};

# Each edge is two arcs, one each way.
set E := EDGES union setof{(i,j) in EDGES} (j,i);

# --- the variables ---------------------------------------------------------------------------------------------------

# (9) x[i,j,k] = 1 if the arc from i to j has colour k
var x{E, K}, binary;

# --- the constraints -------------------------------------------------------------------------------------------------
# "R1" to "R3" are the rules of the puzzle that a constraint serves, as the course numbers them.

# (6) R1: each arc has exactly one colour
s.t. one_colour_per_arc{(i,j) in E}:
  sum{k in K} x[i,j,k] = 1;

# (7) R1: the two arcs of an edge have the same colour
s.t. same_colour_both_ways{(i,j) in E, k in K}:
  x[i,j,k] = x[j,i,k];

# (8) R2: a[i,k] of the arcs that leave node i have colour k
s.t. arcs_of_colour_from_node{i in V, k in K}:
  sum{(i,j) in E} x[i,j,k] = a[i,k];

# R3: given edges keep their colour
s.t. given_edges{(i,j) in GIVEN}:
  x[i,j,given[i,j]] = 1;

solve;

# --- the edges and their colours -------------------------------------------------------------------------------------

printf "\n";
for {(i,j) in EDGES, k in K: x[i,j,k] > 0.5} printf "%s  %s  %s\n", i, j, k;
printf "\n";

# --- data: Cube, from data/v3ck/cube.txt -----------------------------------------------------------------------------

data;

set V := 1 2 3 4 5 6 7 8;
set K := A B C;

param a : A B C :=
      1   1 1 1
      2   1 1 1
      3   1 1 1
      4   1 1 1
      5   1 1 1
      6   1 1 1
      7   1 1 1
      8   1 1 1 ;

# This table gives the set EDGES and the given colours at once. A point means: not given.
param : EDGES : given :=
        1 2     .
        1 4     .
        1 5     B
        2 3     .
        2 6     .
        3 4     .
        3 7     .
        4 8     .
        5 6     .
        5 8     .
        6 7     B
        7 8     A ;

end;
