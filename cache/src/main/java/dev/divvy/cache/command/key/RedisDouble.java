package dev.divvy.cache.command.key;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A decimal number, as INCRBYFLOAT takes it; infinite when the value is null. The arithmetic is decimal, so 0.1 and 0.2 give exactly
 * 0.3, and keeps 17 decimal places as Redis does.
 */
record RedisDouble(@Nullable BigDecimal value) {

    private static final int MAX_LENGTH = 5 * 1024;
    private static final int DECIMAL_PLACES = 17;

    /** The greatest decimal exponent of a long double in C, which Redis uses. */
    private static final int MAX_EXPONENT = 4932;

    private static final Pattern NUMBER =
            Pattern.compile("([+-]?(?:[0-9]++\\.?[0-9]*+|\\.[0-9]++))(?:[eE]([+-]?)0*+([0-9]*+))?");
    private static final Pattern INFINITE = Pattern.compile("[+-]?inf(inity)?", Pattern.CASE_INSENSITIVE);

    /** Parses a number; returns null when the text is not one. */
    static @Nullable RedisDouble parse(byte[] data, int from, int length) {
        if (length == 0 || length >= MAX_LENGTH) {
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
        return Math.abs((long) value.precision() - value.scale()) > MAX_EXPONENT ? null : new RedisDouble(value);
    }

    /** Returns the sum as text; null when it is not finite. */
    @Nullable
    String plus(RedisDouble other) {
        if (value == null || other.value == null) {
            return null;
        }
        BigDecimal sum = value.add(other.value);
        if ((long) sum.precision() - sum.scale() > MAX_EXPONENT + 1) {
            return null;
        }
        BigDecimal rounded = sum.setScale(DECIMAL_PLACES, RoundingMode.HALF_EVEN);
        return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
    }
}
