/** The model of a command: its syntax, and the four kinds of commands. */
@NullMarked
package dev.divvy.cache.command.spec;

import org.jspecify.annotations.NullMarked;
