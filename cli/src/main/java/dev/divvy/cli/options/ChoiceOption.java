package dev.divvy.cli.options;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses one of several choices, which are written in small letters with hyphens. */
public abstract class ChoiceOption<E extends Enum<E>> implements ITypeConverter<E> {

    private final E[] choices;

    protected ChoiceOption(E[] choices) {
        this.choices = choices;
    }

    @Override
    public E convert(String value) {
        return Arrays.stream(choices)
                .filter(choice -> written(choice).equals(value))
                .findFirst()
                .orElseThrow(() -> new TypeConversionException("'" + value + "' is not one of "
                        + Arrays.stream(choices).map(ChoiceOption::written).collect(Collectors.joining(", "))));
    }

    private static String written(Enum<?> choice) {
        return choice.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
