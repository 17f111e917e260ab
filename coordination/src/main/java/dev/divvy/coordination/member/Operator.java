package dev.divvy.coordination.member;

import dev.divvy.allocation.Pieces;
import dev.divvy.allocation.plan.Change;
import dev.divvy.coordination.step.Event;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What operators may ask of a whole group, through any of its members. Each answer comes when the change is published, or says why it
 * cannot be: every member follows from then on, so await the status for its effect. While the board is away it waits. A member that never holds anything, {@code new Self(id).suspended(true)}, can be an
 * operator's way in.
 */
public final class Operator {

    private final PulseLoop loop;

    /** Which question the agent knows by which number. Written and read by the pulse thread only. */
    private final Map<Long, Long> asked = new HashMap<>();

    private final Map<Long, Answer<Void>> open = new ConcurrentHashMap<>();
    private final AtomicLong questions = new AtomicLong();
    private volatile boolean ended;

    Operator(PulseLoop loop) {
        this.loop = loop;
    }

    /** This piece shall belong to that member while it is there. */
    public CompletableFuture<Void> pin(String piece, String member) {
        return ask(new Change.Pin(Objects.requireNonNull(piece, "piece"), Objects.requireNonNull(member, "member")));
    }

    public CompletableFuture<Void> unpin(String piece) {
        return ask(new Change.Unpin(Objects.requireNonNull(piece, "piece")));
    }

    /** A member's share becomes larger or smaller. */
    public CompletableFuture<Void> weigh(String member, int weight) {
        return ask(new Change.Weigh(Objects.requireNonNull(member, "member"), weight));
    }

    /** A member gives everything away and stays. */
    public CompletableFuture<Void> drain(String member) {
        return ask(Change.drain(Objects.requireNonNull(member, "member")));
    }

    /** A member's own weight counts again. */
    public CompletableFuture<Void> undrain(String member) {
        return ask(Change.undrain(Objects.requireNonNull(member, "member")));
    }

    /** Nobody holds anything until the group is resumed. */
    public CompletableFuture<Void> suspend() {
        return ask(new Change.Suspend());
    }

    public CompletableFuture<Void> resume() {
        return ask(new Change.Resume());
    }

    /** The group divides other pieces from now on: units come and go, tokens are split. */
    public CompletableFuture<Void> divide(Pieces pieces) {
        return ask(new Change.Divide(Objects.requireNonNull(pieces, "pieces")));
    }

    CompletableFuture<Void> ask(Change change) {
        Answer<Void> answer = new Answer<>();
        long question = questions.incrementAndGet();
        open.put(question, answer);
        loop.note(agent -> asked.put(agent.ask(change), question));
        if (ended) {
            refuseAll();
        }
        return answer.future();
    }

    void answered(Event.Answered event) {
        Long question = asked.remove(event.asked().number());
        Answer<Void> answer = question == null ? null : open.remove(question);
        if (answer != null) {
            event.refusal()
                    .ifPresentOrElse(why -> answer.refuse(new IllegalArgumentException(why)), () -> answer.give(null));
        }
    }

    void end() {
        ended = true;
        refuseAll();
    }

    /** One by one: a question that is put meanwhile is refused by who puts it. */
    private void refuseAll() {
        open.forEach((question, answer) -> {
            if (open.remove(question, answer)) {
                answer.refuse(new IllegalStateException("the membership was closed before the change was in force"));
            }
        });
    }
}
