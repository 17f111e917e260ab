package dev.divvy.cache.store;

/** Follows the stores of a node that commands see, and the changes that commands make in them. Every method is called inside the monitor of the store. */
public interface StoreObserver {

    /** Observes nothing. */
    StoreObserver NONE = new StoreObserver() {
        @Override
        public void shown(TokenStore store) {}

        @Override
        public void changed(int token, byte[] data, int keyStart, int keyLength) {}

        @Override
        public void flushed(int token) {}
    };

    /** Commands see the entries of this store from now on; it may have some already. */
    void shown(TokenStore store);

    /** A command sets, expires or removes the entry of this key, whether there is one or not. It must return quickly. */
    void changed(int token, byte[] data, int keyStart, int keyLength);

    /** A command removes all entries. */
    void flushed(int token);
}
