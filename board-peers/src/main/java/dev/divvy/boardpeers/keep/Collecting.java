package dev.divvy.boardpeers.keep;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/** A node that is about to keep the boards: it hears from the others what copies they have, and fetches the one that goes on. */
final class Collecting implements Role {

    private final Surroundings around;
    private final Book book;

    /** Whether several companies became one: the others may have gone on without this node. */
    private final boolean merged;

    private final Map<String, Copy> copies = new TreeMap<>();

    /** Who was asked for its copy and did not give it. */
    private String fetching = "";

    private long until;

    Collecting(Surroundings around, Book book, boolean merged) {
        this.around = around;
        this.book = book;
        this.merged = merged;
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

    boolean isMerged() {
        return merged;
    }

    /** After a split it waits until no lease is left that another keeper gave: then nothing is held twice whichever copy goes on. */
    private void limit() {
        Limits limits = around.limits();
        until = around.moment() + (merged ? limits.collectMerged() : limits.collect()).toNanos();
    }

    private boolean isLate() {
        return around.moment() - until >= 0;
    }

    void heard(String node, Note.Collected collected) {
        if (collected.company() == number() && around.company().has(node) && fetching.isEmpty()) {
            copies.put(node, collected.copy());
        }
    }

    /** Whether what was answered is in this copy, as far as this node can know. */
    boolean isWhole(Copy base) {
        return base.isWhole(copies.keySet())
                && (!merged || copies.keySet().containsAll(around.company().nodes()));
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
