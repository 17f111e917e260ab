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
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Makes connections to the nodes of one place. Each is made once and never mended: one that is lost is replaced by who needs it, so that
 * nothing waits in it for a server that is away.
 */
final class ConnectionFactory implements AutoCloseable {

    private static final int THREADS = 2;
    private static final Duration CONNECT = Duration.ofSeconds(1);

    /** The longest that the password may take, and a first question after it. */
    private static final Duration HANDSHAKE = Duration.ofSeconds(5);

    /** A server that does not speak TLS says nothing at all: whoever waits as long as most do shall hear why. */
    private static final Duration TLS_HANDSHAKE = Duration.ofSeconds(3);

    private final RedisAddress place;
    private final ClientResources resources;
    private final RedisClient client;

    ConnectionFactory(RedisAddress place) {
        this.place = place;
        place.rootCertificates().ifPresent(ConnectionFactory::checkReadable);
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
        SslOptions.Builder tls = SslOptions.builder().jdkSslProvider().handshakeTimeout(TLS_HANDSHAKE);
        place.rootCertificates().ifPresent(file -> tls.trustManager(file.toFile()));
        return ClientOptions.builder()
                .autoReconnect(false)
                .disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
                .protocolVersion(ProtocolVersion.RESP2)
                // Whoever asks says how long it waits; the driver's own limit would end a patient call early.
                .timeoutOptions(TimeoutOptions.builder().timeoutCommands(false).build())
                .maintNotificationsConfig(MaintNotificationsConfig.disabled())
                .socketOptions(SocketOptions.builder().connectTimeout(CONNECT).build())
                .sslOptions(tls.build())
                .build();
    }

    private RedisURI uri(String address) {
        int colon = address.lastIndexOf(':');
        RedisURI.Builder uri = RedisURI.builder()
                .withHost(address.substring(0, colon).replace("[", "").replace("]", ""))
                .withPort(Integer.parseInt(address.substring(colon + 1)))
                .withSsl(place.tls())
                .withVerifyPeer(SslVerifyMode.FULL)
                .withTimeout(HANDSHAKE);
        place.password().ifPresent(uri::withPassword);
        return uri.build();
    }

    /** A connection for questions. */
    CompletableFuture<RedisConnection> open(String address) {
        CompletableFuture<StatefulRedisConnection<byte[], byte[]>> connection = connect(address)
                .exceptionallyCompose(error -> ConnectionErrorText.endedUnsaid(error)
                        ? connect(address)
                        : CompletableFuture.failedFuture(error));
        CompletableFuture<RedisConnection> wire = place.isCluster()
                ? connection.thenApply(made -> new RedisConnection(address, made))
                : connection.thenCompose(made -> alone(address, made));
        // Only a refusal needs another thread: one that was let in waits for none.
        return wire.exceptionallyCompose(error -> CompletableFuture.supplyAsync(() -> {
            throw refusal(address, error);
        }));
    }

    private CompletableFuture<StatefulRedisConnection<byte[], byte[]>> connect(String address) {
        return client.connectAsync(ByteArrayCodec.INSTANCE, uri(address)).toCompletableFuture();
    }

    /**
     * A node of a cluster that is named alone would do until its slots move, and then nobody would understand. Who may not ask is believed.
     */
    private static CompletableFuture<RedisConnection> alone(
            String address, StatefulRedisConnection<byte[], byte[]> connection) {
        CompletableFuture<String> mode = connection
                .async()
                .info("cluster")
                .toCompletableFuture()
                .orTimeout(HANDSHAKE.toMillis(), TimeUnit.MILLISECONDS);
        return mode.handle((said, error) -> {
            if (!connection.isOpen() || error instanceof TimeoutException) {
                end(connection);
                throw new RedisAccessException(Kind.AWAY, "Redis at " + address + " let us in and then did not answer");
            }
            if (said != null && said.contains("cluster_enabled:1")) {
                end(connection);
                throw inACluster(address);
            }
            return new RedisConnection(address, connection);
        });
    }

    static RedisAccessException inACluster(String address) {
        return new RedisAccessException(
                Kind.REFUSED,
                "Redis at " + address + " is a node of a cluster; name several addresses of that cluster, not one");
    }

    /** A connection to listen on. */
    CompletableFuture<StatefulRedisPubSubConnection<String, String>> openEar(String address) {
        return client.connectPubSubAsync(StringCodec.UTF8, uri(address)).toCompletableFuture();
    }

    /** Why a connection did not come about. It may ask the server for the reason: not on a thread that others wait for. */
    RedisAccessException refusal(String address, Throwable cause) {
        for (Throwable one = cause; one != null; one = one.getCause()) {
            if (one instanceof RedisAccessException trouble) {
                return trouble;
            }
        }
        RedisAccessException trouble = ConnectionErrorText.notLetIn(address, place, cause);
        return trouble.kind() == Kind.AWAY && ConnectionErrorText.somebodyIsThere(cause)
                ? misunderstood(address, trouble)
                : trouble;
    }

    private RedisAccessException misunderstood(String address, RedisAccessException trouble) {
        RedisURI uri = uri(address);
        if (place.tls() && TlsProbe.speaksPlainly(uri.getHost(), uri.getPort())) {
            return ConnectionErrorText.refused(
                    address, "does not speak TLS there; turn TLS off, or name its TLS port", trouble);
        }
        if (!place.tls() && TlsProbe.speaksTls(uri.getHost(), uri.getPort())) {
            return ConnectionErrorText.refused(
                    address, "speaks only TLS there; turn TLS on, or name its plain port", trouble);
        }
        return trouble;
    }

    /** Ends a connection, and waits for nobody. */
    static void end(StatefulConnection<?, ?> connection) {
        if (connection.isOpen()) {
            CompletableFuture<Void> unused = connection.closeAsync();
        }
    }

    /** Ends all threads without waiting for a server. */
    @Override
    public void close() {
        CompletableFuture<Void> unused = client.shutdownAsync(0, 1, TimeUnit.SECONDS)
                .orTimeout(1, TimeUnit.SECONDS)
                .whenComplete((done, error) -> endThreads());
    }

    private void endThreads() {
        Future<Boolean> unused = resources.shutdown(0, 1, TimeUnit.SECONDS);
    }
}
