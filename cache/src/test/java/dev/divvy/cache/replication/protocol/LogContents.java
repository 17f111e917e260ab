package dev.divvy.cache.replication.protocol;

/** The entries of a searched token: one key whose value is a {@link Log}. A change appends a write; an entry of a copy is the whole log. */
final class LogContents implements ReplicaContents<Long> {

    private static final long WHOLE = 1L << 60;

    long log;

    LogContents(long log) {
        this.log = log;
    }

    /** Returns the entry that makes the log equal to this one. */
    static Long entry(long log) {
        return WHOLE | log;
    }

    @Override
    public void apply(Long change) {
        log = (change & WHOLE) != 0 ? change & ~WHOLE : Log.plus(log, change);
    }

    @Override
    public void clear() {
        log = Log.EMPTY;
    }
}
