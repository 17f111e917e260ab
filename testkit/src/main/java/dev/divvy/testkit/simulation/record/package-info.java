/** What the judge of a simulation notes: the trace, what the board forgot, which parts of the pieces are meant. */
@NullMarked
package dev.divvy.testkit.simulation.record;

import org.jspecify.annotations.NullMarked;
