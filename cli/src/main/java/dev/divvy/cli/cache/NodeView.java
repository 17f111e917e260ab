package dev.divvy.cli.cache;

import dev.divvy.cache.CacheStats;
import dev.divvy.console.GroupView;
import dev.divvy.coordination.status.GroupStatus;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A node and its group. The components are the fields of its JSON.
 *
 * @param tokens the number of tokens that the keys are divided into
 * @param epoch the epoch; null before the first allocation
 * @param held the tokens that this node holds
 */
record NodeView(
        String group,
        String node,
        int tokens,
        @Nullable Long epoch,
        boolean calm,
        int held,
        long leaseMillis,
        @Nullable String problem,
        long entries,
        long bytes,
        long hits,
        long misses,
        long expired,
        long evicted,
        List<GroupView.Member> members,
        List<GroupView.Handover> handovers) {

    static NodeView of(GroupStatus status, CacheStats stats) {
        GroupView group = GroupView.of(status);
        return new NodeView(
                group.group(),
                status.self().id(),
                status.pieces().count(),
                group.epoch(),
                group.calm(),
                group.held(),
                group.leaseMillis(),
                group.problem(),
                stats.entries(),
                stats.bytes(),
                stats.hits(),
                stats.misses(),
                stats.expired(),
                stats.evicted(),
                group.members(),
                group.handovers());
    }
}
