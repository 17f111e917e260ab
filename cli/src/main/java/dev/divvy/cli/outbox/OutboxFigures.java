package dev.divvy.cli.outbox;

import dev.divvy.outbox.event.ProcessorStats;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The figures of an outbox. The components are the fields of the JSON. All but the last two are null when the database did not answer.
 *
 * @param oldestSeconds the age of the oldest pending event; null also when none is pending
 * @param handledPerSecond null also when it is not known, like the next
 * @param processors the counters of the processors that this process knows
 * @param problem why the database did not answer; null when it did
 */
public record OutboxFigures(
        @Nullable Long pending,
        @Nullable Long retrying,
        @Nullable Long aborted,
        @Nullable Long done,
        @Nullable Double oldestSeconds,
        @Nullable Double handledPerSecond,
        @Nullable Double sentPerSecond,
        List<ProcessorFigures> processors,
        @Nullable String problem) {

    /** The counters of a processor since its start. */
    public record ProcessorFigures(String name, long completed, long failed, long aborted, long refused) {

        static ProcessorFigures of(String name, ProcessorStats stats) {
            return new ProcessorFigures(name, stats.completed(), stats.failed(), stats.aborted(), stats.refused());
        }
    }

    public OutboxFigures {
        processors = List.copyOf(processors);
    }

    public static OutboxFigures of(OutboxStatus status, List<ProcessorFigures> processors) {
        return new OutboxFigures(
                status.pending(),
                status.retrying(),
                status.aborted(),
                status.done(),
                status.oldestSeconds(),
                status.handledPerSecond(),
                status.sentPerSecond(),
                processors,
                null);
    }

    public static OutboxFigures unknown(String problem, List<ProcessorFigures> processors) {
        return new OutboxFigures(null, null, null, null, null, null, null, processors, problem);
    }
}
