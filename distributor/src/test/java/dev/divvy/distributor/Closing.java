package dev.divvy.distributor;

import dev.divvy.distributor.ping.PingServer;
import dev.divvy.testservers.Await;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;

/** Ends a ping server for good: closing waits for its thread, but not for ever, and while that stands still its port still listens. */
public final class Closing {

    private static final int PATIENCE_MILLIS = 1_000;

    private Closing() {}

    /** Returns when whoever connects is refused. */
    public static void close(PingServer server) {
        server.close();
        Await.until("port " + server.port() + " is closed", () -> isRefused(server.port()));
    }

    private static boolean isRefused(int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), PATIENCE_MILLIS);
            return false;
        } catch (ConnectException e) {
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
