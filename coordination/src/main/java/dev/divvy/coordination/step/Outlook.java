package dev.divvy.coordination.step;

/** What a member knows of the board and of the others on it. */
public record Outlook(View view, Watch watch, Remembrance memory, Settling settling) {

    public static Outlook of(Remembrance memory) {
        return new Outlook(View.NONE, Watch.NONE, memory, Settling.NONE);
    }

    /** As a new incarnation: whom it saw standing still it must see again, what it knew of the allocation it still knows. */
    Outlook anew() {
        return new Outlook(view, Watch.NONE, memory, Settling.NONE);
    }

    Outlook watching(Watch next) {
        return new Outlook(view, next, memory, settling);
    }
}
