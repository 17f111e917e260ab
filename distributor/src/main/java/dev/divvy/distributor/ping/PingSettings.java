package dev.divvy.distributor.ping;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * How services are pinged.
 *
 * @param timeout how long a service may take to answer before it is denied
 * @param method {@code /package.Service/Method} to send an empty message to, in place of the health check and our own Ping
 * @param keepAliveTime after how long a silence an open connection is probed; gRPC takes less than 10 s for 10 s
 * @param keepAliveTimeout how long the probe may stay unanswered before the connection is ended
 * @param permitWithoutStream whether connections are probed also between pings; services must permit it, or they hang up
 * @param watch whether living services are asked to tell by themselves when they stop serving
 */
public record PingSettings(
        Duration timeout,
        Optional<String> method,
        Duration keepAliveTime,
        Duration keepAliveTimeout,
        boolean permitWithoutStream,
        boolean watch) {

    private static final Duration LONGEST = Duration.ofDays(1);
    private static final Pattern METHOD = Pattern.compile("/[A-Za-z_][A-Za-z0-9_.]*/[A-Za-z_][A-Za-z0-9_]*");

    public static final PingSettings DEFAULT = new PingSettings(
            Duration.ofSeconds(1), Optional.empty(), Duration.ofSeconds(10), Duration.ofSeconds(20), false, false);

    public PingSettings {
        inRange("timeout", timeout);
        inRange("keep-alive time", keepAliveTime);
        inRange("keep-alive timeout", keepAliveTimeout);
        if (method.isPresent() && !METHOD.matcher(method.get()).matches()) {
            throw new IllegalArgumentException("method '" + method.get() + "' must look like /package.Service/Method");
        }
    }

    public PingSettings withTimeout(Duration next) {
        return new PingSettings(next, method, keepAliveTime, keepAliveTimeout, permitWithoutStream, watch);
    }

    public PingSettings withMethod(String next) {
        return new PingSettings(
                timeout, Optional.of(next), keepAliveTime, keepAliveTimeout, permitWithoutStream, watch);
    }

    public PingSettings withKeepAlive(Duration time, Duration patience, boolean withoutStream) {
        return new PingSettings(timeout, method, time, patience, withoutStream, watch);
    }

    public PingSettings watching() {
        return new PingSettings(timeout, method, keepAliveTime, keepAliveTimeout, permitWithoutStream, true);
    }

    private static void inRange(String what, Duration value) {
        if (value.toMillis() < 1 || value.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(what + " " + value + " must be between 1 ms and " + LONGEST);
        }
    }
}
