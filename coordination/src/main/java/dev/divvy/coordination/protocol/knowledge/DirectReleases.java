package dev.divvy.coordination.protocol.knowledge;

import dev.divvy.allocation.Allocation;
import dev.divvy.allocation.Incarnation;
import dev.divvy.allocation.Releaser;
import dev.divvy.allocation.Runs;
import dev.divvy.allocation.Version;
import dev.divvy.allocation.plan.Acknowledgements;
import java.util.ArrayList;
import java.util.List;

/**
 * Pieces of which other members said directly, not through the board, that they have released them. A card acknowledges an epoch only when
 * its member has released everything that it lost; so a piece can be passed on before the others that were lost with it.
 *
 * @param numberedSince the first epoch that this member has seen with the present numbers of pieces: an earlier report may mean others
 * @param reports the reports that the board does not confirm yet
 */
public record DirectReleases(long numberedSince, List<Report> reports) {

    public static final DirectReleases NONE = new DirectReleases(Long.MAX_VALUE, List.of());

    /**
     * A report of one member.
     *
     * @param upTo it has released these pieces as far as it lost them in this version or an earlier one
     */
    public record Report(Incarnation by, Version upTo, Runs pieces) {}

    public DirectReleases {
        reports = List.copyOf(reports);
    }

    /** Returns these releases and another report. */
    public DirectReleases plus(Report added) {
        List<Report> next = new ArrayList<>();
        Runs pieces = added.pieces();
        for (Report report : reports) {
            if (report.by().equals(added.by()) && report.upTo().equals(added.upTo())) {
                pieces = pieces.plus(report.pieces());
            } else {
                next.add(report);
            }
        }
        next.add(new Report(added.by(), added.upTo(), pieces));
        return new DirectReleases(numberedSince, next);
    }

    /** Returns the pieces of an allocation that this releaser has released since it lost them. */
    public Runs by(Releaser releaser, Version allocation) {
        Runs pieces = Runs.NONE;
        for (Report report : reports) {
            if (report.by().equals(releaser.incarnation())
                    && report.upTo().lineage().equals(allocation.lineage())
                    && report.upTo().epoch() >= Math.max(numberedSince, releaser.lostAt())
                    && report.upTo().epoch() <= allocation.epoch()) {
                pieces = pieces.plus(report.pieces());
            }
        }
        return pieces;
    }

    /** Returns the reports that may still count after the board was read. */
    DirectReleases observed(BoardView before, BoardView view) {
        boolean same =
                before.version().map(Version::lineage).equals(view.version().map(Version::lineage))
                        && before.allocation()
                                .map(Allocation::pieces)
                                .equals(view.allocation().map(Allocation::pieces));
        long since = same ? Math.min(numberedSince, view.epoch()) : view.epoch();
        if (reports.isEmpty()) {
            return since == numberedSince ? this : new DirectReleases(since, List.of());
        }
        Acknowledgements acknowledgements = view.acknowledgements();
        return new DirectReleases(
                since,
                reports.stream()
                        .filter(report -> report.upTo().epoch() >= since
                                && acknowledgements.present(report.by())
                                && acknowledgements.acknowledged(report.by())
                                        < report.upTo().epoch())
                        .toList());
    }
}
