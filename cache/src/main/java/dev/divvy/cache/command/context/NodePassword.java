package dev.divvy.cache.command.context;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** The password of the node. It keeps a digest only, so that every guess takes the same time. */
public final class NodePassword {

    private final byte[] digest;

    public NodePassword(String text) {
        if (text.isEmpty()) {
            throw new IllegalArgumentException("the password is empty");
        }
        this.digest = digest(text.getBytes(StandardCharsets.UTF_8));
    }

    public boolean is(byte[] guess) {
        return MessageDigest.isEqual(digest, digest(guess));
    }

    private static byte[] digest(byte[] text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    @Override
    public String toString() {
        return "a password";
    }
}
