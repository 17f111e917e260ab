package dev.divvy.cli.cache;

import io.netty.handler.ssl.JdkSslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/**
 * The credentials with which a client connects to a node.
 *
 * @param password the password that the node requires; empty when it requires none
 * @param encryption the certificates that are trusted; the connection is not encrypted when empty
 */
public record NodeAccess(Optional<String> password, Optional<SSLContext> encryption) {

    /** For nodes without password and encryption. */
    public static final NodeAccess FREE = new NodeAccess(Optional.empty(), Optional.empty());

    /**
     * Returns a context that trusts nodes whose certificates are signed by one of these authorities.
     *
     * @param authorities a file of certificates in PEM
     * @throws IllegalArgumentException when the file has none
     */
    public static SSLContext trusting(Path authorities) {
        try {
            SslContextBuilder client = SslContextBuilder.forClient().sslProvider(SslProvider.JDK);
            return ((JdkSslContext) client.trustManager(authorities.toFile()).build()).context();
        } catch (IOException | IllegalArgumentException e) {
            throw new IllegalArgumentException(authorities + " has no readable PEM certificates: " + e, e);
        }
    }

    /** Returns the open connection, encrypted if it has to be. */
    Socket over(Socket open) throws IOException {
        if (encryption.isEmpty()) {
            return open;
        }
        SSLSocket encrypted = (SSLSocket) encryption
                .get()
                .getSocketFactory()
                .createSocket(open, open.getInetAddress().getHostAddress(), open.getPort(), true);
        encrypted.startHandshake();
        return encrypted;
    }
}
