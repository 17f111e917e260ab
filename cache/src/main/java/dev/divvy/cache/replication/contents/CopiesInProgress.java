package dev.divvy.cache.replication.contents;

import dev.divvy.allocation.Incarnation;
import dev.divvy.cache.replication.protocol.CopyBuilding;
import dev.divvy.cache.store.CacheClock;
import dev.divvy.cache.store.TokenStore;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The copies of one token that are being sent, each in parts. Used inside the monitor of the token. */
public final class CopiesInProgress {

    private final CopyBuilding<EntryChange> building;
    private final TokenStore store;
    private final CacheClock clock;
    private final Map<Incarnation, CopyInProgress> copies = new HashMap<>(0);

    public CopiesInProgress(CopyBuilding<EntryChange> building, TokenStore store, CacheClock clock) {
        this.building = building;
        this.store = store;
        this.clock = clock;
    }

    /** Takes note of a change of an entry. */
    public void changed(byte[] entry) {
        if (!copies.isEmpty()) {
            copies.values().forEach(copy -> copy.changed(entry));
        }
    }

    public void flushed() {
        copies.values().forEach(CopyInProgress::flushed);
    }

    public void forgot(long report) {
        copies.values().forEach(copy -> copy.forgot(report));
    }

    /** Returns the nodes to which copies must be sent or are being sent. */
    public List<Incarnation> targets() {
        copies.keySet().removeIf(to -> !building.isRunning(to));
        List<Incarnation> targets = new ArrayList<>(copies.keySet());
        targets.addAll(building.missing());
        return targets;
    }

    /**
     * Sends a part of a copy; returns whether another part must follow. The end is sent apart from the first part: from then on changes wait
     * for the receiver, which may need a second for its first message if it has just started.
     */
    public boolean sendPart(Incarnation to) {
        CopyInProgress copy = copies.get(to);
        boolean begins = copy == null;
        if (begins && building.isMissing(to)) {
            copy = new CopyInProgress(store, clock);
            copies.put(to, copy);
            building.begin(to);
        }
        if (copy == null || !building.isRunning(to)) {
            copies.remove(to);
            return false;
        }
        List<EntryChange> part = copy.next();
        if (!part.isEmpty()) {
            building.send(to, part);
        }
        if (!begins && copy.isComplete()) {
            copies.remove(to);
            building.end(to);
            return false;
        }
        return true;
    }
}
