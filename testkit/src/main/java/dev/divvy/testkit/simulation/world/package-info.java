/** What one simulation is made of: clocks, a network, a board, processes with their work, the weather, and the judge. */
@NullMarked
package dev.divvy.testkit.simulation.world;

import org.jspecify.annotations.NullMarked;
