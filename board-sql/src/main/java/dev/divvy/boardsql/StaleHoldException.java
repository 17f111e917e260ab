package dev.divvy.boardsql;

import dev.divvy.coordination.Hold;

/** A transaction was rolled back, because a piece that it worked on is no longer held. The next owner does the work again. */
public final class StaleHoldException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    StaleHoldException(Hold hold, String why) {
        super("refused: " + hold + ": " + why);
    }
}
