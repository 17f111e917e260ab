package dev.divvy.cli.outbox;

import dev.divvy.cli.options.DurationOption;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A time in the future as the value of an option: {@code 2026-11-19T10:00:00Z}, or how far away it is, such as {@code 2h}. */
final class FutureTimeOption implements ITypeConverter<Instant> {

    private final DurationOption duration = new DurationOption();

    @Override
    public Instant convert(String value) {
        try {
            return OffsetDateTime.parse(value).toInstant();
        } catch (DateTimeParseException e) {
            return fromNow(value);
        }
    }

    private Instant fromNow(String value) {
        try {
            return Instant.now().plus(duration.convert(value));
        } catch (TypeConversionException e) {
            TypeConversionException wrong = new TypeConversionException("'" + value
                    + "' is neither a time such as 2026-11-19T10:00:00Z nor a duration from now such as 2h");
            wrong.initCause(e);
            throw wrong;
        }
    }
}
