package dev.divvy.cache.resp;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A request: its name and its arguments, as ranges of a byte array that it does not own. A reader fills the same object again for each
 * request, so an argument must be copied to be kept.
 */
public final class RespRequest {

    private static final int INITIAL_ARGUMENTS = 16;
    private static final int MAX_KEPT_RANGES = 4096;
    private static final byte[] EMPTY = {};

    private byte[] data = EMPTY;
    private int begin;
    private int end;
    private int size;

    /** The start of each argument, counted from {@code begin}, and its length, in turn. */
    private int[] ranges = new int[2 * INITIAL_ARGUMENTS];

    public RespRequest() {}

    /** Returns a request in an array of its own. */
    public static RespRequest of(byte[]... arguments) {
        RespRequest request = new RespRequest();
        request.fill(arguments);
        return request;
    }

    /** Parses a complete frame. */
    public static RespRequest parse(byte[] frame) {
        RespRequest request = new RespRequest();
        try {
            int unused = new RequestReader(ClientLimits.NONE).read(frame, 0, frame.length, request);
            return request;
        } catch (ProtocolException e) {
            throw new IllegalArgumentException("the frame is not a request: " + e.getMessage(), e);
        }
    }

    /** Fills this request with arguments, encoded as a frame of its own. */
    void fill(byte[]... arguments) {
        int length = 1 + Decimal.length(arguments.length) + 2;
        for (byte[] argument : arguments) {
            length += 1 + Decimal.length(argument.length) + 2 + argument.length + 2;
        }
        byte[] frame = new byte[length];
        restart();
        int at = header(frame, 0, '*', arguments.length);
        for (byte[] argument : arguments) {
            at = header(frame, at, '$', argument.length);
            add(at, argument.length);
            System.arraycopy(argument, 0, frame, at, argument.length);
            at += argument.length;
            frame[at++] = '\r';
            frame[at++] = '\n';
        }
        complete(frame, 0, length);
    }

    private static int header(byte[] frame, int at, char type, int count) {
        int end = at + 1 + Decimal.length(count);
        frame[at] = (byte) type;
        Decimal.write(count, frame, end);
        frame[end] = '\r';
        frame[end + 1] = '\n';
        return end + 2;
    }

    /** Becomes empty, and lets go of ranges that are many, and of the data unless it is this array. */
    public void clear(byte[] kept) {
        restart();
        begin = 0;
        end = 0;
        if (data != kept) {
            data = EMPTY;
        }
    }

    /** Becomes empty, to be filled again. */
    void restart() {
        size = 0;
        if (ranges.length > MAX_KEPT_RANGES) {
            ranges = new int[2 * INITIAL_ARGUMENTS];
        }
    }

    void add(int start, int length) {
        if (2 * size == ranges.length) {
            ranges = Arrays.copyOf(ranges, 2 * ranges.length);
        }
        ranges[2 * size] = start;
        ranges[2 * size + 1] = length;
        size++;
    }

    void complete(byte[] frame, int from, int to) {
        if (data != frame) {
            data = frame; // the garbage collector tracks every write of a reference
        }
        begin = from;
        end = to;
    }

    public byte[] data() {
        return data;
    }

    /** Returns the number of arguments, including the name. */
    public int size() {
        return size;
    }

    /** Returns the index at which the frame begins in the data; from here to {@link #end} it can be forwarded as it is. */
    public int begin() {
        return begin;
    }

    public int end() {
        return end;
    }

    public int start(int argument) {
        return begin + ranges[2 * check(argument)];
    }

    public int length(int argument) {
        return ranges[2 * check(argument) + 1];
    }

    private int check(int argument) {
        if (argument < 0 || argument >= size) {
            throw new IndexOutOfBoundsException("argument " + argument + " of " + size);
        }
        return argument;
    }

    public byte[] copy(int argument) {
        int start = start(argument);
        return Arrays.copyOfRange(data, start, start + length(argument));
    }

    /** Returns the argument as text, for people and messages; bytes that are not UTF-8 are replaced. */
    public String text(int argument) {
        return new String(data, start(argument), length(argument), StandardCharsets.UTF_8);
    }

    /** Whether the argument is this ASCII word, in upper or lower case. */
    public boolean is(int argument, String word) {
        int length = length(argument);
        if (length != word.length()) {
            return false;
        }
        int start = start(argument);
        for (int i = 0; i < length; i++) {
            if (lower(data[start + i]) != lower((byte) word.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    private static int lower(byte letter) {
        return letter >= 'A' && letter <= 'Z' ? letter + ('a' - 'A') : letter;
    }

    public boolean isNumber(int argument) {
        return Decimal.isNumber(data, start(argument), length(argument));
    }

    /** Returns the argument as a number; only valid if {@link #isNumber}. */
    public long number(int argument) {
        return Decimal.value(data, start(argument), length(argument));
    }

    /** Returns the words of the request, for people. */
    @Override
    public String toString() {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < size; i++) {
            line.append(i == 0 ? "" : " ").append(text(i));
        }
        return line.toString();
    }
}
