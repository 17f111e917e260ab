/** The commands that a node understands: the list of them, and how a request finds its own. */
@NullMarked
package dev.divvy.cache.command;

import org.jspecify.annotations.NullMarked;
