package dev.divvy.cache.clients;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.RedisClusterClient;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisException;

/** The cluster client of Jedis. */
final class JedisClient implements Client {

    private static final int TIMEOUT_MILLIS = 60_000;

    private final RedisClusterClient client;

    JedisClient(List<InetSocketAddress> nodes) {
        client = RedisClusterClient.builder()
                .nodes(nodes.stream()
                        .map(node -> new HostAndPort(node.getHostString(), node.getPort()))
                        .collect(Collectors.toSet()))
                .clientConfig(DefaultJedisClientConfig.builder()
                        .timeoutMillis(TIMEOUT_MILLIS)
                        .build())
                .maxTotalRetriesDuration(Duration.ofMillis(TIMEOUT_MILLIS))
                .build();
    }

    RedisClusterClient client() {
        return client;
    }

    @Override
    public String name() {
        return "jedis";
    }

    @Override
    public void set(String key, String value) throws RetriableException {
        String unused = ask(() -> client.set(key, value));
    }

    @Override
    public @Nullable String get(String key) throws RetriableException {
        return ask(() -> client.get(key));
    }

    private static @Nullable String ask(Supplier<@Nullable String> request) throws RetriableException {
        try {
            return request.get();
        } catch (JedisException e) {
            if (isLostConnection(e) || RetriableException.isCleanError(e.getMessage())) {
                throw new RetriableException(String.valueOf(e.getMessage()), e);
            }
            throw e;
        }
    }

    /** Also looks at suppressed exceptions, where Jedis reports the last failure. */
    private static boolean isLostConnection(Throwable thrown) {
        return thrown instanceof JedisConnectionException
                || RetriableException.isLostConnection(thrown)
                || Arrays.stream(thrown.getSuppressed()).anyMatch(JedisClient::isLostConnection);
    }

    @Override
    public void close() {
        client.close();
    }
}
