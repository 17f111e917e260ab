package dev.divvy.distributor.redis;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** Names of fields as text, and back. Bytes that are no text, which only somebody else can have written, have a name by which they can be removed. */
final class FieldNames {

    private static final String ODD = "\uFFFD:";

    private FieldNames() {}

    static String text(byte[] name) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(name))
                    .toString();
        } catch (CharacterCodingException e) {
            return ODD + HexFormat.of().formatHex(name);
        }
    }

    static byte[] bytes(String text) {
        return text.startsWith(ODD)
                ? HexFormat.of().parseHex(text, ODD.length(), text.length())
                : text.getBytes(StandardCharsets.UTF_8);
    }
}
