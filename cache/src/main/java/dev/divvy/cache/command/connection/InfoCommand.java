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

/** INFO: shows the statistics of a node, in sections. */
public final class InfoCommand {

    private static final int SECOND = 1000;
    private static final int DAY = 24 * 60 * 60;

    private static final Map<String, Function<CommandContext, String>> SECTIONS = new LinkedHashMap<>();

    static {
        SECTIONS.put("Server", InfoCommand::server);
        SECTIONS.put("Clients", InfoCommand::clients);
        SECTIONS.put("Memory", InfoCommand::memory);
        SECTIONS.put("Persistence", context -> "loading:0\n");
        SECTIONS.put("Stats", InfoCommand::stats);
        SECTIONS.put("Replication", InfoCommand::replication);
        SECTIONS.put("Cluster", InfoCommand::cluster);
        SECTIONS.put("Keyspace", InfoCommand::keyspace);
    }

    private InfoCommand() {}

    public static void run(RespRequest request, ClientSession session, CommandContext context, ByteBuf out) {
        StringBuilder text = new StringBuilder();
        SECTIONS.forEach((name, section) -> {
            if (isRequested(request, name)) {
                text.append(text.isEmpty() ? "# " : "\n# ").append(name).append('\n');
                text.append(section.apply(context));
            }
        });
        ReplyWriter.verbatim(out, text.toString().replace("\n", "\r\n"), session.resp3());
    }

    private static boolean isRequested(RespRequest request, String section) {
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

    private static String server(CommandContext context) {
        NodeInfo info = context.nodeInfo();
        long seconds = Math.max(0, context.entryStore().clock().millis() - info.started()) / SECOND;
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
                        context.cluster().clientsMayRoute() ? "cluster" : "standalone",
                        info.version(),
                        info.name(),
                        System.getProperty("os.name"),
                        ProcessHandle.current().pid(),
                        context.cluster().myId(),
                        info.port(),
                        seconds,
                        seconds / DAY);
    }

    private static String clients(CommandContext context) {
        return "connected_clients:" + context.sessions().size() + "\nmaxclients:"
                + context.limits().maxConnections() + "\nblocked_clients:0\n";
    }

    private static String memory(CommandContext context) {
        long maxBytes = context.entryStore().maxBytes();
        long used = context.entryStore().bytes();
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
                        maxBytes == EntryStore.UNBOUNDED ? 0 : maxBytes,
                        human(maxBytes == EntryStore.UNBOUNDED ? 0 : maxBytes),
                        maxBytes == EntryStore.UNBOUNDED ? "noeviction" : "allkeys-lru");
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

    private static String stats(CommandContext context) {
        StoreCounters counters = context.entryStore().counters();
        return """
                total_connections_received:%d
                total_commands_processed:%d
                expired_keys:%d
                evicted_keys:%d
                keyspace_hits:%d
                keyspace_misses:%d
                """.formatted(
                        context.sessions().received(),
                        context.sessions().commands(),
                        counters.expired(),
                        counters.evicted(),
                        counters.hits(),
                        counters.misses());
    }

    private static String replication(CommandContext context) {
        return """
                role:master
                connected_slaves:0
                divvy_backups:%d
                divvy_copied_entries:%d
                divvy_unsettled_tokens:%d
                divvy_lost_tokens:%d
                """.formatted(
                        context.replication().backups(),
                        context.entryStore().copies().entries(),
                        context.replication().unsettledTokens(),
                        context.replication().lostTokens());
    }

    private static String cluster(CommandContext context) {
        return "cluster_enabled:" + (context.cluster().clientsMayRoute() ? 1 : 0) + "\n";
    }

    private static String keyspace(CommandContext context) {
        long[] expiring = {0};
        context.entryStore().forEach((store, token) -> {
            synchronized (store) {
                expiring[0] += store.expiring();
            }
        });
        long entries = context.entryStore().counters().entries();
        return entries == 0 ? "" : "db0:keys=" + entries + ",expires=" + expiring[0] + ",avg_ttl=0\n";
    }
}
