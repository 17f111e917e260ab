/** The targets of {@code divvy outbox run}: a file, the standard output, a URL. */
@NullMarked
package dev.divvy.cli.outbox.relay;

import org.jspecify.annotations.NullMarked;
