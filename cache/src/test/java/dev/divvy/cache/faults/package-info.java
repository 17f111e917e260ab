/** Nodes as processes: killed, stopped, restarted, under load. */
@NullMarked
package dev.divvy.cache.faults;

import org.jspecify.annotations.NullMarked;
