/** The parts of one simulation: clocks, a network, a board, processes with their work, fault injection, and the invariant checker. */
@NullMarked
package dev.divvy.testkit.simulation.world;

import org.jspecify.annotations.NullMarked;
