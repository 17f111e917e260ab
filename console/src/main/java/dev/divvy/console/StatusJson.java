package dev.divvy.console;

import tools.jackson.jr.ob.JSON;

/** Renders status records as JSON: each component is a field, in order; an absent value is null. */
public final class StatusJson {

    private static final JSON COMPACT =
            JSON.builder().register(new RecordFields()).build().with(JSON.Feature.WRITE_NULL_PROPERTIES);
    private static final JSON INDENTED = COMPACT.with(JSON.Feature.PRETTY_PRINT_OUTPUT);

    private StatusJson() {}

    /** Returns the record on one line. */
    public static String line(Record status) {
        return COMPACT.asString(status);
    }

    /** Returns the record with line breaks and indentation. */
    public static String indented(Record status) {
        return INDENTED.asString(status);
    }
}
