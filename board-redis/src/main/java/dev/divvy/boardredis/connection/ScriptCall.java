package dev.divvy.boardredis.connection;

import dev.divvy.boardredis.ReplicaQuorum;
import io.lettuce.core.cluster.SlotHash;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One script to be run.
 *
 * @param quorum who else must have what it changed; null when it changes nothing
 */
record ScriptCall(
        Script script,
        List<byte[]> keys,
        List<byte[]> arguments,
        @Nullable ReplicaQuorum quorum) {

    ScriptCall {
        if (keys.isEmpty()) {
            throw new IllegalArgumentException(
                    "script " + script + " without a key: nobody knows which server it is for");
        }
    }

    int slot() {
        return SlotHash.getSlot(keys.get(0));
    }
}
