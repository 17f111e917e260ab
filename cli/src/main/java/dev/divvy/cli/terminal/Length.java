package dev.divvy.cli.terminal;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The value of an option that is a length of time: {@code 100ms}, {@code 3.5s}, {@code 1m}, {@code 1h}, {@code 2d}. */
public final class Length implements ITypeConverter<Duration> {

    private static final Pattern WRITTEN = Pattern.compile("([0-9]{1,9}(?:\\.[0-9]{1,6})?)(ms|s|m|h|d)");
    private static final Map<String, Duration> UNITS = Map.of(
            "ms", Duration.ofMillis(1),
            "s", Duration.ofSeconds(1),
            "m", Duration.ofMinutes(1),
            "h", Duration.ofHours(1),
            "d", Duration.ofDays(1));

    @Override
    public Duration convert(String value) {
        Matcher written = WRITTEN.matcher(value);
        if (written.matches()) {
            BigDecimal nanos = new BigDecimal(written.group(1))
                    .multiply(BigDecimal.valueOf(
                            UNITS.getOrDefault(written.group(2), Duration.ZERO).toNanos()))
                    .setScale(0, RoundingMode.DOWN);
            if (nanos.signum() == 0) {
                throw new TypeConversionException("'" + value + "' must be more than 0");
            }
            if (nanos.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) <= 0) {
                return Duration.ofNanos(nanos.longValueExact());
            }
        }
        throw new TypeConversionException("'" + value + "' is not a length of time such as 100ms, 3.5s, 1m or 1h");
    }

    /** As people say it, in one unit: {@code 250 ms}, {@code 3.5 s}, {@code 12 min}, {@code 5.0 h}, {@code 3.2 d}. */
    public static String shown(Duration length) {
        double seconds = length.toNanos() / 1e9;
        if (Math.abs(seconds) < 1) {
            return length.toMillis() + " ms";
        }
        if (Math.abs(seconds) < 120) {
            return said(seconds, "s");
        }
        if (Math.abs(seconds) < 7200) {
            return said(seconds / 60, "min");
        }
        return Math.abs(seconds) < 172_800 ? said(seconds / 3600, "h") : said(seconds / 86_400, "d");
    }

    private static String said(double number, String unit) {
        return String.format(Locale.ROOT, "%.1f %s", number, unit);
    }
}
