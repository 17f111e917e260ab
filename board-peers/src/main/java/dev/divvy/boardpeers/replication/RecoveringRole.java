package dev.divvy.boardpeers.replication;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/** A node that is about to keep the boards: it hears from the others what copies they have, and fetches the one that goes on. */
final class RecoveringRole implements NodeRole {

    private final MeshContext around;
    private final ReplicatedBoards book;

    /** Whether several companies became one: the others may have gone on without this node. */
    private final boolean merged;

    private final Map<String, CopySummary> copies = new TreeMap<>();

    /** Who was asked for its copy and did not give it. */
    private String fetching = "";

    private long until;

    RecoveringRole(MeshContext around, ReplicatedBoards book, boolean merged) {
        this.around = around;
        this.book = book;
        this.merged = merged;
        copies.put(around.me(), book.copy());
        limit();
        around.toAll(new MeshMessage.Collect(number()));
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
        MeshLimits limits = around.limits();
        until = around.moment() + (merged ? limits.collectMerged() : limits.collect()).toNanos();
    }

    private boolean isLate() {
        return around.moment() - until >= 0;
    }

    void heard(String node, MeshMessage.Collected collected) {
        if (collected.company() == number() && around.company().has(node) && fetching.isEmpty()) {
            copies.put(node, collected.copy());
        }
    }

    /** Whether what was answered is in this copy, as far as this node can know. */
    boolean isWhole(CopySummary base) {
        return base.isWhole(copies.keySet())
                && (!merged || copies.keySet().containsAll(around.company().nodes()));
    }

    /** The book to go on from, as soon as that is known; who was asked for its copy and does not give it is as good as silent. */
    Optional<ReplicatedBoards> choice() {
        if (!fetching.isEmpty() && isLate()) {
            copies.remove(fetching);
            fetching = "";
        }
        if (!fetching.isEmpty()
                || !(copies.keySet().containsAll(around.company().nodes()) || isLate())) {
            return Optional.empty();
        }
        String best = CopySelection.of(copies);
        StateVersion stamp = Objects.requireNonNull(copies.get(best)).stamp();
        if (stamp.isNone()) {
            return Optional.of(ReplicatedBoards.NONE);
        }
        if (stamp.equals(book.stamp())) {
            return Optional.of(book);
        }
        fetching = best;
        limit();
        around.send(best, new MeshMessage.Fetch(number()));
        return Optional.empty();
    }

    /** The book to go on from, if this is it. */
    Optional<ReplicatedBoards> given(String from, MeshMessage.Given given) {
        return given.company() == number() && fetching.equals(from) ? Optional.of(given.book()) : Optional.empty();
    }
}
