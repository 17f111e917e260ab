package dev.divvy.boardredis.connection;

import java.util.List;

/** Who serves which slot. */
interface SlotOwners {

    /**
     * The address of the master of a slot.
     *
     * @throws RedisTroubleException when nobody can say in time
     */
    String of(int slot, Deadline deadline);

    /** A node was in trouble: another one may serve its slots by now. */
    void doubt(String address);

    /** Whether another node may take over from one that is away. */
    boolean mayChange();

    /**
     * A node said that a slot is served elsewhere.
     *
     * @throws RedisTroubleException when there is no elsewhere
     */
    void redirected(String from);

    /** All nodes that are known, those first that were in no trouble lately. */
    List<String> nodes();
}
