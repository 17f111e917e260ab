/** The experiment behind {@code divvy lab}: every allocator on the same events, and what it cost. Nothing here prints. */
@NullMarked
package dev.divvy.cli.lab;

import org.jspecify.annotations.NullMarked;
