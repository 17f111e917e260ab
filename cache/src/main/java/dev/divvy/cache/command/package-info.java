/** The commands that a node supports: their table, the lookup of a request's command, and the dispatch. */
@NullMarked
package dev.divvy.cache.command;

import org.jspecify.annotations.NullMarked;
