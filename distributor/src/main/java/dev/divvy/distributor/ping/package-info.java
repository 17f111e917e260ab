/** Pings services by gRPC, and answers pings. Start with {@code Pinger} and {@code PingServer}. */
@NullMarked
package dev.divvy.distributor.ping;

import org.jspecify.annotations.NullMarked;
