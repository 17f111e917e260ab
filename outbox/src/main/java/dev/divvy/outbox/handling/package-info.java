/** Handling events: workers call the application's handler for batches and write the outcome of each event. */
@NullMarked
package dev.divvy.outbox.handling;

import org.jspecify.annotations.NullMarked;
