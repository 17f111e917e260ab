package dev.divvy.distributor.ping;

import io.grpc.Metadata;

/** The header by which a service tells a distributor's ping from the health checks of others, such as a kubelet or a proxy. */
public final class PingHeader {

    private static final Metadata.Key<String> KEY =
            Metadata.Key.of("divvy-distributor", Metadata.ASCII_STRING_MARSHALLER);

    private PingHeader() {}

    /** Returns new headers for each call, because a call may change them. */
    public static Metadata headers() {
        Metadata headers = new Metadata();
        headers.put(KEY, "ping");
        return headers;
    }

    public static boolean isIn(Metadata headers) {
        return headers.containsKey(KEY);
    }
}
