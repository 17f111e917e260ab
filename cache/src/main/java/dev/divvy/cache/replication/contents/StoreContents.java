package dev.divvy.cache.replication.contents;

import dev.divvy.cache.replication.protocol.ReplicaContents;
import dev.divvy.cache.store.TokenStore;

/** The entries of a token as its replica changes them: those of its store, or fetched ones that replace them later. */
public record StoreContents(TokenStore store) implements ReplicaContents<EntryChange> {

    @Override
    public void apply(EntryChange change) {
        switch (change.kind()) {
            case PUT -> store.put(change.bytes());
            // Whatever the expiry of the entry here: the owner has none for this key.
            case REMOVE -> store.remove(change.bytes(), 0, change.bytes().length, Long.MIN_VALUE);
            case FLUSH -> store.clearEntries();
            case FORGOT -> store.forgot(change.report());
        }
    }

    @Override
    public void clear() {
        store.clear();
    }
}
