/** Reports about the replication of a node: losses, progress while it leaves, and releases for its membership. */
@NullMarked
package dev.divvy.cache.replication.report;

import org.jspecify.annotations.NullMarked;
