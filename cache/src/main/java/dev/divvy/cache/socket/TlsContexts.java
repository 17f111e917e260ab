package dev.divvy.cache.socket;

import io.netty.channel.socket.SocketChannel;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import java.nio.file.Path;
import java.util.Optional;
import javax.net.ssl.SSLException;

/**
 * Encrypts the connections of a node, both with clients and with nodes, if it has a certificate. Nodes trust the certificates of their own
 * authority, whatever host these name: the secret proves the identity of a node.
 */
public final class TlsContexts {

    private final Optional<SslContext> inbound;
    private final Optional<SslContext> outbound;

    private TlsContexts(Optional<SslContext> inbound, Optional<SslContext> outbound) {
        this.inbound = inbound;
        this.outbound = outbound;
    }

    public static TlsContexts none() {
        return new TlsContexts(Optional.empty(), Optional.empty());
    }

    /**
     * Reads the files, which are in PEM format.
     *
     * @throws IllegalArgumentException when they cannot be used
     */
    public static TlsContexts of(Path certificate, Path key, Path authority) {
        try {
            return new TlsContexts(
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
        return inbound.isPresent();
    }

    public void protectInbound(SocketChannel channel) {
        inbound.ifPresent(context -> channel.pipeline().addLast(context.newHandler(channel.alloc())));
    }

    public void protectOutbound(SocketChannel channel) {
        outbound.ifPresent(context -> channel.pipeline().addLast(context.newHandler(channel.alloc())));
    }
}
