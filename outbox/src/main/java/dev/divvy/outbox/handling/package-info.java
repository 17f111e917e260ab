/** Handling events: workers call the application's handler in batches and write down what became of each event. */
@NullMarked
package dev.divvy.outbox.handling;

import org.jspecify.annotations.NullMarked;
