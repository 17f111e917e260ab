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
 * What a node asks of its clients.
 *
 * @param password that the node requires; none when it requires none
 * @param encryption which nodes are trusted; the connection is not encrypted when empty
 */
public record NodeAccess(Optional<String> password, Optional<SSLContext> encryption) {

    /** Of nodes that ask nothing. */
    public static final NodeAccess FREE = new NodeAccess(Optional.empty(), Optional.empty());

    /**
     * Returns what trusts nodes whose certificates are signed by one of these.
     *
     * @param authorities a file of certificates in PEM
     * @throws IllegalArgumentException when there are none in it
     */
    public static SSLContext trusting(Path authorities) {
        try {
            SslContextBuilder client = SslContextBuilder.forClient().sslProvider(SslProvider.JDK);
            return ((JdkSslContext) client.trustManager(authorities.toFile()).build()).context();
        } catch (IOException | IllegalArgumentException e) {
            throw new IllegalArgumentException(authorities + " has no certificates in PEM that can be read: " + e, e);
        }
    }

    /** The same connection, encrypted if it shall be; it is open. */
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
