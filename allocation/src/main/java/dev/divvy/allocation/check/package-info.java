/** Checks that an allocation, and the step to the next one, keep the laws. Every fault has a name. */
@NullMarked
package dev.divvy.allocation.check;

import org.jspecify.annotations.NullMarked;
