package dev.divvy.cache.resp;

/**
 * Limits of the requests and connections of clients.
 *
 * @param maxValueLength the bytes of one argument, and of a value that grows by APPEND or SETRANGE
 * @param maxArguments the arguments of one request, including its name
 * @param maxInlineLength the bytes of an inline request, and of any line that announces a length
 * @param maxRequestLength the bytes of a whole request
 * @param maxUnreadBytes the bytes of replies that wait for a client that does not read
 * @param maxConnections the clients connected at the same time
 */
public record ClientLimits(
        int maxValueLength,
        int maxArguments,
        int maxInlineLength,
        int maxRequestLength,
        long maxUnreadBytes,
        int maxConnections) {

    private static final int MB = 1024 * 1024;

    /** Allows everything that fits into an array. */
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
        positive("maxValueLength", maxValueLength);
        positive("maxArguments", maxArguments);
        positive("maxInlineLength", maxInlineLength);
        positive("maxRequestLength", maxRequestLength);
        positive("maxUnreadBytes", maxUnreadBytes);
        positive("maxConnections", maxConnections);
    }

    private static void positive(String name, long value) {
        if (value <= 0) {
            throw new IllegalArgumentException(name + " must be above 0, not " + value);
        }
    }

    /**
     * Returns the limits for requests of other nodes: a transfer may contain an entry whose key and value both have the greatest length
     * that a client may use, and a little more.
     */
    public ClientLimits betweenNodes() {
        int batch = (int) Math.min(2L * maxValueLength + MB, Integer.MAX_VALUE - 2 * MB);
        return new ClientLimits(
                batch,
                Math.max(maxArguments, DEFAULT.maxArguments),
                maxInlineLength,
                Math.max(maxRequestLength, batch + MB),
                maxUnreadBytes,
                maxConnections);
    }

    /**
     * Returns these limits, lowered so that a request, or the unread replies of one client, take at most half of the memory that all
     * connections share.
     */
    public ClientLimits within(long sharedBytes) {
        int half = (int) Math.min(sharedBytes / 2, Integer.MAX_VALUE);
        return new ClientLimits(
                Math.min(maxValueLength, half),
                maxArguments,
                maxInlineLength,
                Math.min(maxRequestLength, half),
                Math.min(maxUnreadBytes, sharedBytes / 2),
                maxConnections);
    }

    public ClientLimits withMaxValueLength(int bytes) {
        return new ClientLimits(bytes, maxArguments, maxInlineLength, maxRequestLength, maxUnreadBytes, maxConnections);
    }

    public ClientLimits withMaxRequest(int bytes, int arguments) {
        return new ClientLimits(maxValueLength, arguments, maxInlineLength, bytes, maxUnreadBytes, maxConnections);
    }

    public ClientLimits withMaxUnreadBytes(long bytes) {
        return new ClientLimits(maxValueLength, maxArguments, maxInlineLength, maxRequestLength, bytes, maxConnections);
    }

    public ClientLimits withMaxConnections(int connections) {
        return new ClientLimits(
                maxValueLength, maxArguments, maxInlineLength, maxRequestLength, maxUnreadBytes, connections);
    }
}
