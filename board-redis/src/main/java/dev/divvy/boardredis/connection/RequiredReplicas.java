package dev.divvy.boardredis.connection;

import dev.divvy.boardredis.ReplicaQuorum;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Computes how many replicas must confirm a change, from the replication report of the master. */
final class RequiredReplicas {

    /**
     * The lag up to which a replica counts. Redis reports whole seconds, and a replica that works is heard every second; one that hangs must be
     * left out before a lease ends, since otherwise all members would have to let go of everything although the master works.
     */
    private static final int MAX_LAG_SECONDS = 1;

    private static final Pattern REPLICA = Pattern.compile("slave\\d+:[^\r\n]*state=online[^\r\n]*lag=(\\d{1,9})");

    private RequiredReplicas() {}

    /** Whether the number depends on the report of the master. */
    static boolean isReported(ReplicaQuorum quorum) {
        return quorum.replicas().isEmpty();
    }

    /**
     * Returns the number of replicas that must confirm a change.
     *
     * @param info the master's reply to INFO replication; ignored if the number is fixed
     */
    static int needed(ReplicaQuorum quorum, String info) {
        return quorum.replicas().orElseGet(() -> (1 + good(info)) / 2);
    }

    /** Returns the number of good replicas. A master drops a silent replica only after a minute. */
    private static int good(String info) {
        int count = 0;
        Matcher replica = REPLICA.matcher(info);
        while (replica.find()) {
            if (Integer.parseInt(replica.group(1)) <= MAX_LAG_SECONDS) {
                count++;
            }
        }
        return count;
    }
}
