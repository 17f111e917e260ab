package dev.divvy.cache.store;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The entries of one token, of which this node is the owner or keeps a copy. The caller of any method holds its monitor, unless said
 * otherwise. Every change is counted and reported to the listener. An entry counts as absent from the millisecond at which it expires.
 */
public final class TokenStore {

    private EntryTable table = new EntryTable();

    /** The counters of the node; null while this store belongs to no {@link EntryStore}. */
    private @Nullable StoreCounters counters;

    /** Where this store tells whether it has entries; null while it belongs to no {@link EntryStore}. */
    private @Nullable NonEmptyTokens index;

    private int token;

    private StoreObserver observer = StoreObserver.NONE;

    private @Nullable EntryChangeListener listener;

    /** The loads in progress; null when there is none. They do not move with the entries. */
    private @Nullable LoadLeases leases;

    private ForgottenReports forgottenReports = ForgottenReports.NONE;

    /** The number of entries that have an expiry. */
    private int expiring;

    /** The position of the scan for expired entries. */
    private int sweepCursor;

    private int maxValueLength = Integer.MAX_VALUE;

    /** Whether commands see the entries; written inside the monitor. */
    private volatile boolean visible = true;

    /** Creates an empty store that is not counted yet. */
    public TokenStore() {}

    /** Counts this store, with the entries that it has, in these counters and in no others. */
    void countIn(StoreCounters next) {
        leaveCounters();
        counters = next;
        next.add(table.size(), table.bytes());
    }

    /** Tells this index from now on, and no other, whether this store, the one of the token, has entries. */
    void indexIn(NonEmptyTokens next, int ofToken) {
        if (index != null) {
            index.set(ofToken, false);
        }
        index = next;
        token = ofToken;
        next.set(ofToken, table.size() > 0);
    }

    void observe(StoreObserver next) {
        observer = next;
    }

    /** Takes the entries of this store out of its counters, and tells the index nothing more. */
    void stopCounting() {
        leaveCounters();
        counters = null;
        index = null;
    }

    private void leaveCounters() {
        if (counters != null) {
            counters.add(-table.size(), -table.bytes());
        }
    }

    /** Whether commands see the entries: false for a copy. May be called without the monitor. */
    public boolean isVisible() {
        return visible;
    }

    void setVisible(boolean next) {
        visible = next;
    }

    void limitValueLength(int bytes) {
        maxValueLength = bytes;
    }

    /** Returns the length up to which a value may grow. */
    public int maxValueLength() {
        return maxValueLength;
    }

    /** Reports all changes from now on to this listener, and to no other. */
    public void listen(EntryChangeListener next) {
        listener = next;
    }

    public void stopListening() {
        listener = null;
    }

    /** Returns the token of which these are the entries. */
    public int token() {
        return token;
    }

    /** Returns the number of entries, including expired ones that were not removed yet. */
    public int size() {
        return table.size();
    }

    public int expiring() {
        return expiring;
    }

    public long bytes() {
        return table.bytes();
    }

    /** Returns the entry of a key; null if it has none or the entry expired. */
    public byte @Nullable [] find(byte[] data, int start, int length, long now) {
        byte[] entry = table.find(data, start, length);
        if (entry != null && EntryLayout.isExpired(entry, now)) {
            removeExpired(entry);
            return null;
        }
        return entry;
    }

    /** Finds an entry for a read command: marks it as just used and counts a hit or a miss. */
    public byte @Nullable [] read(byte[] data, int start, int length, long now) {
        byte[] entry = find(data, start, length, now);
        if (entry != null) {
            EntryLayout.touch(entry, now);
        }
        if (counters != null) {
            counters.countRead(entry != null);
        }
        return entry;
    }

    /** Grants a lease to load the value of a key that has none; returns its number. */
    public long leaseForLoad(byte[] data, int start, int length) {
        if (leases == null) {
            leases = new LoadLeases();
        }
        return leases.grant(data, start, length);
    }

    /** Whether the key was not changed since this lease was granted. */
    public boolean hasLease(byte[] data, int start, int length, long number) {
        return leases != null && leases.has(data, start, length, number);
    }

    /** Cancels all loads in progress. */
    public void cancelLeases() {
        leases = null;
    }

    private void cancelLease(byte[] data, int start, int length) {
        if (leases != null) {
            leases.cancel(data, start, length);
            leases = leases.orNull();
        }
    }

    private void cancelLease(byte[] entry) {
        cancelLease(entry, EntryLayout.keyStart(), EntryLayout.keyLength(entry));
    }

    /** Puts the entry, which replaces the one with the same key. */
    public void put(byte[] entry) {
        cancelLease(entry);
        reportChange(entry);
        long bytes = table.bytes();
        int size = table.size();
        byte[] old = table.put(entry);
        expiring += expires(entry) - (old == null ? 0 : expires(old));
        countChangeSince(size, bytes);
        if (listener != null) {
            listener.changed(old, entry);
        }
    }

    private void reportChange(byte[] entry) {
        reportChange(entry, EntryLayout.keyStart(), EntryLayout.keyLength(entry));
    }

    private void reportChange(byte[] data, int keyStart, int keyLength) {
        if (visible) {
            observer.changed(token, data, keyStart, keyLength);
        }
    }

    private static int expires(byte[] entry) {
        return EntryLayout.expiry(entry) == EntryLayout.NEVER ? 0 : 1;
    }

    private void countChangeSince(int size, long bytes) {
        if (counters != null) {
            counters.add(table.size() - size, table.bytes() - bytes);
        }
        if (index != null && (size == 0) != (table.size() == 0)) {
            index.set(token, table.size() > 0);
        }
    }

    /** Removes the entry of this key; returns whether there was one. */
    public boolean remove(byte[] data, int start, int length, long now) {
        cancelLease(data, start, length);
        reportChange(data, start, length);
        byte[] entry = table.find(data, start, length);
        if (entry == null) {
            if (listener != null) {
                listener.removedAbsent(data, start, length);
            }
            return false;
        }
        if (EntryLayout.isExpired(entry, now)) {
            removeExpired(entry);
            return false;
        }
        return take(entry);
    }

    /** Removes the entry with the same key; returns whether there was one. */
    public boolean remove(byte[] entry) {
        reportChange(entry);
        return take(entry);
    }

    /** Removes an entry, also without a command: it has expired or is evicted. */
    private boolean take(byte[] entry) {
        cancelLease(entry);
        long bytes = table.bytes();
        int size = table.size();
        byte[] old = table.remove(entry);
        if (old == null) {
            return false;
        }
        expiring -= expires(old);
        countChangeSince(size, bytes);
        if (listener != null) {
            listener.changed(old, null);
        }
        return true;
    }

    private void removeExpired(byte[] entry) {
        if (take(entry) && counters != null) {
            counters.countExpired();
        }
    }

    /** Evicts an entry, if it is still the one of its key. */
    boolean evict(byte[] entry) {
        if (table.find(entry, EntryLayout.keyStart(), EntryLayout.keyLength(entry)) != entry) {
            return false;
        }
        take(entry);
        if (counters != null) {
            counters.countEvicted();
        }
        return true;
    }

    /** Changes the expiry of an entry of this store, in place. */
    public void expireAt(byte[] entry, long expiry) {
        reportChange(entry);
        expiring -= expires(entry);
        EntryLayout.expiry(entry, expiry);
        expiring += expires(entry);
        if (listener != null) {
            listener.changed(entry, entry);
        }
    }

    /** Marks an entry as just used. */
    public void touch(byte[] entry, long now) {
        EntryLayout.touch(entry, now);
    }

    /** Removes everything. */
    public void flush() {
        if (visible) {
            observer.flushed(token);
        }
        clearEntries();
        if (listener != null) {
            listener.flushed();
        }
    }

    /** Discards everything; the listener is not told. */
    public void clear() {
        replaceBy(new TokenStore());
    }

    /** Discards the entries; the listener is not told. */
    public void clearEntries() {
        ForgottenReports kept = forgottenReports;
        clear();
        forgottenReports = kept;
    }

    /** Takes note that the keys of a report were forgotten here. */
    public void forgot(long report) {
        if (!forgottenReports.contains(report)) {
            forgottenReports = forgottenReports.plus(report);
            if (listener != null) {
                listener.forgot(report);
            }
        }
    }

    /** Returns the reports whose keys were forgotten here, or where the entries came from. */
    public ForgottenReports forgottenReports() {
        return forgottenReports;
    }

    /** Takes over the entries of another store in place of its own; the other one must not be used any more. The listener is not told. */
    public void replaceBy(TokenStore other) {
        long bytes = table.bytes();
        int size = table.size();
        table = other.table;
        expiring = other.expiring;
        forgottenReports = other.forgottenReports;
        leases = null;
        sweepCursor = 0;
        countChangeSince(size, bytes);
    }

    /** Returns all entries, not copies of them: key and value never change, expiry and access clock may. */
    public byte[][] snapshot() {
        return table.snapshot();
    }

    /** Returns an entry chosen by a random number, which may have expired; null when there is none. */
    public byte @Nullable [] sample(int random) {
        return table.sample(random);
    }

    /**
     * Takes one step of a scan over all entries and returns the next cursor; the scan begins and ends with 0. Expired entries are skipped.
     */
    public int scan(int cursor, long now, Consumer<byte[]> visitor) {
        return table.scan(cursor, entry -> {
            if (!EntryLayout.isExpired(entry, now)) {
                visitor.accept(entry);
            }
        });
    }

    /**
     * Removes expired entries, from where the last sweep ended to the end of the store.
     *
     * @param limit the number of slots that may be inspected
     * @return the number of slots inspected; the limit exactly when the end was not reached
     */
    int sweep(long now, int limit) {
        int inspected = 0;
        List<byte[]> expired = new ArrayList<>();
        while (expiring > 0) {
            if (inspected == limit) {
                return inspected;
            }
            inspected++;
            sweepCursor = table.scan(sweepCursor, entry -> {
                if (EntryLayout.isExpired(entry, now)) {
                    expired.add(entry);
                }
            });
            expired.forEach(this::removeExpired);
            expired.clear();
            if (sweepCursor == 0) {
                break;
            }
        }
        sweepCursor = 0;
        return Math.min(inspected, limit - 1);
    }
}
