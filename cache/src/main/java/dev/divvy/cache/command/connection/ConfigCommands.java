package dev.divvy.cache.command.connection;

import dev.divvy.cache.command.context.ClientSession;
import dev.divvy.cache.command.context.CommandContext;
import dev.divvy.cache.command.keyspace.GlobPattern;
import dev.divvy.cache.resp.ReplyWriter;
import dev.divvy.cache.resp.RespRequest;
import dev.divvy.cache.store.EntryStore;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** CONFIG: shows the settings that clients ask for. They cannot be changed by it. */
public final class ConfigCommands {

    private static final Subcommands SUBCOMMANDS = new Subcommands("config")
            .with("get", -3, ConfigCommands::get)
            .with("resetstat", 2, ConfigCommands::resetStat)
            .refused("settings are given when the node starts and do not change while it runs", "set", "rewrite")
            .help("GET <pattern>", "RESETSTAT");

    private ConfigCommands() {}

    public static void run(RespRequest request, ClientSession session, CommandContext context, ByteBuf out) {
        SUBCOMMANDS.run(request, session, context, out);
    }

    private static void resetStat(RespRequest request, ClientSession session, CommandContext context, ByteBuf out) {
        context.entryStore().counters().reset();
        ReplyWriter.ok(out);
    }

    private static void get(RespRequest request, ClientSession session, CommandContext context, ByteBuf out) {
        Map<String, String> found = new TreeMap<>();
        Map<String, String> settings = settings(context);
        for (int at = 2; at < request.size(); at++) {
            GlobPattern pattern =
                    new GlobPattern(request.text(at).toLowerCase(Locale.ROOT).getBytes(StandardCharsets.UTF_8));
            settings.forEach((name, value) -> {
                if (pattern.matches(name.getBytes(StandardCharsets.UTF_8))) {
                    found.put(name, value);
                }
            });
        }
        ReplyWriter.map(out, found.size(), session.resp3());
        found.forEach((name, value) -> {
            ReplyWriter.bulk(out, name);
            ReplyWriter.bulk(out, value);
        });
    }

    private static Map<String, String> settings(CommandContext context) {
        long maxBytes = context.entryStore().maxBytes();
        Map<String, String> settings = new TreeMap<>();
        settings.put("appendonly", "no");
        settings.put("save", "");
        settings.put("databases", "1");
        settings.put("timeout", "0");
        settings.put("bind", context.nodeInfo().host());
        settings.put("port", Integer.toString(context.nodeInfo().port()));
        settings.put("maxclients", Integer.toString(context.limits().maxConnections()));
        settings.put("maxmemory", Long.toString(maxBytes == EntryStore.UNBOUNDED ? 0 : maxBytes));
        settings.put("maxmemory-policy", maxBytes == EntryStore.UNBOUNDED ? "noeviction" : "allkeys-lru");
        settings.put("proto-max-bulk-len", Integer.toString(context.limits().maxValueLength()));
        settings.put(
                "client-query-buffer-limit", Integer.toString(context.limits().maxRequestLength()));
        settings.put("cluster-enabled", context.cluster().clientsMayRoute() ? "yes" : "no");
        return settings;
    }
}
