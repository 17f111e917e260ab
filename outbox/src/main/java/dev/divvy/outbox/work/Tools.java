package dev.divvy.outbox.work;

import dev.divvy.outbox.event.Handling;

/** What all workers of a processor use. */
record Tools(Source source, Completion completion, Handling handling, Watch watch, Lost lost) {

    boolean ending() {
        return source.ending().getAsBoolean();
    }
}
