package dev.divvy.boardredis.connection;

import dev.divvy.boardredis.RedisAddress;
import dev.divvy.boardredis.connection.RedisAccessException.Kind;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.MaintNotificationsConfig;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.SslOptions;
import io.lettuce.core.SslVerifyMode;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.protocol.ProtocolVersion;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import io.lettuce.core.resource.ClientResources;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Opens connections to the nodes of one Redis. A connection never reconnects: its user replaces it when it is lost, so that no command
 * queues inside it for a server that is not available.
 */
final class ConnectionFactory implements AutoCloseable {

    private static final int THREADS = 2;
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(1);

    /** The limit for the authentication, and for the first command after it. */
    private static final Duration HANDSHAKE_TIMEOUT = Duration.ofSeconds(5);

    /** A server without TLS does not reply at all: short enough for most callers to get the reason before their own timeout. */
    private static final Duration TLS_HANDSHAKE_TIMEOUT = Duration.ofSeconds(3);

    private final RedisAddress redis;
    private final ClientResources resources;
    private final RedisClient client;

    ConnectionFactory(RedisAddress redis) {
        this.redis = redis;
        redis.rootCertificates().forEach(ConnectionFactory::checkReadable);
        this.resources = ClientResources.builder()
                .ioThreadPoolSize(THREADS)
                .computationThreadPoolSize(THREADS)
                .build();
        this.client = RedisClient.create(resources);
        client.setOptions(options());
    }

    private static void checkReadable(Path file) {
        if (!Files.isReadable(file) || Files.isDirectory(file)) {
            throw new IllegalArgumentException("root certificates " + file + " cannot be read");
        }
    }

    private ClientOptions options() {
        SslOptions.Builder tls = SslOptions.builder().jdkSslProvider().handshakeTimeout(TLS_HANDSHAKE_TIMEOUT);
        if (!redis.rootCertificates().isEmpty()) {
            tls.trustManager(this::rootCertificates);
        }
        return ClientOptions.builder()
                .autoReconnect(false)
                .disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
                .protocolVersion(ProtocolVersion.RESP2)
                // Each call has a timeout of its own; the driver's limit would end a long one early.
                .timeoutOptions(TimeoutOptions.builder().timeoutCommands(false).build())
                .maintNotificationsConfig(MaintNotificationsConfig.disabled())
                .socketOptions(
                        SocketOptions.builder().connectTimeout(CONNECT_TIMEOUT).build())
                .sslOptions(tls.build())
                .build();
    }

    /** Returns the contents of all files, one after the other. */
    private InputStream rootCertificates() throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (Path file : redis.rootCertificates()) {
            all.write(Files.readAllBytes(file));
            all.write('\n');
        }
        return new ByteArrayInputStream(all.toByteArray());
    }

    private RedisURI uri(String address) {
        int colon = address.lastIndexOf(':');
        RedisURI.Builder uri = RedisURI.builder()
                .withHost(address.substring(0, colon).replace("[", "").replace("]", ""))
                .withPort(Integer.parseInt(address.substring(colon + 1)))
                .withSsl(redis.tls())
                .withVerifyPeer(SslVerifyMode.FULL)
                .withTimeout(HANDSHAKE_TIMEOUT);
        redis.password().ifPresent(uri::withPassword);
        return uri.build();
    }

    /** Opens a connection for commands. */
    CompletableFuture<RedisConnection> open(String address) {
        CompletableFuture<StatefulRedisConnection<byte[], byte[]>> connection = connect(address)
                .exceptionallyCompose(error -> ConnectionErrorText.closedWithoutReason(error)
                        ? connect(address)
                        : CompletableFuture.failedFuture(error));
        CompletableFuture<RedisConnection> checked = redis.isCluster()
                ? connection.thenApply(opened -> new RedisConnection(address, opened))
                : connection.thenCompose(opened -> checkStandalone(address, opened));
        // Only the explanation of a failure needs another thread, because it may probe the server.
        return checked.exceptionallyCompose(error -> CompletableFuture.supplyAsync(() -> {
            throw explain(address, error);
        }));
    }

    private CompletableFuture<StatefulRedisConnection<byte[], byte[]>> connect(String address) {
        return client.connectAsync(ByteArrayCodec.INSTANCE, uri(address)).toCompletableFuture();
    }

    /**
     * Refuses a cluster node that is configured as a single server: it would work until its slots move, and then fail for no visible
     * reason. If INFO is not permitted, the server is assumed to stand alone.
     */
    private static CompletableFuture<RedisConnection> checkStandalone(
            String address, StatefulRedisConnection<byte[], byte[]> connection) {
        CompletableFuture<String> mode = connection
                .async()
                .info("cluster")
                .toCompletableFuture()
                .orTimeout(HANDSHAKE_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        return mode.handle((info, error) -> {
            if (!connection.isOpen() || error instanceof TimeoutException) {
                close(connection);
                throw new RedisAccessException(
                        Kind.UNAVAILABLE, "Redis at " + address + " accepted the connection and then did not answer");
            }
            if (info != null && info.contains("cluster_enabled:1")) {
                close(connection);
                throw clusterNode(address);
            }
            return new RedisConnection(address, connection);
        });
    }

    static RedisAccessException clusterNode(String address) {
        return new RedisAccessException(
                Kind.REFUSED,
                "Redis at " + address + " is a node of a cluster; give several addresses of that cluster, not one");
    }

    /** Opens a connection for subscriptions. */
    CompletableFuture<StatefulRedisPubSubConnection<String, String>> openPubSub(String address) {
        return client.connectPubSubAsync(StringCodec.UTF8, uri(address)).toCompletableFuture();
    }

    /** Explains why a connection could not be opened. May probe the server and block: do not call it on an event loop. */
    RedisAccessException explain(String address, Throwable cause) {
        for (Throwable error = cause; error != null; error = error.getCause()) {
            if (error instanceof RedisAccessException failure) {
                return failure;
            }
        }
        RedisAccessException failure = ConnectionErrorText.notConnected(address, redis, cause);
        return failure.kind() == Kind.UNAVAILABLE && ConnectionErrorText.wasConnected(cause)
                ? probeTls(address, failure)
                : failure;
    }

    private RedisAccessException probeTls(String address, RedisAccessException failure) {
        RedisURI uri = uri(address);
        if (redis.tls() && TlsProbe.speaksPlaintext(uri.getHost(), uri.getPort())) {
            return ConnectionErrorText.refused(
                    address, "does not speak TLS on this port; turn TLS off, or give its TLS port", failure);
        }
        if (!redis.tls() && TlsProbe.speaksTls(uri.getHost(), uri.getPort())) {
            return ConnectionErrorText.refused(
                    address, "speaks only TLS on this port; turn TLS on, or give its plain port", failure);
        }
        return failure;
    }

    /** Closes a connection without waiting. */
    static void close(StatefulConnection<?, ?> connection) {
        if (connection.isOpen()) {
            CompletableFuture<Void> unused = connection.closeAsync();
        }
    }

    /** Closes all connections and ends all threads, without waiting for a server. */
    @Override
    public void close() {
        CompletableFuture<Void> unused = client.shutdownAsync(0, 1, TimeUnit.SECONDS)
                .orTimeout(1, TimeUnit.SECONDS)
                .whenComplete((done, error) -> shutDownThreads());
    }

    private void shutDownThreads() {
        Future<Boolean> unused = resources.shutdown(0, 1, TimeUnit.SECONDS);
    }
}
