package dev.divvy.cli;

import dev.divvy.testservers.net.Ports;
import dev.divvy.testservers.process.Programs;
import dev.divvy.testservers.process.PythonProgram;
import dev.divvy.testservers.redis.RedisServer;
import dev.divvy.testservers.redis.RedisTools;
import dev.divvy.testservers.sql.PostgresServer;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine;

/**
 * The addresses that pages use, and free ports and real servers in their place: ports from 7400 on, Redis at 127.0.0.1:6379, PostgreSQL
 * at {@code jdbc:postgresql://localhost/shop}. Where a command leaves its address out, the environment names it.
 */
final class DocsAddresses implements AutoCloseable {

    private static final Pattern PORT = Pattern.compile("\\b7[45]\\d\\d\\b");
    private static final Pattern POSTGRES = Pattern.compile("jdbc:postgresql://localhost/\\w+");
    private static final Pattern NODE = Pattern.compile("NodeSettings\\.named\\(\"[^\"]*\"\\)");
    private static final Pattern USER = Pattern.compile("--jdbc-user[ =]shop\\b");
    private static final String POSTGRES_PREFIX = "jdbc:postgresql:";
    private static final String REDIS_PORT = "6379";
    private static final Pattern REAL_PORT = Pattern.compile(":(\\d{5})\\b");
    private static final int FIRST = 7400;
    private static final int PORTS = 190;
    private static final int FIRST_MESH = 7501;

    private final int base = Ports.freeRange();
    private final Optional<RedisServer> redis;
    private final Optional<String> postgres;

    /** The addresses that this text of commands and programs needs. */
    DocsAddresses(String text) {
        this.redis = text.contains(REDIS_PORT) ? Optional.of(RedisServer.start()) : Optional.empty();
        this.postgres = text.contains(POSTGRES_PREFIX) ? Optional.of(database()) : Optional.empty();
    }

    private static String database() {
        String name = "docs_" + UUID.randomUUID().toString().replace('-', '_');
        return PostgresServer.shared().jdbcUrl(name);
    }

    /** Returns what this text of commands and programs needs and the machine lacks, and how to get it. */
    static Stream<String> missing(String text) {
        return Stream.of(
                        text.contains(REDIS_PORT) ? RedisServer.missing() : Optional.<String>empty(),
                        text.contains(POSTGRES_PREFIX) ? PostgresServer.missing() : Optional.<String>empty(),
                        text.contains("redis-cli") ? RedisTools.missing() : Optional.<String>empty(),
                        text.contains("python3 ") ? PythonProgram.missing() : Optional.<String>empty(),
                        text.contains("curl ") && Programs.onPath("curl").isEmpty()
                                ? Optional.of("curl is not on the PATH (on Debian: apt-get install curl)")
                                : Optional.<String>empty())
                .flatMap(Optional::stream);
    }

    /** Returns a text of a page with the addresses of this run. */
    String real(String text) {
        // No environment reaches the defaults of a node in a program; those that it sets itself come later.
        String node = NODE.matcher(text)
                .replaceAll("$0.withListenAddress(new java.net.InetSocketAddress(\"127.0.0.1\", 7401))"
                        + ".withMeshAddress(new java.net.InetSocketAddress(\"127.0.0.1\", 7501))");
        String changed = PORT.matcher(node).replaceAll((MatchResult port) -> port(port.group()));
        if (redis.isPresent()) {
            changed = changed.replaceAll("(127\\.0\\.0\\.1|localhost):" + REDIS_PORT, redis())
                    .replace(REDIS_PORT, Integer.toString(redis.get().port()));
        }
        if (postgres.isPresent()) {
            changed = POSTGRES.matcher(changed).replaceAll(postgres.get());
            changed = USER.matcher(changed)
                    .replaceAll("--jdbc-user=" + PostgresServer.shared().user());
        }
        return changed;
    }

    private String port(String shown) {
        return Integer.toString(base + Integer.parseInt(shown) - FIRST);
    }

    private String redis() {
        return redis.map(server -> server.host() + ":" + server.port()).orElse("");
    }

    /** Returns an output of this run with the addresses of the pages. */
    String shown(String output) {
        String changed = REAL_PORT
                .matcher(output)
                .replaceAll((MatchResult port) -> ":" + shown(Integer.parseInt(port.group(1))));
        return redis.isPresent() ? changed.replace(redis(), "127.0.0.1:" + REDIS_PORT) : changed;
    }

    private int shown(int port) {
        return port >= base && port < base + PORTS ? FIRST + port - base : port;
    }

    /** Returns the variables that stand for addresses which are not written out. */
    Map<String, String> environment() {
        Map<String, String> variables = new HashMap<>();
        String node = "127.0.0.1:" + port(Integer.toString(FIRST + 1));
        for (CommandLine command : DocsCommands.all()) {
            if (command.getCommandSpec().findOption("--at") != null) {
                variables.put("DIVVY_" + command.getCommandName().toUpperCase(Locale.ROOT) + "_AT", node);
            }
        }
        variables.put("DIVVY_NODE_LISTEN", node);
        variables.put("DIVVY_NODE_MESH", "127.0.0.1:" + port(Integer.toString(FIRST_MESH)));
        variables.put("DIVVY_UP_PORT", Integer.toString(base));
        // Another program of this machine may have the usual one.
        variables.put("PROM_PORT", "0");
        if (redis.isPresent()) {
            variables.put("REDIS_ADDRS", redis());
        }
        if (postgres.isPresent()) {
            variables.put("DIVVY_JDBC_USER", PostgresServer.shared().user());
            variables.put("DIVVY_JDBC_PASSWORD", PostgresServer.shared().password());
        }
        return variables;
    }

    /**
     * Returns a script in place of redis-cli: it asks the Redis of this run unless another port is named, and an error reply is a failure.
     */
    Optional<String> redisCli() {
        String server = redis.map(there -> "-h " + there.host() + " -p " + there.port() + " ")
                .orElse("");
        return Programs.onPath("redis-cli")
                .map(program -> "#!/bin/sh\ncase \" $* \" in *' -p '*) exec " + program + " -e \"$@\" ;; esac\nexec "
                        + program + " -e " + server + "\"$@\"\n");
    }

    /** Returns the beginnings of variables that the environment of this process must not pass on. */
    static List<String> foreign() {
        return List.of("DIVVY_", "REDIS_", "PROM_");
    }

    @Override
    public void close() {
        redis.ifPresent(RedisServer::close);
    }
}
