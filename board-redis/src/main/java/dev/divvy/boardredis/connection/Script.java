package dev.divvy.boardredis.connection;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * A Lua script that the server runs as one step. Once the server has seen it, the SHA-1 digest identifies it.
 *
 * @param name the name of the script in messages
 * @param sha1 the SHA-1 digest of the text, in hexadecimal
 */
public record Script(String name, String text, String sha1) {

    public Script(String name, String text) {
        this(name, text, sha1(text));
    }

    /** Returns the script in the resource {@code FILE.lua} beside a class. */
    public static Script of(Class<?> beside, String file) {
        try (InputStream in = beside.getResourceAsStream(file + ".lua")) {
            if (in == null) {
                throw new IllegalArgumentException("no " + file + ".lua beside " + beside.getName());
            }
            return new Script(file, new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file + ".lua beside " + beside.getName(), e);
        }
    }

    private static String sha1(String text) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-1");
            return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this JVM has no SHA-1", e);
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
