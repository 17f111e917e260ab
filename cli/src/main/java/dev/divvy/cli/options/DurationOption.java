package dev.divvy.cli.options;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A duration as the value of an option, in Go's notation and with days: {@code 100ms}, {@code 3.5s}, {@code 1m30s}, {@code 2d}. */
public final class DurationOption implements ITypeConverter<Duration> {

    private static final String NUMBER = "([0-9]+(?:\\.[0-9]*)?|\\.[0-9]+)";
    private static final Pattern PART = Pattern.compile(NUMBER + "(ns|us|µs|μs|ms|s|m|h|d)");
    private static final int MOST_CHARACTERS = 40;

    private static final Map<String, Duration> UNITS = Map.of(
            "ns", Duration.ofNanos(1),
            "us", Duration.ofNanos(1_000),
            "µs", Duration.ofNanos(1_000),
            "μs", Duration.ofNanos(1_000),
            "ms", Duration.ofMillis(1),
            "s", Duration.ofSeconds(1),
            "m", Duration.ofMinutes(1),
            "h", Duration.ofHours(1),
            "d", Duration.ofDays(1));

    @Override
    public Duration convert(String value) {
        if (value.matches(NUMBER) && value.length() <= MOST_CHARACTERS) {
            throw new TypeConversionException("'" + value + "' has no unit; write " + value + "ms or " + value + "s");
        }
        BigDecimal nanos = nanos(value);
        if (nanos.signum() == 0) {
            throw new TypeConversionException("'" + value + "' must be more than 0");
        }
        if (nanos.compareTo(BigDecimal.valueOf(Duration.ofDays(366).toNanos())) > 0) {
            throw new TypeConversionException("'" + value + "' is longer than a year");
        }
        return Duration.ofNanos(nanos.longValueExact());
    }

    private static BigDecimal nanos(String value) {
        Matcher part = PART.matcher(value);
        BigDecimal sum = BigDecimal.ZERO;
        int end = 0;
        while (value.length() <= MOST_CHARACTERS && part.find(end) && part.start() == end) {
            Duration unit = UNITS.getOrDefault(part.group(2), Duration.ZERO);
            sum = sum.add(new BigDecimal(part.group(1)).multiply(BigDecimal.valueOf(unit.toNanos())));
            end = part.end();
            if (end == value.length()) {
                return sum.setScale(0, RoundingMode.DOWN);
            }
        }
        throw new TypeConversionException("'" + value + "' is not a duration such as 500ms, 1.5s, 1m30s or 1h");
    }

    /** Returns the duration in one unit: {@code 250 ms}, {@code 3.5 s}, {@code 12 min}, {@code 5.0 h}, {@code 3.2 d}. */
    public static String shown(Duration length) {
        double seconds = length.toNanos() / 1e9;
        if (Math.abs(seconds) < 1) {
            return length.toMillis() + " ms";
        }
        if (Math.abs(seconds) < 120) {
            return formatted(seconds, "s");
        }
        if (Math.abs(seconds) < 7200) {
            return formatted(seconds / 60, "min");
        }
        return Math.abs(seconds) < 172_800 ? formatted(seconds / 3600, "h") : formatted(seconds / 86_400, "d");
    }

    private static String formatted(double number, String unit) {
        return String.format(Locale.ROOT, "%.1f %s", number, unit);
    }
}
