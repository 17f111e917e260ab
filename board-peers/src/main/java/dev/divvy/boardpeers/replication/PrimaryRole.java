package dev.divvy.boardpeers.replication;

import dev.divvy.boardpeers.request.MeshRequest;
import dev.divvy.coordination.board.Card;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** The node that keeps the boards: it rules on questions, sends every change to all others, and answers when one of them has it. */
final class PrimaryRole implements NodeRole {

    private final MeshContext around;
    private final PendingReplies answers;
    private final Consumer<PendingReplies.Answer> way;
    private ReplicatedBoards book;

    /** Since when this node keeps boards that another kept before it. */
    private final Optional<Long> tookOver;

    /** Whether this node's own cards are of another history than the book that goes on. */
    private final boolean stranger;

    /**
     * A time as keeper begins.
     *
     * @param base what goes on
     * @param way where answers go
     */
    PrimaryRole(MeshContext around, RecoveringRole before, ReplicatedBoards base, Consumer<PendingReplies.Answer> way) {
        this.around = around;
        this.way = way;
        this.stranger = !base.copy().continues(before.book().copy().stamp());
        this.tookOver = base.pages().isEmpty() || base.stamp().keeper().equals(around.me())
                ? Optional.empty()
                : Optional.of(around.moment());
        ReplicatedBoards mine = base.keptBy(around.me(), around.company());
        this.book = before.isWhole(base.copy()) ? mine : mine.in(mine.stamp().line());
        this.answers = new PendingReplies(book.stamp().changes());
    }

    @Override
    public String keeper() {
        return around.me();
    }

    @Override
    public ReplicatedBoards book() {
        return book;
    }

    @Override
    public boolean isBusy() {
        return false;
    }

    /** Gives the book to all. */
    void begin() {
        around.toAll(new MeshMessage.Whole(book));
        if (stranger) {
            takeOff(around.me());
        }
        confirm(0);
    }

    /** Others came or went: who is new gets all of it. */
    void companyChanged() {
        Set<String> known = Set.copyOf(book.marked());
        book = book.marked(around.company().nodes());
        for (String node : around.others()) {
            around.send(
                    node,
                    known.contains(node)
                            ? new MeshMessage.Mark(book.stamp(), book.marked())
                            : new MeshMessage.Whole(book));
        }
        confirm(0);
    }

    /** Whether a question of this node, made in the time of this line, is to be ruled on. */
    boolean hears(String from, String line) {
        return around.company().has(from) && line.equals(book.stamp().line());
    }

    void rule(String from, long number, MeshRequest question) {
        MeshLimits limits = around.limits();
        GroupBoard page = book.page(question.group());
        // A look begins no group, so it needs no room.
        RequestEvaluator ruling = question instanceof MeshRequest.Look || book.hasRoomFor(question.group(), limits)
                ? RequestEvaluator.on(question, page, from, from.equals(around.me()), this::mayGo, limits)
                : RequestEvaluator.noRoom(limits);
        ruling.change().ifPresent(change -> change(question.group(), page, change, ruling.weighty()));
        answers.add(from, number, ruling.reply());
        confirm(0);
    }

    /** A keeper that took over may know older beats than were answered: for a time-to-live it takes off nobody. */
    private boolean mayGo(Card card) {
        return tookOver.filter(
                        since -> around.moment() - since < card.timeToLive().toNanos())
                .isEmpty();
    }

    private void change(String group, GroupBoard page, BoardChange change, boolean weighty) {
        boolean news = change.isNews(page);
        book = book.with(group, change.on(page));
        if (weighty) {
            answers.need(book.stamp().changes());
        }
        around.toAll(new MeshMessage.Changed(book.stamp(), group, change, weighty));
        if (news) {
            around.outlet().changed(group);
        }
    }

    /** Somebody has all changes up to here; who is alone waits for nobody. */
    private void confirm(long changes) {
        answers.confirmed(around.company().nodes().size() == 1 ? book.stamp().changes() : changes);
        answers.flush(way);
    }

    /** Takes off all cards that were renewed through this node. */
    void takeOff(String node) {
        book.cardsOf(node)
                .forEach((group, cards) ->
                        cards.forEach(card -> change(group, book.page(group), new BoardChange.Off(card.life()), true)));
        confirm(0);
    }

    /** One that follows says something. */
    void told(String from, MeshMessage note) {
        if (note instanceof MeshMessage.Lacking && around.company().has(from)) {
            around.send(from, new MeshMessage.Whole(book));
        } else if (note instanceof MeshMessage.Kept kept
                && hears(from, kept.stamp().line())) {
            if (kept.stranger()) {
                takeOff(from);
            }
            confirm(kept.stamp().changes());
        }
    }
}
