/** Where {@code divvy outbox run} takes events: a file, standard output, an address. */
@NullMarked
package dev.divvy.cli.outbox.relay;

import org.jspecify.annotations.NullMarked;
