package dev.divvy.cli.report;

import java.util.ArrayList;
import java.util.List;

/** Rows of text in aligned columns: the first column is aligned left, the others right. */
public final class Columns {

    private static final String GAP = "  ";

    private final List<List<String>> rows = new ArrayList<>();

    public Columns row(String... cells) {
        rows.add(List.of(cells));
        return this;
    }

    public List<String> lines() {
        int columns = rows.stream().mapToInt(List::size).max().orElse(0);
        int[] widths = new int[columns];
        for (List<String> row : rows) {
            for (int i = 0; i < row.size(); i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        return rows.stream().map(row -> line(row, widths)).toList();
    }

    /** Returns the text, shortened to this many characters. */
    public static String cut(String text, int longest) {
        return text.length() <= longest ? text : text.substring(0, longest - 3) + "...";
    }

    private static String line(List<String> row, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < row.size(); i++) {
            String space = " ".repeat(widths[i] - row.get(i).length());
            line.append(i == 0 ? row.get(i) + space : GAP + space + row.get(i));
        }
        return line.toString().stripTrailing();
    }
}
