package dev.divvy.distributor.redis;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * Converts names of fields to text and back. Bytes that are not UTF-8, which only another program can have written, get a name by which they
 * can be removed.
 */
final class FieldNameCodec {

    private static final String NOT_UTF8 = "\uFFFD:";

    private FieldNameCodec() {}

    static String text(byte[] name) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(name))
                    .toString();
        } catch (CharacterCodingException e) {
            return NOT_UTF8 + HexFormat.of().formatHex(name);
        }
    }

    static byte[] bytes(String text) {
        return text.startsWith(NOT_UTF8)
                ? HexFormat.of().parseHex(text, NOT_UTF8.length(), text.length())
                : text.getBytes(StandardCharsets.UTF_8);
    }
}
