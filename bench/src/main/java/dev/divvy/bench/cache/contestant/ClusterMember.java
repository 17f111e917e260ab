package dev.divvy.bench.cache.contestant;

/** A contestant that this process is a member of. A part of the entries is in this process. */
public interface ClusterMember extends Contestant {

    /** Whether this member sees exactly this many members, every entry has an owner among them, and no entry is moving. */
    boolean isStable(int members);

    /** Whether every entry has its copies, as all members see it. */
    boolean isProtected();

    /** The number of entries on this member, copies included. */
    long size();

    /** Leaves in order. */
    @Override
    void close();
}
