package dev.divvy.cli.simulate;

import java.util.Locale;

/** Names of the simulator as people write them. */
public final class Words {

    private Words() {}

    /** {@code REQUEST_LOST} as {@code request-lost}. */
    public static String of(Enum<?> name) {
        return name.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
