/** The routing table of the whole cluster, and the tokens that this node serves. */
@NullMarked
package dev.divvy.cache.cluster;

import org.jspecify.annotations.NullMarked;
