package dev.divvy.spring.outbox;

import dev.divvy.outbox.OutboxSettings;
import dev.divvy.outbox.event.AfterLastAttempt;
import dev.divvy.outbox.event.ProcessorSettings;
import java.time.Duration;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the outbox.
 *
 * @param enabled whether there is an outbox
 * @param createTables whether missing tables are created at the start; turn it off where migrations create them
 * @param schema the schema of all tables; default: that of the connection
 * @param table the table of events
 * @param tablePrefix the prefix of the names of Divvy's own tables
 * @param group the name of the group of processors; default: outbox, or the name of another table
 * @param tokens the number of tokens that the hash space is divided into; a group that exists keeps its number
 * @param notifications whether PostgreSQL notifies processors of new events
 * @param expiration how long a processor may be silent before the others take over its share
 * @param grace how long a running handler may go on when its events move to another instance
 * @param processor the settings of this application's processor
 */
@ConfigurationProperties("divvy.outbox")
public record OutboxProperties(
        @DefaultValue("true") boolean enabled,
        @DefaultValue("true") boolean createTables,
        @Nullable String schema,
        @DefaultValue("divvy_outbox") String table,
        @DefaultValue("divvy_") String tablePrefix,
        @Nullable String group,
        @Nullable Integer tokens,
        @DefaultValue("true") boolean notifications,
        @Nullable Duration expiration,
        @Nullable Duration grace,
        @DefaultValue Processor processor) {

    private static final int PULSES_PER_EXPIRATION = 4;

    /**
     * Settings of the processor.
     *
     * @param enabled whether this instance processes events; an instance that does not still sends them
     * @param id the id of this instance, unique among the running ones; default: the host's name and the process id
     * @param batchSize the maximum number of events that are completed together
     * @param workers the number of threads that handle events; events of one entity are with one thread at a time
     * @param attempts the number of attempts after which an event is aborted
     * @param crashAttempts the number of attempts after which an event that ended the process each time is aborted
     * @param afterLastAttempt whether the later events of an entity are handled without an event that was given up (skip), or wait for an
     *     operator (hold-entity)
     * @param retryDelay the delay after the first failure of an event, which is doubled after each further one
     * @param longestRetryDelay the delay at which the doubling stops
     * @param handlerTimeout how long one call of a handler may take
     * @param stalledAfter how long this instance may hold a share without progress before it gives the share to the others; default: ten
     *     seconds more than the handler timeout, and at least thirty
     * @param pollingInterval how soon a processor polls again after it found nothing; doubled up to 1.2 s while it finds nothing
     * @param keepDone how long completed events are kept; default: they are deleted at once
     * @param onlyTokens the only tokens that this instance may own, such as 0-127,200; default: any
     */
    public record Processor(
            @DefaultValue("true") boolean enabled,
            @Nullable String id,
            @Nullable Integer batchSize,
            @Nullable Integer workers,
            @Nullable Integer attempts,
            @Nullable Integer crashAttempts,
            @Nullable AfterLastAttempt afterLastAttempt,
            @Nullable Duration retryDelay,
            @Nullable Duration longestRetryDelay,
            @Nullable Duration handlerTimeout,
            @Nullable Duration stalledAfter,
            @Nullable Duration pollingInterval,
            @Nullable Duration keepDone,
            @Nullable String onlyTokens) {

        ProcessorSettings settings() {
            ProcessorSettings settings = ProcessorSettings.defaults();
            settings = changed(settings, batchSize, ProcessorSettings::withBatchSize);
            settings = changed(settings, workers, ProcessorSettings::withWorkers);
            settings = changed(settings, attempts, ProcessorSettings::withAttempts);
            settings = changed(settings, crashAttempts, ProcessorSettings::withCrashAttempts);
            settings = changed(settings, afterLastAttempt, ProcessorSettings::withAfterLastAttempt);
            Duration first = retryDelay == null ? settings.retryDelay() : retryDelay;
            Duration longest = longestRetryDelay == null ? max(settings.longestRetryDelay(), first) : longestRetryDelay;
            settings = settings.withRetryDelay(first, longest);
            settings = changed(settings, handlerTimeout, ProcessorSettings::withHandlerTimeout);
            settings = changed(settings, stalledAfter, ProcessorSettings::withStalledAfter);
            settings = changed(settings, pollingInterval, ProcessorSettings::withPollingInterval);
            settings = changed(settings, keepDone, ProcessorSettings::withKeepDone);
            return changed(settings, onlyTokens, ProcessorSettings::withPieces);
        }

        private static Duration max(Duration one, Duration other) {
            return one.compareTo(other) > 0 ? one : other;
        }
    }

    OutboxSettings settings() {
        OutboxSettings settings = OutboxSettings.defaults().withTable(table).withTablePrefix(tablePrefix);
        settings = changed(settings, schema, OutboxSettings::withSchema);
        settings = changed(settings, group, OutboxSettings::withGroup);
        settings = changed(settings, tokens, OutboxSettings::withTokens);
        if (!notifications) {
            settings = settings.withoutNotifications();
        }
        if (expiration != null) {
            settings = settings.withPulse(expiration.dividedBy(PULSES_PER_EXPIRATION), expiration);
        }
        return changed(settings, grace, OutboxSettings::withGrace);
    }

    /** Returns the settings with one changed, if there is a value for it. */
    private static <S, V> S changed(S settings, @Nullable V value, BiFunction<S, V, S> change) {
        return value == null ? settings : change.apply(settings, value);
    }
}
