/** The algorithms of other projects for the same task, behind the same interface as those of Divvy. */
@NullMarked
package dev.divvy.bench.peer;

import org.jspecify.annotations.NullMarked;
