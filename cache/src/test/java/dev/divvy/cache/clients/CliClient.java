package dev.divvy.cache.clients;

import dev.divvy.testservers.redis.RedisTools;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The program redis-cli, once for each command; if one node does not answer, the next is asked. */
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
    public void set(String key, String value) throws Setback {
        String answer = ask("SET", key, value);
        if (!answer.equals("OK")) {
            throw new AssertionError("redis-cli was answered " + answer);
        }
    }

    @Override
    public @Nullable String get(String key) throws Setback {
        String answer = ask("GET", key);
        return answer.isEmpty() ? null : answer;
    }

    private String ask(String... command) throws Setback {
        String[] words = Stream.concat(Stream.of("-c"), Stream.of(command)).toArray(String[]::new);
        RedisTools.Ran ran = RedisTools.cli(nodes.get(next).getPort(), words);
        if (ran.exitCode() == 0) {
            return ran.text();
        }
        next = (next + 1) % nodes.size();
        throw Setback.of("redis-cli ended with " + ran.exitCode(), ran.text(), LOST);
    }

    @Override
    public void close() {}
}
