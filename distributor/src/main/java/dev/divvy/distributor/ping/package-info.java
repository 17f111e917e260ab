/** Asks services by gRPC whether they are alive, and answers when asked. Start with {@code Pinger} and {@code PingServer}. */
@NullMarked
package dev.divvy.distributor.ping;

import org.jspecify.annotations.NullMarked;
