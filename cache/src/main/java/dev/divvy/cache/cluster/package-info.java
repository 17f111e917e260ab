/** Who serves which token: the chart of the whole cluster, and the posts that this node holds. */
@NullMarked
package dev.divvy.cache.cluster;

import org.jspecify.annotations.NullMarked;
