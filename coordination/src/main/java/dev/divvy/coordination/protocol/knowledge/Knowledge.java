package dev.divvy.coordination.protocol.knowledge;

/** What a member knows of the board and of the others on it. */
public record Knowledge(BoardView view, PulseMonitor watch, BoardMemory memory, SettleTimer settling) {

    public static Knowledge of(BoardMemory memory) {
        return new Knowledge(BoardView.NONE, PulseMonitor.NONE, memory, SettleTimer.NONE);
    }

    /** As a new incarnation: whom it saw standing still it must see again, what it knew of the allocation it still knows. */
    public Knowledge anew() {
        return new Knowledge(view, PulseMonitor.NONE, memory, SettleTimer.NONE);
    }

    public Knowledge watching(PulseMonitor next) {
        return new Knowledge(view, next, memory, settling);
    }
}
