package dev.divvy.cli.up.demo;

import dev.divvy.cli.report.Numbers;
import dev.divvy.console.OperationsView.Audit;

/**
 * What the checks of a demo have found so far.
 *
 * @param checks the number of values, events and effects that were checked
 * @param lost acknowledged entries, events or units that are gone without a reason
 * @param outOfOrder values that were older than acknowledged ones, events that overtook earlier ones, units with two owners
 * @param refused effects of former owners that were refused
 * @param repeated events that were delivered again
 * @param crashed cache entries that were gone with the node that held them
 */
public record Findings(long checks, long lost, long outOfOrder, long refused, long repeated, long crashed) {

    public static final Findings NONE = new Findings(0, 0, 0, 0, 0, 0);

    public Findings plus(Findings other) {
        return new Findings(
                checks + other.checks,
                lost + other.lost,
                outOfOrder + other.outOfOrder,
                refused + other.refused,
                repeated + other.repeated,
                crashed + other.crashed);
    }

    public Findings withRefused(long count) {
        return new Findings(checks, lost, outOfOrder, count, repeated, crashed);
    }

    /** Returns the audit of the dashboard. */
    public Audit audit(long faults) {
        return new Audit(faults, checks, lost, outOfOrder, refused, repeated, crashed);
    }

    /** Returns an audit as one line. */
    public static String line(Audit audit) {
        return "audit " + Numbers.count(audit.faults(), "fault") + " injected, "
                + Numbers.count(audit.checks(), "check")
                + ": " + Numbers.whole(audit.lost()) + " lost, " + Numbers.whole(audit.outOfOrder())
                + " out of order, " + Numbers.whole(audit.refused()) + " stale refused, "
                + Numbers.whole(audit.repeated()) + " repeated, " + Numbers.whole(audit.crashed())
                + " lost to crashes";
    }
}
