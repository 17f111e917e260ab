package dev.divvy.cache.resp;

/**
 * Limits of the requests and connections of clients.
 *
 * @param longestValue bytes of one argument, and of a value that grows by APPEND or SETRANGE
 * @param mostArguments arguments of one request, its name included
 * @param longestInline bytes of a request that is a plain line
 * @param longestRequest bytes of a whole request
 * @param mostWaiting bytes of replies that wait for a client that does not read
 * @param mostConnections clients at the same time
 */
public record ClientLimits(
        int longestValue,
        int mostArguments,
        int longestInline,
        int longestRequest,
        long mostWaiting,
        int mostConnections) {

    private static final int MB = 1024 * 1024;

    /** Lets everything through that fits into an array. */
    static final ClientLimits NONE = new ClientLimits(
            Integer.MAX_VALUE,
            Integer.MAX_VALUE,
            Integer.MAX_VALUE,
            Integer.MAX_VALUE,
            Long.MAX_VALUE,
            Integer.MAX_VALUE);

    public static final ClientLimits DEFAULT =
            new ClientLimits(64 * MB, 1024 * 1024, 64 * 1024, 256 * MB, 256L * MB, 10_000);

    public ClientLimits {
        positive("longestValue", longestValue);
        positive("mostArguments", mostArguments);
        positive("longestInline", longestInline);
        positive("longestRequest", longestRequest);
        positive("mostWaiting", mostWaiting);
        positive("mostConnections", mostConnections);
    }

    private static void positive(String name, long value) {
        if (value <= 0) {
            throw new IllegalArgumentException(name + " must be above 0, not " + value);
        }
    }

    /**
     * Returns the limits for requests of other nodes: a transfer may hold an entry whose key and value are both as long as a client may make
     * them, and a little more.
     */
    public ClientLimits betweenNodes() {
        int parcel = (int) Math.min(2L * longestValue + MB, Integer.MAX_VALUE - 2 * MB);
        return new ClientLimits(
                parcel,
                Math.max(mostArguments, DEFAULT.mostArguments),
                longestInline,
                Math.max(longestRequest, parcel + MB),
                mostWaiting,
                mostConnections);
    }

    public ClientLimits withLongestValue(int bytes) {
        return new ClientLimits(bytes, mostArguments, longestInline, longestRequest, mostWaiting, mostConnections);
    }

    public ClientLimits withLongestRequest(int bytes, int arguments) {
        return new ClientLimits(longestValue, arguments, longestInline, bytes, mostWaiting, mostConnections);
    }

    public ClientLimits withMostWaiting(long bytes) {
        return new ClientLimits(longestValue, mostArguments, longestInline, longestRequest, bytes, mostConnections);
    }

    public ClientLimits withMostConnections(int connections) {
        return new ClientLimits(longestValue, mostArguments, longestInline, longestRequest, mostWaiting, connections);
    }
}
