package dev.divvy.cli.cache;

import dev.divvy.cache.OnHeal;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses what the nodes forget after a split: {@code forget-changed}, {@code keep} or {@code forget-all}. */
final class OnHealOption implements ITypeConverter<OnHeal> {

    @Override
    public OnHeal convert(String value) {
        return Arrays.stream(OnHeal.values())
                .filter(choice -> written(choice).equals(value))
                .findFirst()
                .orElseThrow(() -> new TypeConversionException("'" + value + "' is not one of "
                        + Arrays.stream(OnHeal.values())
                                .map(OnHealOption::written)
                                .collect(Collectors.joining(", "))));
    }

    private static String written(OnHeal choice) {
        return choice.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
