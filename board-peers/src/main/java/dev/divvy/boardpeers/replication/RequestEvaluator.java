package dev.divvy.boardpeers.replication;

import dev.divvy.boardpeers.request.MeshReply;
import dev.divvy.boardpeers.request.MeshRequest;
import dev.divvy.coordination.board.Admission;
import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.support.BoardRecord;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * The primary's decision on one request: a function of values.
 *
 * @param change the change to the board, if any
 * @param needsConfirmation whether the reply waits until another node has the change. A mere beat does not wait, except the primary's own
 */
record RequestEvaluator(MeshReply reply, Optional<BoardChange> change, boolean needsConfirmation) {

    /**
     * Decides on a request.
     *
     * @param from the node that sent the request
     * @param local whether that is the primary itself
     * @param removable the cards that other nodes may remove now
     */
    static RequestEvaluator evaluate(
            MeshRequest request,
            GroupBoard board,
            String from,
            boolean local,
            Predicate<Card> removable,
            MeshLimits limits) {
        if (request instanceof MeshRequest.Join join) {
            return join(join.card(), board, from, limits);
        }
        if (request instanceof MeshRequest.Pulse pulse) {
            return pulse(pulse, board, from, local);
        }
        if (request instanceof MeshRequest.Publish publish) {
            boolean allowed = board.record().mayPublish(publish.publisher(), publish.basis());
            return allowed
                    ? changed(new MeshReply.Done(true), new BoardChange.AllocationPublished(publish.next()))
                    : unchanged(new MeshReply.Done(false));
        }
        if (request instanceof MeshRequest.Look) {
            return unchanged(new MeshReply.Seen(board.record().snapshot(Optional.empty())));
        }
        return remove((MeshRequest.Remove) request, board, from, removable);
    }

    static RequestEvaluator tooManyGroups(MeshLimits limits) {
        return unchanged(new MeshReply.Failed("the mesh has " + limits.groups() + " groups, which is the limit"));
    }

    private static RequestEvaluator join(Card card, GroupBoard board, String from, MeshLimits limits) {
        BoardRecord record = board.record();
        if (record.cards().size() >= limits.cards() || record.highest().size() >= limits.memberIds()) {
            return unchanged(
                    new MeshReply.Failed("the group has " + record.cards().size() + " cards and "
                            + record.highest().size() + " member ids; the limits are " + limits.cards() + " and "
                            + limits.memberIds()));
        }
        Admission admission = record.admission(card);
        MeshReply reply = new MeshReply.Admitted(admission);
        return admission instanceof Admission.Admitted
                ? changed(reply, new BoardChange.CardStored(card, from))
                : unchanged(reply);
    }

    private static RequestEvaluator pulse(MeshRequest.Pulse pulse, GroupBoard board, String from, boolean local) {
        Optional<Card> before = board.record().cardOf(pulse.card().incarnation());
        if (before.isEmpty()) {
            return unchanged(new MeshReply.Ejected());
        }
        BoardRecord after = board.record().renewed(pulse.card());
        Card card = after.cardOf(pulse.card().incarnation()).orElseThrow();
        boolean late = card.beat() != pulse.card().beat()
                || card.beat() == before.get().beat();
        MeshReply reply = local
                ? new MeshReply.Seen(after.snapshot(pulse.known()))
                : new MeshReply.Renewed(card, new TreeMap<>());
        if (late && !local) {
            return unchanged(reply);
        }
        boolean onlyBeat = late || (card.equalsIgnoringBeat(before.get()) && board.isHost(from, card));
        BoardChange change = onlyBeat
                ? new BoardChange.CardsRenewed(
                        new TreeMap<>(Map.of(card.incarnation().member(), card.beat())))
                : new BoardChange.CardStored(card, from);
        return new RequestEvaluator(reply, Optional.of(change), local);
    }

    private static RequestEvaluator remove(
            MeshRequest.Remove remove, GroupBoard board, String from, Predicate<Card> removable) {
        Optional<Card> current = board.record().cardOf(remove.incarnation());
        boolean allowed = board.record().mayRemove(remove.incarnation(), remove.beat())
                && current.filter(card -> board.isHost(from, card) || removable.test(card))
                        .isPresent();
        return allowed
                ? changed(new MeshReply.Done(true), new BoardChange.CardRemoved(remove.incarnation()))
                : unchanged(new MeshReply.Done(current.isEmpty()));
    }

    private static RequestEvaluator changed(MeshReply reply, BoardChange change) {
        return new RequestEvaluator(reply, Optional.of(change), true);
    }

    private static RequestEvaluator unchanged(MeshReply reply) {
        return new RequestEvaluator(reply, Optional.empty(), false);
    }
}
