package dev.divvy.spring.outbox;

import dev.divvy.outbox.OutboxSettings;
import dev.divvy.outbox.event.ProcessorSettings;
import java.time.Duration;
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
     * @param retryDelay the delay after the first failure of an event, which is doubled after each further one
     * @param longestRetryDelay the delay at which the doubling stops
     * @param handlerTimeout how long one call of a handler may take
     * @param pollingInterval how soon a processor polls again after it found nothing; doubled up to 1.2 s while it finds nothing
     * @param keepDone how long completed events are kept; default: they are deleted at once
     */
    public record Processor(
            @DefaultValue("true") boolean enabled,
            @Nullable String id,
            @Nullable Integer batchSize,
            @Nullable Integer workers,
            @Nullable Integer attempts,
            @Nullable Integer crashAttempts,
            @Nullable Duration retryDelay,
            @Nullable Duration longestRetryDelay,
            @Nullable Duration handlerTimeout,
            @Nullable Duration pollingInterval,
            @Nullable Duration keepDone) {

        ProcessorSettings settings() {
            ProcessorSettings settings = ProcessorSettings.defaults();
            if (batchSize != null) {
                settings = settings.withBatchSize(batchSize);
            }
            if (workers != null) {
                settings = settings.withWorkers(workers);
            }
            if (attempts != null) {
                settings = settings.withAttempts(attempts);
            }
            if (crashAttempts != null) {
                settings = settings.withCrashAttempts(crashAttempts);
            }
            Duration first = retryDelay == null ? settings.retryDelay() : retryDelay;
            Duration longest = longestRetryDelay == null ? max(settings.longestRetryDelay(), first) : longestRetryDelay;
            settings = settings.withRetryDelay(first, longest);
            if (handlerTimeout != null) {
                settings = settings.withHandlerTimeout(handlerTimeout);
            }
            if (pollingInterval != null) {
                settings = settings.withPollingInterval(pollingInterval);
            }
            return keepDone == null ? settings : settings.withKeepDone(keepDone);
        }

        private static Duration max(Duration one, Duration other) {
            return one.compareTo(other) > 0 ? one : other;
        }
    }

    OutboxSettings settings() {
        OutboxSettings settings = OutboxSettings.defaults().withTable(table).withTablePrefix(tablePrefix);
        if (schema != null) {
            settings = settings.withSchema(schema);
        }
        if (group != null) {
            settings = settings.withGroup(group);
        }
        if (!notifications) {
            settings = settings.withoutNotifications();
        }
        if (expiration != null) {
            settings = settings.withPulse(expiration.dividedBy(PULSES_PER_EXPIRATION), expiration);
        }
        return grace == null ? settings : settings.withGrace(grace);
    }
}
