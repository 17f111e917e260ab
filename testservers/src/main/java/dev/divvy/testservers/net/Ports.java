package dev.divvy.testservers.net;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;

/**
 * Ports of 127.0.0.1 for servers, below the ephemeral range of the kernel: while a server is down, no client may get its port,
 * and no client that connects to it may connect to itself.
 *
 * <p>Several JVMs run tests at the same time, and a port stays free until its server has started. So each JVM takes ports from its own
 * blocks: it listens on the first port of a block until it ends, and no other JVM gives out ports of that block.
 */
public final class Ports {

    private static final int LOWEST = 12_000; // a multiple of BLOCK
    private static final int BLOCK = 200;
    private static final int RANGE = 190;
    private static final int BLOCKS = 100;

    /** The listening sockets, one for each block of this JVM; a socket that nothing refers to would be closed. */
    private static final List<ServerSocket> LOCKS = new ArrayList<>();

    private static int next;

    private Ports() {}

    /** Returns a port on which nothing listens now and that this JVM has not given out before. */
    public static synchronized int free() {
        while (true) {
            if (next % BLOCK == 0) {
                next = takeBlock() + 1;
            }
            int candidate = next++;
            if (isFree(candidate)) {
                return candidate;
            }
        }
    }

    /** Returns the first of {@value #RANGE} consecutive ports on which nothing listens now and that no other caller is given. */
    public static synchronized int freeRange() {
        while (true) {
            int first = takeBlock() + 1;
            if (IntStream.range(first, first + RANGE).allMatch(Ports::isFree)) {
                return first;
            }
        }
    }

    /** Returns the first port of a block that no other JVM has. */
    private static int takeBlock() {
        int start = ThreadLocalRandom.current().nextInt(BLOCKS);
        for (int i = 0; i < BLOCKS; i++) {
            int first = LOWEST + BLOCK * ((start + i) % BLOCKS);
            try {
                LOCKS.add(listen(first));
                return first;
            } catch (BindException e) {
                // Another JVM has it.
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        throw new IllegalStateException("other processes listen on the first port of all " + BLOCKS + " blocks");
    }

    public static boolean isFree(int port) {
        try {
            listen(port).close();
            return true;
        } catch (BindException e) {
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ServerSocket listen(int port) throws IOException {
        ServerSocket socket = new ServerSocket();
        try {
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return socket;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }
}
