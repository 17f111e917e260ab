package dev.divvy.bench.distributor;

import dev.divvy.boardredis.board.BoardKeys;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.sync.RedisCommands;

/** Reads the state of a Redis server, independently of the distributor. */
final class RedisProbe implements AutoCloseable {

    private static final String CHANGES = "rdb_changes_since_last_save:";

    private final RedisClient client;
    private final RedisCommands<String, String> commands;

    /** Connects to an address such as {@code 127.0.0.1:6379}. */
    RedisProbe(String address) {
        client = RedisClient.create(RedisURI.create("redis://" + address));
        commands = client.connect().sync();
    }

    /** Returns the number of changes since the server started. */
    long changes() {
        return commands.info("persistence")
                .lines()
                .filter(line -> line.startsWith(CHANGES))
                .mapToLong(line -> Long.parseLong(line.substring(CHANGES.length())))
                .findFirst()
                .orElseThrow();
    }

    boolean hasField(String hash, String field) {
        return commands.hexists(hash, field);
    }

    /** Returns the instance that wrote this table last. */
    String writerOf(String table) {
        return commands.hget(BoardKeys.beside(table, "divvy", "distribution"), "instance");
    }

    @Override
    public void close() {
        client.shutdown();
    }
}
