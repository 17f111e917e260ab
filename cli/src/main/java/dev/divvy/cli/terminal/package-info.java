/** Shared by all commands: common options, output on the terminal, failures, and the handling of signals. */
@NullMarked
package dev.divvy.cli.terminal;

import org.jspecify.annotations.NullMarked;
