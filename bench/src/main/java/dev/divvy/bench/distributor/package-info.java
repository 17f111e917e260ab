/** The distributor on a real Redis: how fast it divides anew, pings and takes over, and what it moves. */
@NullMarked
package dev.divvy.bench.distributor;

import org.jspecify.annotations.NullMarked;
