/** The entries of a token as the replicas exchange them: as changes, and as copies that are sent in parts. */
@NullMarked
package dev.divvy.cache.replication.contents;

import org.jspecify.annotations.NullMarked;
