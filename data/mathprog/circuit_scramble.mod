/* Circuit Scramble: flip as few inputs as possible, so that the output of a circuit of gates is on.

   (22)-(28) are the numbers of Hartmann, More logic puzzle apps solved by mathematical programming. A gate has two
   inputs p and q, or only p if it is a NOT.
   The same model in Pyomo: gate_by_gate in puzzles_lib/models/circuit.py, where gates may have more inputs.
   Run it:  glpsol -m circuit_scramble.mod                                                                          */

# --- the puzzle: what the data section below must give ---------------------------------------------------------------

set INPUTS;
param state{INPUTS}, binary;            # 1 if the input is on at the beginning
set FIXED, within INPUTS, default {};   # the inputs that cannot be flipped

set GATES;
param kind{GATES}, symbolic, in {"AND", "OR", "XOR", "NOT"};
set NODES := INPUTS union GATES;
param p{GATES}, symbolic, in NODES;
param q{GATES}, symbolic, default "none";
param output, symbolic, in NODES;

set I1 := {i in INPUTS: state[i] = 1};  # on at the beginning
set I0 := {i in INPUTS: state[i] = 0};  # off at the beginning
set A := {i in GATES: kind[i] = "AND"};
set O := {i in GATES: kind[i] = "OR"};
set X := {i in GATES: kind[i] = "XOR"};
set N := {i in GATES: kind[i] = "NOT"};
check{i in A union O union X}: q[i] in NODES;       # all but NOT have a second input

# --- the variables ---------------------------------------------------------------------------------------------------

# (28) x[i] = 1 if node i is on
var x{NODES}, binary;

# --- the objective and the constraints -------------------------------------------------------------------------------
# "R1" to "R3" are the rules of the puzzle that a constraint serves, as the course numbers them.

# (22) as few flips as possible
minimize flips:
  sum{i in I1} (1 - x[i]) + sum{i in I0} x[i];

# (23) R1: an AND is off if one of its inputs is off
s.t. and_is_off_if_an_input_is_off{i in A, n in {p[i], q[i]}}:
  x[i] <= x[n];

# (23) R1: an AND is on if all its inputs are on
s.t. and_is_on_if_all_inputs_are_on{i in A}:
  x[i] >= x[p[i]] + x[q[i]] - 1;

# (24) R1: an OR is on if one of its inputs is on
s.t. or_is_on_if_an_input_is_on{i in O, n in {p[i], q[i]}}:
  x[i] >= x[n];

# (24) R1: an OR is off if all its inputs are off
s.t. or_is_off_if_all_inputs_are_off{i in O}:
  x[i] <= x[p[i]] + x[q[i]];

# (25) R1: an XOR is on if an odd number of its inputs is on. There are four cases, and a line for each.
s.t. xor_is_off_if_both_are_off{i in X}:
  x[i] <= x[p[i]] + x[q[i]];
s.t. xor_is_on_if_only_p_is_on{i in X}:
  x[i] >= x[p[i]] - x[q[i]];
s.t. xor_is_on_if_only_q_is_on{i in X}:
  x[i] >= x[q[i]] - x[p[i]];
s.t. xor_is_off_if_both_are_on{i in X}:
  x[i] <= 2 - x[p[i]] - x[q[i]];

# (26) R1: a NOT is the opposite of its input
s.t. not_is_the_opposite{i in N}:
  x[i] = 1 - x[p[i]];

# (27) R2: the output is on
s.t. output_is_on:
  x[output] = 1;

# R3: fixed inputs keep their state
s.t. fixed_inputs{i in FIXED}:
  x[i] = state[i];

solve;

# --- the inputs, and what was flipped --------------------------------------------------------------------------------

printf "\n";
for {i in INPUTS} printf "%s = %d%s\n", i, x[i], if abs(x[i] - state[i]) > 0.5 then "   flipped" else "";
printf "%d flips\n\n", sum{i in INPUTS} abs(x[i] - state[i]);

# --- data: Six inputs, from data/circuit/six_inputs.txt --------------------------------------------------------------

data;

param : INPUTS : state :=
        x1       1
        x2       0
        x3       0
        x4       0
        x5       1
        x6       0 ;

# A point means: there is no second input.
param : GATES : kind  p   q  :=
        g7      AND   x1  x2
        g8      AND   x3  x4
        g9      OR    g7  g8
        g10     XOR   x2  x5
        g11     NOT   x4  .
        g12     OR    g11 x6
        g13     AND   g10 g12
        g14     AND   g9  g13 ;

param output := g14;

end;
