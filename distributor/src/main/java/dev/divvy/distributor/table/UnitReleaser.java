package dev.divvy.distributor.table;

/**
 * A service that lost a unit and has not said yet that it let go of it.
 *
 * @param epoch at which it lost it: it has let go when it acknowledges this epoch or a later one
 */
public record UnitReleaser(String service, long epoch) {

    private static final char AT = '@';

    /** As {@code 12@10.0.0.1:9000}. */
    public String text() {
        return epoch + String.valueOf(AT) + service;
    }

    public static UnitReleaser of(String text) {
        int at = text.indexOf(AT);
        return new UnitReleaser(text.substring(at + 1), Long.parseLong(text.substring(0, at)));
    }
}
