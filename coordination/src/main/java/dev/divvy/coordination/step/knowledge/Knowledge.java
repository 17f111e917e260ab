package dev.divvy.coordination.step.knowledge;

/** What a member knows of the board and of the others on it. */
public record Knowledge(View view, Watch watch, BoardMemory memory, Settling settling) {

    public static Knowledge of(BoardMemory memory) {
        return new Knowledge(View.NONE, Watch.NONE, memory, Settling.NONE);
    }

    /** As a new incarnation: whom it saw standing still it must see again, what it knew of the allocation it still knows. */
    public Knowledge anew() {
        return new Knowledge(view, Watch.NONE, memory, Settling.NONE);
    }

    public Knowledge watching(Watch next) {
        return new Knowledge(view, next, memory, settling);
    }
}
