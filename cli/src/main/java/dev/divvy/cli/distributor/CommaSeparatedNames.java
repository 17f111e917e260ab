package dev.divvy.cli.distributor;

import java.util.Arrays;
import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Names separated by commas, as one value of an option: a second value replaces the first, whereas picocli would append to a list. */
record CommaSeparatedNames(List<String> names) {

    static final class Converter implements ITypeConverter<CommaSeparatedNames> {
        @Override
        public CommaSeparatedNames convert(String value) {
            List<String> names = Arrays.stream(value.split(",", -1))
                    .map(String::strip)
                    .filter(name -> !name.isEmpty())
                    .toList();
            if (names.isEmpty()) {
                throw new TypeConversionException(
                        "'" + value + "' is an empty list; give one or more names, separated by commas");
            }
            return new CommaSeparatedNames(names);
        }
    }
}
