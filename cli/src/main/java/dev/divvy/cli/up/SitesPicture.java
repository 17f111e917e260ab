package dev.divvy.cli.up;

import dev.divvy.cli.report.Columns;
import dev.divvy.cli.report.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Which parser parses which sites: as a table that is drawn in place, or as one line. */
final class SitesPicture {

    /** So that a line fits into a narrow terminal. */
    private static final int WIDEST = 46;

    private final Parsing parsing;

    SitesPicture(Parsing parsing) {
        this.parsing = parsing;
    }

    List<String> table() {
        Columns columns = new Columns().row("parser", "pid", "pages", "sites");
        List<Child> parsers = parsing.parsers().children();
        for (Child parser : parsers) {
            columns.row(
                    parser.id(),
                    Long.toString(parser.pid()),
                    Numbers.whole(parser.handled()),
                    Integer.toString(parsing.sitesOf(parser).size()));
        }
        Crew distributor = parsing.distributor();
        Child daemon = distributor.children().get(0);
        columns.row(daemon.id(), Long.toString(daemon.pid()), "", "");
        List<String> begins = columns.lines();
        List<String> lines = new ArrayList<>(List.of("", begins.get(0)));
        for (int i = 0; i < parsers.size(); i++) {
            lines.add(begins.get(i + 1) + "  " + state(parsers.get(i)));
        }
        lines.add(begins.get(parsers.size() + 1) + "  "
                + (daemon.isAlive() ? "divides them" : gone(daemon, distributor)));
        return lines;
    }

    /** What it parses, or why nothing. */
    private String state(Child parser) {
        List<String> sites = parsing.sitesOf(parser);
        if (!parser.isAlive()) {
            return gone(parser, parsing.parsers());
        }
        if (sites.isEmpty()) {
            return parser.wasSeen() ? "nothing to parse" : "starting";
        }
        parser.see();
        return shortened(sites);
    }

    private static String gone(Child child, Crew crew) {
        return crew.absence(child)
                .map(left -> "gone, back in " + (left.toSeconds() + 1) + " s")
                .orElse("gone");
    }

    private static String shortened(List<String> sites) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < sites.size(); i++) {
            String name = sites.get(i).replace(Sites.ENDING, "");
            if (text.length() + name.length() > WIDEST) {
                return text + "and " + (sites.size() - i) + " more";
            }
            text.append(name).append(' ');
        }
        return text.toString().stripTrailing();
    }

    String line() {
        return "sites: "
                + parsing.parsers().children().stream()
                        .map(parser ->
                                parser.id() + " " + parsing.sitesOf(parser).size() + " (" + state(parser) + ")")
                        .collect(Collectors.joining(", "));
    }
}
