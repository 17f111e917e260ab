package dev.divvy.cli.outbox;

import dev.divvy.cli.options.DurationOption;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A time as the value of an option: {@code 2026-11-19T10:00:00Z}, or its distance from now, such as {@code 2h}. */
abstract sealed class TimeOption implements ITypeConverter<Instant> {

    private final DurationOption duration = new DurationOption();

    /** A distance is how long ago it was. */
    static final class Past extends TimeOption {

        @Override
        Instant at(Duration distance) {
            return Instant.now().minus(distance);
        }

        @Override
        String distance() {
            return "an age";
        }
    }

    /** A distance is how far away it is. */
    static final class Future extends TimeOption {

        @Override
        Instant at(Duration distance) {
            return Instant.now().plus(distance);
        }

        @Override
        String distance() {
            return "a duration from now";
        }
    }

    abstract Instant at(Duration distance);

    /** Returns what a distance is called. */
    abstract String distance();

    @Override
    public Instant convert(String value) {
        try {
            return OffsetDateTime.parse(value).toInstant();
        } catch (DateTimeParseException e) {
            return fromDistance(value);
        }
    }

    private Instant fromDistance(String value) {
        try {
            return at(duration.convert(value));
        } catch (TypeConversionException e) {
            TypeConversionException wrong = new TypeConversionException(
                    "'" + value + "' is neither a time such as 2026-11-19T10:00:00Z nor " + distance() + " such as 2h");
            wrong.initCause(e);
            throw wrong;
        }
    }
}
