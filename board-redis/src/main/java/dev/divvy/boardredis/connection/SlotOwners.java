package dev.divvy.boardredis.connection;

import java.util.List;

/** The masters of slots. */
interface SlotOwners {

    /**
     * Returns the address of the master of a slot.
     *
     * @throws RedisAccessException when it cannot be found out in time
     */
    String masterOf(int slot, Deadline deadline);

    /** Reports that a node failed: another one may serve its slots by now. */
    void suspect(String address);

    /** Whether another node may take over from one that is not available. */
    boolean mayFailOver();

    /**
     * Reports that a node redirected a request to another one.
     *
     * @throws RedisAccessException when there is no other node
     */
    void redirected(String from);

    /** Returns all known nodes, those first that have not failed or whose failure is the longest ago. */
    List<String> nodes();
}
