/** The reference board, in memory: for the quick start, for tests, and for what every other board must do alike. */
@NullMarked
package dev.divvy.coordination.memory;

import org.jspecify.annotations.NullMarked;
