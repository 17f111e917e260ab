/** The reference board, in memory: for the quick start and for tests. Every other board must behave like it. */
@NullMarked
package dev.divvy.coordination.memory;

import org.jspecify.annotations.NullMarked;
