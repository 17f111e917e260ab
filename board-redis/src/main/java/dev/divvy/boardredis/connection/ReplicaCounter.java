package dev.divvy.boardredis.connection;

import dev.divvy.boardredis.ReplicaQuorum;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Counts the replicas that must confirm a change, by what the master reports of its replication. */
final class ReplicaCounter {

    /** The longest silence of a replica that still counts as one: what Redis itself calls a good one by default. */
    private static final int LONGEST_SILENCE_SECONDS = 10;

    private static final Pattern REPLICA = Pattern.compile("slave\\d+:[^\r\n]*state=online[^\r\n]*lag=(\\d{1,9})");

    private ReplicaCounter() {}

    /** Whether the number depends on what the master reports. */
    static boolean isReported(ReplicaQuorum quorum) {
        return quorum.replicas().isEmpty();
    }

    /**
     * Returns the number of replicas.
     *
     * @param info the master's answer to INFO replication; ignored where the number is fixed
     */
    static int needed(ReplicaQuorum quorum, String info) {
        return quorum.replicas().orElseGet(() -> (1 + good(info)) / 2);
    }

    /** A replica that is silent for long must not stop everything until the master gives it up, after a minute. */
    private static int good(String info) {
        int count = 0;
        Matcher replica = REPLICA.matcher(info);
        while (replica.find()) {
            if (Integer.parseInt(replica.group(1)) <= LONGEST_SILENCE_SECONDS) {
                count++;
            }
        }
        return count;
    }
}
