package dev.divvy.cli.chart;

import dev.divvy.cli.chart.Svg.Anchor;
import dev.divvy.cli.lab.Outcome;
import dev.divvy.cli.lab.Point;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * One of the curves over time: a line an allocator, its name at the end.
 *
 * @param title what is drawn and which way is good
 * @param measure what of a point is drawn
 * @param top where it begins in the drawing
 */
record Panel(String title, ToDoubleFunction<Point> measure, int top) {

    static final int LEFT = 64;
    static final int RIGHT = 800;
    static final int HEIGHT = 240;

    private static final String FAINT = "stroke=\"#e3e6ea\" stroke-width=\"1\"";
    private static final String AXIS = "stroke=\"#8a929b\" stroke-width=\"1\"";
    private static final String SMALL = "font-size=\"12\" fill=\"#4a525a\"";

    void draw(Svg svg, List<Outcome> outcomes) {
        Scale across = new Scale(0, events(outcomes), false, LEFT, RIGHT);
        Scale up = up(outcomes);
        svg.text(LEFT, top - 14, Anchor.START, "font-size=\"15\" font-weight=\"600\" fill=\"#1c2126\"", heading(up));
        axes(svg, across, up);
        // The first row is drawn wide and beneath: what lies on the very same line still shows on it.
        curve(svg, 0, outcomes.get(0), across, up);
        for (int row = outcomes.size() - 1; row >= 1; row--) {
            curve(svg, row, outcomes.get(row), across, up);
        }
        names(svg, outcomes, up);
    }

    private void axes(Svg svg, Scale across, Scale up) {
        int bottom = top + HEIGHT;
        for (double tick : up.ticks()) {
            double y = up.place(tick);
            svg.line(LEFT, y, RIGHT, y, FAINT);
            svg.text(LEFT - 8, y + 4, Anchor.END, SMALL, Scale.label(tick) + "x");
        }
        for (double tick : across.ticks()) {
            // No event is a fraction.
            if (tick == Math.rint(tick)) {
                double x = across.place(tick);
                svg.line(x, bottom, x, bottom + 5, AXIS);
                svg.text(x, bottom + 19, Anchor.MIDDLE, SMALL, Scale.label(tick));
            }
        }
        svg.line(LEFT, bottom, RIGHT, bottom, AXIS);
        svg.line(LEFT, top, LEFT, bottom, AXIS);
        svg.text(RIGHT, bottom + 36, Anchor.END, SMALL, "events");
    }

    private void curve(Svg svg, int row, Outcome outcome, Scale across, Scale up) {
        String points = outcome.timeline().stream()
                .filter(this::drawn)
                .map(point -> String.format(
                        Locale.ROOT, "%.1f,%.1f", across.place(point.event()), up.place(measure.applyAsDouble(point))))
                .collect(Collectors.joining(" "));
        if (!points.isEmpty() && !points.contains(" ")) {
            // A single point is no line: say that it has been so from the beginning.
            points = LEFT + points.substring(points.indexOf(",")) + " " + points;
        }
        svg.polyline(outcome.allocator(), points, Ink.of(row).style());
    }

    private void names(Svg svg, List<Outcome> outcomes, Scale up) {
        double[] wanted = outcomes.stream()
                .mapToDouble(outcome -> up.place(last(outcome)))
                .toArray();
        double[] places = Labels.apart(wanted, 15, top + 4, top + HEIGHT - 2);
        for (int row = 0; row < places.length; row++) {
            Ink ink = Ink.of(row);
            String stroke = "stroke=\"" + ink.colour() + "\" stroke-width=\"1\" opacity=\"0.6\"";
            svg.line(RIGHT + 3, wanted[row], RIGHT + 20, places[row], stroke);
            String style = "font-size=\"12.5\" font-weight=\"" + (row == 0 ? 700 : 500) + "\" fill=\"#1c2126\"";
            svg.text(
                    RIGHT + 24,
                    places[row] + 4,
                    Anchor.START,
                    style,
                    outcomes.get(row).allocator());
        }
    }

    private Scale up(List<Outcome> outcomes) {
        double[] values = outcomes.stream()
                .flatMap(outcome -> outcome.timeline().stream())
                .filter(this::drawn)
                .mapToDouble(measure)
                .sorted()
                .toArray();
        return values.length == 0
                ? Scale.around(1, 1, top + HEIGHT, top)
                : Scale.around(values[0], values[values.length - 1], top + HEIGHT, top);
    }

    /** A ratio to nothing, or of nothing, has no place on the axis. */
    private boolean drawn(Point point) {
        double value = measure.applyAsDouble(point);
        return Double.isFinite(value) && value > 0;
    }

    private double last(Outcome outcome) {
        List<Point> drawn = outcome.timeline().stream().filter(this::drawn).toList();
        return drawn.isEmpty() ? 1 : measure.applyAsDouble(drawn.get(drawn.size() - 1));
    }

    private String heading(Scale up) {
        return title + (up.logarithmic() ? " (log scale)" : "");
    }

    private static int events(List<Outcome> outcomes) {
        List<Point> timeline = outcomes.get(0).timeline();
        return timeline.get(timeline.size() - 1).event();
    }
}
