package dev.divvy.bench.cache.contestant;

/** A contestant of which this process is a member: its entries come and go with it. */
public interface Member extends Contestant {

    /** Whether there are so many members, and everything is owned by one of them and moves no more, as far as this one knows. */
    boolean isStable(int members);

    /** Entries on this member. */
    long size();

    /** Leaves in order. */
    @Override
    void close();
}
