/** How fast agents in separate processes drain a backlog. */
@NullMarked
package dev.divvy.bench.outbox.drain;

import org.jspecify.annotations.NullMarked;
