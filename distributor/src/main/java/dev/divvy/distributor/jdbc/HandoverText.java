package dev.divvy.distributor.jdbc;

import dev.divvy.distributor.table.UnitHandover;
import dev.divvy.distributor.table.UnitHandovers;
import java.util.Map;
import java.util.TreeMap;

/**
 * Motions as the rows of a table: one a service, like the table of units, in which each of its units in motion is a line. Names have no
 * control characters, so a tab and a line's end separate them.
 */
final class HandoverText {

    private static final char TAB = '\t';
    private static final char END = '\n';

    private HandoverText() {}

    /** By service, which is empty for units that belong to nobody. */
    static Map<String, String> write(UnitHandovers motions) {
        Map<String, StringBuilder> lines = new TreeMap<>();
        motions.texts().forEach((text, chain) -> {
            UnitHandover motion = UnitHandover.of(text);
            lines.computeIfAbsent(motion.service(), service -> new StringBuilder())
                    .append(motion.unit())
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
