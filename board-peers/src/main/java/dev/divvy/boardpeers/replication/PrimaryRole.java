package dev.divvy.boardpeers.replication;

import dev.divvy.boardpeers.request.MeshReply;
import dev.divvy.boardpeers.request.MeshRequest;
import dev.divvy.coordination.board.Card;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * The node that runs the boards: it evaluates requests, sends every change to all replicas, and replies when one of them has it. Beats are
 * collected and sent together, so that a pulse of all members costs one message per replica.
 */
final class PrimaryRole implements NodeRole {

    private final MeshContext context;
    private final PendingReplies replies;
    private final Consumer<PendingReplies.PendingReply> replySender;
    private ReplicatedBoards boards;

    /** The beats that were not sent to the replicas yet, by group and member id. */
    private final NavigableMap<String, NavigableMap<String, Long>> unsentBeats = new TreeMap<>();

    private long beatsSentAt;

    /** When this node took over the boards of another primary; empty when it did not. */
    private final Optional<Long> takenOverAt;

    /** The side of a split that is continued, and those whose histories ended. */
    private final String continued;

    private final NavigableSet<String> absorbed = new TreeSet<>();

    /** The copy of this node before this term. */
    private final ReplicatedBoards own;

    /** Whether this node's own cards are of another history than the boards that are continued. */
    private final boolean diverged;

    /**
     * Prepares a new term.
     *
     * @param base the boards that are continued
     */
    PrimaryRole(
            MeshContext context,
            RecoveringRole before,
            ReplicatedBoards base,
            Consumer<PendingReplies.PendingReply> replySender) {
        this.context = context;
        this.replySender = replySender;
        this.beatsSentAt = context.now();
        CopySummary summary = base.summary(context.age());
        this.continued = base.version().term();
        this.absorbed.addAll(before.endedBy(summary));
        this.own = before.boards();
        this.diverged = !base.continues(own);
        this.takenOverAt = base.boards().isEmpty() || base.version().primary().equals(context.self())
                ? Optional.empty()
                : Optional.of(context.now());
        ReplicatedBoards next = base.inTermOf(context.self(), context.view());
        this.boards = before.isComplete(summary)
                ? next
                : next.withOrigin(next.version().term());
        this.replies = new PendingReplies(boards.version().changes());
    }

    @Override
    public String primary() {
        return context.self();
    }

    @Override
    public ReplicatedBoards boards() {
        return boards;
    }

    @Override
    public boolean isBusy() {
        return false;
    }

    /** Starts the term: sends all boards to all replicas. */
    void start() {
        context.sendToOthers(fullState());
        if (!absorbed.isEmpty()) {
            context.healed(diverged, continued, List.copyOf(absorbed), own);
        }
        context.reunited(boards.viewNodes());
        if (diverged) {
            ejectHostedBy(context.self());
        }
        confirm(0);
    }

    private MeshMessage.FullState fullState() {
        return new MeshMessage.FullState(boards, context.age(), List.copyOf(absorbed));
    }

    /** Records the nodes of the new view. A node that joined gets all boards. */
    void viewChanged() {
        Set<String> known = Set.copyOf(boards.viewNodes());
        boards = boards.withViewNodes(context.view().nodes());
        for (String node : context.others()) {
            context.send(
                    node,
                    known.contains(node)
                            ? new MeshMessage.ViewUpdate(boards.version(), boards.viewNodes())
                            : fullState());
        }
        confirm(0);
    }

    /** Whether a message of this node, sent with a copy of this term, is handled. */
    boolean accepts(String from, String term) {
        return context.view().contains(from) && term.equals(boards.version().term());
    }

    void handle(String from, long number, MeshRequest request) {
        MeshLimits limits = context.limits();
        GroupBoard board = boards.board(request.group());
        // A look creates no group, so the limit does not apply to it.
        RequestEvaluator result = request instanceof MeshRequest.Look || boards.hasRoomFor(request.group(), limits)
                ? RequestEvaluator.evaluate(request, board, from, from.equals(context.self()), this::mayEject, limits)
                : RequestEvaluator.tooManyGroups(limits);
        result.change().ifPresent(change -> apply(request.group(), change, result.needsConfirmation()));
        MeshReply reply = result.reply() instanceof MeshReply.Renewed renewed
                ? new MeshReply.Renewed(renewed.card(), unsentBeats(request.group()))
                : result.reply();
        replies.add(from, number, boards.version(), reply);
        confirm(0);
    }

    /** A primary that took over may have older beats than were answered: for a time-to-live it ejects no member at another node's request. */
    private boolean mayEject(Card card) {
        return takenOverAt
                .filter(time -> context.now() - time < card.timeToLive().toNanos())
                .isEmpty();
    }

    private void apply(String group, BoardChange change, boolean needsConfirmation) {
        if (change instanceof BoardChange.CardsRenewed renewed) {
            boards = boards.withBeats(group, renewed.beats());
            unsentBeats.computeIfAbsent(group, name -> new TreeMap<>()).putAll(renewed.beats());
            if (needsConfirmation) {
                sendBeats(true);
            }
            return;
        }
        boolean notable = change.isNotable(boards.board(group));
        apply(new TreeMap<>(Map.of(group, change)), needsConfirmation);
        if (notable) {
            context.output().changed(group);
        }
    }

    private void apply(NavigableMap<String, BoardChange> changes, boolean needsConfirmation) {
        if (boards.boards().isEmpty()) {
            context.setAge(0);
        }
        boards = boards.with(changes);
        if (needsConfirmation) {
            replies.require(boards.version().changes());
        }
        context.sendToOthers(new MeshMessage.Update(boards.version(), changes, needsConfirmation));
    }

    private NavigableMap<String, Long> unsentBeats(String group) {
        return new TreeMap<>(unsentBeats.getOrDefault(group, Collections.emptyNavigableMap()));
    }

    /** Sends all beats of the last interval in one message per replica. */
    private void sendBeats(boolean needsConfirmation) {
        NavigableMap<String, BoardChange> changes = new TreeMap<>();
        unsentBeats.forEach((group, beats) -> changes.put(group, new BoardChange.CardsRenewed(beats)));
        unsentBeats.clear();
        beatsSentAt = context.now();
        apply(changes, needsConfirmation);
    }

    /** Sends the collected beats when it is due, unless a pulse of this node's own member has sent them. */
    void tick() {
        if (!unsentBeats.isEmpty()
                && context.now() - beatsSentAt
                        >= context.limits().beatInterval().toNanos()) {
            sendBeats(false);
        }
        confirm(0); // it may count as alone by now
    }

    /** Sends the replies that wait for no more than this many changes; all of them when this node is alone. */
    private void confirm(long changes) {
        replies.confirm(context.isAlone() ? boards.version().changes() : changes);
        replies.flush(replySender);
    }

    /** Ejects all members whose cards were last renewed through this node. */
    void ejectHostedBy(String node) {
        boards.cardsHostedBy(node)
                .forEach((group, cards) ->
                        cards.forEach(card -> apply(group, new BoardChange.CardRemoved(card.incarnation()), true)));
        confirm(0);
    }

    /** Tells all nodes of a side that replied too late to be known when this term began. */
    private void absorb(String side) {
        if (absorbed.add(side)) {
            context.healed(false, continued, List.of(side), boards);
            context.sendToOthers(fullState());
        }
    }

    /** Handles a message of a replica. */
    void receive(String from, MeshMessage message) {
        if (message instanceof MeshMessage.FullStateRequest && context.view().contains(from)) {
            context.send(from, fullState());
        } else if (message instanceof MeshMessage.Confirmation confirmation
                && accepts(from, confirmation.version().term())) {
            confirmation.diverged().ifPresent(side -> {
                absorb(side);
                ejectHostedBy(from);
            });
            confirm(confirmation.version().changes());
        }
    }
}
