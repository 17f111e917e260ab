package dev.divvy.cache.replication;

import dev.divvy.cache.replication.contents.CopiesInProgress;
import dev.divvy.cache.replication.contents.EntryChange;
import dev.divvy.cache.replication.protocol.OwnerPhase;
import dev.divvy.cache.replication.protocol.TokenOwner;
import dev.divvy.cache.store.EntryChangeListener;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Passes the changes of a token on to its other replicas, while this node serves it. Used inside the monitor of the token. */
final class OwnChanges implements EntryChangeListener {

    private final TokenOwner<EntryChange> owner;
    private final CopiesInProgress copies;

    /** Whether this node serves the token and no other replica counts: then changes and replies need nothing but this object. */
    private boolean alone;

    /** Whether there were changes meanwhile, which the owner counts as one before the next event. */
    private boolean changedAlone;

    /** Whether changes were passed on since the last look, and whether the replicas may keep some of them; read without the monitor too. */
    private volatile boolean passedOn;

    private volatile boolean untrimmed;

    OwnChanges(TokenOwner<EntryChange> owner, CopiesInProgress copies) {
        this.owner = owner;
        this.copies = copies;
    }

    boolean areAlone() {
        return alone;
    }

    void setAlone(boolean next) {
        alone = next;
    }

    void count() {
        if (changedAlone) {
            changedAlone = false;
            owner.changedAlone();
        }
    }

    @Override
    public void changed(byte @Nullable [] old, byte @Nullable [] entry) {
        if (mustPassOn()) {
            byte[] changed = entry == null ? Objects.requireNonNull(old) : entry;
            copies.changed(changed);
            owner.changed(entry == null ? EntryChange.removalOf(changed) : EntryChange.put(entry));
        }
    }

    /** Another replica may have the key, whatever the reason: the reply to its removal must be true of all. */
    @Override
    public void removedAbsent(byte[] data, int keyStart, int keyLength) {
        if (mustPassOn()) {
            owner.changed(EntryChange.remove(Arrays.copyOfRange(data, keyStart, keyStart + keyLength)));
        }
    }

    @Override
    public void flushed() {
        if (mustPassOn()) {
            copies.flushed();
            owner.changed(EntryChange.FLUSH);
        }
    }

    @Override
    public void forgot(long report) {
        if (mustPassOn()) {
            copies.forgot(report);
            owner.changed(EntryChange.forgot(report));
        }
    }

    /** Takes note that the replicas may have something to discard, for another reason than a change. */
    void mayTrim() {
        passedOn = true;
    }

    /** Lets the replicas discard the last changes, if there were none since the last call; called without the monitor of the token. */
    void trim(Object monitor) {
        if (!passedOn && !untrimmed) {
            return;
        }
        synchronized (monitor) {
            untrimmed = passedOn || !owner.copying().trim();
            passedOn = false;
        }
    }

    private boolean mustPassOn() {
        changedAlone |= alone;
        boolean must = !alone && owner.phase() == OwnerPhase.SERVING;
        if (must && !passedOn) {
            passedOn = true;
        }
        return must;
    }
}
