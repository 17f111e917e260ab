package dev.divvy.cache.command.connection;

import dev.divvy.cache.command.ground.Ground;
import dev.divvy.cache.command.ground.Session;
import dev.divvy.cache.command.keyspace.Glob;
import dev.divvy.cache.resp.Replies;
import dev.divvy.cache.resp.Request;
import dev.divvy.cache.store.Shelves;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** CONFIG: what clients ask of the settings. None is changed in this way. */
public final class Config {

    private static final Subcommands SUBCOMMANDS = new Subcommands("config")
            .with("get", -3, Config::get)
            .with("resetstat", 2, Config::resetStat)
            .refused("settings are given when the node starts and do not change while it runs", "set", "rewrite")
            .help("GET <pattern>", "RESETSTAT");

    private Config() {}

    public static void run(Request request, Session session, Ground ground, ByteBuf out) {
        SUBCOMMANDS.run(request, session, ground, out);
    }

    private static void resetStat(Request request, Session session, Ground ground, ByteBuf out) {
        ground.shelves().counters().reset();
        Replies.ok(out);
    }

    private static void get(Request request, Session session, Ground ground, ByteBuf out) {
        Map<String, String> found = new TreeMap<>();
        Map<String, String> settings = settings(ground);
        for (int at = 2; at < request.size(); at++) {
            Glob pattern = new Glob(request.text(at).toLowerCase(Locale.ROOT).getBytes(StandardCharsets.UTF_8));
            settings.forEach((name, value) -> {
                if (pattern.matches(name.getBytes(StandardCharsets.UTF_8))) {
                    found.put(name, value);
                }
            });
        }
        Replies.map(out, found.size(), session.resp3());
        found.forEach((name, value) -> {
            Replies.bulk(out, name);
            Replies.bulk(out, value);
        });
    }

    private static Map<String, String> settings(Ground ground) {
        long most = ground.shelves().maxBytes();
        Map<String, String> settings = new TreeMap<>();
        settings.put("appendonly", "no");
        settings.put("save", "");
        settings.put("databases", "1");
        settings.put("timeout", "0");
        settings.put("bind", ground.facts().host());
        settings.put("port", Integer.toString(ground.facts().port()));
        settings.put("maxclients", Integer.toString(ground.limits().mostConnections()));
        settings.put("maxmemory", Long.toString(most == Shelves.UNBOUNDED ? 0 : most));
        settings.put("maxmemory-policy", most == Shelves.UNBOUNDED ? "noeviction" : "allkeys-lru");
        settings.put("proto-max-bulk-len", Integer.toString(ground.limits().longestValue()));
        settings.put(
                "client-query-buffer-limit", Integer.toString(ground.limits().longestRequest()));
        settings.put("cluster-enabled", ground.cluster().clientsMayRoute() ? "yes" : "no");
        return settings;
    }
}
