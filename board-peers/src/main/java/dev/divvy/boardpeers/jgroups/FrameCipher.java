package dev.divvy.boardpeers.jgroups;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Encrypts what nodes say with their secret, so that nobody else reads or forges it: AES-GCM. Every process has a key of its own, made
 * of the secret and some random bytes that go along; so its count of messages is never used twice with one key.
 */
final class FrameCipher {

    private static final int ROUNDS = 50_000;
    private static final int KEY_BITS = 256;
    private static final int SALT = 16;
    private static final int NONCE = 12;
    private static final int TAG_BITS = 128;

    /** The keys of so many processes are kept ready. */
    private static final int KEPT = 256;

    private final byte[] root;
    private final byte[] name;
    private final byte[] salt = new byte[SALT];
    private final SecretKeySpec own;
    private final AtomicLong count = new AtomicLong();

    /** By their random bytes; guarded by itself. */
    private final Map<ByteBuffer, SecretKeySpec> keys = new LinkedHashMap<>();

    FrameCipher(String mesh, String secret) {
        this.name = mesh.getBytes(UTF_8);
        new SecureRandom().nextBytes(salt);
        try {
            this.root = SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256")
                    .generateSecret(new PBEKeySpec(
                            secret.toCharArray(), ("divvy mesh " + mesh).getBytes(UTF_8), ROUNDS, KEY_BITS))
                    .getEncoded();
            this.own = derive(salt);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java lacks PBKDF2WithHmacSHA256 or HmacSHA256", e);
        }
    }

    private SecretKeySpec derive(byte[] random) throws GeneralSecurityException {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(root, "HmacSHA256"));
        return new SecretKeySpec(mac.doFinal(random), "AES");
    }

    byte[] close(byte[] plain, int offset, int length) {
        ByteBuffer nonce = ByteBuffer.allocate(NONCE).putLong(count.incrementAndGet());
        try {
            byte[] closed = cipher(Cipher.ENCRYPT_MODE, own, nonce.array()).doFinal(plain, offset, length);
            return ByteBuffer.allocate(SALT + NONCE + closed.length)
                    .put(salt)
                    .put(nonce.array())
                    .put(closed)
                    .array();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java lacks AES/GCM/NoPadding", e);
        }
    }

    /**
     * What was closed with the same secret.
     *
     * @throws GeneralSecurityException when it was closed with another one, or changed on its way
     */
    byte[] open(ByteBuffer closed) throws GeneralSecurityException {
        if (closed.remaining() < SALT + NONCE + TAG_BITS / 8) {
            throw new GeneralSecurityException("too short");
        }
        byte[] random = new byte[SALT];
        byte[] nonce = new byte[NONCE];
        closed.get(random).get(nonce);
        byte[] rest = new byte[closed.remaining()];
        closed.get(rest);
        ByteBuffer who = ByteBuffer.wrap(random);
        SecretKeySpec known;
        synchronized (keys) {
            known = keys.get(who);
        }
        SecretKeySpec key = known == null ? derive(random) : known;
        byte[] plain = cipher(Cipher.DECRYPT_MODE, key, nonce).doFinal(rest);
        if (known == null) {
            remember(who, key);
        }
        return plain;
    }

    private void remember(ByteBuffer who, SecretKeySpec key) {
        synchronized (keys) {
            keys.put(who, key);
            if (keys.size() > KEPT) {
                keys.remove(keys.keySet().iterator().next());
            }
        }
    }

    private Cipher cipher(int mode, SecretKeySpec key, byte[] nonce) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
        cipher.updateAAD(name);
        return cipher;
    }
}
