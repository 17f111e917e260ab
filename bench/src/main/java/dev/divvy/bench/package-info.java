/** Benchmarks beside the peers: the command, its progress and its summary. Never shipped. */
@NullMarked
package dev.divvy.bench;

import org.jspecify.annotations.NullMarked;
