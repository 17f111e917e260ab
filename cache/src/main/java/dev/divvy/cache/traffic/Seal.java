package dev.divvy.cache.traffic;

import io.netty.channel.socket.SocketChannel;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import java.nio.file.Path;
import java.util.Optional;
import javax.net.ssl.SSLException;

/**
 * Encrypts what goes over the sockets of a node, if it has a certificate: clients and nodes alike. Nodes trust the certificates of their own
 * authority, whatever host they name: who somebody is, the secret says.
 */
public final class Seal {

    private final Optional<SslContext> coming;
    private final Optional<SslContext> going;

    private Seal(Optional<SslContext> coming, Optional<SslContext> going) {
        this.coming = coming;
        this.going = going;
    }

    public static Seal none() {
        return new Seal(Optional.empty(), Optional.empty());
    }

    /**
     * Reads the files, in PEM.
     *
     * @throws IllegalArgumentException when they cannot be used
     */
    public static Seal of(Path certificate, Path key, Path authority) {
        try {
            return new Seal(
                    Optional.of(SslContextBuilder.forServer(certificate.toFile(), key.toFile())
                            .build()),
                    Optional.of(SslContextBuilder.forClient()
                            .trustManager(authority.toFile())
                            .endpointIdentificationAlgorithm(null)
                            .build()));
        } catch (SSLException | IllegalArgumentException e) {
            Throwable cause = e.getCause();
            throw new IllegalArgumentException(
                    "certificate " + certificate + ", key " + key + " and authority " + authority + " cannot be used: "
                            + (cause == null ? e.getMessage() : cause.getMessage()),
                    e);
        }
    }

    public boolean encrypts() {
        return coming.isPresent();
    }

    /** For one who comes in. */
    void protectComing(SocketChannel channel) {
        coming.ifPresent(context -> channel.pipeline().addLast(context.newHandler(channel.alloc())));
    }

    /** For a link that goes out. */
    void protectGoing(SocketChannel channel) {
        going.ifPresent(context -> channel.pipeline().addLast(context.newHandler(channel.alloc())));
    }
}
