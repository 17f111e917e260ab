package dev.divvy.cache.replication.protocol;

import java.util.Arrays;

/** A record of the searched token. Incarnations are numbers; sets of them are bit sets. */
final class BoardRecordModel {

    static final int NOBODY = -1;

    private final int owner;
    private final long since;
    private final int copies;
    private final int heirs;
    private final int[] lostAt;

    /**
     * Creates a record.
     *
     * @param owner the owner, or {@link #NOBODY}
     * @param lostAt for each incarnation the epoch at which it lost the token, while it must still release it; otherwise 0
     */
    BoardRecordModel(int owner, long since, int copies, int heirs, int[] lostAt) {
        this.owner = owner;
        this.since = since;
        this.copies = copies;
        this.heirs = heirs;
        this.lostAt = lostAt.clone();
    }

    int owner() {
        return owner;
    }

    long since() {
        return since;
    }

    int copies() {
        return copies;
    }

    int heirs() {
        return heirs;
    }

    int[] lostAt() {
        return lostAt.clone();
    }

    int listed() {
        return copies | heirs | (owner == NOBODY ? 0 : 1 << owner);
    }

    long fingerprint() {
        return Fingerprint.of(owner, since, copies, heirs, Arrays.hashCode(lostAt));
    }

    @Override
    public String toString() {
        return "owner " + owner + " since " + since + ", copies " + Integer.toBinaryString(copies) + ", heirs "
                + Integer.toBinaryString(heirs);
    }
}
