package dev.divvy.boardpeers.replication;

import dev.divvy.boardpeers.request.MeshRequest;
import java.util.Optional;

/** A node that has a copy of the keeper's book: it takes what the keeper says, tells it so, and asks for all of it when it missed something. */
final class ReplicaRole implements NodeRole {

    private final MeshContext around;
    private final String keeper;
    private ReplicatedBoards book;

    /** When the keeper was last told that all of it is lacking, or is about to learn so. */
    private Optional<Long> lackingSaid = Optional.empty();

    ReplicaRole(MeshContext around, String keeper, ReplicatedBoards book) {
        this.around = around;
        this.keeper = keeper;
        this.book = book;
    }

    @Override
    public String keeper() {
        return keeper;
    }

    @Override
    public ReplicatedBoards book() {
        return book;
    }

    @Override
    public boolean isBusy() {
        return lacks();
    }

    /** Whether the copy is not of the time of the one that keeps the boards now. */
    boolean lacks() {
        return !book.stamp().keeper().equals(keeper);
    }

    /** Whether the keeper can be asked something. */
    boolean mayAsk() {
        return !lacks() && around.company().has(keeper);
    }

    void ask(long number, MeshRequest question) {
        around.send(keeper, new MeshMessage.Ask(number, book.stamp().line(), question));
    }

    void askForAll() {
        lackingSaid = Optional.of(around.moment());
        around.send(keeper, new MeshMessage.Lacking());
    }

    /** One who is about to keep the boards wants to know. */
    void show(MeshMessage.Collect collect) {
        lackingSaid = Optional.of(around.moment());
        around.send(keeper, new MeshMessage.Collected(collect.company(), book.copy()));
    }

    /** Time passed. */
    void passed() {
        long rest = around.limits().collect().toNanos() / 4;
        if (lacks() && lackingSaid.filter(said -> around.moment() - said < rest).isEmpty()) {
            askForAll();
        }
    }

    /** The keeper says something. */
    void told(MeshMessage note) {
        if (note instanceof MeshMessage.Whole whole) {
            boolean stranger = !whole.book().copy().continues(book.copy().stamp());
            book = whole.book();
            around.send(keeper, new MeshMessage.Kept(book.stamp(), stranger));
            book.pages().keySet().forEach(around.outlet()::changed);
        } else if (note instanceof MeshMessage.Changed changed) {
            changed(changed);
        } else if (note instanceof MeshMessage.Mark mark) {
            if (mark.stamp().equals(book.stamp())) {
                book = book.marked(mark.marked());
            } else {
                askForAll();
            }
        }
    }

    private void changed(MeshMessage.Changed changed) {
        if (changed.stamp().equals(book.stamp().next())) {
            GroupBoard page = book.page(changed.group());
            boolean news = changed.change().isNews(page);
            book = book.with(changed.group(), changed.change().on(page));
            if (changed.confirm()) {
                around.send(keeper, new MeshMessage.Kept(book.stamp(), false));
            }
            if (news) {
                around.outlet().changed(changed.group());
            }
        } else if (!changed.stamp().line().equals(book.stamp().line())
                || changed.stamp().changes() > book.stamp().changes()) {
            askForAll();
        }
    }
}
