package dev.divvy.cli.distributor;

import dev.divvy.cli.options.BooleanOption;
import dev.divvy.cli.options.DurationOption;
import dev.divvy.cli.options.WholeNumber;
import dev.divvy.distributor.DistributorSettings;
import dev.divvy.distributor.PingSettings;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Options for the pings of services. */
final class PingOptions {

    private static final String TIME = "<time>";
    private static final PingSettings DEFAULTS = PingSettings.defaults();

    @Option(names = "--poll-interval", paramLabel = TIME, converter = Interval.class)
    private Duration pollInterval = Duration.ofSeconds(1);

    @Option(names = "--ping-timeout", paramLabel = TIME, converter = Timeout.class)
    private Duration timeout = DEFAULTS.timeout();

    @Option(names = "--ping-failures", paramLabel = "<count>", preprocessor = WholeNumber.Limits.class)
    @WholeNumber(most = 1000)
    private int failures = 1;

    @Option(names = "--deny-at-most", paramLabel = "<percent>", preprocessor = WholeNumber.Limits.class)
    @WholeNumber(most = 100)
    private int denyAtMost = 30;

    @Option(names = "--return-after", paramLabel = "<count>", preprocessor = WholeNumber.Limits.class)
    @WholeNumber(most = 1000)
    private int returnAfter = 2;

    @Option(names = "--moves-per-minute", paramLabel = "<count>", preprocessor = WholeNumber.Limits.class)
    @WholeNumber(most = 100_000_000)
    private Optional<Integer> movesPerMinute = Optional.empty();

    @Option(names = "--forget-after", paramLabel = "<time>|off", converter = TimeOrOff.Converter.class)
    private TimeOrOff forgetAfter = new TimeOrOff(Optional.of(Duration.ofMinutes(10)));

    @Option(names = "--ping-method", paramLabel = "<method>", converter = Method.class)
    private Optional<String> method = Optional.empty();

    @Option(
            names = "--ping-watch",
            arity = "0..1",
            fallbackValue = "true",
            paramLabel = "true|false",
            converter = BooleanOption.Converter.class)
    private BooleanOption watch = BooleanOption.OFF;

    @Option(names = "--ka-time", paramLabel = TIME, converter = Timeout.class)
    private Duration keepAliveTime = DEFAULTS.keepAliveTime();

    @Option(names = "--ka-timeout", paramLabel = TIME, converter = Timeout.class)
    private Duration keepAliveTimeout = DEFAULTS.keepAliveTimeout();

    @Option(
            names = "--ka-permit-without-stream",
            arity = "0..1",
            fallbackValue = "true",
            paramLabel = "true|false",
            converter = BooleanOption.Converter.class)
    private BooleanOption withoutStream = BooleanOption.OFF;

    /** Returns the settings with the polls, pings and limits that these options give. */
    DistributorSettings applyTo(DistributorSettings settings) {
        DistributorSettings limited = settings.withPollInterval(pollInterval)
                .withPing(pings())
                .withPingFailures(failures)
                .withDenyAtMost(denyAtMost)
                .withReturnAfter(returnAfter);
        DistributorSettings budgeted =
                movesPerMinute.map(limited::withMovesPerMinute).orElse(limited);
        return forgetAfter.time().map(budgeted::withForgetAfter).orElseGet(budgeted::withoutForgetting);
    }

    private PingSettings pings() {
        PingSettings settings = DEFAULTS.withTimeout(timeout)
                .withKeepAlive(keepAliveTime, keepAliveTimeout, withoutStream.isOn())
                .withWatch(watch.isOn());
        return method.map(settings::withMethod).orElse(settings);
    }

    /** Parses a time of at least a millisecond and at most a day. */
    private static class Timeout implements ITypeConverter<Duration> {

        private final Duration shortest;

        Timeout() {
            this(Duration.ofMillis(1));
        }

        Timeout(Duration shortest) {
            this.shortest = shortest;
        }

        @Override
        public Duration convert(String value) {
            Duration time = new DurationOption().convert(value);
            if (time.compareTo(shortest) < 0 || time.compareTo(Duration.ofDays(1)) > 0) {
                throw new TypeConversionException(
                        "'" + value + "' must be between " + shortest.toMillis() + "ms and 24h");
            }
            return time;
        }
    }

    /** Parses the interval between two rounds, each of which queries a server: at least 10 ms. */
    private static final class Interval extends Timeout {
        Interval() {
            super(Duration.ofMillis(10));
        }
    }

    /** A time, or {@code off}. */
    private record TimeOrOff(Optional<Duration> time) {

        private static final class Converter implements ITypeConverter<TimeOrOff> {
            @Override
            public TimeOrOff convert(String value) {
                return new TimeOrOff(
                        value.equals("off") ? Optional.empty() : Optional.of(new DurationOption().convert(value)));
            }
        }
    }

    private static final class Method implements ITypeConverter<String> {
        @Override
        public String convert(String value) {
            return DEFAULTS.withMethod(value).method().orElseThrow();
        }
    }
}
