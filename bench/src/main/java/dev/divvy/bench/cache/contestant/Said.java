package dev.divvy.bench.cache.contestant;

/** The lines that processes of this benchmark say. */
public final class Said {

    public static final String PORT = "PORT ";
    public static final String SERVING = "SERVING";
    public static final String READY = "READY";
    public static final String RATE = "RATE ";
    public static final String BYTES = "BYTES ";

    private Said() {}
}
