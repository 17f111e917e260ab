package dev.divvy.cli.cache;

import dev.divvy.allocation.Version;
import dev.divvy.cache.CacheStats;
import dev.divvy.coordination.status.GroupStatus;
import dev.divvy.coordination.status.MemberStatus;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How a node and its group stand, as JSON. What nobody knows is null. */
final class NodeJson {

    private NodeJson() {}

    static Map<String, @Nullable Object> of(GroupStatus status, CacheStats stats) {
        Map<String, @Nullable Object> all = new LinkedHashMap<>();
        all.put("group", status.group());
        all.put("node", status.self().id());
        all.put("tokens", status.pieces().count());
        all.put("epoch", status.version().map(Version::epoch).orElse(null));
        all.put("calm", status.calm());
        all.put("held", status.self().held());
        all.put("leaseMillis", status.self().lease().toMillis());
        all.put("trouble", status.self().trouble().orElse(null));
        all.put("entries", stats.entries());
        all.put("bytes", stats.bytes());
        all.put("hits", stats.hits());
        all.put("misses", stats.misses());
        all.put("expired", stats.expired());
        all.put("evicted", stats.evicted());
        all.put("members", status.members().stream().map(NodeJson::member).toList());
        all.put("motions", status.motions().stream().map(NodeJson::motion).toList());
        return all;
    }

    private static Map<String, Object> member(MemberStatus member) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("name", member.id());
        row.put("state", member.state().name().toLowerCase(Locale.ROOT));
        row.put("address", member.address());
        row.put("tokens", member.pieces().count());
        return row;
    }

    private static Map<String, @Nullable Object> motion(GroupStatus.Motion motion) {
        Map<String, @Nullable Object> row = new LinkedHashMap<>();
        row.put("tokens", motion.pieces().count());
        row.put("to", motion.to().orElse(null));
        return row;
    }
}
