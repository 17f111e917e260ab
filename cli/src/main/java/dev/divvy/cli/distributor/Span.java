package dev.divvy.cli.distributor;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A length of time as the original writes it: {@code 500ms}, {@code 1.5s}, {@code 1m30s}, {@code 1h}. */
final class Span {

    private static final Pattern PART = Pattern.compile("([0-9]+(?:\\.[0-9]*)?|\\.[0-9]+)(ns|us|µs|μs|ms|s|m|h)");
    private static final Pattern NUMBER = Pattern.compile("[0-9]+(\\.[0-9]*)?|\\.[0-9]+");
    private static final int MOST_CHARACTERS = 40;

    private static final Map<String, Long> NANOS = Map.of(
            "ns", 1L,
            "us", 1_000L,
            "µs", 1_000L,
            "μs", 1_000L,
            "ms", 1_000_000L,
            "s", 1_000_000_000L,
            "m", 60_000_000_000L,
            "h", 3_600_000_000_000L);

    private static final Duration LONGEST = Duration.ofDays(1);

    private Span() {}

    /** Of at least a millisecond. */
    static Duration read(String word) {
        return atLeast(Duration.ofMillis(1), word);
    }

    /** How often something may be done that asks a server. */
    static Duration interval(String word) {
        return atLeast(Duration.ofMillis(10), word);
    }

    private static Duration atLeast(Duration shortest, String word) {
        BigDecimal nanos = nanos(word);
        if (nanos.compareTo(BigDecimal.valueOf(shortest.toNanos())) < 0
                || nanos.compareTo(BigDecimal.valueOf(LONGEST.toNanos())) > 0) {
            throw new IllegalArgumentException(
                    "'" + word + "' must be between " + shortest.toMillis() + "ms and " + LONGEST.toHours() + "h");
        }
        return Duration.ofNanos(nanos.setScale(0, RoundingMode.DOWN).longValueExact());
    }

    private static BigDecimal nanos(String word) {
        if (word.length() > MOST_CHARACTERS || word.isEmpty()) {
            throw wrong(word);
        }
        if (NUMBER.matcher(word).matches()) {
            throw new IllegalArgumentException("'" + word + "' has no unit; write " + word + "ms or " + word + "s");
        }
        Matcher part = PART.matcher(word);
        BigDecimal sum = BigDecimal.ZERO;
        int end = 0;
        for (; part.find(end) && part.start() == end; end = part.end()) {
            BigDecimal unit = BigDecimal.valueOf(NANOS.getOrDefault(part.group(2), 0L));
            sum = sum.add(new BigDecimal(part.group(1)).multiply(unit));
            if (part.end() == word.length()) {
                return sum;
            }
        }
        throw wrong(word);
    }

    private static IllegalArgumentException wrong(String word) {
        return new IllegalArgumentException("'" + word + "' is not a length of time such as 500ms, 1.5s, 1m30s or 1h");
    }

    /** In its largest unit that needs no fraction: {@code 1500ms}, {@code 2s}. */
    static String shown(Duration span) {
        long millis = span.toMillis();
        return millis % 1000 == 0 ? millis / 1000 + "s" : millis + "ms";
    }
}
