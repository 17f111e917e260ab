package dev.divvy.bench.cache.contestant;

/** The beginnings of the lines that processes of this benchmark print. */
public final class OutputPrefix {

    public static final String PORT = "PORT ";
    public static final String SERVING = "SERVING";
    public static final String READY = "READY";
    public static final String RATE = "RATE ";
    public static final String WAITS = "WAITS ";
    public static final String LEASE = "LEASE ";
    public static final String BYTES = "BYTES ";

    private OutputPrefix() {}
}
