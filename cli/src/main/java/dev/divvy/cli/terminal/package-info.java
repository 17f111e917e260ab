/** What all commands share: values of options, what is said on the terminal, failures, and how a run is stopped. */
@NullMarked
package dev.divvy.cli.terminal;

import org.jspecify.annotations.NullMarked;
