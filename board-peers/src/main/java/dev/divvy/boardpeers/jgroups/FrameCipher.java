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
 * Encrypts frames with the secret of the mesh, by AES-GCM, so that a process without the secret can neither read nor forge them. Every
 * process has its own key, derived from the secret and a random salt that is sent along: so no nonce, a count of messages, is used twice
 * with one key.
 */
final class FrameCipher {

    private static final int ROUNDS = 50_000;

    /** A secret of this many characters is taken for a random one, which cannot be guessed even without rounds. */
    private static final int RANDOM_LENGTH = 32;

    private static final int KEY_BITS = 256;
    private static final int SALT_BYTES = 16;
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;

    /** The number of processes whose keys are cached. */
    private static final int MAX_CACHED_KEYS = 256;

    private final byte[] masterKey;
    private final byte[] meshName;
    private final byte[] salt = new byte[SALT_BYTES];
    private final SecretKeySpec ownKey;
    private final AtomicLong messages = new AtomicLong();

    /** The keys of other processes, by their salts; guarded by itself. */
    private final Map<ByteBuffer, SecretKeySpec> keys = new LinkedHashMap<>();

    FrameCipher(String mesh, String secret) {
        this.meshName = mesh.getBytes(UTF_8);
        new SecureRandom().nextBytes(salt);
        try {
            int rounds = secret.length() < RANDOM_LENGTH ? ROUNDS : 1;
            this.masterKey = SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256")
                    .generateSecret(new PBEKeySpec(
                            secret.toCharArray(), ("divvy mesh " + mesh).getBytes(UTF_8), rounds, KEY_BITS))
                    .getEncoded();
            this.ownKey = derive(salt);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java lacks PBKDF2WithHmacSHA256 or HmacSHA256", e);
        }
    }

    private SecretKeySpec derive(byte[] keySalt) throws GeneralSecurityException {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(masterKey, "HmacSHA256"));
        return new SecretKeySpec(mac.doFinal(keySalt), "AES");
    }

    byte[] encrypt(byte[] plain, int offset, int length) {
        ByteBuffer nonce = ByteBuffer.allocate(NONCE_BYTES).putLong(messages.incrementAndGet());
        try {
            byte[] encrypted =
                    cipher(Cipher.ENCRYPT_MODE, ownKey, nonce.array()).doFinal(plain, offset, length);
            return ByteBuffer.allocate(SALT_BYTES + NONCE_BYTES + encrypted.length)
                    .put(salt)
                    .put(nonce.array())
                    .put(encrypted)
                    .array();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java lacks AES/GCM/NoPadding", e);
        }
    }

    /**
     * Decrypts bytes that were encrypted with the same secret.
     *
     * @throws GeneralSecurityException when they were encrypted with another secret, or were changed on their way
     */
    byte[] decrypt(ByteBuffer encrypted) throws GeneralSecurityException {
        if (encrypted.remaining() < SALT_BYTES + NONCE_BYTES + TAG_BITS / 8) {
            throw new GeneralSecurityException("an encrypted body of " + encrypted.remaining() + " bytes is too short");
        }
        byte[] senderSalt = new byte[SALT_BYTES];
        byte[] nonce = new byte[NONCE_BYTES];
        encrypted.get(senderSalt).get(nonce);
        byte[] rest = new byte[encrypted.remaining()];
        encrypted.get(rest);
        ByteBuffer cacheKey = ByteBuffer.wrap(senderSalt);
        SecretKeySpec cached;
        synchronized (keys) {
            cached = keys.get(cacheKey);
        }
        SecretKeySpec key = cached == null ? derive(senderSalt) : cached;
        byte[] plain = cipher(Cipher.DECRYPT_MODE, key, nonce).doFinal(rest);
        if (cached == null) {
            cache(cacheKey, key);
        }
        return plain;
    }

    private void cache(ByteBuffer cacheKey, SecretKeySpec key) {
        synchronized (keys) {
            keys.put(cacheKey, key);
            if (keys.size() > MAX_CACHED_KEYS) {
                keys.remove(keys.keySet().iterator().next());
            }
        }
    }

    private Cipher cipher(int mode, SecretKeySpec key, byte[] nonce) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
        cipher.updateAAD(meshName);
        return cipher;
    }
}
