package dev.divvy.cache.resp;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;

/** Splits an inline request into words as Redis does: at spaces, except inside "...", which may contain escapes, and '...'. */
final class InlineRequestParser {

    private static final byte[][] NONE = {};

    private final byte[] line;
    private final int end;
    private int at;

    private InlineRequestParser(byte[] line, int from, int end) {
        this.line = line;
        this.at = from;
        this.end = end;
    }

    static byte[][] split(byte[] line, int from, int to) throws ProtocolException {
        int end = from;
        // For Redis a line ends at the first zero byte.
        while (end < to && line[end] != 0) {
            end++;
        }
        InlineRequestParser parser = new InlineRequestParser(line, from, end);
        List<byte[]> words = new ArrayList<>();
        while (parser.skipSpace()) {
            words.add(parser.word());
        }
        return words.toArray(NONE);
    }

    private boolean skipSpace() {
        while (at < end && isSpace(line[at])) {
            at++;
        }
        return at < end;
    }

    private static boolean isSpace(byte letter) {
        return letter == ' ' || (letter >= '\t' && letter <= '\r');
    }

    private byte[] word() throws ProtocolException {
        ByteArrayOutputStream word = new ByteArrayOutputStream();
        while (at < end) {
            byte letter = line[at++];
            switch (letter) {
                case '"', '\'' -> {
                    quoted(letter, word);
                    return word.toByteArray();
                }
                case ' ', '\t', '\r', '\n' -> {
                    return word.toByteArray();
                }
                default -> word.write(letter);
            }
        }
        return word.toByteArray();
    }

    /** Reads up to the closing quote, which must end the word. */
    private void quoted(byte quote, ByteArrayOutputStream word) throws ProtocolException {
        while (at < end) {
            byte letter = line[at++];
            if (letter == quote) {
                if (at < end && !isSpace(line[at])) {
                    throw unbalanced();
                }
                return;
            }
            if (letter != '\\' || at == end) {
                word.write(letter);
            } else if (quote == '"') {
                escaped(word);
            } else if (line[at] == '\'') {
                word.write(line[at++]);
            } else {
                word.write(letter);
            }
        }
        throw unbalanced();
    }

    private void escaped(ByteArrayOutputStream word) {
        byte letter = line[at++];
        if (letter == 'x' && at + 1 < end && hex(line[at]) >= 0 && hex(line[at + 1]) >= 0) {
            word.write(hex(line[at]) * 16 + hex(line[at + 1]));
            at += 2;
            return;
        }
        word.write(
                switch (letter) {
                    case 'n' -> '\n';
                    case 'r' -> '\r';
                    case 't' -> '\t';
                    case 'b' -> '\b';
                    case 'a' -> 7;
                    default -> letter;
                });
    }

    private static int hex(byte letter) {
        return letter < 0 ? -1 : Character.digit((char) letter, 16);
    }

    private static ProtocolException unbalanced() {
        return new ProtocolException("unbalanced quotes in request");
    }
}
