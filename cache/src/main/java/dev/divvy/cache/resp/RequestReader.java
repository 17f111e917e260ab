package dev.divvy.cache.resp;

/**
 * Parses the requests of a client. It remembers its position in a request that is not complete yet, so bytes that arrive in fragments
 * are inspected only once.
 */
public final class RequestReader {

    private static final int NONE = -1;
    private static final int UNAUTHENTICATED_ARGUMENTS = 10;
    private static final int UNAUTHENTICATED_VALUE = 16 * 1024;

    private final ClientLimits limits;
    private boolean unauthenticated;

    /** The position; counted from the beginning of the current request, like the scanned bytes. */
    private int at;

    private int scanned;
    private int remaining = NONE;
    private int bulk = NONE;

    public RequestReader(ClientLimits limits) {
        this.limits = limits;
    }

    /** Restricts a client that has not given the password yet to small requests. */
    public void unauthenticated(boolean restricted) {
        unauthenticated = restricted;
    }

    /**
     * Reads the next request from {@code data[from..to)}. After a return value of 0 the next call begins at the same byte of the stream,
     * possibly in another array, and fills the same request.
     *
     * <p>An empty line and a request without arguments are consumed too; the request then has size 0 and gets no reply.
     *
     * @return the number of bytes consumed; 0 when more are needed
     */
    public int read(byte[] data, int from, int to, RespRequest into) throws ProtocolException {
        if (from == to) {
            return 0;
        }
        int end = data[from] == '*' ? readFrame(data, from, to, into) : readLine(data, from, to, into);
        if (end == NONE) {
            return 0;
        }
        reset();
        return end - from;
    }

    /** Returns the least number of bytes of the current request. */
    public int bytesNeeded() {
        return bulk == NONE ? at + 1 : at + bulk + 2;
    }

    private void reset() {
        at = 0;
        scanned = 0;
        remaining = NONE;
        bulk = NONE;
    }

    private int readFrame(byte[] data, int begin, int to, RespRequest into) throws ProtocolException {
        if (remaining == NONE) {
            if (!readCount(data, begin, to)) {
                return NONE;
            }
            into.restart();
        }
        while (remaining > 0) {
            if (bulk == NONE && !readLength(data, begin, to)) {
                return NONE;
            }
            if (to - begin - at < bulk + 2) {
                return NONE;
            }
            into.add(at, bulk);
            at += bulk + 2;
            scanned = at;
            bulk = NONE;
            remaining--;
        }
        into.complete(data, begin, begin + at);
        return begin + at;
    }

    /** Reads the line with the number of arguments; returns false when it is not complete yet. */
    private boolean readCount(byte[] data, int begin, int to) throws ProtocolException {
        int end = lineEnd(data, begin, to, "too big mbulk count string");
        if (end == NONE) {
            return false;
        }
        if (!Decimal.isNumber(data, begin + 1, end - begin - 1)) {
            throw new ProtocolException("invalid multibulk length");
        }
        long arguments = Decimal.value(data, begin + 1, end - begin - 1);
        if (arguments > limits.maxArguments()) {
            throw new ProtocolException("invalid multibulk length");
        }
        if (unauthenticated && arguments > UNAUTHENTICATED_ARGUMENTS) {
            throw new ProtocolException("unauthenticated multibulk length");
        }
        remaining = (int) Math.max(0, arguments);
        at = end + 2 - begin;
        scanned = at;
        return true;
    }

    /** Reads the line with the length of the next argument; returns false when it is not complete yet. */
    private boolean readLength(byte[] data, int begin, int to) throws ProtocolException {
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
        if (length < 0 || length > limits.maxValueLength()) {
            throw new ProtocolException("invalid bulk length");
        }
        if (unauthenticated && length > UNAUTHENTICATED_VALUE) {
            throw new ProtocolException("unauthenticated bulk length");
        }
        int next = end + 2 - begin;
        if (next + length + 2 > limits.maxRequestLength()) {
            throw new ProtocolException("too big request");
        }
        bulk = (int) length;
        at = next;
        return true;
    }

    /** Returns the index of the carriage return that ends the current line, once another byte follows; that byte is not checked. */
    private int lineEnd(byte[] data, int begin, int to, String tooLong) throws ProtocolException {
        int next = begin + scanned;
        while (next < to && data[next] != '\r') {
            next++;
        }
        scanned = next - begin;
        if (scanned - at > limits.maxInlineLength()) {
            throw new ProtocolException(tooLong);
        }
        return next + 1 < to ? next : NONE;
    }

    private int readLine(byte[] data, int begin, int to, RespRequest into) throws ProtocolException {
        int next = begin + scanned;
        while (next < to && data[next] != '\n') {
            next++;
        }
        scanned = next - begin;
        if (scanned > limits.maxInlineLength()) {
            throw new ProtocolException("too big inline request");
        }
        if (next == to) {
            return NONE;
        }
        int end = next > begin && data[next - 1] == '\r' ? next - 1 : next;
        into.restart();
        byte[][] words = InlineRequestParser.split(data, begin, end);
        if (words.length > limits.maxArguments()) {
            throw new ProtocolException("invalid multibulk length");
        }
        for (byte[] word : words) {
            if (word.length > limits.maxValueLength()) {
                throw new ProtocolException("invalid bulk length");
            }
        }
        if (words.length > 0) {
            into.fill(words);
        }
        return next + 1;
    }
}
