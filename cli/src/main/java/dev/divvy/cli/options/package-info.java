/** The values of options: choices, numbers, durations, and addresses, and the errors for values that are not. */
@NullMarked
package dev.divvy.cli.options;

import org.jspecify.annotations.NullMarked;
