package dev.divvy.cli.up.sites;

import dev.divvy.distributor.Unit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the work that a parser prints. */
record SiteWork(String service, UnitAudit audit) {

    private static final Pattern LINE = Pattern.compile("worked on (\\S+) (\\d{1,18})");

    /** Returns the line with which a parser prints its work on a unit. */
    static String line(Unit unit) {
        return "worked on " + unit.name() + " " + unit.fence().epoch();
    }

    /** Reads a line; one that is not about work is ignored. */
    void read(String line) {
        Matcher work = LINE.matcher(line);
        if (work.matches()) {
            audit.work(service, work.group(1), Long.parseLong(work.group(2)), System.nanoTime());
        }
    }
}
