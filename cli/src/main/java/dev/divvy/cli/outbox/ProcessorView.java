package dev.divvy.cli.outbox;

import dev.divvy.console.GroupView;
import dev.divvy.outbox.Processor;
import dev.divvy.outbox.event.ProcessorStats;
import org.jspecify.annotations.Nullable;

/**
 * A processor of an outbox as its JSON shows it.
 *
 * @param group its group, as this processor sees it
 * @param outbox null when the database did not answer
 * @param trouble why the database did not answer; null when it did
 */
record ProcessorView(
        String processor,
        GroupView group,
        Counts counters,
        @Nullable OutboxView outbox,
        @Nullable String trouble) {

    /** What the processor did since it started. */
    record Counts(long completed, long failed, long aborted, long refused, long retried, long read) {

        static Counts of(ProcessorStats stats) {
            return new Counts(
                    stats.completed(), stats.failed(), stats.aborted(), stats.refused(), stats.retried(), stats.read());
        }
    }

    static ProcessorView of(Processor processor, @Nullable OutboxView outbox, @Nullable String trouble) {
        GroupView group = GroupView.of(processor.status());
        return new ProcessorView(processor.status().self().id(), group, Counts.of(processor.stats()), outbox, trouble);
    }
}
