package dev.divvy.distributor.jdbc;

import dev.divvy.distributor.table.UnitHandover;
import dev.divvy.distributor.table.UnitHandovers;
import java.util.Map;
import java.util.TreeMap;

/**
 * Handovers as rows of a table: one row per new owner, with one line per unit. Names contain no control characters, so a tab separates the
 * unit from its releasers, and a newline ends the line.
 */
final class HandoverText {

    private static final char TAB = '\t';
    private static final char END = '\n';

    private HandoverText() {}

    /** Returns the rows by service; the service is empty for units without an owner. */
    static Map<String, String> write(UnitHandovers handovers) {
        Map<String, StringBuilder> lines = new TreeMap<>();
        handovers.texts().forEach((text, chain) -> {
            UnitHandover handover = UnitHandover.of(text);
            lines.computeIfAbsent(handover.service(), service -> new StringBuilder())
                    .append(handover.unit())
                    .append(TAB)
                    .append(chain)
                    .append(END);
        });
        Map<String, String> rows = new TreeMap<>();
        lines.forEach((service, text) -> rows.put(service, text.toString()));
        return rows;
    }

    static UnitHandovers read(Map<String, String> rows) {
        Map<String, String> texts = new TreeMap<>();
        rows.forEach((service, text) -> text.lines().forEach(line -> {
            int tab = line.indexOf(TAB);
            texts.put(new UnitHandover(service, line.substring(0, tab)).text(), line.substring(tab + 1));
        }));
        return UnitHandovers.of(texts);
    }
}
