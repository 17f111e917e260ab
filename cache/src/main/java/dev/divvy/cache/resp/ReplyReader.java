package dev.divvy.cache.resp;

/**
 * Finds where a reply ends in what a node sends, whatever is in it, nested lists and all types of version 3 included. Bytes that
 * arrive in pieces are looked at once.
 */
public final class ReplyReader {

    private static final int DEEPEST = 32;
    private static final int LONGEST_LINE = 64 * 1024;
    private static final int NONE = -1;

    /** How many replies are still missing in the list at each depth; the reply itself is a list of one. */
    private final long[] missing = new long[DEEPEST + 1];

    private int depth = NONE;

    /** Counted from the beginning of the reply. */
    private int at;

    private int scanned;
    private int bulk = NONE;

    /**
     * Looks at {@code data[from..to)}. While it answers 0 the next call begins at the same byte of the stream; the array may be
     * another.
     *
     * @return the length of the next reply; 0 when it is not whole yet
     */
    public int read(byte[] data, int from, int to) throws ProtocolException {
        if (depth == NONE) {
            depth = 0;
            missing[0] = 1;
        }
        while (missing[0] > 0) {
            if (bulk == NONE && !head(data, from, to)) {
                return 0;
            }
            if (bulk != NONE && !skip(to - from)) {
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

    /** How many bytes the reply takes at least. */
    public int wanted() {
        return bulk == NONE ? at + 1 : at + bulk + 2;
    }

    private boolean skip(int length) {
        if (length - at < bulk + 2) {
            return false;
        }
        at += bulk + 2;
        scanned = at;
        bulk = NONE;
        missing[depth]--;
        return true;
    }

    private boolean head(byte[] data, int from, int to) throws ProtocolException {
        int next = from + scanned;
        while (next < to && data[next] != '\n') {
            next++;
        }
        scanned = next - from;
        if (scanned - at > LONGEST_LINE) {
            throw new ProtocolException("too long a line in a reply");
        }
        if (next == to) {
            return false;
        }
        int start = from + at;
        int digits = next - start - 2;
        if (digits < 0 || data[next - 1] != '\r') {
            throw new ProtocolException("a line of a reply does not end");
        }
        at = next + 1 - from;
        scanned = at;
        switch (data[start]) {
            case '+', '-', ':', ',', '#', '(', '_' -> missing[depth]--;
            case '$', '!', '=' -> text(count(data, start, digits));
            case '*', '~', '>' -> list(count(data, start, digits), 1, 0);
            case '%' -> list(count(data, start, digits), 2, 0);
            // What goes before a reply and says something about it: both are one.
            case '|' -> list(count(data, start, digits), 2, 1);
            default -> throw new ProtocolException("a reply begins with byte " + data[start]);
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

    private void text(int length) {
        if (length < 0) {
            missing[depth]--;
        } else {
            bulk = length;
        }
    }

    private void list(int size, int each, int more) throws ProtocolException {
        long inside = Math.max(0L, size) * each + more;
        if (inside == 0) {
            missing[depth]--;
            return;
        }
        if (depth == DEEPEST) {
            throw new ProtocolException("a reply is nested too deeply");
        }
        missing[++depth] = inside;
    }
}
