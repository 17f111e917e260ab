package dev.divvy.cache.command.key;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A number with a fraction, as INCRBYFLOAT takes it; infinite without a value. It counts in decimals, so 0.1 and 0.2 are 0.3
 * exactly, and keeps 17 places behind the point as Redis does.
 */
record RedisDouble(@Nullable BigDecimal value) {

    private static final int LONGEST = 5 * 1024;
    private static final int PLACES = 17;

    /** What a long double of C can hold, by which Redis judges. */
    private static final int LARGEST_EXPONENT = 4932;

    private static final Pattern NUMBER =
            Pattern.compile("([+-]?(?:[0-9]++\\.?[0-9]*+|\\.[0-9]++))(?:[eE]([+-]?)0*+([0-9]*+))?");
    private static final Pattern INFINITE = Pattern.compile("[+-]?inf(inity)?", Pattern.CASE_INSENSITIVE);

    /** Null when it is no number. */
    static @Nullable RedisDouble parse(byte[] data, int from, int length) {
        if (length == 0 || length >= LONGEST) {
            return null;
        }
        String text = new String(data, from, length, StandardCharsets.ISO_8859_1);
        if (INFINITE.matcher(text).matches()) {
            return new RedisDouble(null);
        }
        Matcher number = NUMBER.matcher(text);
        return number.matches() && !endsInExponent(text) ? scaled(number) : null;
    }

    private static boolean endsInExponent(String text) {
        char last = text.charAt(text.length() - 1);
        return last != '.' && (last < '0' || last > '9');
    }

    private static @Nullable RedisDouble scaled(Matcher number) {
        BigDecimal digits = new BigDecimal(number.group(1));
        String exponent = number.group(3);
        if (digits.signum() == 0 || exponent == null || exponent.isEmpty()) {
            return new RedisDouble(digits);
        }
        if (exponent.length() > 5) {
            return null;
        }
        int power = Integer.parseInt(exponent);
        BigDecimal value = digits.scaleByPowerOfTen("-".equals(number.group(2)) ? -power : power);
        return Math.abs((long) value.precision() - value.scale()) > LARGEST_EXPONENT ? null : new RedisDouble(value);
    }

    /** The sum as text; null when it is not finite. */
    @Nullable
    String plus(RedisDouble other) {
        if (value == null || other.value == null) {
            return null;
        }
        BigDecimal sum = value.add(other.value);
        if ((long) sum.precision() - sum.scale() > LARGEST_EXPONENT + 1) {
            return null;
        }
        BigDecimal rounded = sum.setScale(PLACES, RoundingMode.HALF_EVEN);
        return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
    }
}
