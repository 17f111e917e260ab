package dev.divvy.cache.resp;

/**
 * Cuts requests out of what a client sends. It remembers how far it came in a request that is not whole yet, so bytes that
 * arrive in pieces are looked at once.
 */
public final class RequestReader {

    private static final int NONE = -1;
    private static final int STRANGERS_ARGUMENTS = 10;
    private static final int STRANGERS_VALUE = 16 * 1024;

    private final ClientLimits limits;
    private boolean stranger;

    /** Everything below is counted from the beginning of the request that is being read. */
    private int at;

    private int scanned;
    private int left = NONE;
    private int bulk = NONE;

    public RequestReader(ClientLimits limits) {
        this.limits = limits;
    }

    /** A client that has not given the password yet may send small requests only. */
    public void stranger(boolean isStranger) {
        stranger = isStranger;
    }

    /**
     * Reads the next request from {@code data[from..to)}. While it answers 0 the next call begins at the same byte of the
     * stream (the array may be another) and fills the same request.
     *
     * <p>An empty line and a request without arguments are consumed too; the request then has size 0 and there is nothing to do
     * for it.
     *
     * @return how many bytes are consumed; 0 when more are needed
     */
    public int read(byte[] data, int from, int to, RespRequest into) throws ProtocolException {
        if (from == to) {
            return 0;
        }
        int end = data[from] == '*' ? frame(data, from, to, into) : line(data, from, to, into);
        if (end == NONE) {
            return 0;
        }
        forget();
        return end - from;
    }

    /** How many bytes the request that is being read takes at least: as much room is needed before it can be whole. */
    public int wanted() {
        return bulk == NONE ? at + 1 : at + bulk + 2;
    }

    private void forget() {
        at = 0;
        scanned = 0;
        left = NONE;
        bulk = NONE;
    }

    private int frame(byte[] data, int begin, int to, RespRequest into) throws ProtocolException {
        if (left == NONE) {
            if (!count(data, begin, to)) {
                return NONE;
            }
            into.clear();
        }
        while (left > 0) {
            if (bulk == NONE && !head(data, begin, to)) {
                return NONE;
            }
            if (to - begin - at < bulk + 2) {
                return NONE;
            }
            into.add(at, bulk);
            at += bulk + 2;
            scanned = at;
            bulk = NONE;
            left--;
        }
        into.complete(data, begin, begin + at);
        return begin + at;
    }

    /** The line that says how many arguments there are. */
    private boolean count(byte[] data, int begin, int to) throws ProtocolException {
        int end = lineEnd(data, begin, to, "too big mbulk count string");
        if (end == NONE) {
            return false;
        }
        if (!Decimal.isNumber(data, begin + 1, end - begin - 1)) {
            throw new ProtocolException("invalid multibulk length");
        }
        long arguments = Decimal.value(data, begin + 1, end - begin - 1);
        if (arguments > limits.mostArguments()) {
            throw new ProtocolException("invalid multibulk length");
        }
        if (stranger && arguments > STRANGERS_ARGUMENTS) {
            throw new ProtocolException("unauthenticated multibulk length");
        }
        left = (int) Math.max(0, arguments);
        at = end + 2 - begin;
        scanned = at;
        return true;
    }

    /** The line before an argument that says how long it is. */
    private boolean head(byte[] data, int begin, int to) throws ProtocolException {
        int start = begin + at;
        int end = lineEnd(data, begin, to, "too big bulk count string");
        if (end == NONE) {
            return false;
        }
        if (data[start] != '$') {
            throw new ProtocolException("expected '$', got '" + (char) (data[start] & 0xFF) + "'");
        }
        if (!Decimal.isNumber(data, start + 1, end - start - 1)) {
            throw new ProtocolException("invalid bulk length");
        }
        long length = Decimal.value(data, start + 1, end - start - 1);
        if (length < 0 || length > limits.longestValue()) {
            throw new ProtocolException("invalid bulk length");
        }
        if (stranger && length > STRANGERS_VALUE) {
            throw new ProtocolException("unauthenticated bulk length");
        }
        int next = end + 2 - begin;
        if (next + length + 2 > limits.longestRequest()) {
            throw new ProtocolException("too big request");
        }
        bulk = (int) length;
        at = next;
        return true;
    }

    /** The carriage return that ends the line at hand, once the line feed is there too. What the line feed is nobody asks. */
    private int lineEnd(byte[] data, int begin, int to, String tooLong) throws ProtocolException {
        int next = begin + scanned;
        while (next < to && data[next] != '\r') {
            next++;
        }
        scanned = next - begin;
        if (scanned - at > limits.longestInline()) {
            throw new ProtocolException(tooLong);
        }
        return next + 1 < to ? next : NONE;
    }

    private int line(byte[] data, int begin, int to, RespRequest into) throws ProtocolException {
        int next = begin + scanned;
        while (next < to && data[next] != '\n') {
            next++;
        }
        scanned = next - begin;
        if (scanned > limits.longestInline()) {
            throw new ProtocolException("too big inline request");
        }
        if (next == to) {
            return NONE;
        }
        int end = next > begin && data[next - 1] == '\r' ? next - 1 : next;
        into.clear();
        byte[][] words = InlineRequestParser.split(data, begin, end);
        if (words.length > limits.mostArguments()) {
            throw new ProtocolException("invalid multibulk length");
        }
        for (byte[] word : words) {
            if (word.length > limits.longestValue()) {
                throw new ProtocolException("invalid bulk length");
            }
        }
        if (words.length > 0) {
            into.fill(words);
        }
        return next + 1;
    }
}
