/** Reading events: one poller scans the tokens held and offers the rows to the queues of the workers. */
@NullMarked
package dev.divvy.outbox.reading;

import org.jspecify.annotations.NullMarked;
