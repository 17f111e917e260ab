/** Deduplication of messages by their consumer. */
@NullMarked
package dev.divvy.outbox.inbox;

import org.jspecify.annotations.NullMarked;
