/** Virtual time and randomness: everything that a seed decides. */
@NullMarked
package dev.divvy.testkit.simulation.random;

import org.jspecify.annotations.NullMarked;
