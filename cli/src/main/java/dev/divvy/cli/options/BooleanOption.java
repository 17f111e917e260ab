package dev.divvy.cli.options;

import java.util.Set;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A boolean option or environment variable in Go's notation; for a {@code boolean}, picocli accepts only true and false. */
public enum BooleanOption {
    ON,
    OFF;

    private static final Set<String> TRUE = Set.of("1", "t", "T", "true", "TRUE", "True");
    private static final Set<String> FALSE = Set.of("0", "f", "F", "false", "FALSE", "False");

    public boolean isOn() {
        return this == ON;
    }

    /** Parses the value of an option. */
    public static final class Converter implements ITypeConverter<BooleanOption> {
        @Override
        public BooleanOption convert(String value) {
            if (!TRUE.contains(value) && !FALSE.contains(value)) {
                throw new TypeConversionException("'" + value + "' is neither true nor false");
            }
            return TRUE.contains(value) ? ON : OFF;
        }
    }
}
