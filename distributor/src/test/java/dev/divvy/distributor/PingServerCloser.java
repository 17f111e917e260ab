package dev.divvy.distributor;

import dev.divvy.distributor.ping.PingServer;
import dev.divvy.testservers.Await;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;

/** Closes a ping server and waits until its port is closed: {@link PingServer#close} stops waiting for a thread that is paused. */
public final class PingServerCloser {

    private static final int CONNECT_TIMEOUT_MILLIS = 1_000;

    private PingServerCloser() {}

    /** Returns when connections are refused. */
    public static void close(PingServer server) {
        server.close();
        Await.until("port " + server.port() + " is closed", () -> isRefused(server.port()));
    }

    private static boolean isRefused(int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), CONNECT_TIMEOUT_MILLIS);
            return false;
        } catch (ConnectException e) {
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
