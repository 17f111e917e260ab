package dev.divvy.distributor;

import dev.divvy.coordination.support.Durations;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/** How services are pinged. Immutable. */
public final class PingSettings {

    private static final Duration SHORTEST = Duration.ofMillis(1);
    private static final Duration LONGEST = Duration.ofDays(1);
    private static final Pattern METHOD = Pattern.compile("/[A-Za-z_][A-Za-z0-9_.]*/[A-Za-z_][A-Za-z0-9_]*");

    /** Not changed after construction. */
    private final Values values;

    private static final class Values implements Cloneable {
        private Duration timeout = Duration.ofSeconds(1);
        private Optional<String> method = Optional.empty();
        private Duration keepAliveTime = Duration.ofSeconds(10);
        private Duration keepAliveTimeout = Duration.ofSeconds(20);
        private boolean keepAliveWithoutCalls;
        private boolean watch;

        @Override
        protected Values clone() {
            try {
                return (Values) super.clone();
            } catch (CloneNotSupportedException e) {
                throw new AssertionError(e);
            }
        }
    }

    private PingSettings(Values values) {
        inRange("timeout", values.timeout);
        inRange("keep-alive time", values.keepAliveTime);
        inRange("keep-alive timeout", values.keepAliveTimeout);
        values.method.filter(method -> !METHOD.matcher(method).matches()).ifPresent(method -> {
            throw new IllegalArgumentException("method '" + method + "' must look like /package.Service/Method");
        });
        this.values = values;
    }

    /** Health checks with a timeout of one second; connections are probed after 10 s of silence, during pings only. */
    public static PingSettings defaults() {
        return new PingSettings(new Values());
    }

    private PingSettings with(Consumer<Values> change) {
        Values next = values.clone();
        change.accept(next);
        return new PingSettings(next);
    }

    /** How long a service may take to answer before it is denied. */
    public PingSettings withTimeout(Duration timeout) {
        return with(next -> next.timeout = timeout);
    }

    /** The {@code /package.Service/Method} to send an empty message to, in place of the health check and Divvy's own Ping. */
    public PingSettings withMethod(String method) {
        return with(next -> next.method = Optional.of(method));
    }

    /**
     * When an open connection is probed.
     *
     * @param time silence before a probe; gRPC takes less than 10 s for 10 s
     * @param timeout how long the probe may stay unanswered before the connection is closed
     * @param withoutCalls whether connections are probed also between pings; a service that does not permit it closes the connection
     */
    public PingSettings withKeepAlive(Duration time, Duration timeout, boolean withoutCalls) {
        return with(next -> {
            next.keepAliveTime = time;
            next.keepAliveTimeout = timeout;
            next.keepAliveWithoutCalls = withoutCalls;
        });
    }

    /** Whether services are also asked to tell by themselves when they stop serving (health Watch). */
    public PingSettings withWatch(boolean watch) {
        return with(next -> next.watch = watch);
    }

    public Duration timeout() {
        return values.timeout;
    }

    public Optional<String> method() {
        return values.method;
    }

    public Duration keepAliveTime() {
        return values.keepAliveTime;
    }

    public Duration keepAliveTimeout() {
        return values.keepAliveTimeout;
    }

    public boolean keepAliveWithoutCalls() {
        return values.keepAliveWithoutCalls;
    }

    public boolean watch() {
        return values.watch;
    }

    private static void inRange(String name, Duration value) {
        Durations.between(name, value, SHORTEST, LONGEST);
    }
}
