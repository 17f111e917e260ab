/** The distributor on a real Redis: replanning, ping rounds, takeover, and the number of moves. */
@NullMarked
package dev.divvy.bench.distributor;

import org.jspecify.annotations.NullMarked;
