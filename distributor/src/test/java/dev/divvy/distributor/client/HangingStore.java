package dev.divvy.distributor.client;

import dev.divvy.coordination.Subscription;
import dev.divvy.coordination.board.Board;
import dev.divvy.distributor.store.NameLists;
import dev.divvy.distributor.store.Posting;
import dev.divvy.distributor.store.Postings;
import dev.divvy.distributor.store.Sheets;
import dev.divvy.distributor.store.Store;

/** A store that answers nobody who looks at the table while it is told to hang, as behind a network that swallows everything. */
final class HangingStore implements Store, Postings {

    private final Store store;

    /** Guarded by this. */
    private boolean hanging;

    HangingStore(Store store) {
        this.store = store;
    }

    synchronized void hang() {
        hanging = true;
    }

    synchronized void answer() {
        hanging = false;
        notifyAll();
    }

    @Override
    public Posting look(String service) {
        synchronized (this) {
            while (hanging) {
                try {
                    wait();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new IllegalStateException("interrupted", e);
                }
            }
        }
        return store.postings().look(service);
    }

    @Override
    public void acknowledge(String service, long epoch) {
        store.postings().acknowledge(service, epoch);
    }

    @Override
    public Subscription onChange(Runnable changed) {
        return store.postings().onChange(changed);
    }

    @Override
    public NameLists names() {
        return store.names();
    }

    @Override
    public Sheets sheets() {
        return store.sheets();
    }

    @Override
    public Postings postings() {
        return this;
    }

    @Override
    public Board board() {
        return store.board();
    }

    @Override
    public void close() {
        store.close();
    }
}
