package dev.divvy.cli.http;

/** Limits of the JDK's server, which it reads once for the whole process: what somebody set already stays. */
public final class ServerLimits {

    /** How many may wait for news at a time. */
    public static final int MOST_WAITING = 1_000;

    /** Beyond them there is room for those who ask. */
    private static final int MOST_CONNECTIONS = MOST_WAITING + 200;

    private ServerLimits() {}

    public static void set() {
        // Who begins to ask and never ends would keep a thread.
        byDefault("sun.net.httpserver.maxReqTime", 10);
        byDefault("sun.net.httpserver.maxReqHeaders", 100);
        byDefault("jdk.httpserver.maxConnections", MOST_CONNECTIONS);
        // Or the end of an answer waits for the other side to say that it has the beginning.
        byDefault("sun.net.httpserver.nodelay", true);
    }

    private static void byDefault(String name, Object value) {
        if (System.getProperty(name) == null) {
            System.setProperty(name, value.toString());
        }
    }
}
