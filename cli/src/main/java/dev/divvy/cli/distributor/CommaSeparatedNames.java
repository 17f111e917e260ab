package dev.divvy.cli.distributor;

import java.util.Arrays;
import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Names with commas between them, as one value of an option: a second value replaces it, where picocli would add to a list. */
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
                        "'" + value + "' is an empty list; write one or more with commas between");
            }
            return new CommaSeparatedNames(names);
        }
    }
}
