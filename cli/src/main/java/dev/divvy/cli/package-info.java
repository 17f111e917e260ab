/** The {@code divvy} command: reads what was asked, runs it, and says in one line what went wrong. */
@NullMarked
package dev.divvy.cli;

import org.jspecify.annotations.NullMarked;
