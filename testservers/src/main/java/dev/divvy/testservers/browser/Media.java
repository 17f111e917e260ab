package dev.divvy.testservers.browser;

/** Preferences of a user that a page asks for with media queries. */
public enum Media {
    LIGHT("prefers-color-scheme", "light"),
    DARK("prefers-color-scheme", "dark"),
    REDUCED_MOTION("prefers-reduced-motion", "reduce");

    private final String feature;
    private final String value;

    Media(String feature, String value) {
        this.feature = feature;
        this.value = value;
    }

    String feature() {
        return feature;
    }

    String value() {
        return value;
    }
}
