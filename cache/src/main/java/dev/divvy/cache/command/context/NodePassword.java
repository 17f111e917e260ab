package dev.divvy.cache.command.context;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** The password of the node. Only a digest is kept, so that every comparison takes the same time. */
public final class NodePassword {

    private final byte[] digest;

    public NodePassword(String text) {
        if (text.isEmpty()) {
            throw new IllegalArgumentException("the password is empty");
        }
        this.digest = digest(text.getBytes(StandardCharsets.UTF_8));
    }

    public boolean matches(byte[] candidate) {
        return MessageDigest.isEqual(digest, digest(candidate));
    }

    private static byte[] digest(byte[] text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(
                    "this Java runtime has no SHA-256, which every Java platform must provide", e);
        }
    }

    @Override
    public String toString() {
        return "a password";
    }
}
