package dev.divvy.cache.resp;

/**
 * How much a node takes from one client.
 *
 * @param longestValue bytes of one argument, and of a value that grows by APPEND or SETRANGE
 * @param mostArguments arguments of one request, its name included
 * @param longestInline bytes of a request that is a plain line
 * @param longestRequest bytes of a whole request
 * @param mostWaiting bytes of replies that wait for a client that does not read
 * @param mostConnections clients at the same time
 */
public record Limits(
        int longestValue,
        int mostArguments,
        int longestInline,
        int longestRequest,
        long mostWaiting,
        int mostConnections) {

    private static final int MB = 1024 * 1024;

    public static final Limits DEFAULT = new Limits(64 * MB, 1024 * 1024, 64 * 1024, 256 * MB, 256L * MB, 10_000);

    public Limits {
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

    public Limits withLongestValue(int bytes) {
        return new Limits(bytes, mostArguments, longestInline, longestRequest, mostWaiting, mostConnections);
    }

    public Limits withLongestRequest(int bytes, int arguments) {
        return new Limits(longestValue, arguments, longestInline, bytes, mostWaiting, mostConnections);
    }

    public Limits withMostWaiting(long bytes) {
        return new Limits(longestValue, mostArguments, longestInline, longestRequest, bytes, mostConnections);
    }

    public Limits withMostConnections(int connections) {
        return new Limits(longestValue, mostArguments, longestInline, longestRequest, mostWaiting, connections);
    }
}
