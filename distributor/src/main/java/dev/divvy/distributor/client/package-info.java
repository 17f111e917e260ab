/** For the services themselves: register, answer pings, be told of units gained and lost. Start with {@code ServiceClient}. */
@NullMarked
package dev.divvy.distributor.client;

import org.jspecify.annotations.NullMarked;
