/** Requests and replies on the network: the connections of clients and nodes, the forwarding of requests, and their order. */
@NullMarked
package dev.divvy.cache.traffic;

import org.jspecify.annotations.NullMarked;
