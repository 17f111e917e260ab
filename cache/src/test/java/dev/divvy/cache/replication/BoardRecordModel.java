package dev.divvy.cache.replication;

import java.util.Arrays;

/**
 * A record of the searched token. Incarnations are numbers; sets of them are bit sets.
 *
 * @param owner the owner, or {@link #NOBODY}
 * @param lostAt for each incarnation the epoch at which it lost the token, while it must still release it; otherwise 0
 */
record BoardRecordModel(int owner, long since, int copies, int heirs, int[] lostAt) {

    static final int NOBODY = -1;

    int listed() {
        return copies | heirs | (owner == NOBODY ? 0 : 1 << owner);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof BoardRecordModel that
                && owner == that.owner
                && since == that.since
                && copies == that.copies
                && heirs == that.heirs
                && Arrays.equals(lostAt, that.lostAt);
    }

    @Override
    public int hashCode() {
        return (int) Fingerprint.of(owner, since, copies, heirs, Arrays.hashCode(lostAt));
    }

    @Override
    public String toString() {
        return "owner " + owner + " since " + since + ", copies " + Integer.toBinaryString(copies) + ", heirs "
                + Integer.toBinaryString(heirs);
    }
}
