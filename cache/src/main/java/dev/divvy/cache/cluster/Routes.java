package dev.divvy.cache.cluster;

import dev.divvy.allocation.Tokens;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The chart of now, and the number of the turn: every change of where a request could go, here or elsewhere, is another turn. Who has
 * requests under way lets them come home before it sends others in a new turn; so no request overtakes an earlier one of the same client on
 * another way. Whoever changes a way turns first and changes then; whoever chooses a way looks at the turn afterwards.
 */
public final class Routes {

    private final AtomicLong turn = new AtomicLong();
    private volatile Chart chart;

    public Routes(Tokens tokens) {
        this.chart = Chart.blank(tokens);
    }

    public Chart chart() {
        return chart;
    }

    public long turn() {
        return turn.get();
    }

    /** A way is about to change. */
    public void change() {
        turn.incrementAndGet();
    }

    public void follow(Chart next) {
        change();
        chart = next;
    }

    /** The one that this chart led to for the token has let go of it. */
    public void letGo(Chart of, int token) {
        if (of.moving(token)) {
            change();
            of.letGo(token);
        }
    }
}
