package dev.divvy.cache.resp;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Appends replies to a buffer, in RESP2 or RESP3. */
public final class ReplyWriter {

    private static final byte[] OK = ascii("+OK\r\n");
    private static final byte[] PONG = ascii("+PONG\r\n");
    private static final byte[] NIL = ascii("$-1\r\n");
    private static final byte[] NIL_ARRAY = ascii("*-1\r\n");
    private static final byte[] NULL = ascii("_\r\n");
    private static final byte[] TRUE = ascii("#t\r\n");
    private static final byte[] FALSE = ascii("#f\r\n");
    private static final byte[] ZERO = ascii(":0\r\n");
    private static final byte[] ONE = ascii(":1\r\n");
    private static final int LINE_END = ('\r' << 8) | '\n';

    /** The headers of short bulk strings, for buffers that have no array. */
    private static final byte[][] BULK_HEADERS = bulkHeaders(1024);

    private ReplyWriter() {}

    private static byte[][] bulkHeaders(int count) {
        byte[][] headers = new byte[count][];
        Arrays.setAll(headers, length -> ascii("$" + length + "\r\n"));
        return headers;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    public static void ok(ByteBuf out) {
        out.writeBytes(OK);
    }

    public static void pong(ByteBuf out) {
        out.writeBytes(PONG);
    }

    /** Writes the absence of a value. */
    public static void nil(ByteBuf out, boolean resp3) {
        out.writeBytes(resp3 ? NULL : NIL);
    }

    /** Writes the absence of an array. */
    public static void nilArray(ByteBuf out, boolean resp3) {
        out.writeBytes(resp3 ? NULL : NIL_ARRAY);
    }

    public static void simple(ByteBuf out, String text) {
        out.writeByte('+');
        line(out, text);
    }

    /** Writes an error; the text begins with the error's code, such as ERR. */
    public static void error(ByteBuf out, String text) {
        out.writeByte('-');
        line(out, text);
    }

    /** Writes an error; the text begins with the error's code, and its bytes need not be UTF-8. */
    public static void error(ByteBuf out, byte[] text) {
        out.writeByte('-');
        for (byte letter : text) {
            out.writeByte(letter == '\r' || letter == '\n' ? ' ' : letter);
        }
        out.writeShort(LINE_END);
    }

    /** Writes the rest of a line. A line break in the text would end the reply, so it becomes a space, as in Redis. */
    private static void line(ByteBuf out, String text) {
        out.writeCharSequence(text.replace('\r', ' ').replace('\n', ' '), StandardCharsets.UTF_8);
        out.writeShort(LINE_END);
    }

    public static void integer(ByteBuf out, long value) {
        if (value == 0 || value == 1) {
            out.writeBytes(value == 0 ? ZERO : ONE);
        } else {
            header(out, ':', value);
        }
    }

    public static void bool(ByteBuf out, boolean value, boolean resp3) {
        if (resp3) {
            out.writeBytes(value ? TRUE : FALSE);
        } else {
            integer(out, value ? 1 : 0);
        }
    }

    public static void bulk(ByteBuf out, byte[] value) {
        bulk(out, value, 0, value.length);
    }

    public static void bulk(ByteBuf out, byte[] data, int from, int length) {
        int digits = Decimal.length(length);
        out.ensureWritable(1 + digits + 2 + length + 2);
        if (!out.hasArray()) {
            if (length < BULK_HEADERS.length) {
                out.writeBytes(BULK_HEADERS[length]);
            } else {
                header(out, '$', length);
            }
            out.writeBytes(data, from, length);
            out.writeShort(LINE_END);
            return;
        }
        byte[] array = out.array();
        int begin = out.arrayOffset() + out.writerIndex();
        int at = header(array, begin, '$', length, digits);
        System.arraycopy(data, from, array, at, length);
        array[at + length] = '\r';
        array[at + length + 1] = '\n';
        out.writerIndex(out.writerIndex() + 1 + digits + 2 + length + 2);
    }

    public static void bulk(ByteBuf out, String text) {
        bulk(out, text.getBytes(StandardCharsets.UTF_8));
    }

    /** Writes a text for people, which RESP3 marks as such. */
    public static void verbatim(ByteBuf out, String text, boolean resp3) {
        if (!resp3) {
            bulk(out, text);
            return;
        }
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        header(out, '=', bytes.length + 4);
        out.writeCharSequence("txt:", StandardCharsets.US_ASCII);
        out.writeBytes(bytes);
        out.writeShort(LINE_END);
    }

    /** Writes the header of an array; its elements follow. */
    public static void array(ByteBuf out, int size) {
        header(out, '*', size);
    }

    /** Writes the header of a map; keys and values follow in turn. */
    public static void map(ByteBuf out, int size, boolean resp3) {
        header(out, resp3 ? '%' : '*', resp3 ? size : 2L * size);
    }

    /** Writes the header of a set; its elements, all different, follow. */
    public static void set(ByteBuf out, int size, boolean resp3) {
        header(out, resp3 ? '~' : '*', size);
    }

    /** Writes a type byte, a number and the end of the line. */
    private static void header(ByteBuf out, char type, long value) {
        int digits = Decimal.length(value);
        out.ensureWritable(digits + 3);
        if (!out.hasArray()) {
            out.writeByte(type);
            out.writeBytes(Decimal.bytes(value));
            out.writeShort(LINE_END);
            return;
        }
        int begin = out.arrayOffset() + out.writerIndex();
        int end = header(out.array(), begin, type, value, digits);
        out.writerIndex(out.writerIndex() + end - begin);
    }

    /** Writes a header into an array; returns the index behind it. */
    private static int header(byte[] array, int begin, char type, long value, int digits) {
        int end = begin + 1 + digits;
        array[begin] = (byte) type;
        Decimal.write(value, array, end);
        array[end] = '\r';
        array[end + 1] = '\n';
        return end + 2;
    }
}
