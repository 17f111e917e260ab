/** Virtual time and chance: everything that a seed decides. */
@NullMarked
package dev.divvy.testkit.simulation.random;

import org.jspecify.annotations.NullMarked;
