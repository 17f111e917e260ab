package dev.divvy.boardpeers.replication;

import dev.divvy.boardpeers.request.MeshReply;
import dev.divvy.boardpeers.request.MeshRequest;
import dev.divvy.coordination.board.Admission;
import dev.divvy.coordination.board.Card;
import dev.divvy.coordination.support.BoardRecord;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * What the keeper does with a question: pure.
 *
 * @param change what it changes, if anything
 * @param weighty whether it counts only when another node has it. A mere beat does not, except the keeper's own
 */
record RequestEvaluator(MeshReply reply, Optional<BoardChange> change, boolean weighty) {

    /**
     * @param from the node that asks
     * @param own whether that is the keeper itself
     * @param removable which cards of others may be taken off now
     */
    static RequestEvaluator on(
            MeshRequest question,
            GroupBoard page,
            String from,
            boolean own,
            Predicate<Card> removable,
            MeshLimits limits) {
        if (question instanceof MeshRequest.Join join) {
            return join(join.card(), page, from, limits);
        }
        if (question instanceof MeshRequest.Pulse pulse) {
            return pulse(pulse, page, from, own);
        }
        if (question instanceof MeshRequest.Publish publish) {
            boolean may = page.record().mayPublish(publish.publisher(), publish.basis());
            return may
                    ? changing(new MeshReply.Done(true), new BoardChange.Hung(publish.next()))
                    : unchanged(new MeshReply.Done(false));
        }
        if (question instanceof MeshRequest.Look) {
            return unchanged(new MeshReply.Seen(page.record().sighting(Optional.empty())));
        }
        return remove((MeshRequest.Remove) question, page, from, removable);
    }

    /** A group too many. */
    static RequestEvaluator noRoom(MeshLimits limits) {
        return unchanged(new MeshReply.Trouble("there are " + limits.groups() + " groups already; no more are kept"));
    }

    private static RequestEvaluator join(Card card, GroupBoard page, String from, MeshLimits limits) {
        BoardRecord record = page.record();
        if (record.cards().size() >= limits.cards() || record.highest().size() >= limits.names()) {
            return unchanged(new MeshReply.Trouble("there are " + record.cards().size() + " cards and "
                    + record.highest().size() + " names already; the most is " + limits.cards() + " and "
                    + limits.names()));
        }
        Admission admission = record.admission(card);
        MeshReply reply = new MeshReply.Admitted(admission);
        return admission instanceof Admission.Admitted
                ? changing(reply, new BoardChange.Posted(card, from))
                : unchanged(reply);
    }

    private static RequestEvaluator pulse(MeshRequest.Pulse pulse, GroupBoard page, String from, boolean own) {
        Optional<Card> before = page.record().cardOf(pulse.card().life());
        if (before.isEmpty()) {
            return unchanged(new MeshReply.Ejected());
        }
        BoardRecord after = page.record().renewed(pulse.card());
        Card card = after.cardOf(pulse.card().life()).orElseThrow();
        boolean late = card.beat() != pulse.card().beat()
                || card.beat() == before.get().beat();
        MeshReply seen = new MeshReply.Seen(after.sighting(pulse.known()));
        String home = late ? page.homes().getOrDefault(card.life().member(), from) : from;
        return late && !own
                ? unchanged(seen)
                : new RequestEvaluator(seen, Optional.of(new BoardChange.Posted(card, home)), own);
    }

    private static RequestEvaluator remove(
            MeshRequest.Remove remove, GroupBoard page, String from, Predicate<Card> removable) {
        Optional<Card> there = page.record().cardOf(remove.life());
        boolean may = page.record().mayRemove(remove.life(), remove.beat())
                && there.filter(card -> page.isHome(from, card) || removable.test(card))
                        .isPresent();
        return may
                ? changing(new MeshReply.Done(true), new BoardChange.Off(remove.life()))
                : unchanged(new MeshReply.Done(there.isEmpty()));
    }

    private static RequestEvaluator changing(MeshReply reply, BoardChange change) {
        return new RequestEvaluator(reply, Optional.of(change), true);
    }

    private static RequestEvaluator unchanged(MeshReply reply) {
        return new RequestEvaluator(reply, Optional.empty(), false);
    }
}
