/** Reports about the replication of a node: losses, and progress while it leaves. */
@NullMarked
package dev.divvy.cache.replication.report;

import org.jspecify.annotations.NullMarked;
