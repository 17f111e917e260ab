package dev.divvy.distributor;

import dev.divvy.coordination.support.Durations;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/** Settings of the pings. Immutable. */
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

    /**
     * Returns the defaults: a timeout of 1 s, and of three methods the one that the service implements: the health check, Divvy's Ping, or the
     * ping of the Distributor by scientificideas. Connections are probed after 10 s of silence, during pings only.
     */
    public static PingSettings defaults() {
        return new PingSettings(new Values());
    }

    private PingSettings with(Consumer<Values> change) {
        Values next = values.clone();
        change.accept(next);
        return new PingSettings(next);
    }

    /** Sets how long a service may take to answer before the ping fails. */
    public PingSettings withTimeout(Duration timeout) {
        return with(next -> next.timeout = timeout);
    }

    /** Sets the {@code /package.Service/Method} that is sent an empty message, instead of all methods that are tried by default. */
    public PingSettings withMethod(String method) {
        return with(next -> next.method = Optional.of(method));
    }

    /**
     * Sets when an open connection is probed.
     *
     * @param time the silence before a probe; gRPC raises it to 10 s if it is shorter
     * @param timeout the time that a probe may stay unanswered before the connection is closed
     * @param withoutCalls whether connections are probed also between pings; a service that does not permit this closes the connection
     */
    public PingSettings withKeepAlive(Duration time, Duration timeout, boolean withoutCalls) {
        return with(next -> {
            next.keepAliveTime = time;
            next.keepAliveTimeout = timeout;
            next.keepAliveWithoutCalls = withoutCalls;
        });
    }

    /** Sets whether services are also watched (health Watch), so that they report by themselves when they stop serving. */
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
