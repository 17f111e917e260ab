/** {@code divvy lab}: every allocator on the same events, what it cost, and the report of it. */
@NullMarked
package dev.divvy.cli.lab;

import org.jspecify.annotations.NullMarked;
