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

/** Passes operator requests to the pulse thread, and completes their futures with the replies. */
final class RunningOperator implements Operator {

    private final PulseLoop loop;

    /** The ids of the requests, by the agent's numbers. Written and read by the pulse thread only. */
    private final Map<Long, Long> idsByNumber = new HashMap<>();

    private final Map<Long, OffThreadFuture<Void>> open = new ConcurrentHashMap<>();
    private final AtomicLong ids = new AtomicLong();
    private volatile boolean ended;

    RunningOperator(PulseLoop loop) {
        this.loop = loop;
    }

    @Override
    public CompletableFuture<Void> pin(String piece, String member) {
        return request(
                new Change.Pin(Objects.requireNonNull(piece, "piece"), Objects.requireNonNull(member, "member")));
    }

    @Override
    public CompletableFuture<Void> unpin(String piece) {
        return request(new Change.Unpin(Objects.requireNonNull(piece, "piece")));
    }

    @Override
    public CompletableFuture<Void> weigh(String member, int weight) {
        return request(new Change.Weigh(Objects.requireNonNull(member, "member"), weight));
    }

    @Override
    public CompletableFuture<Void> drain(String member) {
        return request(Change.drain(Objects.requireNonNull(member, "member")));
    }

    @Override
    public CompletableFuture<Void> undrain(String member) {
        return request(Change.undrain(Objects.requireNonNull(member, "member")));
    }

    @Override
    public CompletableFuture<Void> suspend() {
        return request(new Change.Suspend());
    }

    @Override
    public CompletableFuture<Void> resume() {
        return request(new Change.Resume());
    }

    @Override
    public CompletableFuture<Void> divide(Pieces pieces) {
        return request(new Change.SetPieces(Objects.requireNonNull(pieces, "pieces")));
    }

    private CompletableFuture<Void> request(Change change) {
        OffThreadFuture<Void> result = new OffThreadFuture<>();
        long id = ids.incrementAndGet();
        open.put(id, result);
        loop.execute(agent -> idsByNumber.put(agent.request(change), id));
        if (ended) {
            rejectAll();
        }
        return result.future();
    }

    void answered(MemberEvent.Answered event) {
        Long id = idsByNumber.remove(event.request().number());
        OffThreadFuture<Void> result = id == null ? null : open.remove(id);
        if (result != null) {
            event.refusal()
                    .ifPresentOrElse(
                            reason -> result.fail(new IllegalArgumentException(reason)), () -> result.complete(null));
        }
    }

    void end() {
        ended = true;
        rejectAll();
    }

    /** Rejects the open requests one by one. A request that is added in the meantime is rejected by its own thread. */
    private void rejectAll() {
        open.forEach((id, result) -> {
            if (open.remove(id, result)) {
                result.fail(new IllegalStateException("the membership was closed before the change was in force"));
            }
        });
    }
}
