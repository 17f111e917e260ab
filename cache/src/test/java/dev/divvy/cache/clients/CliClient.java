package dev.divvy.cache.clients;

import dev.divvy.testservers.redis.RedisTools;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The program redis-cli, started once per command; if a node does not answer, the next is asked. */
final class CliClient implements Client {

    private static final List<String> LOST = List.of(
            "Could not connect to Redis",
            "Server closed the connection",
            "Connection reset by peer",
            "Connection refused",
            "Broken pipe");

    private final List<InetSocketAddress> nodes;
    private int next;

    CliClient(List<InetSocketAddress> nodes) {
        this.nodes = List.copyOf(nodes);
    }

    @Override
    public String name() {
        return "redis-cli";
    }

    @Override
    public void set(String key, String value) throws RetriableException {
        String reply = ask("SET", key, value);
        if (!reply.equals("OK")) {
            throw new AssertionError("redis-cli got the reply " + reply);
        }
    }

    @Override
    public @Nullable String get(String key) throws RetriableException {
        String reply = ask("GET", key);
        return reply.isEmpty() ? null : reply;
    }

    private String ask(String... command) throws RetriableException {
        String[] words = Stream.concat(Stream.of("-c"), Stream.of(command)).toArray(String[]::new);
        RedisTools.Result result = RedisTools.cli(nodes.get(next).getPort(), words);
        if (result.exitCode() == 0) {
            return result.text();
        }
        next = (next + 1) % nodes.size();
        throw RetriableException.of("redis-cli ended with " + result.exitCode(), result.text(), LOST);
    }

    @Override
    public void close() {}
}
