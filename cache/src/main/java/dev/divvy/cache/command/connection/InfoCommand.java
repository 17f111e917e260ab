package dev.divvy.cache.command.connection;

import dev.divvy.cache.command.context.ClientSession;
import dev.divvy.cache.command.context.CommandContext;
import dev.divvy.cache.command.context.NodeInfo;
import dev.divvy.cache.resp.ReplyWriter;
import dev.divvy.cache.resp.RespRequest;
import dev.divvy.cache.store.EntryStore;
import dev.divvy.cache.store.StoreCounters;
import io.netty.buffer.ByteBuf;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/** INFO: the figures of a node, in sections. */
public final class InfoCommand {

    private static final int SECOND = 1000;
    private static final int DAY = 24 * 60 * 60;

    private static final Map<String, Function<CommandContext, String>> SECTIONS = new LinkedHashMap<>();

    static {
        SECTIONS.put("Server", InfoCommand::server);
        SECTIONS.put("Clients", InfoCommand::clients);
        SECTIONS.put("Memory", InfoCommand::memory);
        SECTIONS.put("Persistence", ground -> "loading:0\n");
        SECTIONS.put("Stats", InfoCommand::stats);
        SECTIONS.put("Replication", ground -> "role:master\nconnected_slaves:0\n");
        SECTIONS.put("Cluster", InfoCommand::cluster);
        SECTIONS.put("Keyspace", InfoCommand::keyspace);
    }

    private InfoCommand() {}

    public static void run(RespRequest request, ClientSession session, CommandContext ground, ByteBuf out) {
        StringBuilder text = new StringBuilder();
        SECTIONS.forEach((name, section) -> {
            if (isAsked(request, name)) {
                text.append(text.isEmpty() ? "# " : "\n# ").append(name).append('\n');
                text.append(section.apply(ground));
            }
        });
        ReplyWriter.verbatim(out, text.toString().replace("\n", "\r\n"), session.resp3());
    }

    private static boolean isAsked(RespRequest request, String section) {
        if (request.size() == 1) {
            return true;
        }
        for (int at = 1; at < request.size(); at++) {
            boolean all = request.is(at, "all") || request.is(at, "default") || request.is(at, "everything");
            if (all || request.is(at, section)) {
                return true;
            }
        }
        return false;
    }

    private static String server(CommandContext ground) {
        NodeInfo facts = ground.facts();
        long seconds = Math.max(0, ground.shelves().clock().millis() - facts.started()) / SECOND;
        return """
                redis_version:%s
                redis_mode:%s
                divvy_version:%s
                divvy_name:%s
                os:%s
                arch_bits:64
                process_id:%d
                run_id:%s
                tcp_port:%d
                uptime_in_seconds:%d
                uptime_in_days:%d
                """.formatted(
                        NodeInfo.REDIS_VERSION,
                        ground.cluster().clientsMayRoute() ? "cluster" : "standalone",
                        facts.version(),
                        facts.name(),
                        System.getProperty("os.name"),
                        ProcessHandle.current().pid(),
                        ground.cluster().myId(),
                        facts.port(),
                        seconds,
                        seconds / DAY);
    }

    private static String clients(CommandContext ground) {
        return "connected_clients:" + ground.sessions().size() + "\nmaxclients:"
                + ground.limits().mostConnections() + "\nblocked_clients:0\n";
    }

    private static String memory(CommandContext ground) {
        long most = ground.shelves().maxBytes();
        long used = ground.shelves().counters().bytes();
        Runtime heap = Runtime.getRuntime();
        return """
                used_memory:%d
                used_memory_human:%s
                used_memory_rss:%d
                total_system_memory:%d
                maxmemory:%d
                maxmemory_human:%s
                maxmemory_policy:%s
                mem_allocator:java
                """.formatted(
                        used,
                        human(used),
                        heap.totalMemory(),
                        heap.maxMemory(),
                        most == EntryStore.UNBOUNDED ? 0 : most,
                        human(most == EntryStore.UNBOUNDED ? 0 : most),
                        most == EntryStore.UNBOUNDED ? "noeviction" : "allkeys-lru");
    }

    private static String human(long bytes) {
        String[] units = {"B", "K", "M", "G", "T"};
        double value = bytes;
        int unit = 0;
        while (value >= 1024 && unit < units.length - 1) {
            value /= 1024;
            unit++;
        }
        return unit == 0 ? bytes + "B" : String.format(Locale.ROOT, "%.2f%s", value, units[unit]);
    }

    private static String stats(CommandContext ground) {
        StoreCounters counters = ground.shelves().counters();
        return """
                total_connections_received:%d
                total_commands_processed:%d
                expired_keys:%d
                evicted_keys:%d
                keyspace_hits:%d
                keyspace_misses:%d
                """.formatted(
                        ground.sessions().received(),
                        ground.sessions().commands(),
                        counters.expired(),
                        counters.evicted(),
                        counters.hits(),
                        counters.misses());
    }

    private static String cluster(CommandContext ground) {
        return "cluster_enabled:" + (ground.cluster().clientsMayRoute() ? 1 : 0) + "\n";
    }

    private static String keyspace(CommandContext ground) {
        long[] expiring = {0};
        ground.shelves().forEach((shelf, token) -> {
            synchronized (shelf) {
                expiring[0] += shelf.expiring();
            }
        });
        long entries = ground.shelves().counters().entries();
        return entries == 0 ? "" : "db0:keys=" + entries + ",expires=" + expiring[0] + ",avg_ttl=0\n";
    }
}
