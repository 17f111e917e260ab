/** Virtual time and chance: everything that a seed decides. */
@NullMarked
package dev.divvy.testkit.simulation.chance;

import org.jspecify.annotations.NullMarked;
