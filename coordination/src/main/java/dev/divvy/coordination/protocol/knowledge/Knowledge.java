package dev.divvy.coordination.protocol.knowledge;

/** A member's knowledge of the board and of the other members. */
public record Knowledge(
        BoardView view, PulseMonitor monitor, BoardMemory memory, SettleTimer settleTimer, RestTimer restTimer) {

    public static Knowledge of(BoardMemory memory) {
        return new Knowledge(BoardView.NONE, PulseMonitor.NONE, memory, SettleTimer.NONE, RestTimer.NONE);
    }

    /** Returns the knowledge for a new incarnation: it keeps the view and the memory, and observes beats from the start. */
    public Knowledge forNewIncarnation() {
        return new Knowledge(view, PulseMonitor.NONE, memory, SettleTimer.NONE, RestTimer.NONE);
    }

    public Knowledge with(PulseMonitor next) {
        return new Knowledge(view, next, memory, settleTimer, restTimer);
    }
}
