/** Records for the invariant checker: the trace, the board's losses of memory, and the atoms of pieces. */
@NullMarked
package dev.divvy.testkit.simulation.record;

import org.jspecify.annotations.NullMarked;
