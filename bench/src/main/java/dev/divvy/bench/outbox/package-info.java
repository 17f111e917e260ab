/** The outbox beside its peers, on a real database: how fast it drains, how soon it handles, and what a change of processors costs. */
@NullMarked
package dev.divvy.bench.outbox;

import org.jspecify.annotations.NullMarked;
