/** Benchmarks on real servers: parts that can be run alone, figures judged against goals, and a report of them. */
@NullMarked
package dev.divvy.bench.live;

import org.jspecify.annotations.NullMarked;
