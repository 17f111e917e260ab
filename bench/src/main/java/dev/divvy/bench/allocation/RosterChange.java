package dev.divvy.bench.allocation;

import dev.divvy.allocation.Pieces;
import dev.divvy.allocation.Roster;
import dev.divvy.bench.members.Churn;

/** A membership change of a large group: how many of a thousand members join and leave at once, and how many tokens they share. */
public enum RosterChange {
    ONE_JOINS(16_384, 1, 0, 100_000),
    ONE_LEAVES(16_384, 0, 1, 100_000),
    ONE_JOINS_MILLION(Pieces.MOST, 1, 0, 200_000),
    ONE_LEAVES_MILLION(Pieces.MOST, 0, 1, 200_000),
    A_TENTH_MILLION(Pieces.MOST, 100, 100, 5_000_000);

    static final int MEMBERS = 1000;

    final int tokens;
    final int joining;
    final int leaving;
    final int goalNanos;

    RosterChange(int tokens, int joining, int leaving, int goalNanos) {
        this.tokens = tokens;
        this.joining = joining;
        this.leaving = leaving;
        this.goalNanos = goalNanos;
    }

    Roster apply(Roster before, Churn churn) {
        return churn.join(churn.leave(before, leaving), joining);
    }

    String title() {
        String joins = joining == 0 ? "" : joining + " of " + MEMBERS + " join";
        String leaves = leaving == 0 ? "" : leaving + " of " + MEMBERS + " leave";
        return joins + (joining > 0 && leaving > 0 ? " and " : "") + leaves + ", " + tokens + " tokens";
    }
}
