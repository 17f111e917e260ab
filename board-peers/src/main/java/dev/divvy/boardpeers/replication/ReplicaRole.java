package dev.divvy.boardpeers.replication;

import dev.divvy.boardpeers.request.MeshReply;
import dev.divvy.boardpeers.request.MeshRequest;
import dev.divvy.coordination.support.BoardRecord;
import java.util.List;
import java.util.Optional;

/** A node that has a copy of the primary's boards: it applies the primary's changes, confirms them, and asks for the full state after a gap. */
final class ReplicaRole implements NodeRole {

    private final MeshContext context;
    private final String primary;
    private ReplicatedBoards boards;

    /** Whether a message of the primary is missing, so that the copy cannot be continued. */
    private boolean incomplete;

    /** When the full state was last requested, or a summary sent: a new primary sends the full state to all. */
    private Optional<Long> requestedAt = Optional.empty();

    ReplicaRole(MeshContext context, String primary, ReplicatedBoards boards) {
        this.context = context;
        this.primary = primary;
        this.boards = boards;
    }

    @Override
    public String primary() {
        return primary;
    }

    @Override
    public ReplicatedBoards boards() {
        return boards;
    }

    @Override
    public boolean isBusy() {
        return isOutdated();
    }

    /** Whether the copy is not of a term of the current primary, or misses something of it. */
    boolean isOutdated() {
        return incomplete || !boards.version().primary().equals(primary);
    }

    /** Whether requests can be sent to the primary. */
    boolean canSend() {
        return !isOutdated() && context.view().contains(primary);
    }

    void send(long number, MeshRequest request) {
        context.send(primary, new MeshMessage.Request(number, boards.version().term(), request));
    }

    /**
     * Returns the reply to a pulse that the primary has renewed. The copy shows it, together with the beats in the primary's reply: everything
     * else up to its version was sent before it. If some of that was lost, the pulse is sent again with a newer copy.
     */
    MeshReply show(MeshRequest.Pulse pulse, MeshReply.Renewed renewed, StateVersion version) {
        if (isOutdated() || !boards.version().isAtLeast(version)) {
            missedMessage();
            return new MeshReply.Retry();
        }
        BoardRecord record =
                boards.board(pulse.group()).withBeats(renewed.beats()).record();
        return record.cardOf(renewed.card().incarnation()).isEmpty()
                ? new MeshReply.Ejected()
                : new MeshReply.Seen(record.with(renewed.card()).snapshot(pulse.known()));
    }

    private void missedMessage() {
        if (!incomplete) {
            incomplete = true;
            requestFullState();
        }
    }

    void requestFullState() {
        requestedAt = Optional.of(context.now());
        context.send(primary, new MeshMessage.FullStateRequest());
    }

    void sendSummary(MeshMessage.SummaryRequest request) {
        requestedAt = Optional.of(context.now());
        context.send(primary, new MeshMessage.SummaryReply(request.viewNumber(), boards.summary(context.age())));
    }

    /** Asks for the full state again when it is due. */
    void tick() {
        long interval = context.limits().recoveryTimeout().toNanos() / 4;
        if (isOutdated()
                && requestedAt.filter(time -> context.now() - time < interval).isEmpty()) {
            requestFullState();
        }
    }

    /** Handles a message of the primary. */
    void receive(MeshMessage message) {
        if (message instanceof MeshMessage.FullState full) {
            Optional<String> diverged = full.boards().continues(boards)
                    ? Optional.empty()
                    : Optional.of(boards.version().term());
            reportHeal(full, diverged);
            boards = full.boards();
            incomplete = false;
            context.setAge(full.age());
            context.send(primary, new MeshMessage.Confirmation(boards.version(), diverged));
            boards.boards().keySet().forEach(context.output()::changed);
        } else if (message instanceof MeshMessage.Update update) {
            apply(update);
        } else if (message instanceof MeshMessage.ViewUpdate update) {
            if (update.version().equals(boards.version())) {
                boards = boards.withViewNodes(update.viewNodes());
            } else {
                missedMessage();
            }
        }
    }

    /** Reports it before the primary is told: the members of a node that lost are ejected afterwards. */
    private void reportHeal(MeshMessage.FullState full, Optional<String> diverged) {
        List<StateVersion> history = full.boards().history();
        String continued = history.isEmpty()
                ? full.boards().version().term()
                : history.get(history.size() - 1).term();
        diverged.ifPresent(own -> context.healed(true, continued, List.of(own), boards));
        if (diverged.isPresent() || boards.boards().isEmpty()) {
            context.endedBefore(full.absorbed());
        } else {
            context.healed(false, continued, full.absorbed(), boards);
        }
        context.reunited(full.boards().viewNodes());
    }

    private void apply(MeshMessage.Update update) {
        if (update.version().equals(boards.version().next())) {
            ReplicatedBoards before = boards;
            if (before.boards().isEmpty()) {
                context.setAge(0);
            }
            boards = boards.with(update.changes());
            if (update.confirm()) {
                context.send(primary, new MeshMessage.Confirmation(boards.version(), Optional.empty()));
            }
            update.changes().forEach((group, change) -> {
                change.hosts(boards.board(group))
                        .forEach(host -> context.contacts().seen(host, context.now()));
                if (change.isNotable(before.board(group))) {
                    context.output().changed(group);
                }
            });
        } else if (!boards.version().isAtLeast(update.version())) {
            missedMessage();
        }
    }
}
