package dev.divvy.bench.cache;

/** The lines that processes of this benchmark say. */
final class Said {

    static final String PORT = "PORT ";
    static final String SERVING = "SERVING";
    static final String READY = "READY";
    static final String RATE = "RATE ";
    static final String BYTES = "BYTES ";

    private Said() {}
}
