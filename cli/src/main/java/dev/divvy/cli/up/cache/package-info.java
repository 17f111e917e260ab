/** The nodes of a cache, as a demo. */
@NullMarked
package dev.divvy.cli.up.cache;

import org.jspecify.annotations.NullMarked;
