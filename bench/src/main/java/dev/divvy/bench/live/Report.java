package dev.divvy.bench.live;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The results of a benchmark: prints progress while it runs, then Markdown tables. */
public final class Report {

    private final PrintStream out;
    private final List<Figure> figures = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();

    public Report(PrintStream out) {
        this.out = out;
    }

    /** Announces the part that runs next. */
    void begin(String part) {
        out.println(part);
    }

    public void progress(String text) {
        out.println("  " + text);
    }

    public void add(Figure figure) {
        figures.add(figure);
    }

    /** Adds a line to print below the tables. */
    public void note(String text) {
        notes.add(text);
    }

    public void print() {
        String part = "";
        for (Figure figure : figures) {
            if (!figure.part().equals(part)) {
                part = figure.part();
                out.println();
                out.println("| " + part + " | median | least to most | goal |");
                out.println("|---|---:|---:|---|");
            }
            out.println(row(figure));
        }
        out.println();
        notes.forEach(out::println);
        List<Figure> judged =
                figures.stream().filter(figure -> figure.goal().isPresent()).toList();
        List<Figure> missed = judged.stream().filter(figure -> !figure.met()).toList();
        out.println("goals met: " + (judged.size() - missed.size()) + " of " + judged.size());
        missed.forEach(figure -> out.println("  not met: " + figure.part() + ": " + figure.name()));
    }

    private static String row(Figure figure) {
        Samples samples = figure.samples();
        String median = (number(samples.median()) + " " + figure.unit()).stripTrailing();
        return "| " + figure.name() + " | " + median + " | "
                + number(samples.least()) + " to " + number(samples.most()) + " | "
                + figure.goal()
                        .map(goal -> goal + (figure.met() ? ": met" : ": **not met**"))
                        .orElse("")
                + " |";
    }

    private static String number(double value) {
        String format = value < 10 ? "%.2f" : value < 100 ? "%.1f" : "%,.0f";
        return String.format(Locale.ROOT, format, value);
    }

    public void write(Path file) throws IOException {
        String all = figures.stream().map(Figure::json).collect(Collectors.joining(",\n  ", "[\n  ", "\n]\n"));
        Files.writeString(file, all, StandardCharsets.UTF_8);
    }
}
