package dev.divvy.boardredis.connection;

import dev.divvy.boardredis.ReplicaQuorum;
import io.lettuce.core.cluster.SlotHash;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A script with its keys and arguments.
 *
 * @param quorum the replicas that must have the change; null when the script changes nothing
 */
record ScriptCall(
        Script script,
        List<byte[]> keys,
        List<byte[]> arguments,
        @Nullable ReplicaQuorum quorum) {

    ScriptCall {
        if (keys.isEmpty()) {
            throw new IllegalArgumentException(
                    "script " + script + " has no key; give at least one, because the key decides which node runs it");
        }
    }

    int slot() {
        return SlotHash.getSlot(keys.get(0));
    }
}
