/** The ways of requests and answers: clients that come in, links to the other nodes, and the order that both keep. */
@NullMarked
package dev.divvy.cache.traffic;

import org.jspecify.annotations.NullMarked;
