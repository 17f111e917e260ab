package dev.divvy.testservers.needs;

import dev.divvy.testservers.redis.RedisServer;
import dev.divvy.testservers.sql.MariaServer;
import dev.divvy.testservers.sql.PostgresServer;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The servers that are available on this machine. */
public final class Servers {

    private Servers() {}

    /** Whether a missing server fails a test ({@code -Dservers=required}, as in CI) instead of skipping it. */
    public static boolean required() {
        return "required".equals(System.getProperty("servers"));
    }

    /** Returns one line per missing server: the reason, and how to get it. */
    public static List<String> missing() {
        return Stream.of(PostgresServer.missing(), MariaServer.missing(), RedisServer.missing())
                .flatMap(Optional::stream)
                .toList();
    }
}
