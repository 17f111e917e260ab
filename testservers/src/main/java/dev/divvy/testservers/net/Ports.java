package dev.divvy.testservers.net;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports of 127.0.0.1 for servers, below those that the kernel hands to clients: while a server is down, no client may be given
 * its port, and none that calls it may end up talking to itself.
 */
public final class Ports {

    /** What this JVM gave out, so that servers that start together never choose the same; written by whoever starts one. */
    private static final Set<Integer> GIVEN = ConcurrentHashMap.newKeySet();

    private Ports() {}

    /** One on which nobody listens now, and that nobody else in this JVM is given. */
    public static int free() {
        while (true) {
            int candidate = ThreadLocalRandom.current().nextInt(12_000, 32_000);
            if (isFree(candidate) && GIVEN.add(candidate)) {
                return candidate;
            }
        }
    }

    public static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return true;
        } catch (BindException e) {
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
