package dev.divvy.cli.cache;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses an option that is a memory size in bytes: {@code 256m}, {@code 2g}, {@code 65536k}, {@code 1000000}. */
final class MemorySize implements ITypeConverter<Long> {

    private static final Pattern WRITTEN = Pattern.compile("([0-9]{1,12})([kmg]?)b?");

    @Override
    public Long convert(String value) {
        Matcher written = WRITTEN.matcher(value.toLowerCase(Locale.ROOT));
        if (!written.matches()) {
            throw new TypeConversionException("'" + value + "' is not a memory size such as 256m or 2g");
        }
        int shift = switch (written.group(2)) {
            case "k" -> 10;
            case "m" -> 20;
            case "g" -> 30;
            default -> 0;
        };
        return Math.multiplyExact(Long.parseLong(written.group(1)), 1L << shift);
    }
}
