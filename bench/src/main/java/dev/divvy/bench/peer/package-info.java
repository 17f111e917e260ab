/** What others do for the same job, made callable side by side with ours. */
@NullMarked
package dev.divvy.bench.peer;

import org.jspecify.annotations.NullMarked;
