package dev.divvy.testservers.needs;

import dev.divvy.testservers.redis.RedisServer;
import dev.divvy.testservers.sql.MariaServer;
import dev.divvy.testservers.sql.PostgresServer;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Which servers can be had here. */
public final class Servers {

    private Servers() {}

    /** A missing server is a failure ({@code -Dservers=required}, as in CI), not a reason to leave tests out. */
    public static boolean required() {
        return "required".equals(System.getProperty("servers"));
    }

    /** Why servers cannot be had, and how to get them: one line for each that is missing. */
    public static List<String> missing() {
        return Stream.of(PostgresServer.missing(), MariaServer.missing(), RedisServer.missing())
                .flatMap(Optional::stream)
                .toList();
    }
}
