package dev.divvy.cli.cache;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;

/**
 * What lets somebody in.
 *
 * @param password that the node requires; none when it requires none
 * @param encryption with whom to speak encrypted; plain when empty
 */
public record NodeAccess(Optional<String> password, Optional<SSLContext> encryption) {

    /** Where everybody may come in. */
    public static final NodeAccess FREE = new NodeAccess(Optional.empty(), Optional.empty());

    /**
     * Trusts nodes whose certificates are signed by one of these.
     *
     * @param authorities a file of certificates in PEM
     * @throws IllegalArgumentException when there are none in it
     */
    public static SSLContext trusting(Path authorities) {
        try (InputStream in = Files.newInputStream(authorities)) {
            KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            for (Certificate one : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
                store.setCertificateEntry("authority-" + store.size(), one);
            }
            if (store.size() == 0) {
                throw new IllegalArgumentException(authorities + " has no certificates in PEM");
            }
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(store);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
            return context;
        } catch (IOException | GeneralSecurityException e) {
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
