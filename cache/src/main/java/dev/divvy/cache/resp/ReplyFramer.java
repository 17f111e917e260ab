package dev.divvy.cache.resp;

/**
 * Finds the end of a reply of any type, including nested arrays and all types of RESP3. Bytes that arrive in fragments are inspected
 * only once.
 */
public final class ReplyFramer {

    private static final int MAX_DEPTH = 32;
    private static final int MAX_LINE = 64 * 1024;
    private static final int NONE = -1;

    /** The number of replies still missing in the array at each depth; the reply itself counts as an array of one. */
    private final long[] missing = new long[MAX_DEPTH + 1];

    private int depth = NONE;

    /** The position, counted from the beginning of the reply. */
    private int at;

    private int scanned;
    private int bulk = NONE;

    /**
     * Reads the next reply from {@code data[from..to)}. After a return value of 0 the next call begins at the same byte of the stream,
     * possibly in another array.
     *
     * @return the length of the next reply; 0 when it is not complete yet
     */
    public int read(byte[] data, int from, int to) throws ProtocolException {
        if (depth == NONE) {
            depth = 0;
            missing[0] = 1;
        }
        while (missing[0] > 0) {
            if (bulk == NONE && !readHeader(data, from, to)) {
                return 0;
            }
            if (bulk != NONE && !skipBulk(to - from)) {
                return 0;
            }
            while (depth > 0 && missing[depth] == 0) {
                depth--;
                missing[depth]--;
            }
        }
        int length = at;
        depth = NONE;
        at = 0;
        scanned = 0;
        return length;
    }

    /** Returns the least number of bytes of the current reply. */
    public int bytesNeeded() {
        return bulk == NONE ? at + 1 : at + bulk + 2;
    }

    private boolean skipBulk(int length) {
        if (length - at < bulk + 2) {
            return false;
        }
        at += bulk + 2;
        scanned = at;
        bulk = NONE;
        missing[depth]--;
        return true;
    }

    private boolean readHeader(byte[] data, int from, int to) throws ProtocolException {
        int next = from + scanned;
        while (next < to && data[next] != '\n') {
            next++;
        }
        scanned = next - from;
        if (scanned - at > MAX_LINE) {
            throw new ProtocolException("a line of a reply is longer than " + MAX_LINE + " bytes");
        }
        if (next == to) {
            return false;
        }
        int start = from + at;
        int digits = next - start - 2;
        if (digits < 0 || data[next - 1] != '\r') {
            throw new ProtocolException("a line of a reply does not end with CR LF");
        }
        at = next + 1 - from;
        scanned = at;
        switch (data[start]) {
            case '+', '-', ':', ',', '#', '(', '_' -> missing[depth]--;
            case '$', '!', '=' -> beginBulk(count(data, start, digits));
            case '*', '~', '>' -> beginArray(count(data, start, digits), 1, 0);
            case '%' -> beginArray(count(data, start, digits), 2, 0);
            // Attributes come before the reply that they describe; both count as one reply.
            case '|' -> beginArray(count(data, start, digits), 2, 1);
            default -> throw new ProtocolException("a reply begins with the unknown type byte " + data[start]);
        }
        return true;
    }

    private static int count(byte[] data, int start, int digits) throws ProtocolException {
        if (!Decimal.isNumber(data, start + 1, digits)) {
            throw new ProtocolException("invalid length in a reply");
        }
        long count = Decimal.value(data, start + 1, digits);
        if (count < -1 || count > Integer.MAX_VALUE / 2) {
            throw new ProtocolException("invalid length in a reply");
        }
        return (int) count;
    }

    private void beginBulk(int length) {
        if (length < 0) {
            missing[depth]--;
        } else {
            bulk = length;
        }
    }

    private void beginArray(int size, int each, int more) throws ProtocolException {
        long inside = Math.max(0L, size) * each + more;
        if (inside == 0) {
            missing[depth]--;
            return;
        }
        if (depth == MAX_DEPTH) {
            throw new ProtocolException("a reply is nested more than " + MAX_DEPTH + " levels deep");
        }
        missing[++depth] = inside;
    }
}
