package dev.divvy.boardpeers.keep;

import dev.divvy.boardpeers.call.Question;
import dev.divvy.boardpeers.call.Reply;
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
record Ruling(Reply reply, Optional<Change> change, boolean weighty) {

    /**
     * @param from the node that asks
     * @param own whether that is the keeper itself
     * @param removable which cards of others may be taken off now
     */
    static Ruling on(Question question, Page page, String from, boolean own, Predicate<Card> removable, Limits limits) {
        if (question instanceof Question.Join join) {
            return join(join.card(), page, from, limits);
        }
        if (question instanceof Question.Pulse pulse) {
            return pulse(pulse, page, from, own);
        }
        if (question instanceof Question.Publish publish) {
            boolean may = page.record().mayPublish(publish.publisher(), publish.basis());
            return may
                    ? changing(new Reply.Done(true), new Change.Hung(publish.next()))
                    : unchanged(new Reply.Done(false));
        }
        if (question instanceof Question.Look) {
            return unchanged(new Reply.Seen(page.record().sighting(Optional.empty())));
        }
        return remove((Question.Remove) question, page, from, removable);
    }

    /** A group too many. */
    static Ruling noRoom(Limits limits) {
        return unchanged(new Reply.Trouble("there are " + limits.groups() + " groups already; no more are kept"));
    }

    private static Ruling join(Card card, Page page, String from, Limits limits) {
        BoardRecord record = page.record();
        if (record.cards().size() >= limits.cards() || record.highest().size() >= limits.names()) {
            return unchanged(new Reply.Trouble("there are " + record.cards().size() + " cards and "
                    + record.highest().size() + " names already; the most is " + limits.cards() + " and "
                    + limits.names()));
        }
        Admission admission = record.admission(card);
        Reply reply = new Reply.Admitted(admission);
        return admission instanceof Admission.Admitted
                ? changing(reply, new Change.Posted(card, from))
                : unchanged(reply);
    }

    private static Ruling pulse(Question.Pulse pulse, Page page, String from, boolean own) {
        Optional<Card> before = page.record().cardOf(pulse.card().life());
        if (before.isEmpty()) {
            return unchanged(new Reply.Ejected());
        }
        BoardRecord after = page.record().renewed(pulse.card());
        Card card = after.cardOf(pulse.card().life()).orElseThrow();
        boolean late = card.beat() != pulse.card().beat()
                || card.beat() == before.get().beat();
        Reply seen = new Reply.Seen(after.sighting(pulse.known()));
        String home = late ? page.homes().getOrDefault(card.life().member(), from) : from;
        return late && !own ? unchanged(seen) : new Ruling(seen, Optional.of(new Change.Posted(card, home)), own);
    }

    private static Ruling remove(Question.Remove remove, Page page, String from, Predicate<Card> removable) {
        Optional<Card> there = page.record().cardOf(remove.life());
        boolean may = page.record().mayRemove(remove.life(), remove.beat())
                && there.filter(card -> page.isHome(from, card) || removable.test(card))
                        .isPresent();
        return may
                ? changing(new Reply.Done(true), new Change.Off(remove.life()))
                : unchanged(new Reply.Done(there.isEmpty()));
    }

    private static Ruling changing(Reply reply, Change change) {
        return new Ruling(reply, Optional.of(change), true);
    }

    private static Ruling unchanged(Reply reply) {
        return new Ruling(reply, Optional.empty(), false);
    }
}
