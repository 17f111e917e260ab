package dev.divvy.cache.traffic;

import dev.divvy.cache.cluster.Chart;
import dev.divvy.cache.cluster.Peer;
import dev.divvy.cache.command.form.KeyCommand;
import org.jspecify.annotations.Nullable;

/** A request of a client that another node must answer, and everything it takes to send it once more. */
final class Forward extends Errand {

    private final Returns returns;
    private final Returns.Home home;
    private final KeyCommand command;
    private final int token;

    /** The place among all requests of its connection. */
    private final long number;

    private @Nullable Chart chart;
    private @Nullable Peer to;
    private long deadline;
    private int bounces;

    Forward(Returns returns, Returns.Home home, KeyCommand command, byte[] frame, int token, long number) {
        super(frame);
        this.returns = returns;
        this.home = home;
        this.command = command;
        this.token = token;
        this.number = number;
    }

    Returns.Home home() {
        return home;
    }

    KeyCommand command() {
        return command;
    }

    int token() {
        return token;
    }

    long number() {
        return number;
    }

    /** Which way it takes now. */
    void goes(Chart by, Peer next) {
        chart = by;
        to = next;
    }

    /** The chart that led to one who had to be asked first because it had the token before; null if it went to its owner. */
    @Nullable
    Chart ledToFormerOwner() {
        return chart != null && to != null && chart.moving(token) && to.equals(chart.route(token)) ? chart : null;
    }

    /** It came back; until when it may be tried again. */
    long bouncedUntil(long now, long patience) {
        bounces++;
        if (deadline == 0) {
            deadline = now + patience;
        }
        return deadline;
    }

    int bounces() {
        return bounces;
    }

    @Override
    protected void answered(byte[] data, int from, int length) {
        home.answered(data, from, length);
        returns.cameHome();
    }

    @Override
    protected void bounced(boolean away) {
        returns.bounced(this, away);
    }

    @Override
    protected void lost() {
        if (command.writes()) {
            home.failed(Words.OUTCOME_UNKNOWN);
            returns.cameHome();
        } else {
            returns.bounced(this, false);
        }
    }
}
