package dev.divvy.cache.traffic;

import dev.divvy.cache.cluster.Chart;
import dev.divvy.cache.cluster.Peer;
import dev.divvy.cache.command.form.KeyCommand;
import dev.divvy.cache.resp.Request;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A request of this process itself that another node must answer. It is sent again as long as it was certainly not run, or only reads. */
final class Trip extends Errand {

    private static final long LONGEST_DELAY = 16;

    private final Lane lane;
    private final House house;
    private final KeyCommand command;
    private final Request request;
    private final int token;
    private final CompletableFuture<byte[]> answer = new CompletableFuture<>();

    private @Nullable Chart chart;
    private long deadline;
    private int bounces;

    Trip(Lane lane, House house, KeyCommand command, Request request, int token) {
        super(request.data());
        this.lane = lane;
        this.house = house;
        this.command = command;
        this.request = request;
        this.token = token;
    }

    CompletableFuture<byte[]> answer() {
        return answer;
    }

    /** On the loop of its lane only. */
    void go() {
        byte[] here = Desk.runHere(house.counter(), command, request, token);
        if (here != null) {
            answer.complete(here);
            return;
        }
        Chart now = house.counter().routes().chart();
        chart = now;
        Peer to = house.counter().target(now, token);
        if (to == null) {
            bounced(false);
        } else {
            lane.send(this, to);
        }
    }

    @Override
    protected void answered(byte[] data, int from, int length) {
        answer.complete(Arrays.copyOfRange(data, from, from + length));
    }

    @Override
    protected void bounced(boolean away) {
        Chart led = chart;
        if (away && led != null) {
            house.counter().routes().letGo(led, token);
        }
        long now = System.nanoTime();
        if (bounces++ == 0) {
            deadline = now + house.patienceNanos();
        } else if (deadline - now <= 0) {
            answer.complete(Words.bytes("-" + Returns.NOBODY + "\r\n"));
            return;
        }
        // Never in this very call: a link that is closed bounces at once.
        lane.later(this::go, Math.min(LONGEST_DELAY, bounces <= 2 ? 0 : 1L << Math.min(10, bounces - 3)));
    }

    @Override
    protected void lost() {
        if (command.writes()) {
            answer.complete(Words.bytes("-" + Words.OUTCOME_UNKNOWN + "\r\n"));
        } else {
            bounced(false);
        }
    }
}
