/** The benchmarks of the allocation core, for JMH, and what their results mean. */
@NullMarked
package dev.divvy.bench.allocation;

import org.jspecify.annotations.NullMarked;
