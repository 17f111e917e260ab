/** Nodes under load that are killed, stopped and restarted, or lose their connections. */
@NullMarked
package dev.divvy.cache.faults;

import org.jspecify.annotations.NullMarked;
