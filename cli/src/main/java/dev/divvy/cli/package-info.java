/** The {@code divvy} command: parses the arguments, runs the command that they name, and reports an error in one line. */
@NullMarked
package dev.divvy.cli;

import org.jspecify.annotations.NullMarked;
