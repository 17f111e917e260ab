/** The outbox beside its peers, on a real database: drain rate, latency, and the cost of a change of processors. */
@NullMarked
package dev.divvy.bench.outbox;

import org.jspecify.annotations.NullMarked;
