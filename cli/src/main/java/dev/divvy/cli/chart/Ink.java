package dev.divvy.cli.chart;

import java.util.List;

/**
 * How the line of one allocator is drawn. Colours that people with any kind of colour vision tell apart (the Okabe-Ito set, its
 * yellow left out as too pale on white), each with a dash of its own, so that lines which cover each other show through.
 */
record Ink(String colour, String dash, double width) {

    private static final List<Ink> INKS = List.of(
            new Ink("#0072b2", "", 4.5),
            new Ink("#56b4e9", "7 7", 2.2),
            new Ink("#009e73", "", 1.8),
            new Ink("#d55e00", "", 1.8),
            new Ink("#000000", "", 1.8),
            new Ink("#cc79a7", "", 1.8),
            new Ink("#e69f00", "", 1.8),
            new Ink("#777777", "", 1.8));

    /** The ink of the row at this place. */
    static Ink of(int row) {
        Ink ink = INKS.get(row % INKS.size());
        return row < INKS.size() ? ink : new Ink(ink.colour, "2 3", 1.8);
    }

    String style() {
        String stroke = "stroke=\"" + colour + "\" stroke-width=\"" + width + "\" stroke-linejoin=\"round\"";
        return dash.isEmpty() ? stroke : stroke + " stroke-dasharray=\"" + dash + "\"";
    }
}
