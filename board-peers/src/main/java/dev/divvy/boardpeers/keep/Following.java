package dev.divvy.boardpeers.keep;

import dev.divvy.boardpeers.call.Question;
import java.util.Optional;

/** A node that has a copy of the keeper's book: it takes what the keeper says, tells it so, and asks for all of it when it missed something. */
final class Following implements Role {

    private final Surroundings around;
    private final String keeper;
    private Book book;

    /** When the keeper was last told that all of it is lacking, or is about to learn so. */
    private Optional<Long> lackingSaid = Optional.empty();

    Following(Surroundings around, String keeper, Book book) {
        this.around = around;
        this.keeper = keeper;
        this.book = book;
    }

    @Override
    public String keeper() {
        return keeper;
    }

    @Override
    public Book book() {
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

    void ask(long number, Question question) {
        around.send(keeper, new Note.Ask(number, book.stamp().line(), question));
    }

    void askForAll() {
        lackingSaid = Optional.of(around.moment());
        around.send(keeper, new Note.Lacking());
    }

    /** One who is about to keep the boards wants to know. */
    void show(Note.Collect collect) {
        lackingSaid = Optional.of(around.moment());
        around.send(keeper, new Note.Collected(collect.company(), book.copy()));
    }

    /** Time passed. */
    void passed() {
        long rest = around.limits().collect().toNanos() / 4;
        if (lacks() && lackingSaid.filter(said -> around.moment() - said < rest).isEmpty()) {
            askForAll();
        }
    }

    /** The keeper says something. */
    void told(Note note) {
        if (note instanceof Note.Whole whole) {
            boolean stranger = !whole.book().copy().continues(book.copy().stamp());
            book = whole.book();
            around.send(keeper, new Note.Kept(book.stamp(), stranger));
            book.pages().keySet().forEach(around.outlet()::changed);
        } else if (note instanceof Note.Changed changed) {
            changed(changed);
        } else if (note instanceof Note.Mark mark) {
            if (mark.stamp().equals(book.stamp())) {
                book = book.marked(mark.marked());
            } else {
                askForAll();
            }
        }
    }

    private void changed(Note.Changed changed) {
        if (changed.stamp().equals(book.stamp().next())) {
            Page page = book.page(changed.group());
            boolean news = changed.change().isNews(page);
            book = book.with(changed.group(), changed.change().on(page));
            if (changed.confirm()) {
                around.send(keeper, new Note.Kept(book.stamp(), false));
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
