package dev.divvy.coordination.protocol.knowledge;

import dev.divvy.allocation.Version;
import dev.divvy.allocation.plan.Acknowledgements;
import java.util.Optional;

/** A member's knowledge of the board and of the other members. */
public record Knowledge(
        BoardView view,
        PulseMonitor monitor,
        BoardMemory memory,
        SettleTimer settleTimer,
        RestTimer restTimer,
        DirectReleases releases) {

    public static Knowledge of(BoardMemory memory) {
        return new Knowledge(
                BoardView.NONE, PulseMonitor.NONE, memory, SettleTimer.NONE, RestTimer.NONE, DirectReleases.NONE);
    }

    /** Returns the knowledge for a new incarnation: it keeps the view and the memory, and observes beats from the start. */
    public Knowledge forNewIncarnation() {
        return new Knowledge(view, PulseMonitor.NONE, memory, SettleTimer.NONE, RestTimer.NONE, DirectReleases.NONE);
    }

    /** Returns the incarnations on the board with their epochs, and the epoch of the allocation on the board if it was settled by all. */
    public Acknowledgements acknowledgements() {
        return view.acknowledgements(restTimer
                .settled()
                .filter(version -> view.version().equals(Optional.of(version)))
                .map(Version::epoch)
                .orElse(0L));
    }

    public Knowledge with(PulseMonitor next) {
        return new Knowledge(view, next, memory, settleTimer, restTimer, releases);
    }

    public Knowledge with(DirectReleases next) {
        return new Knowledge(view, monitor, memory, settleTimer, restTimer, next);
    }

    /** Returns the releases that still count when the next view is known. */
    public DirectReleases releasesAfter(BoardView next) {
        return releases.observed(view, next);
    }
}
