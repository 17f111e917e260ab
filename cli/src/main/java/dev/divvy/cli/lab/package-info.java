/** {@code divvy lab}: every allocator on the same events, and a report of the costs. */
@NullMarked
package dev.divvy.cli.lab;

import org.jspecify.annotations.NullMarked;
