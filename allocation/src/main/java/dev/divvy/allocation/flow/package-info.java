/** A flow of least cost. */
@NullMarked
package dev.divvy.allocation.flow;

import org.jspecify.annotations.NullMarked;
