package dev.divvy.coordination.member;

import dev.divvy.allocation.Pieces;
import dev.divvy.allocation.plan.Change;
import dev.divvy.coordination.Operator;
import dev.divvy.coordination.protocol.MemberEvent;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** Carries what operators ask to the pulse thread, and its answers back. */
final class OperatorRequests implements Operator {

    private final PulseLoop loop;

    /** Which question the agent knows by which number. Written and read by the pulse thread only. */
    private final Map<Long, Long> asked = new HashMap<>();

    private final Map<Long, AsyncResult<Void>> open = new ConcurrentHashMap<>();
    private final AtomicLong questions = new AtomicLong();
    private volatile boolean ended;

    OperatorRequests(PulseLoop loop) {
        this.loop = loop;
    }

    @Override
    public CompletableFuture<Void> pin(String piece, String member) {
        return ask(new Change.Pin(Objects.requireNonNull(piece, "piece"), Objects.requireNonNull(member, "member")));
    }

    @Override
    public CompletableFuture<Void> unpin(String piece) {
        return ask(new Change.Unpin(Objects.requireNonNull(piece, "piece")));
    }

    @Override
    public CompletableFuture<Void> weigh(String member, int weight) {
        return ask(new Change.Weigh(Objects.requireNonNull(member, "member"), weight));
    }

    @Override
    public CompletableFuture<Void> drain(String member) {
        return ask(Change.drain(Objects.requireNonNull(member, "member")));
    }

    @Override
    public CompletableFuture<Void> undrain(String member) {
        return ask(Change.undrain(Objects.requireNonNull(member, "member")));
    }

    @Override
    public CompletableFuture<Void> suspend() {
        return ask(new Change.Suspend());
    }

    @Override
    public CompletableFuture<Void> resume() {
        return ask(new Change.Resume());
    }

    @Override
    public CompletableFuture<Void> divide(Pieces pieces) {
        return ask(new Change.SetPieces(Objects.requireNonNull(pieces, "pieces")));
    }

    private CompletableFuture<Void> ask(Change change) {
        AsyncResult<Void> answer = new AsyncResult<>();
        long question = questions.incrementAndGet();
        open.put(question, answer);
        loop.note(agent -> asked.put(agent.ask(change), question));
        if (ended) {
            refuseAll();
        }
        return answer.future();
    }

    void answered(MemberEvent.Answered event) {
        Long question = asked.remove(event.asked().number());
        AsyncResult<Void> answer = question == null ? null : open.remove(question);
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
