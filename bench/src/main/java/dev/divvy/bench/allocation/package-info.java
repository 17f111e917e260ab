/** JMH benchmarks of the allocation module, and the presentation of their results. */
@NullMarked
package dev.divvy.bench.allocation;

import org.jspecify.annotations.NullMarked;
