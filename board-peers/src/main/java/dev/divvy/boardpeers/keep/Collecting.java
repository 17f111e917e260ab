package dev.divvy.boardpeers.keep;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** A node that is about to keep the boards: it hears from the others what copies they have, and fetches the one that goes on. */
final class Collecting implements Role {

    private final Surroundings around;
    private final Book book;
    private final Map<String, Copy> copies = new TreeMap<>();

    /** Who was asked for its copy and did not give it. */
    private String fetching = "";

    private long until;

    Collecting(Surroundings around, Book book) {
        this.around = around;
        this.book = book;
        copies.put(around.me(), book.copy());
        limit();
        around.toAll(new Note.Collect(number()));
    }

    @Override
    public String keeper() {
        return around.me();
    }

    @Override
    public Book book() {
        return book;
    }

    @Override
    public boolean isBusy() {
        return true;
    }

    private long number() {
        return around.company().number();
    }

    private void limit() {
        until = around.moment() + around.limits().collect().toNanos();
    }

    private boolean isLate() {
        return around.moment() - until >= 0;
    }

    void heard(String node, Note.Collected collected) {
        if (collected.company() == number() && around.company().has(node) && fetching.isEmpty()) {
            copies.put(node, collected.copy());
        }
    }

    /** Who was heard, this node too. */
    Set<String> heard() {
        return copies.keySet();
    }

    /** The book to go on from, as soon as that is known; who was asked for its copy and does not give it is as good as silent. */
    Optional<Book> choice() {
        if (!fetching.isEmpty() && isLate()) {
            copies.remove(fetching);
            fetching = "";
        }
        if (!fetching.isEmpty()
                || !(copies.keySet().containsAll(around.company().nodes()) || isLate())) {
            return Optional.empty();
        }
        String best = Choice.of(copies);
        Stamp stamp = Objects.requireNonNull(copies.get(best)).stamp();
        if (stamp.isNone()) {
            return Optional.of(Book.NONE);
        }
        if (stamp.equals(book.stamp())) {
            return Optional.of(book);
        }
        fetching = best;
        limit();
        around.send(best, new Note.Fetch(number()));
        return Optional.empty();
    }

    /** The book to go on from, if this is it. */
    Optional<Book> given(String from, Note.Given given) {
        return given.company() == number() && fetching.equals(from) ? Optional.of(given.book()) : Optional.empty();
    }
}
