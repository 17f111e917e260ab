package dev.divvy.boardpeers.keep;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What one who is about to keep the boards has heard from the others. */
final class Collecting {

    private final Company company;
    private final Map<String, Copy> copies = new TreeMap<>();

    /** Who was asked for its copy and did not give it. */
    private String fetching = "";

    private long until;

    Collecting(Company company, String me, Copy mine, long until) {
        this.company = company;
        this.until = until;
        copies.put(me, mine);
    }

    long company() {
        return company.number();
    }

    void heard(String node, Copy copy) {
        if (company.has(node) && fetching.isEmpty()) {
            copies.put(node, copy);
        }
    }

    boolean complete() {
        return copies.keySet().containsAll(company.nodes());
    }

    boolean isFetching() {
        return !fetching.isEmpty();
    }

    boolean isFetchingFrom(String node) {
        return fetching.equals(node);
    }

    boolean isLate(long now) {
        return now - until >= 0;
    }

    /** Waits for the copy of this node. */
    void fetch(String node, long limit) {
        fetching = node;
        until = limit;
    }

    /** Who did not give its copy is as good as silent. */
    void giveUpFetching() {
        copies.remove(fetching);
        fetching = "";
    }

    /** Whose copy goes on. */
    String choice() {
        return Choice.of(copies);
    }

    Copy copyOf(String node) {
        Copy copy = copies.get(node);
        if (copy == null) {
            throw new IllegalStateException(node + " was not heard");
        }
        return copy;
    }

    Set<String> heard() {
        return copies.keySet();
    }
}
