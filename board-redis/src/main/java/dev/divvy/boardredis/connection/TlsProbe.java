package dev.divvy.boardredis.connection;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateException;
import java.time.Duration;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/** Finds out, for an error message, whether a server speaks TLS or plaintext. */
final class TlsProbe {

    private static final int TIMEOUT_MILLIS = (int) Duration.ofMillis(500).toMillis();

    private TlsProbe() {}

    /** Whether the server answers a plaintext command, with any reply. */
    static boolean speaksPlaintext(String host, int port) {
        try (Socket socket = connected(host, port)) {
            socket.getOutputStream().write("PING\r\n".getBytes(StandardCharsets.US_ASCII));
            int first = socket.getInputStream().read();
            return first == '+' || first == '-';
        } catch (IOException e) {
            return false;
        }
    }

    /** Whether the server answers a TLS handshake, with a trusted certificate or not. */
    static boolean speaksTls(String host, int port) {
        SSLSocketFactory factory = (SSLSocketFactory) SSLSocketFactory.getDefault();
        try (Socket plain = connected(host, port);
                SSLSocket socket = (SSLSocket) factory.createSocket(plain, host, port, true)) {
            socket.startHandshake();
            return true;
        } catch (SSLException e) {
            return presentsCertificate(e);
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean presentsCertificate(Throwable error) {
        for (Throwable cause = error; cause != null; cause = cause.getCause()) {
            if (cause instanceof CertificateException) {
                return true;
            }
        }
        return false;
    }

    private static Socket connected(String host, int port) throws IOException {
        Socket socket = new Socket();
        socket.connect(new InetSocketAddress(host, port), TIMEOUT_MILLIS);
        socket.setSoTimeout(TIMEOUT_MILLIS);
        return socket;
    }
}
