/** What {@code divvy simulate} prints of a sweep of simulations. */
@NullMarked
package dev.divvy.cli.simulate;

import org.jspecify.annotations.NullMarked;
