package dev.divvy.distributor.table;

import java.util.regex.Pattern;

/**
 * A service that lost a unit and has not acknowledged its release yet.
 *
 * @param epoch the epoch at which it lost the unit; acknowledging this epoch or a later one releases the unit
 */
public record AwaitedRelease(String service, long epoch) {

    private static final char AT = '@';

    private static final Pattern TEXT = Pattern.compile("0*[0-9]{1,18}@.+");

    /** Returns a text such as {@code 12@10.0.0.1:9000}. */
    public String text() {
        return epoch + String.valueOf(AT) + service;
    }

    static boolean isText(String text) {
        return TEXT.matcher(text).matches();
    }

    public static AwaitedRelease of(String text) {
        int at = text.indexOf(AT);
        return new AwaitedRelease(text.substring(at + 1), Long.parseLong(text.substring(0, at)));
    }
}
