package dev.divvy.cli.chart;

import dev.divvy.cli.chart.Svg.Anchor;
import dev.divvy.cli.lab.Outcome;
import dev.divvy.cli.lab.Point;
import dev.divvy.cli.lab.Setup;
import dev.divvy.cli.report.Numbers;
import java.util.List;

/** The outcomes as one picture: load and moves over time, and under them the totals. */
public final class LabChart {

    private static final int WIDTH = 940;
    private static final int LOAD_TOP = 118;
    private static final int MOVES_TOP = LOAD_TOP + Panel.HEIGHT + 92;
    private static final int LEGEND_TOP = MOVES_TOP + Panel.HEIGHT + 76;
    private static final int ROW = 22;

    private static final String STRONG = "font-size=\"13\" font-weight=\"600\" fill=\"#1c2126\"";
    private static final String PLAIN = "font-size=\"13\" fill=\"#1c2126\"";

    /** Right edges of the legend's figures. */
    private static final int[] EDGES = {320, 425, 545, 665, 765, 850};

    private LabChart() {}

    public static String of(Setup setup, List<Outcome> outcomes) {
        String title = "Who moves how much when the cluster changes";
        String subtitle = String.format(
                "%s, %s at first and about %d to %d later, %s (seed %d), the same for all. Lower is better.",
                Numbers.count(setup.pieces(), "token"),
                Numbers.count(setup.members(), "member"),
                setup.least(),
                setup.most(),
                Numbers.count(setup.events(), "event"),
                setup.seed());
        int height = LEGEND_TOP + ROW * (outcomes.size() + 1) + 16;
        Svg svg = new Svg(WIDTH, height, "divvy lab: " + title, subtitle);
        svg.text(24, 38, Anchor.START, "font-size=\"22\" font-weight=\"700\" fill=\"#1c2126\"", title);
        svg.text(24, 62, Anchor.START, "font-size=\"14\" fill=\"#4a525a\"", subtitle);
        new Panel("Load: the fullest member / the mean. 1x is even", Point::maxOverMean, LOAD_TOP).draw(svg, outcomes);
        new Panel(
                        "Moves so far / the fewest that balance allows. 1x is the bound",
                        point -> point.moves().ratio(),
                        MOVES_TOP)
                .draw(svg, outcomes);
        legend(svg, outcomes);
        return svg.done();
    }

    private static void legend(Svg svg, List<Outcome> outcomes) {
        svg.text(Panel.LEFT + 44, LEGEND_TOP, Anchor.START, STRONG, "allocator");
        figures(svg, LEGEND_TOP, STRONG, "moved", "bound", "moved/bound", "worst load", "spread", "exact");
        for (int row = 0; row < outcomes.size(); row++) {
            Outcome outcome = outcomes.get(row);
            double y = LEGEND_TOP + ROW * (row + 1.0);
            svg.line(Panel.LEFT, y - 4, Panel.LEFT + 32, y - 4, Ink.of(row).style());
            svg.text(Panel.LEFT + 44, y, Anchor.START, row == 0 ? STRONG : PLAIN, outcome.allocator());
            figures(
                    svg,
                    y,
                    PLAIN,
                    Numbers.whole(outcome.moves().moved()),
                    Numbers.whole(outcome.moves().bound()),
                    Numbers.times(outcome.moves().ratio()),
                    Numbers.times(outcome.balance().maxOverMean()),
                    Numbers.whole(outcome.balance().spread()),
                    outcome.balance().exact() ? "yes" : "no");
        }
    }

    private static void figures(Svg svg, double y, String style, String... figures) {
        for (int i = 0; i < figures.length; i++) {
            svg.text(EDGES[i], y, Anchor.END, style, figures[i]);
        }
    }
}
