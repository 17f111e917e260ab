package dev.divvy.cli.distributor;

import dev.divvy.distributor.PingSettings;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Option;

/** How often and how services are asked whether they are there: the original's options. */
final class PingChoice {

    private static final String TIME = "<time>";

    @Option(
            names = "--poll-interval",
            paramLabel = TIME,
            description = {"How often lists are read and services pinged.", "Default: 1000ms. POLL_INTERVAL."})
    private Optional<String> pollInterval = Optional.empty();

    @Option(
            names = "--ping-timeout",
            paramLabel = TIME,
            description = {"How long a service may take to answer.", "Default: 1000ms. PING_TIMEOUT."})
    private Optional<String> timeout = Optional.empty();

    @Option(
            names = "--ka-time",
            paramLabel = TIME,
            description = {
                "After how long a silence an open connection is probed; gRPC takes less than 10s for 10s.",
                "Default: 10s. KA_TIME."
            })
    private Optional<String> keepAliveTime = Optional.empty();

    @Option(
            names = "--ka-timeout",
            paramLabel = TIME,
            description = {"How long such a probe may stay unanswered.", "Default: 20s. KA_TIMEOUT."})
    private Optional<String> keepAliveTimeout = Optional.empty();

    @Option(
            names = "--ka-permit-without-stream",
            arity = "0..1",
            fallbackValue = "true",
            paramLabel = "true|false",
            description = {
                "Probe connections between pings too. Services must permit it, or they hang up.",
                "Default: false. KA_PERMIT_WITHOUT_STREAM."
            })
    private Optional<String> withoutStream = Optional.empty();

    Duration pollInterval(Words words) {
        return words.read("poll-interval", pollInterval, "1000ms", Values::interval);
    }

    PingSettings read(Words words) {
        return PingSettings.defaults()
                .withTimeout(words.read("ping-timeout", timeout, "1000ms", Values::duration))
                .withKeepAlive(
                        words.read("ka-time", keepAliveTime, "10s", Values::duration),
                        words.read("ka-timeout", keepAliveTimeout, "20s", Values::duration),
                        words.read("ka-permit-without-stream", withoutStream, "false", Values::yes));
    }
}
