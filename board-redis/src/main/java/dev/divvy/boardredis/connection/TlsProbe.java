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

/** Finds out, for a message, whether a server that does not understand us speaks the other way: encrypted or plainly. */
final class TlsProbe {

    private static final int PATIENCE_MILLIS = (int) Duration.ofMillis(500).toMillis();

    private TlsProbe() {}

    /** Whether somebody there answers a plain question, whatever the answer. */
    static boolean speaksPlainly(String host, int port) {
        try (Socket socket = connected(host, port)) {
            socket.getOutputStream().write("PING\r\n".getBytes(StandardCharsets.US_ASCII));
            int first = socket.getInputStream().read();
            return first == '+' || first == '-';
        } catch (IOException e) {
            return false;
        }
    }

    /** Whether somebody there shakes hands, whether we would trust the certificate or not. */
    static boolean speaksTls(String host, int port) {
        SSLSocketFactory factory = (SSLSocketFactory) SSLSocketFactory.getDefault();
        try (Socket plain = connected(host, port);
                SSLSocket socket = (SSLSocket) factory.createSocket(plain, host, port, true)) {
            socket.startHandshake();
            return true;
        } catch (SSLException e) {
            return showsACertificate(e);
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean showsACertificate(Throwable error) {
        for (Throwable one = error; one != null; one = one.getCause()) {
            if (one instanceof CertificateException) {
                return true;
            }
        }
        return false;
    }

    private static Socket connected(String host, int port) throws IOException {
        Socket socket = new Socket();
        socket.connect(new InetSocketAddress(host, port), PATIENCE_MILLIS);
        socket.setSoTimeout(PATIENCE_MILLIS);
        return socket;
    }
}
