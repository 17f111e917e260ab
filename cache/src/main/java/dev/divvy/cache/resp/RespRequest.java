package dev.divvy.cache.resp;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * One request: its name and its arguments, as places inside a byte array that belongs to somebody else. It is filled again
 * for each request; who wants to keep an argument copies it.
 */
public final class RespRequest {

    private static final int FEW = 16;
    private static final int MANY = 4096;
    private static final byte[] NOTHING = {};

    private byte[] data = NOTHING;
    private int begin;
    private int end;
    private int size;
    /** Start of each argument, counted from begin, and its length, in turn. */
    private int[] places = new int[2 * FEW];

    public RespRequest() {}

    /** A request of its own, in an array of its own. */
    public static RespRequest of(byte[]... arguments) {
        RespRequest request = new RespRequest();
        request.fill(arguments);
        return request;
    }

    /** Parses a whole frame that was read before. */
    public static RespRequest parse(byte[] frame) {
        RespRequest request = new RespRequest();
        try {
            int unused = new RequestReader(ClientLimits.NONE).read(frame, 0, frame.length, request);
            return request;
        } catch (ProtocolException e) {
            throw new IllegalArgumentException("a frame that is no request: " + e.getMessage(), e);
        }
    }

    /** Arguments that are not in one frame get one of their own. */
    void fill(byte[]... arguments) {
        int length = 1 + Decimal.length(arguments.length) + 2;
        for (byte[] argument : arguments) {
            length += 1 + Decimal.length(argument.length) + 2 + argument.length + 2;
        }
        byte[] frame = new byte[length];
        clear();
        int at = head(frame, 0, '*', arguments.length);
        for (byte[] argument : arguments) {
            at = head(frame, at, '$', argument.length);
            add(at, argument.length);
            System.arraycopy(argument, 0, frame, at, argument.length);
            at += argument.length;
            frame[at++] = '\r';
            frame[at++] = '\n';
        }
        complete(frame, 0, length);
    }

    private static int head(byte[] frame, int at, char sign, int count) {
        int end = at + 1 + Decimal.length(count);
        frame[at] = (byte) sign;
        Decimal.write(count, frame, end);
        frame[end] = '\r';
        frame[end + 1] = '\n';
        return end + 2;
    }

    void clear() {
        data = NOTHING;
        begin = 0;
        end = 0;
        size = 0;
        if (places.length > MANY) {
            places = new int[2 * FEW];
        }
    }

    void add(int start, int length) {
        if (2 * size == places.length) {
            places = Arrays.copyOf(places, 2 * places.length);
        }
        places[2 * size] = start;
        places[2 * size + 1] = length;
        size++;
    }

    void complete(byte[] frame, int from, int to) {
        data = frame;
        begin = from;
        end = to;
    }

    public byte[] data() {
        return data;
    }

    /** How many arguments, the name included. */
    public int size() {
        return size;
    }

    /** Where the whole request begins in its data; from here to {@link #end} it can be passed on as it is. */
    public int begin() {
        return begin;
    }

    public int end() {
        return end;
    }

    public int start(int argument) {
        return begin + places[2 * check(argument)];
    }

    public int length(int argument) {
        return places[2 * check(argument) + 1];
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

    /** The argument for people and for messages; bytes that are no characters come out as something else. */
    public String text(int argument) {
        return new String(data, start(argument), length(argument), StandardCharsets.UTF_8);
    }

    /** Whether the argument is this word of ASCII letters; upper and lower case are the same. */
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

    /** The number that the argument is, if {@link #isNumber}. */
    public long number(int argument) {
        return Decimal.value(data, start(argument), length(argument));
    }

    /** For people. */
    @Override
    public String toString() {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < size; i++) {
            line.append(i == 0 ? "" : " ").append(text(i));
        }
        return line.toString();
    }
}
